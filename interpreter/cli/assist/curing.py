"""Edits of drafts, and cures of mistakes applied to them, in the workspace of a job."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamespec.system.plain import is_file, real
from gamespec.text.advice import sole
from gamespec.text.edits import by_source, part_after
from interpreter.cli.assist.workspace import inside, of_a_game
from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gamespec.text.advice import Cure
    from gamespec.text.diagnostics import Diagnostic
    from gamespec.text.source import Source

__all__ = ["changes", "curable", "edited", "laid"]


def edited(edits: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Make edits one after another, and return the new texts by file.

    Raises `Stop` if there is no such file, or if the text to replace does not occur exactly once in it.
    """
    texts: dict[str, str] = {}
    for edit in edits:
        name, old = inside(edit["file"]), edit["old"]
        of_a_game(name)
        if not is_file(Path(name)):
            raise Stop(f"there is no file `{name}` to edit", "give its text in `files`")
        text = texts[name] if name in texts else _text(name)
        count = text.count(old)
        if count > 1:
            raise Stop(f"`{name}` contains `{old}` {count} times", "add what stands before or after it")
        if not count:
            raise Stop(f"`{name}` does not contain `{old}`", _near(old, text))
        texts[name] = text.replace(old, edit["new"])
    laid(texts)
    return texts


def _near(old: str, text: str) -> str | None:
    """Say which line of a text has most in common with the first line of `old`, if that is half of it."""
    first = next((line.strip() for line in old.splitlines() if line.strip()), "")
    shared = {
        line: SequenceMatcher(None, first, line).find_longest_match().size for line in text.splitlines()
    }
    best = max(shared, key=lambda line: shared[line], default="")
    return f"it contains `{best}`" if 2 * shared.get(best, 0) > len(first) else None


def laid(texts: Mapping[str, str]) -> None:
    """Write texts into the workspace."""
    for name, text in texts.items():
        Path(name).write_bytes(text.encode())


def _text(name: str) -> str:
    try:
        return Path(name).read_bytes().decode()
    except UnicodeDecodeError:
        raise Stop(f"`{name}` is not UTF-8", "give its whole text in `files`") from None


def curable(found: Iterable[Diagnostic]) -> list[Cure]:
    """Return the cures of errors that have only one, as far as they change only files of the workspace."""
    only = sole(each.cures for each in found if each.severity == "error")
    return [cure for cure in only if all(_is_ours(edit.span.source) for edit in cure.edits)]


def _is_ours(source: Source) -> bool:
    return real(Path(source.name)).is_relative_to(real(Path()))


def changes(cure: Cure) -> list[dict[str, Any]]:
    """Return what a cure writes in place of which lines, for each file that it changes."""
    found = []
    for source, edits in by_source(cure.edits):
        first = source.line_column(edits[0].span.start)[0]
        last = source.line_column(max(edit.span.end for edit in edits))[0]
        rest = source.line_starts[last - 1] + len(source.line(last))
        text = part_after(edits, source.line_starts[first - 1], max(rest, edits[-1].span.end))
        found.append({"file": source.name, "lines": [first, last], "instead": text})
    return found

"""The language number, which every file declares.

There is one language so far. A file that declares another is not read at all, because any message about it
would follow the wrong rules. A file that declares none is read as language 1, and a warning says how to
declare it.
"""

from __future__ import annotations

from gamespec.documents.nodes import Mapping, Node, Scalar
from gamespec.text.advice import Cure, Edit, replaced
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span

__all__ = ["KEY", "LANGUAGE", "check_language", "remind_of_language", "says_language"]

KEY = "language"
LANGUAGE = 1
"""The number of the language that this version reads and that `gamespec migrate` writes."""


def says_language(node: Node) -> bool:
    """Return whether a file declares its language."""
    return isinstance(node, Mapping) and node.entry(KEY) is not None


def check_language(node: Node, found: Collector) -> bool:
    """Return whether this version can read a file, and report a language number that it does not know."""
    said = node.get(KEY) if isinstance(node, Mapping) else None
    if not isinstance(said, Scalar) or type(said.value) is not int or said.value == LANGUAGE:
        return True  # a value that is not a number is reported with the structure
    newer = said.value > LANGUAGE
    found.report(
        "GS151",
        f"there is no language {said.text}" if not newer else f"language {said.text} is unknown",
        said.span,
        help="use a newer gamespec" if newer else f"write `{KEY}: {LANGUAGE}`",
        remedies=() if newer else (replaced(said.span, str(LANGUAGE)),),
        notes=(f"this version reads language {LANGUAGE}",),
    )
    return False


def _stated(first: Span) -> tuple[Cure, ...]:
    """Return the cure that states the language before the first key of a file."""
    said = f"{KEY}: {LANGUAGE}"
    return (
        (Cure(f"write `{said}`", (Edit(first.source.span(first.start), f"{said}\n"),)),)
        if first.column == 1
        else ()
    )


def remind_of_language(node: Node, found: Collector) -> None:
    """Warn about a file that does not declare its language."""
    if isinstance(node, Mapping) and node.entries and not says_language(node):
        first = node.entries[0].key.span
        found.report(
            "GS150",
            "the file does not say which language it is written in",
            first,
            help=f"write `{KEY}: {LANGUAGE}` at the top, or let `gamespec migrate` do it",
            remedies=_stated(first),
            severity="warning",
        )

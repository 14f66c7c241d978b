"""Applies the cures of mistakes to the files that have them, for `gamespec validate --fix`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.system.plain import real
from gamespec.system.resources import PACKAGE
from gamespec.text.advice import sole
from gamespec.text.edits import applied
from interpreter.cli.common.rewriting import rewrite

if TYPE_CHECKING:
    from gamespec.text.advice import Cure
    from gamespec.text.diagnostics import Diagnostic

__all__ = ["fixed"]

MOST_ROUNDS = 20
"""Maximum number of times that files are changed: a mistake may hide others."""

_MARK = "\ufeff"


def fixed(check: Callable[[], list[Diagnostic]], places: Iterable[Path]) -> list[Diagnostic]:
    """Apply the cures of errors that have only one, until there are none, and return these errors.

    `check` returns what is found in the files as they are. Only the files in `places` and those below the
    folders there are changed. If a cure does not remove its error, the changes that were made together with
    it are taken back, and no others are made. Raises `OSError` if a file cannot be written.
    """
    inside = [real(place) for place in places]
    done: list[Diagnostic] = []
    found = check()
    for _ in range(MOST_ROUNDS):
        cures = sole(
            each.cures for each in found if each.severity == "error" and _are_inside(each.cures, inside)
        )
        if not cures:
            break
        before = {edit.span.source.name: edit.span.source.text for cure in cures for edit in cure.edits}
        _write(applied(cures))
        ours = [each for each in found if each.cures and each.cures[0] in cures]
        again = check()
        if _left(ours, found, again):
            _write(before)
            break
        found, done = again, done + ours
    return done


def _write(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        rewrite(Path(name), text.removeprefix(_MARK))


def _are_inside(cures: Iterable[Cure], places: Iterable[Path]) -> bool:
    """Return whether cures change nothing but files in some places, and none of the package."""
    files = {real(Path(edit.span.source.name)) for cure in cures for edit in cure.edits}
    if any(file.is_relative_to(PACKAGE) for file in files):
        return False
    return bool(files) and all(any(file.is_relative_to(place) for place in places) for file in files)


def _left(ours: list[Diagnostic], before: list[Diagnostic], after: list[Diagnostic]) -> bool:
    """Return whether some kind of mistake is as frequent after its cures as it was before."""
    kinds = [Counter((each.code, each.message) for each in found) for found in (before, after)]
    return any(kinds[1][each.code, each.message] >= kinds[0][each.code, each.message] for each in ours)

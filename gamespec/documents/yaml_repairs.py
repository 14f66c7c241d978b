"""Finds the small edit that makes a broken text YAML again, which tells what the author meant.

The parser says where it gave up, which may be far below the mistake: a quote that is never closed swallows
lines up to the next quote. So this module does not interpret the parser's sentence. It tries the edits that
undo the usual slips near the fault (a quote, a bracket, a comma, a colon, a blank, the indentation), and
takes the first one with which the section around the fault can be read to its end. That edit is the cure,
and its place is the place of the mistake. If no edit suffices, `yaml_faults` words what the parser says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gamespec.documents.yaml_keys import beside, in_lines, tabs
from gamespec.documents.yaml_lines import Change, Fault, Repair, line_around, nearest
from gamespec.documents.yaml_values import has_key_before, in_brackets, in_values

__all__ = ["repaired"]

MOST_TRIALS = 48
"""Maximum number of edits that are tried for one fault."""

MOST_CHARACTERS = 2**17
"""Maximum number of characters that all trials for one fault may read."""

_SECTION = re.compile(r"(?m)^(?:[^\W\d][\w-]*|\"[^\"\n]*\"|'[^'\n]*')\s*:(?=\s|$)")


def repaired(fault: Fault, failure: Callable[[str], int | None]) -> Repair | None:
    """Return the edit that undoes a fault, or `None` if none of those tried does.

    `failure` returns the offset at which a text stops being YAML, or `None` if it is YAML to its end. If
    there is another fault in the section, an edit will do with which the text is YAML so far (`_reaches`).
    """
    left, second = MOST_CHARACTERS, None
    for number, repair in enumerate(_candidates(fault)):
        start, end = _around(fault, repair)
        left -= end - start
        if number == MOST_TRIALS or left < 0:
            break
        text = _changed(fault.text, repair.changes, start, end)
        at = failure(text)
        if at is None:
            return repair
        if second is None and _reaches(fault, repair, text[:at], end - (len(text) - at), failure):
            second = repair
    return second


def _reaches(fault: Fault, repair: Repair, read: str, at: int, failure: Callable[[str], int | None]) -> bool:
    """Return whether a repaired text is YAML far enough for its next fault, `at`, to be another mistake.

    That fault is below the line after the first one; or it is below the line of the first one, and all up to
    the end of that line is YAML by itself; or a bracket is closed between the two. `read` is what was read.
    """
    own = line_around(fault.text, fault.problem)[1]
    if at > _line_after(fault.text, fault.problem):
        return True
    if at > own:
        return failure(read[: len(read) - (at - own)]) is None
    return fault.in_brackets and any(sign in "}]" for sign in fault.text[repair.changes[-1].end : at])


def _line_after(text: str, at: int) -> int:
    """Return the offset at which the line after the one around an offset ends."""
    return line_around(text, text.find("\n", at) + 1)[1] if "\n" in text[at:] else len(text)


def _around(fault: Fault, repair: Repair) -> tuple[int, int]:
    """Return the bounds of the outermost sections that a repair, a fault and the line above it touch.

    Before the first section, nothing says how far sections are indented, so these are the whole text.
    """
    first = min([repair.changes[0].start, *(line for line, _ in nearest(fault)[:2])])
    starts = [found.start() for found in _SECTION.finditer(fault.text)]
    before = [at for at in starts if at <= first]
    after = [at for at in starts if at > max(fault.problem, repair.changes[-1].end)]
    return (before[-1], after[0] if after else len(fault.text)) if before else (0, len(fault.text))


def _changed(text: str, changes: tuple[Change, ...], start: int, end: int) -> str:
    parts, at = [], start
    for change in changes:
        parts += [text[at : change.start], change.text]
        at = change.end
    return "".join([*parts, text[at:end]])


def _candidates(fault: Fault) -> Iterator[Repair]:
    """Yield the repairs to try, those first that would otherwise be mistaken for others."""
    yield from tabs(fault)
    if not fault.in_brackets:
        yield from beside(fault)
    yield from in_values(fault)
    yield from in_brackets(fault)
    if not fault.in_brackets and not has_key_before(fault):
        yield from in_lines(fault)

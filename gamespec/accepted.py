"""Warnings that an author accepts where they occur, as in `# accept GS410: the dealer says so by rule`.

The comment stands at the end of the line on which the warning begins, or alone on the lines directly above
that line. It names one code and gives a reason. An error cannot be accepted. A comment that gives no reason
is itself a warning (GS411), and so is a comment that accepts nothing, because it would hide later warnings.
Only the file that the caller asked for is checked for such faulty comments, because in the files that it
extends an overlay may have removed the part that a comment is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from gamespec.documents.nodes import Mapping, Node, Scalar
from gamespec.documents.nodes import Sequence as Items
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.source import Source, Span

__all__ = ["accepts", "comment", "without_accepted"]

_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"")
_COMMENT = re.compile(r"(?:^|\s)#+\s*(.*)")
_ACCEPT = re.compile(r"accept\s+(GS\d{3})\b[:\s]*(.*)")

NO_REASON = "an accepted warning needs a reason"


@dataclass(frozen=True, slots=True)
class _Accepted:
    """An accepting comment: its code, its place, and the number (from 1) of the line that it is about."""

    code: str
    span: Span
    line: int
    reason: str


def comment(line: str) -> tuple[int, str] | None:
    """Return the column and the text of the comment that ends a line of YAML, or `None` if it has none.

    A line of a block scalar is treated like any other line.
    """
    found = _COMMENT.search(_QUOTED.sub(lambda quoted: "_" * len(quoted[0]), line))
    return (found.start(1), line[found.start(1) :].strip()) if found is not None else None


def accepts(said: str) -> bool:
    """Return whether `said`, the text of a comment, accepts a warning."""
    return _ACCEPT.fullmatch(said) is not None


def without_accepted(
    said: Sequence[Diagnostic], documents: Sequence[tuple[Source, Node]]
) -> Iterator[Diagnostic]:
    """Yield the diagnostics that no comment accepts, then a warning for each faulty comment.

    `documents` are the files that were read; the last of them is the file that the caller asked for. Its
    comments are checked only if there is no error.
    """
    accepted = {id(source): list(_in_file(source, node)) for source, node in documents}
    used: set[_Accepted] = set()
    for d in said:
        here = [a for a in accepted.get(id(d.span.source), ()) if (a.code, a.line) == (d.code, d.span.line)]
        used.update(here)
        if d.severity == "error" or not here:
            yield d
    sound = all(d.severity != "error" for d in said)
    for source, _ in documents[-1:] if sound else ():
        yield from _faults(accepted[id(source)], used)


def _faults(accepted: Iterable[_Accepted], used: set[_Accepted]) -> Iterator[Diagnostic]:
    for a in accepted:
        if a not in used:
            message, cure = f"there is no {a.code} here", "remove the comment"
        elif not a.reason:
            message, cure = NO_REASON, f"write why: `# accept {a.code}: …`"
        else:
            continue
        yield Diagnostic("GS411", message, Remark(a.span), help=cure, severity="warning")


def _in_file(source: Source, node: Node) -> Iterator[_Accepted]:
    """Yield the comments in a file that accept a warning."""
    if "accept GS" not in source.text:
        return
    texts = list(_texts(node))
    lines = source.text.split("\n")
    start = 0
    for number, line in enumerate(lines, 1):
        found = comment(line)
        said = _ACCEPT.fullmatch(found[1]) if found is not None else None
        if found is not None and said is not None:
            at = start + found[0]
            if not any(span.start <= at < span.end for span in texts):
                yield _Accepted(
                    said[1], Span(source, at, at + len(found[1])), _about(lines, number), said[2].strip()
                )
        start += len(line) + 1


def _about(lines: Sequence[str], number: int) -> int:
    """Return the line that the comment on line `number` is about.

    That is line `number` itself, unless the comment stands alone on it; then it is the next line that holds
    more than a comment.
    """
    while lines[number - 1].lstrip().startswith("#") and number < len(lines):
        number += 1
    return number


def _texts(node: Node) -> Iterator[Span]:
    """Yield the span of each scalar in a document; a `#` inside one of them does not begin a comment."""
    match node:
        case Scalar():
            yield node.span
        case Mapping():
            for entry in node.entries:
                yield from _texts(entry.value)
        case Items():
            for item in node.items:
                yield from _texts(item)

"""Undoes slips in the keys, the dashes, the comments and the indentation of a text that should be YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gamespec.documents.yaml_lines import (
    Change,
    Fault,
    Repair,
    blanks,
    first_word,
    line_around,
    lines_up,
    nearest,
)
from gamespec.text.plurals import counted

__all__ = ["BESIDE", "Gap", "beside", "gaps", "in_lines", "tabs"]


MOST_TRIED = 12
"""Maximum number of indentations that are tried."""


BESIDE = {
    "case": ("of", "else"),
    "for": ("do",),
    "if": ("then", "else"),
    "move": ("to",),
    "transfer": ("from", "to"),
    "while": ("do",),
}
"""Verbs of steps, and the keys beside them that authors write into the same line."""

_STEPS = frozenset({"do", "else", "then"})
"""Those of these keys that have a list of steps."""


def beside(fault: Fault) -> Iterator[Repair]:
    """Begin a new line for a key that stands in the line of its verb, as in `if: x > 3 then stop: turn`."""
    text, (start, end) = fault.text, line_around(fault.text, fault.problem)
    line = re.compile(r" *(?:- +)*(?P<verb>[a-z]+): +").match(text, start, end)
    if line is None:
        return
    for key in BESIDE.get(line["verb"], ()):
        found = re.compile(rf"\s*:?\s+(?P<key>{key})\b:?\s+(?P<value>\S.*)").search(text, line.end(), end)
        if found is None:
            continue
        value = found["value"]
        opened = "" if key not in _STEPS or value.startswith("[") else "[" if value.startswith("{") else "[{"
        closed = opened[::-1].translate({ord("["): "]", ord("{"): "}"})
        begin = f"\n{' ' * (line.start('verb') - start)}{key}: {opened}"
        changes = (Change(found.start(), found.start("value"), begin), Change(end, end, closed))
        yield Repair(
            changes, *found.span("key"), f"`{key}` is a key, and begins a line of its own",
            f"begin a line with `{key}: {opened}{value}{closed}`",
        )  # fmt: skip


def in_lines(fault: Fault) -> Iterator[Repair]:
    """Yield repairs of the lines that end at the fault."""
    yield from _comments(fault)
    yield from _keys(fault)
    yield from _indentations(fault)


def tabs(fault: Fault) -> Iterator[Repair]:
    """Indent with spaces in place of all tabs."""
    found = list(re.finditer(r"(?m)^( *)(\t[ \t]*)(?=\S)", fault.text))
    start, end = line_around(fault.text, fault.problem)
    here = [m for m in found if start <= m.start() <= end]
    for width in (2, 4, 8) if here else ():
        changes = tuple(Change(*m.span(2), m[0].expandtabs(width)[len(m[1]) :]) for m in found)
        first = re.compile("\t+").match(fault.text, here[0].start(2))
        place = first.span() if first else here[0].span(2)
        yield Repair(changes, place[0], place[1], "tab in the indentation", "indent with spaces", "GS102")


def _comments(fault: Fault) -> Iterator[Repair]:
    """Begin comments of other languages with `#`."""
    for start, end in nearest(fault):
        begin = start + blanks(fault.text, start)
        found = re.compile(r"//+|--+|%+|/\*+|;+").match(fault.text, begin, end)
        if found is not None:
            yield Repair(
                (Change(*found.span(), "#"),), *found.span(), f"`{found[0]}` begins no comment",
                "comments begin with `#`",
            )  # fmt: skip


_GAPS = (
    (r"(?P<key>[\w.]+|\"[^\"]*\")(?P<gap>:)(?=[^\s:/=])", ": ", "no blank after the `:` of `{key}`"),
    (r"(?P<key>[\w.]+)(?P<gap>\s*=\s*)(?=[^=\s])", ": ", "`=` after `{key}`, where keys have `:`"),
    (r"(?P<key>[\w.]+)(?P<gap>\s+)(?=\S)", ": ", "no `:` after `{key}`"),
    (r"(?P<key>[\w.]+)(?P<gap>)$", ":", "no `:` after `{key}`"),
)
"""How the end of a key may be spoilt, what to write in place of the gap after it, and what is wrong."""


class Gap(NamedTuple):
    """A key whose colon is missing or misplaced: its name, the bounds of the gap, and what to write there."""

    key: str
    start: int
    end: int
    text: str
    message: str


def gaps(text: str, start: int, end: int) -> Iterator[Gap]:
    """Yield how the characters from `start` to `end` may be read as a key with a spoilt colon."""
    for pattern, written, message in _GAPS:
        found = re.compile(pattern).match(text, start, end)
        if found is not None:
            key = found["key"]
            yield Gap(key, *found.span("gap"), written, message.format(key=key))


def _keys(fault: Fault) -> Iterator[Repair]:
    """Complete a key, or the dash of a member of a list, in the line of the fault or in one above."""
    text = fault.text
    for start, end in nearest(fault):
        line = re.compile(r"\s*(?:- +)*").match(text, start, end)
        begin = line.end() if line else start
        dash = re.compile(r"-(?=[\w{])").match(text, begin, end)
        if dash is not None:
            yield Repair(
                (Change(dash.end(), dash.end(), " "),), begin, begin + 1, "no blank after a `-`",
                f"write `- {text[dash.end() : end]}`",
            )  # fmt: skip
        for gap in gaps(text, begin, end):
            line_ = f"{text[begin : gap.start]}{gap.text}{text[gap.end : end]}"
            change = Change(gap.start, gap.end, gap.text)
            yield Repair((change,), begin, begin + len(gap.key), gap.message, f"write `{line_}`")


def _indentations(fault: Fault) -> Iterator[Repair]:
    """Indent the line of the fault, or the one above it, like its neighbours: alone, or with its part.

    The likeliest are tried first: the indentation of the lines both above and below, then the nearest ones
    that lines of the text, or the text after their dashes, have.
    """
    text = fault.text
    lines = re.finditer(r"(?m)^( *)(- +)?(?=[^\s#])", text)
    usual = {n for m in lines for n in (m.end(1) - m.start(), m.end() - m.start())}
    ranked = []
    for line in nearest(fault)[:2]:
        has, above, below = blanks(text, line[0]), *_beside(text, line)
        ranked += [
            (-(n == above) - (n == below) if above == below else 0, abs(n - has), n, line)
            for n in usual - {has}
        ]
    for _, _, wanted, line in sorted(ranked)[:MOST_TRIED]:
        yield from _indented(text, *line, wanted)
    for line in nearest(fault)[:2]:
        yield from _dashed(text, *line)
        yield from _without_dash(text, *line)


def _above(text: str, line: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the bounds of the three lines above a line that have text, from the bottom up."""
    return [bounds for _, bounds in zip(range(3), lines_up(text, line[0] - 1), strict=False)]


def _beside(text: str, line: tuple[int, int]) -> tuple[int | None, int | None]:
    """Return how far the next line above and the next line below a line are indented, if there are any."""
    above, below = next(iter(_above(text, line)), None), _below(text, line)
    return (
        None if above is None else blanks(text, above[0]),
        None if below is None else blanks(text, below[0]),
    )


def _below(text: str, line: tuple[int, int]) -> tuple[int, int] | None:
    """Return the bounds of the next line that has text, or `None` if there is none."""
    found = re.compile(r"(?m)^ *[^\s#]").search(text, line[1])
    return None if found is None else line_around(text, found.start())


def _indented(text: str, start: int, end: int, wanted: int) -> Iterator[Repair]:
    has = blanks(text, start)
    message = f"indented by {counted(has, 'space')}, but what it belongs with by {wanted}"
    help_ = f"indent it by {counted(wanted, 'space')}"
    word = first_word(text, start, end)
    yield Repair((Change(start, start + has, " " * wanted),), *word, message, help_)
    changes = [Change(start, start + has, " " * wanted)]
    at = text.find("\n", end) + 1
    while 0 < at < len(text):
        (_, stop), inner = line_around(text, at), blanks(text, at)
        if at < stop:
            if inner <= has:
                break
            changes.append(Change(at, at + inner, " " * (inner + wanted - has)))
        at = text.find("\n", at) + 1
    if len(changes) > 1:
        yield Repair(tuple(changes), *word, message, f"{help_}, and what belongs to it")


def _dashed(text: str, start: int, end: int) -> Iterator[Repair]:
    """Write a dash before a line that stands beside members of a list."""
    below = _below(text, (start, end))
    for a, _ in (*_above(text, (start, end)), *(() if below is None else (below,))):
        dash = a + blanks(text, a)
        if text[dash : dash + 2] == "- ":
            written = " " * (dash - a) + "- "
            change = Change(start, start + blanks(text, start), written)
            yield Repair(
                (change,),
                *first_word(text, start, end),
                "a member of a list without `-`",
                "begin it with `- `",
            )


def _without_dash(text: str, start: int, end: int) -> Iterator[Repair]:
    """Remove the dash before a line that stands beside the entries of a mapping."""
    dash = start + blanks(text, start)
    found = re.compile(r"- +").match(text, dash, end)
    if found is not None:
        change = Change(dash, found.end(), "")
        yield Repair((change,), dash, dash + 1, "`-` where there is no list", "leave the `-` out")

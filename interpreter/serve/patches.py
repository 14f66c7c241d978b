"""What changes from one table, and from its drawing, to the next, so that a page is not sent all of it again.

Both drawings are cut before each element that may hold a thing. The pieces that occur once in both, in the
same order, and their equal neighbours stay (the patience diff of Bram Cohen). In what is new, long texts that
stand somewhere before, such as the outline of an icon, are copied from there (as by Lempel and Ziv, 1977).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

__all__ = ["Patch", "changed", "patch"]

Patch: TypeAlias = list[str | list[int]]
"""Parts to be joined. A part is one of three things:

    "text"             new text
    [skip, length]     a span of the earlier drawing, `skip` behind the end of the last such span (0 at first)
    [at, length, 0]    a copy of what stands at a place in the earlier drawing and all that is made so far
    [skip, length, 1]  another such copy, `skip` behind the end of the last one

Lengths are in UTF-16 code units, as JavaScript counts them (`static/patching.js`).
"""

CUTS = ("<g", "<li", "<d", "<s", "<path", "<circle", "<t")
"""The beginnings of elements that are compared by themselves."""

MARK = "\0"
"""Marks a cut. Drawings do not contain this letter."""

SHORTEST = 24
"""The length of the shortest text that is copied."""

FINEST = 14
"""The length of the shortest text that is copied from beside what was copied last."""

GRAM = 8
"""The number of letters by which such texts are found."""

BESIDE = 240
"""How far beside what was copied they are looked for, in letters."""

NEEDLE = 20
"""The number of letters at the beginning of an element by which equal texts are found."""

NOWHERE = -(1 << 60)
"""The place of a text that does not stand anywhere before."""

NEAR = 20_000
"""The length of the old text in the place of a new one in which parts of the new one are looked for."""

_LONG = re.compile(r'"[^"<]{24,}"')
"""Matches the value of an attribute that may stand elsewhere too."""

_WIDE = re.compile("[\U00010000-\U0010ffff]")
"""Matches a letter that takes two code units."""

_ELEMENT = re.compile(f"(?={'|'.join(CUTS)})")
"""Matches before an element that is compared by itself."""


class _Cut(NamedTuple):
    """A drawing in pieces, with the places where they begin, and the end."""

    pieces: list[str]
    starts: list[int]
    wide: list[int]
    """The places of the letters that take two code units."""


class _Span(NamedTuple):
    """A span of the earlier drawing followed by the later one. It is a `copy`, or stays in its place."""

    start: int
    end: int
    copy: bool = False


class _Gap(NamedTuple):
    """A span that has no equal in the earlier drawing, and the span of that in its place."""

    new: _Span
    old: _Span


ALWAYS = frozenset({"kind", "revision", "answers", "asked"})
"""What each message says, even if it has not changed."""


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values of a table that have changed since a page was sent it, with a patch of its drawing.

    Values that the page does not know are never left out. Without a table `before`, everything is sent.
    """
    if before.keys() != after.keys():
        return dict(after)
    found = {key: value for key, value in after.items() if key in ALWAYS or before[key] != value}
    if "players" in found and len(before["players"]) == len(after["players"]):
        found["players"] = _differences(before["players"], after["players"])
    return found | {"html": patch(before["html"], after["html"])}


def _differences(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> dict[int, Any]:
    """Return what has changed of each of several things, by its place."""
    found = (
        {key: value for key, value in now.items() if was.get(key) != value}
        for was, now in zip(before, after, strict=True)
    )
    return {place: values for place, values in enumerate(found) if values}


def patch(before: str, after: str) -> Patch:
    """Return the parts that make `after` of `before`."""
    whole = before + after
    units = _units(_cut(before), _cut(after))
    parts: Patch = []
    reached = copied = 0
    rough = list(_joined(_parts(before, after, whole), len(before)))
    for part in _joined(_refined(rough, whole, len(before)), len(before)):
        if isinstance(part, str):
            parts.append(part)
            continue
        start, end = units(part.start), units(part.end)
        if part.copy and abs(start - reached) >= NEAR:
            again = copied > 0 and abs(start - copied) < NEAR
            parts.append([start - copied, end - start, 1] if again else [start, end - start, 0])
            copied = end
        else:
            parts.append([start - reached, end - start])
            reached = end
    return parts


def _joined(parts: Iterator[str | _Span], known: int) -> Iterator[str | _Span]:
    """Yield the parts with adjacent ones as one, unless they are copies of what is being made."""
    last: str | _Span = ""
    for part in parts:
        if isinstance(last, str) and isinstance(part, str):
            last += part
        elif (
            isinstance(last, _Span)
            and isinstance(part, _Span)
            and last.end == part.start
            and part.end <= known
        ):
            last = _Span(last.start, part.end, last.copy and part.copy)
        else:
            if last:
                yield last
            last = part
    if last:
        yield last


def _units(old: _Cut, new: _Cut) -> Callable[[int], int]:
    """Return a function that converts a place in both drawings to the number of code units before it."""
    wide = [*old.wide, *(old.starts[-1] + at for at in new.wide)]
    return (lambda at: at + bisect_left(wide, at)) if wide else int


@lru_cache(maxsize=32)
def _cut(drawing: str) -> _Cut:
    marked = drawing
    for cut in CUTS:
        marked = marked.replace(cut, MARK + cut)
    pieces = marked.split(MARK)
    wide: list[int] = []
    if not drawing.isascii() and len(drawing.encode("utf-16-le")) > 2 * len(drawing):
        wide = [found.start() for found in _WIDE.finditer(drawing)]
    return _Cut(pieces, [0, *accumulate(map(len, pieces))], wide)


def _parts(before: str, after: str, whole: str) -> Iterator[str | _Span]:
    old, new = _cut(before), _cut(after)
    known: _Known | None = None
    for part in _matched(old, new, len(before)):
        if isinstance(part, _Span):
            yield part
        else:
            known = known or _Known(whole, old, len(before))
            yield from known.filled(part)


# --- what stays -------------------------------------------------------------------------------------


def _matched(old: _Cut, new: _Cut, shift: int) -> Iterator[_Span | _Gap]:
    """Yield the spans of the earlier drawing that stay, in order, and the gaps between them."""
    there = here = 0
    ends = len(old.pieces), len(new.pieces)
    for anchor in [*_anchors(old.pieces, new.pieces), ends]:
        at, number = anchor
        if number < here:
            continue
        start, first = anchor
        while start > there and first > here and old.pieces[start - 1] == new.pieces[first - 1]:
            start, first = start - 1, first - 1
        if here < first:
            yield _Gap(_of(new, here, first, shift), _of(old, there, start, 0))
        while at < ends[0] and number < ends[1] and old.pieces[at] == new.pieces[number]:
            at, number = at + 1, number + 1
        if start < at:
            yield _of(old, start, at, 0)
        there, here = at, number


def _of(cut: _Cut, first: int, last: int, shift: int) -> _Span:
    return _Span(cut.starts[first] + shift, cut.starts[last] + shift)


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the numbers of pieces that occur once in both drawings, most of those in the same order."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    times, again = Counter(old), Counter(new)
    places = {piece: at for at, piece in enumerate(old) if times[piece] == 1}
    pairs = [
        (places[piece], number)
        for number, piece in enumerate(new[same:], same)
        if piece in places and again[piece] == 1
    ]
    return [(0, 0)] * bool(same) + _rising(pairs)


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest part of the pairs in which the first numbers rise."""
    ends: list[int] = []
    lasts: list[int] = []
    before: list[int] = []
    for index, (at, _) in enumerate(pairs):
        length = bisect_left(ends, at)
        before.append(lasts[length - 1] if length else -1)
        ends[length : length + 1] = [at]
        lasts[length : length + 1] = [index]
    found = []
    index = lasts[-1] if lasts else -1
    while index >= 0:
        found.append(pairs[index])
        index = before[index]
    return found[::-1]


# --- what is copied ---------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _long(piece: str) -> tuple[tuple[str, int], ...]:
    """Return the texts by which a piece may be found, each with its place: its beginning, and long values."""
    values = [(found[0], found.start()) for found in _LONG.finditer(piece)]
    return ((piece[:NEEDLE], 0), *values) if len(piece) >= NEEDLE else tuple(values)


class _Known:
    """The texts that stand somewhere before what is new."""

    def __init__(self, whole: str, old: _Cut, shift: int) -> None:
        self.whole, self.shift = whole, shift
        self.places: dict[str, int] = {}
        for piece, start in zip(old.pieces, old.starts[:-1], strict=True):
            for text, at in _long(piece):
                self.places[text] = start + at

    def filled(self, gap: _Gap) -> Iterator[str | _Span]:
        """Yield new texts and copies that make up a gap, and note the texts in it."""
        whole = self.whole
        (at, end, _), near = gap.new, _Span(gap.old.start, min(gap.old.end, gap.old.start + NEAR))
        start = at
        for piece in _ELEMENT.split(whole[start:end]):
            for text, inside in _long(piece):
                here = start + inside
                places = [self.places.get(text, NOWHERE), self._near(text, near)]
                self.places[text] = here
                past = max(0, at - here)
                if past >= len(text):
                    continue
                found = max(self._copied(place + past, here + past, at, end) for place in places)
                size, first, source = found
                if size < SHORTEST:
                    continue
                if at < first:
                    yield whole[at:first]
                yield _Span(source, source + size, copy=True)
                at = first + size
                if near.start <= source < near.end:
                    near = _Span(min(source + size, near.end), near.end)
            start += len(piece)
        if at < end:
            yield whole[at:end]

    def _near(self, text: str, near: _Span) -> int:
        at = self.whole.find(text, near.start, near.end)
        return at if at >= 0 else NOWHERE

    def _copied(self, place: int, here: int, first: int, end: int) -> tuple[int, int, int]:
        """Return the length of what is alike around two places, with where it begins at both.

        At the later place, it is within `first` and `end`; at the earlier one, within one of the drawings. A
        negative place is none.
        """
        if place < 0:
            return 0, here, 0
        whole = self.whole
        back = 0
        least = 0 if place < self.shift else self.shift
        while (
            here - back > first and place - back > least and whole[place - back - 1] == whole[here - back - 1]
        ):
            back += 1
        most = min(end - here, (self.shift if place < self.shift else here - back) - place)
        return back + _alike(whole, place, whole, here, most), here - back, place - back


def _alike(one: str, place: int, other: str, at: int, most: int) -> int:
    """Return how many letters of two texts are the same from two places on, at most `most`."""
    size, step = 0, 16
    while step:
        step = min(step, most - size)
        if step and one[place + size : place + size + step] == other[at + size : at + size + step]:
            size, step = size + step, 2 * step
        else:
            step //= 2
    return size


# --- what is copied from beside a copy ----------------------------------------------------------------


def _refined(parts: Sequence[str | _Span], whole: str, shift: int) -> Iterator[str | _Span]:
    """Yield the parts with copies, in new texts, of what stands beside that which is copied around them.

    Of an element that has changed in some places, only these are new. The earlier drawing ends at `shift`.
    """
    at = shift
    for number, part in enumerate(parts):
        if isinstance(part, _Span):
            yield part
            at += part.end - part.start
            continue
        if len(part) < FINEST:
            yield part
        else:
            most = len(part) + BESIDE
            yield from _fine(part, whole, _beside(parts, number, most, at, shift))
        at += len(part)


def _beside(parts: Sequence[str | _Span], number: int, most: int, at: int, shift: int) -> Iterator[_Span]:
    """Yield the spans of what is known behind the part before a new text, and before the part behind it.

    They are within one of the drawings, and not behind `at`, where the new text begins.
    """
    before = parts[number - 1] if number else None
    behind = parts[number + 1] if number + 1 < len(parts) else None
    if isinstance(before, _Span):
        end = shift if before.start < shift else at
        yield _Span(before.end, min(before.end + most, end))
    if isinstance(behind, _Span):
        least, end = (0, behind.start) if behind.start < shift else (shift, min(behind.start, at))
        yield _Span(max(end - most, least), end)


def _fine(text: str, whole: str, near: Iterable[_Span]) -> Iterator[str | _Span]:
    """Yield a text with copies from near spans."""
    spans = tuple(near)
    done = at = 0
    while at + FINEST <= len(text):
        size = source = 0
        for start, end, _ in spans:
            place = whole.find(text[at : at + GRAM], start, end)
            if place >= 0:
                alike = _alike(whole, place, text, at, min(end - place, len(text) - at))
                size, source = max((size, source), (alike, place))
        if size < FINEST:
            at += 1
            continue
        if done < at:
            yield text[done:at]
        yield _Span(source, source + size, copy=True)
        done = at = at + size
    if done < len(text):
        yield text[done:]

"""Lists the options of a decision in the lines that a screen has for them.

If not all options fit, even side by side, those that begin alike share a line with a range of numbers, such
as `1-9  lay 2 beside …`. What options begin with are the steps in which a player would say them
(`interpreter.scene.choices`). Ranges can be opened, and pages show the options one by one.
"""

from __future__ import annotations

import textwrap
from itertools import takewhile
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.scene.choices import Asked, Choice

__all__ = ["Listing", "Page", "columned"]

GAP = 2
"""The least number of spaces between two columns."""

OPEN = "…"
"""Stands in a label for the words in which the options of a range differ."""

Entry = tuple[str, str]
"""What to type, and the words for it."""


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list of options: its lines, and where the next page starts, or `None` if there is none."""

    lines: tuple[str, ...]
    following: int | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """Those of the options of a decision that have the indexes in `shown`, and how they are labelled.

    If `start` is not `None`, the options are listed one by one, from index `start` of `shown`.
    """

    asked: Asked
    labels: Sequence[str]
    shown: Sequence[int]
    language: str
    start: int | None = None

    def needs(self, width: int, *, columns: bool) -> int:
        """Return the number of lines in which all options are listed, side by side if `columns`."""
        entries = [*self._entries(self.shown)]
        return len(columned(entries, width, _most_columns(entries, width) if columns else 1))

    def page(self, width: int, room: int, *, columns: bool = True) -> Page:
        """Return the options in at most `room` lines: all of them, or else ranges, or some of them."""
        if self.start is None:
            entries = [*self._entries(self.shown)]
            lines = _in_room(entries, width, room, columns=columns)
            if lines is not None:
                return Page(tuple(lines))
            hint = self._said_of_ranges(width)
            grouped = self._grouped(width, room - len(hint))
            if grouped is not None:
                return Page((*grouped, *hint), 0)
        return self._some(width, room)

    def _entries(self, indexes: Sequence[int]) -> Iterator[Entry]:
        return ((str(index + 1), self.labels[index]) for index in indexes)

    def _some(self, width: int, room: int) -> Page:
        """Return as many options as fit, from `start` on, and a line that says how to see the others."""
        start = (self.start or 0) % len(self.shown) if self.shown else 0
        room = max(room - len(self._said_of_pages(len(self.shown), len(self.shown), width)), 1)
        low, high = 1, len(self.shown) - start
        while low < high:
            middle = (low + high + 1) // 2
            entries = [*self._entries(self.shown[start : start + middle])]
            fits = _in_room(entries, width, room) is not None
            low, high = (middle, high) if fits else (low, middle - 1)
        entries = [*self._entries(self.shown[start : start + low])]
        lines = _in_room(entries, width, room) or columned(entries, width, 1)
        hint = self._said_of_pages(start + 1, start + low, width)
        return Page((*lines, *hint), start + low if start + low < len(self.shown) else 0)

    def _said_of_pages(self, first: int, last: int, width: int) -> list[str]:
        texts, more = catalogue(self.language), catalogue(self.language).pgettext("command", "more")
        said = texts.gettext(
            "options {first} to {last} of {count}; `{more}` shows others, or type words",
            first=first,
            last=last,
            count=len(self.shown),
            more=more,
        )
        return columned([("", said)], width, 1)

    def _said_of_ranges(self, width: int) -> list[str]:
        texts, more = catalogue(self.language), catalogue(self.language).pgettext("command", "more")
        said = texts.gettext(
            "{count} options: type words, a range or a number; `{more}` lists them one by one",
            count=len(self.shown),
            more=more,
        )
        return columned([("", said)], width, 1)

    # --- ranges ---------------------------------------------------------------------------------------------

    def _grouped(self, width: int, room: int) -> list[str] | None:
        """Return lines with ranges of options, as narrow as fit, or `None` if none fit."""
        paths = {index: _path(self.asked.choices[index]) for index in self.shown}
        best: list[str] | None = None
        for depth in range(1, max(map(len, paths.values()), default=0)):
            groups = self._groups(paths, depth)
            if len(groups) == len(self.shown) or len(groups) == 1:
                continue
            lines = _in_room([self._entry(group, paths, depth) for group in groups], width, room)
            if lines is None:
                break
            best = lines
        return best

    def _groups(self, paths: dict[int, tuple[int, ...]], depth: int) -> list[list[int]]:
        """Return runs of neighbouring options that agree in their first `depth` steps."""
        found: list[list[int]] = []
        for index in self.shown:
            last = found[-1][-1] if found else None
            if last is not None and last == index - 1 and paths[last][:depth] == paths[index][:depth]:
                found[-1].append(index)
            else:
                found.append([index])
        return found

    def _entry(self, group: Sequence[int], paths: dict[int, tuple[int, ...]], depth: int) -> Entry:
        if len(group) == 1:
            return str(group[0] + 1), self.labels[group[0]]
        common = _common([self.labels[index].split() for index in group])
        last = self.asked.members[paths[group[0]][:depth][-1]].text
        said = " ".join(common)
        if not any(word in said for word in last.split()):
            said = f"{last} {OPEN}" if said == OPEN else f"{said} ({last})"
        return f"{group[0] + 1}-{group[-1] + 1}", said


def _path(choice: Choice) -> tuple[int, ...]:
    """Return the members that an option says, one after another."""
    return tuple(member for said in choice.said for member in said.members)


def _common(labels: Sequence[Sequence[str]]) -> list[str]:
    """Return the words that labels share, with `OPEN` for each stretch of words in which they differ."""
    shortest = min(map(len, labels))
    if all(len(words) == shortest for words in labels):
        columns = zip(*labels, strict=True)
        words = [column[0] if len(set(column)) == 1 else _open(column) for column in columns]
    else:
        before = _alike([words[:shortest] for words in labels])
        after = _alike([words[::-1][: shortest - before] for words in labels])
        words = [*labels[0][:before], OPEN, *labels[0][len(labels[0]) - after :]]
    return [word for number, word in enumerate(words) if word != OPEN or words[number - 1 : number] != [OPEN]]


def _open(words: Sequence[str]) -> str:
    """Return `OPEN` within the punctuation that different words have in common, as in `(…,`."""
    ends: list[str] = []
    for step in (1, -1):
        turned = [word[::step] for word in words]
        common = turned[0][: _alike(turned)]
        ends.append("".join(takewhile(lambda sign: not sign.isalnum(), common)))
    return f"{ends[0]}{OPEN}{ends[1][::-1]}"


def _alike(labels: Sequence[Sequence[str]]) -> int:
    """Return the number of elements with which all sequences begin."""
    found = 0
    for column in zip(*labels, strict=False):
        if len(set(column)) > 1:
            break
        found += 1
    return found


# --- columns --------------------------------------------------------------------------------------------


def _in_room(entries: Sequence[Entry], width: int, room: int, *, columns: bool = True) -> list[str] | None:
    """Return entries in the fewest columns with which they take at most `room` lines, if they fit at all."""
    for count in range(1, (_most_columns(entries, width) if columns else 1) + 1):
        lines = columned(entries, width, count)
        if len(lines) <= room:
            return lines
    return None


def _most_columns(entries: Sequence[Entry], width: int) -> int:
    left, right = _widths(entries)
    return max(1, (width + GAP) // (left + right + 2 * GAP))


def _widths(entries: Sequence[Entry]) -> tuple[int, int]:
    left = max((len(key) for key, _ in entries), default=0)
    return max(left, 4), max((len(said) for _, said in entries), default=0)


def columned(entries: Sequence[Entry], width: int, count: int) -> list[str]:
    """Return lines with entries in `count` columns, to be read from left to right.

    In a single column, long entries are wrapped.
    """
    left, right = _widths(entries)
    if count == 1:
        return [line for entry in entries for line in _wrapped(entry, left, width)]
    texts = [f"{key.rjust(left)}{' ' * GAP}{said.ljust(right)}" for key, said in entries]
    rows = [texts[start : start + count] for start in range(0, len(texts), count)]
    return [(" " * GAP).join(row).rstrip() for row in rows]


def _wrapped(entry: Entry, left: int, width: int) -> list[str]:
    """Return the lines of an entry. Those after the first begin so that they cannot pass for options."""
    key, said = entry
    lines = textwrap.wrap(said, max(width - left - GAP, 20), subsequent_indent=f"{OPEN} ") or [""]
    heads = [key, *[""] * (len(lines) - 1)]
    return [f"{head.rjust(left)}{' ' * GAP}{line}".rstrip() for head, line in zip(heads, lines, strict=True)]

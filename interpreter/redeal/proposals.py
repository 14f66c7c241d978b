"""Proposals: words of a script that are changed tentatively, and then kept or restored."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Mapping

from gamespec.program import Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.items import HEAD, Item, fields_of
from interpreter.redeal.replayer import Listed
from interpreter.redeal.scripts import Script, named

__all__ = ["Proposal"]


class Proposal:
    """A change of a script, until `accept` or `undo`."""

    def __init__(self, program: Program, script: Script) -> None:
        self._program, self._fields, self._script = program, fields_of(program), script
        self._before: dict[int, int] = {}
        self._order_of = [NOWHERE] * len(script.words)
        """For each word in the order of a shuffle, the first word of that order."""
        for first, stop in script.orders:
            self._order_of[first:stop] = [first] * (stop - first)

    def put(self, at: int, word: int) -> None:
        """Propose another word at an index of the script."""
        self._before.setdefault(at, self._script.words[at])
        self._script.words[at] = word

    def answered(self, at: int, option: Listed, told: Collection[int] = ()) -> None:
        """Write an answer into the script, and update which of its words name components.

        `told` has the indexes of the values that the player was told.
        """
        program, (action, taken) = self._program, option
        words, labels = self._script.words, self._script.labels
        room, first = words[at + 1], at + HEAD
        fields = self._fields[action]
        here = range(first, first + room)
        for those in labels.values():
            those.difference_update(here)
        size = fields[0]
        written = [*taken[:size], *([0] * (room - size))]
        hidden = [word for which, word in named(program, fields, action, written) if which not in told]
        if program.has_copies and not told:
            hidden = []
        words[at : first + room] = array("i", [Item.ANSWER, room, action, int(bool(hidden)), *written])
        for word in hidden:
            labels.setdefault(written[word], set()).add(first + word)
        self._before = {word: c for word, c in self._before.items() if not at <= word < first + room}

    @property
    def changes(self) -> bool:
        """Whether the proposal differs from the script before it."""
        return any(self._script.words[at] != word for at, word in self._before.items())

    def undo(self) -> None:
        """Restore the script."""
        for at, word in self._before.items():
            self._script.words[at] = word
        self._before.clear()

    def accept(self) -> None:
        """Keep the proposed words, and update which words name each component."""
        labels, words = self._script.labels, self._script.words
        for at, c in self._before.items():
            if c in labels and at in labels[c]:
                labels[c].remove(at)
                labels.setdefault(words[at], set()).add(at)
        self._before.clear()

    def relabel(self, goes: Mapping[int, int], first: int, stop: int | None = None) -> None:
        """Propose that components replace one another from one word up to another."""
        stop = self._script.end if stop is None else stop
        for c, new in goes.items():
            for at in self._script.labels.get(c, ()):
                if first <= at < stop:
                    self.put(at, new)

    def spans(self, goes: Collection[int]) -> list[tuple[int, int]]:
        """Return the words from which on components can replace one another, each with the word to stop at.

        A replacement does not change these. The first word is the beginning of a shuffle in which all of the
        components were, or a word, not told to the player, that names one of them. The word to stop at is
        that of `stop`.
        """
        order_of, labels = self._order_of, self._script.labels
        common: set[int] | None = None
        firsts = set[int]()
        for c in goes:
            words = labels.get(c, set())
            orders = {order_of[at] for at in words}
            if NOWHERE in orders:
                orders.remove(NOWHERE)
                firsts |= {at for at in words if order_of[at] == NOWHERE}
            common = orders if common is None else common & orders
        stops = self._stops(goes)
        found = ((first, stops[bisect_left(stops, first)]) for first in sorted(firsts | (common or set())))
        return [(first, stop) for first, stop in found if first < stop]

    def stop(self, goes: Collection[int], first: int) -> int:
        """Return the word up to which components can replace one another from a word on.

        This is a shuffle after which the player saw where one of them was, unless they are copies.
        """
        stops = self._stops(goes)
        return stops[bisect_left(stops, first)]

    def _stops(self, goes: Collection[int]) -> list[int]:
        """Return the words at which the replacement of components must stop, and the end, in order."""
        if len({self._program.alike[c] for c in goes}) < 2:  # noqa: PLR2004 - they are copies
            return [self._script.end]
        labels, fixed = self._script.labels, self._script.fixed
        stops = {self._order_of[at] for c in goes for at in labels.get(c, set()) & fixed}
        return [*sorted(stops), self._script.end]

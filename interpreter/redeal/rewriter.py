"""A rewriter goes on with the script of a known history, and changes what turns out to be wrong in it.

In a known history it is certain where each component lies. If a component is then seen elsewhere, it changes
places with one that lies there, in the whole script from a shuffle on in which both were.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from gamespec.program import Program
from interpreter.play.luck import Draws
from interpreter.redeal.proposals import Proposal
from interpreter.redeal.scripts import Writer

__all__ = ["Failed", "Rewriter", "exchange_in_plan"]


class Failed(Exception):
    """A guess is impossible: it needs a component where it does not lie."""


class Rewriter(Writer):
    """Writes a script, part of which may be that of a known history."""

    _luck: Draws

    def __init__(
        self,
        program: Program,
        player: int,
        words: Sequence[int],
        begun: Sequence[Sequence[int]],
        went: dict[int, int],
    ) -> None:
        super().__init__(program, player, words, begun)
        self._went, self._going = went, list[int]()
        self._waits_at: list[int] = []
        """The index among the sights of each place at which the game waits."""
        self._is_known = False
        """Whether the script so far is that of a known history."""

    def know(self, contents: Sequence[Sequence[int]]) -> list[int]:
        """Go on from a history that the script describes up to a wait, where the zones have certain contents.

        Return its luck, which the script has no longer.
        """
        script = self._script
        luck = [*script.words[script.end :]]
        del script.words[script.end :]
        script.thrown = [one for one in script.thrown if one.at < script.end]
        self._is_known = True
        self.inside = [set(there) for there in contents]
        for zone, places in self.zones.items():
            for place, c in zip(places, contents[zone], strict=True):
                place.component = c
        return luck

    def exchanged(self, first: int, there: Iterable[int]) -> int:
        """Let a component change places with one of those that lie where it was seen, and return it.

        `first` is the first of its copies. Raises `Failed` if the history is not known, or if none can.
        """
        alike, backs, labels = self.program.alike, self.program.backs, self._script.labels
        if not self._is_known:
            raise Failed
        others = sorted(c for c in there if c in labels and alike[c] != first)
        copies = [c for c in sorted(labels) if alike[c] == first and c not in others]
        pairs = [(c, other) for c in copies for other in others if backs[c] == backs[other]]
        self._script.end = len(self._script.words)
        proposal = Proposal(self.program, self._script)
        while pairs:
            c, other = pairs.pop(self._luck.below(len(pairs)))
            begins = [begin for begin, end in proposal.spans((c, other)) if end == self._script.end]
            if begins:
                proposal.relabel({c: other, other: c}, begins[-1])
                proposal.accept()
                self._exchange(c, other, begins[-1])
                return c
        raise Failed

    def _exchange(self, one: int, other: int, begin: int) -> None:
        """Let two components change places in what is known, if they did in the script from a word on."""
        goes = {one: other, other: one}
        for inside in self.inside:
            if (one in inside) != (other in inside):
                inside ^= {one, other}
        for places in self.zones.values():
            for place in places:
                if place.component is not None:
                    place.component = goes.get(place.component, place.component)
        self._going = [goes.get(c, c) for c in self._going]
        self._moved = [replace(m, component=goes.get(m.component, m.component)) for m in self._moved]
        before = bisect(self._script.sights, begin) - 1
        since = self._waits_at[before] if before >= 0 else 0
        alike = self.program.alike
        exchange_in_plan(self._went, {alike[one]: alike[other], alike[other]: alike[one]}, since)


def exchange_in_plan(
    went: dict[int, int], goes: Mapping[int, int], since: int, until: int | None = None
) -> None:
    """Let components replace one another in the hidden moves of a plan, from one sight to before another."""
    for move, c in went.items():
        if move >= since and (until is None or move < until) and c in goes:
            went[move] = goes[c]

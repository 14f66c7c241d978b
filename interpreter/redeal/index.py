"""An index of one player's sights: where each component was seen, and what left each zone."""

from __future__ import annotations

from bisect import bisect_left

from gamespec.program import Program
from gamespec.program.tables import NOWHERE
from interpreter.play.events import EventKind
from interpreter.play.information import InformationState, Sight

__all__ = ["SightIndex"]


class SightIndex:
    """Where to find things among the sights of a player (the seat, from 0), from the sight `first` on."""

    def __init__(self, program: Program, shown: InformationState, player: int, first: int = 0) -> None:
        self.program, self.player = program, player
        self._out: dict[int, list[int]] = {}
        self._answers: dict[int, list[int]] = {}
        self._seen: dict[int, list[tuple[int, int]]] = {}
        self.shown = shown[:first]
        self.extend(shown)

    shown: InformationState
    """The sights, including those before the first one that is indexed."""

    def extend(self, shown: InformationState) -> None:
        """Add what the player was shown next; `shown` are all sights, which begin with those before."""
        known, self.shown = len(self.shown), shown
        for at in range(known, len(shown)):
            self._add(at, shown[at])

    def _add(self, at: int, sight: Sight) -> None:
        if sight[0] == EventKind.MOVED:
            _, _, source, *_ = sight
            self._out.setdefault(source, []).append(at)
        if sight[0] in {EventKind.MOVED, EventKind.REVEALED} and sight[1] >= 0:
            self._seen.setdefault(sight[1], []).append((at, sight[2]))
        if sight[0] == EventKind.DECIDED:
            self._answers.setdefault(sight[1], []).append(at)

    def next_seen(self, c: int, at: int) -> int | None:
        """Return the zone in which a component is seen next, from the sight `at` on."""
        seen = self._seen.get(c, [])
        found = bisect_left(seen, (at, NOWHERE))
        return seen[found][1] if found < len(seen) else None

    def next_answer(self, player: int, at: int) -> int:
        """Return the index of a player's next answer, from the sight `at` on; past the end if none."""
        answers = self._answers.get(player, [])
        found = bisect_left(answers, at)
        return answers[found] if found < len(answers) else len(self.shown)

    def departures(self, zone: int, at: int, number: int) -> list[int]:
        """Return at most `number` sights of the next moves out of a zone, from the sight `at` on."""
        moves = self._out.get(zone, [])
        found = bisect_left(moves, at)
        return moves[found : found + number]

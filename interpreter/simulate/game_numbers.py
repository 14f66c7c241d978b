"""The numbers that single games contribute to statistics, as the kernel of `measuring` computes them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.kernels.statistics.game_row import GameRow
from interpreter.kernels.statistics.measuring import NOBODY, Key, Measuring
from interpreter.kernels.terms import Lists
from interpreter.play.tally import NOTHING, Counts
from interpreter.simulate.wins import Deciding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.program import Program
    from interpreter.play.result import Result
    from interpreter.play.tally import Tally
    from interpreter.simulate.wins import Won

__all__ = ["GameNumbers", "Numbers", "enter"]

Numbers: TypeAlias = dict[Key, float]
"""The numbers of a game, by what they are. A number that the game lacks is left out."""


def enter(measuring: Measuring, ending: int, won: Won, points: Sequence[int]) -> None:
    """Enter what follows from an ending: how games are won and, without a score, the points of the seats."""
    shares = [won.shares[seats[0]] for seats in measuring.units]
    alone = won.fate == "won" and measuring.several
    winner = measuring.row.teams[won.winners[0]] if alone else NOBODY
    measuring.enter(ending, shares, lost=won.fate == "lost", points=points, winner=winner)


class GameNumbers:
    """Computes the numbers of games that are decided as `deciding` describes.

    Without a program, only the numbers that follow from the result, the pace and the leader are known, and
    scores have the given number of `parts`. An object serves one thread.
    """

    def __init__(self, deciding: Deciding, program: Program | None = None, *, parts: int = 0) -> None:
        self._deciding, self._program, self._parts = deciding, program, parts
        self._by_counts: dict[Counts, Measuring] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out the program: numbers that are sent elsewhere are merged, not computed."""
        return partial(GameNumbers, parts=self._parts), (self._deciding,)

    def measuring(self, counts: Counts) -> Measuring:
        """Return the kernel for games of which `counts` was counted."""
        found = self._by_counts.get(counts)
        if found is None:
            found = self._by_counts[counts] = self._made(counts)
        return found

    def _made(self, counts: Counts) -> Measuring:
        if self._program is not None:
            return Measuring.of(self._program, counts, Lists(), 1)
        row = GameRow.without_program(self._deciding.teams, counts, parts=self._parts)
        return Measuring(row, self._deciding.units, Lists(), even="lost" in self._deciding.fates)

    def of(self, decisions: int, result: Result, tally: Tally | None) -> Numbers:
        """Return the numbers of a game with a result."""
        measuring = self.measuring(_counted(tally))
        enter(measuring, 0, self._deciding.of_game(result), result.scores)
        measuring.measure(measuring.row.row(decisions, result, tally), 0)
        return {
            key: int(value) if key in measuring.whole else value
            for key, value in zip(measuring.keys, measuring.values, strict=True)
            if value == value  # noqa: PLR0124 - it is not NaN
        }


def _counted(tally: Tally | None) -> Counts:
    """Return the groups of counters that a tally has, of those from which numbers follow."""
    if tally is None:
        return NOTHING
    pace, lead = tally.pace is not None, tally.lead is not None
    return Counts(pace=pace, lead=lead, measures=tally.measures is not None)

"""Enters endings of games, when they are met for the first time, into the kernels that look them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter.kernels.statistics.endings import FREE
from interpreter.kernels.statistics.game_row import OUTCOME, PLACES
from interpreter.kernels.statistics.measuring import ENDINGS
from interpreter.play.result import Result, result_of
from interpreter.simulate.game_numbers import enter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.program import Program
    from interpreter.kernels.statistics.endings import Endings
    from interpreter.kernels.statistics.measuring import Measuring
    from interpreter.simulate.wins import Deciding, Won

__all__ = ["Ending", "Learning"]

FULL = ENDINGS * 3 // 4
"""Number of endings at which a table of endings must be emptied."""


class Ending(NamedTuple):
    """The number of an ending in the kernel's table, and what follows from the ending.

    The `result` has no parts of the score.
    """

    number: int
    result: Result
    won: Won


class Learning:
    """Enters endings of a program's games into the table `endings` and the kernel `measuring`."""

    def __init__(self, program: Program, deciding: Deciding, endings: Endings, measuring: Measuring) -> None:
        self._program, self._deciding, self._endings, self._measuring = program, deciding, endings, measuring
        self._known = 0

    @property
    def full(self) -> bool:
        """Whether the table must be emptied before the next ending is entered."""
        return self._known == FULL

    def forget(self) -> None:
        """Empty the table."""
        self._known = 0
        self._endings.keys[:] = [FREE] * ENDINGS

    def learn(self, row: Sequence[int]) -> Ending:
        """Enter the ending of a game, whose row is given at least up to the places of the seats."""
        program = self._program
        nothing = ((0,) * len(program.score),) * program.players
        places = tuple(row[PLACES : PLACES + program.players])
        result = result_of(program, row[OUTCOME], places, nothing)
        won = self._deciding.of_game(result)
        key = self._endings.key([*row], result.outcome)
        index = self._endings.entry(key)
        self._endings.keys[index] = key
        self._known += 1
        enter(self._measuring, index, won, result.scores)
        return Ending(index, result, won)

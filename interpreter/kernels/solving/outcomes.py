"""The value of a finished game between two sides, or of a finished puzzle, as an integer.

The first side is the team of the first seat. Values are seen from that side, so it wants them to be large.

- By `OUTCOME`, a value says who has won and after how many decisions. A win is worth `MOST` minus that
  number, a loss is worth the opposite, and a draw 0. So with best play the winner wins as early as possible,
  and the loser loses as late as possible.
- By `MARGIN`, a value is the sum of the scores of the first side minus the sum of the scores of the other.
- By `WON`, for a puzzle, a value is 1 if the game has been won, and 0 otherwise. A game is won if its players
  come first, and it was neither declared a draw nor cut off by its limit.
- By `TOTAL`, for a puzzle, a value is the score that all players have in common, or else the sum of all.
"""

from __future__ import annotations

from typing import Protocol

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.kernels.solving.kinds import Values
from interpreter.kernels.terms import Words
from interpreter.play.together import scores_are_equal, teams_of

__all__ = ["MARGIN", "MOST", "OUTCOME", "TOTAL", "WON", "Ended", "Outcomes", "sides_of"]

OUTCOME, MARGIN, WON, TOTAL = Values
"""What a value says."""

MOST = 1 << 24
"""More than the number of decisions of any game that is solved, and than the greatest margin."""


class Ended(Protocol):
    """A finished game: the place of each seat, and the parts of its score."""

    places: Words
    points: Words

    def outcome(self) -> int:
        """Return how the game ended (`gamespec.program.tables.Head`)."""

    def decisions(self) -> int:
        """Return the number of decisions made so far."""


def sides_of(program: Program) -> tuple[int, ...]:
    """Return 0 for each seat of the first side, and 1 for all others; 0 for all who win together."""
    teams = teams_of(program)
    return tuple(int(team != teams[0]) for team in teams)


class Outcomes:
    """Computes the value of a finished game."""

    def __init__(self, game: Ended, program: Program) -> None:
        self.game, self.players, self.parts = game, program.players, len(program.score)
        self.sides = sides_of(program)
        """For each seat, 0 if it belongs to the first side, and 1 otherwise."""
        self.common = scores_are_equal(program)
        """Whether all players have the same score, which then counts once."""
        self.other = self.sides.index(1) if 1 in self.sides else 0
        """The first seat of the other side."""
        self.drawn = tuple(int(rule.draw) for rule in program.end) or (0,)
        """For each entry of `end`, whether it declares a draw."""

    def value(self, kind: int) -> int:
        """Return the value of the finished game."""
        if kind == OUTCOME:
            decisions = self.game.decisions()
            return self.by_places(decisions)
        if kind == WON:
            outcome = self.game.outcome()
            return self.is_won(outcome)
        return self.margin(kind)

    def is_far(self, value: int) -> bool:
        """Return whether a value is too far from 0 to be told apart from a bound that is not known."""
        return value >= MOST or value <= 0 - MOST

    def by_places(self, decisions: int) -> int:
        """Return the value by `OUTCOME` of a game that ended after a number of decisions."""
        mine, theirs = self.game.places[0], self.game.places[self.other]
        won = (theirs > mine) - (theirs < mine)
        return won * (MOST - decisions)

    def is_won(self, outcome: int) -> int:
        """Return 1 if the game has been won, given how it ended, and 0 otherwise."""
        place = self.game.places[0]
        if outcome == Head.LIMIT_DRAW or outcome == Head.TRUNCATED or place > 1:  # noqa: PLR1714 - kernels have no `in`
            return 0
        if outcome >= Head.END and self.drawn[outcome - Head.END] > 0:
            return 0
        return 1

    def margin(self, kind: int) -> int:
        """Return the score of a side that plays alone, or the scores of the first side minus the others."""
        total, seats = 0, self.players
        if kind == TOTAL and self.common:
            seats = 1
        for seat in range(seats):
            for part in range(self.parts):
                points = self.game.points[self.parts * seat + part]
                total += points if kind == TOTAL or self.sides[seat] == 0 else 0 - points
        return total

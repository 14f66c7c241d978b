"""The result of a game, and how it follows from the outcome and the places."""

from __future__ import annotations

from gamespec.program import EndRule, Program
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head

__all__ = ["DRAWS", "LIMITS", "Result", "ended_by", "result_of"]

LIMITS = frozenset({Head.LIMIT_RANK, Head.LIMIT_DRAW, Head.TRUNCATED})
"""The outcomes of a game that reached its limit."""

DRAWS = frozenset({Head.LIMIT_DRAW, Head.TRUNCATED})
"""The outcomes of a game that reached its limit and is not ranked."""


@dataclass(frozen=True, slots=True)
class Result:
    """The places, scores and winners of a game that is over.

    `places` has the place of each seat. Place 1 is the first, places can be shared, and the players of a team
    share their place. If nobody won a game that could have been won, no seat has place 1. `winners` lists the
    seats (from 0) that won, and is empty after a draw. `parts` has a tuple for each seat, with the
    parts that add up to its score; it is empty if the game has no score. `outcome` is as in the head of
    a position; the result of a `truncated` game has no meaning.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    outcome: int
    winners: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...] = ()

    @property
    def limited(self) -> bool:
        """Whether the limit of decisions ended the game, whatever the outcome."""
        return self.outcome in LIMITS

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off without a meaningful result."""
        return self.outcome == Head.TRUNCATED


def ended_by(program: Program, outcome: int) -> EndRule | None:
    """Return the entry of `end` that ended a game with this outcome, or `None` if no entry did."""
    return program.end[outcome - Head.END] if outcome >= Head.END else None


def result_of(
    program: Program, outcome: int, places: tuple[int, ...], parts: tuple[tuple[int, ...], ...]
) -> Result:
    """Make the result of a game from its outcome, the place of each seat, and the parts of the scores."""
    winners = _won(program, places, outcome)
    if program.score:
        return Result(places, tuple(map(sum, parts)), outcome, winners, parts)
    drawn = not winners and 1 in places
    found = tuple(0 if drawn else 1 if i in winners else -1 for i in range(program.players))
    return Result(places, found, outcome, winners)


def _won(program: Program, places: tuple[int, ...], outcome: int) -> tuple[int, ...]:
    """Return the seats that won.

    These are the seats in first place. If the game is a draw, or if all players share first place although
    they are not one team, no seat has won.
    """
    rule = ended_by(program, outcome)
    first = tuple(i for i, place in enumerate(places) if place == 1)
    if rule is not None and rule.winner is not None:
        return first
    drawn = outcome in DRAWS or (rule is not None and rule.draw)
    tied = len(first) == program.players and len(set(program.teams)) > 1
    return () if drawn or tied else first

"""The result of a game."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program import EndRule, Program
from gamespec.program.tables import Head

__all__ = ["DRAWS", "Result", "ended_by", "result_of"]

DRAWS = frozenset({Head.LIMIT_DRAW, Head.TRUNCATED})
"""The outcomes that reaching the limit can have without a ranking."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    `places` are by seat: 1 is first, places can be shared, and players of a team share theirs. If nobody won
    a game that could have been won, nobody is first. `winners` are the seats (from 0) that won; none in a
    draw. `parts` are the values of each named part of the score by seat, empty if it has no parts. `outcome`
    is as in the head of a position; a `truncated` game has no meaningful result.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    outcome: int
    winners: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether the game was truncated."""
        return self.outcome == Head.TRUNCATED


def ended_by(program: Program, outcome: int) -> EndRule | None:
    """Return the entry of `end` that ended a game, if one did."""
    return program.end[outcome - Head.END] if outcome >= Head.END else None


def result_of(
    program: Program, outcome: int, places: tuple[int, ...], parts: tuple[tuple[int, ...], ...]
) -> Result:
    """Make the result of a game with this outcome, places and parts of the score, by seat."""
    winners = _won(program, places, outcome)
    if program.score:
        return Result(places, tuple(map(sum, parts)), outcome, winners, parts)
    drawn = not winners and 1 in places
    found = tuple(0 if drawn else 1 if i in winners else -1 for i in range(program.players))
    return Result(places, found, outcome, winners)


def _won(program: Program, places: tuple[int, ...], outcome: int) -> tuple[int, ...]:
    """Return the seats that won: the first places, unless it is a draw or a ranking that all teams share."""
    rule = ended_by(program, outcome)
    first = tuple(i for i, place in enumerate(places) if place == 1)
    if rule is not None and rule.winner is not None:
        return first
    drawn = outcome in DRAWS or (rule is not None and rule.draw)
    tied = len(first) == program.players and len(set(program.teams)) > 1
    return () if drawn or tied else first

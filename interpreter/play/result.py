"""How a game has ended."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program import EndRule, Program
from gamespec.program.tables import Head

__all__ = ["DRAWS", "Result", "ended_by", "result_of"]

DRAWS = frozenset({Head.LIMIT_DRAW, Head.TRUNCATED})
"""The ends by the limit at which nobody is ranked."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game.

    `places` by seat: 1 is first, a place can be shared, and players of a team share theirs. Where nobody
    has won though somebody could have, nobody is first. `winners` are the seats (from 0) that have won;
    nobody in a draw. `parts` are by seat what each named part of the score comes to, none if it has no
    parts. `outcome` is as in the head of a position; a `truncated` game has no meaning as a result.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    outcome: int
    winners: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether the game was cut short."""
        return self.outcome == Head.TRUNCATED


def ended_by(program: Program, outcome: int) -> EndRule | None:
    """The entry of `end` that has ended a game, if one has."""
    return program.end[outcome - Head.END] if outcome >= Head.END else None


def result_of(
    program: Program, outcome: int, places: tuple[int, ...], parts: tuple[tuple[int, ...], ...]
) -> Result:
    """The result of a game that has ended so, with these places and parts of the score, by seat."""
    winners = _won(program, places, outcome)
    if program.score:
        return Result(places, tuple(map(sum, parts)), outcome, winners, parts)
    drawn = not winners and 1 in places
    found = tuple(0 if drawn else 1 if i in winners else -1 for i in range(program.players))
    return Result(places, found, outcome, winners)


def _won(program: Program, places: tuple[int, ...], outcome: int) -> tuple[int, ...]:
    """The seats that have won: those in first place, unless that is a draw, or all teams share it by rank."""
    rule = ended_by(program, outcome)
    first = tuple(i for i, place in enumerate(places) if place == 1)
    if rule is not None and rule.winner is not None:
        return first
    drawn = outcome in DRAWS or (rule is not None and rule.draw)
    tied = len(first) == program.players and len(set(program.teams)) > 1
    return () if drawn or tied else first

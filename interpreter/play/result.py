"""How a game has ended."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program.tables import Head

__all__ = ["Result"]


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

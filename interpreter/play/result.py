"""How a game has ended."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program.tables import Head

__all__ = ["Result"]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game.

    `places` by seat: 1 is first, a place can be shared. `outcome` is as in the head of a position; a
    `truncated` game has no meaning as a result.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    outcome: int

    @property
    def truncated(self) -> bool:
        """Whether the game was cut short."""
        return self.outcome == Head.TRUNCATED

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats (from 0) in first place; nobody if all share it, or if the game was cut short."""
        first = tuple(i for i, place in enumerate(self.places) if place == 1)
        return () if self.truncated or len(first) == len(self.places) > 1 else first

"""What a table is drawn with: the scene of a seat as HTML, what is asked of it, and the lines of the log.

A table is given it, so that it can be tried with another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.compile import Compiled
    from interpreter import Game
    from interpreter.play.events import Event
    from interpreter.scene.choices import Asked
    from interpreter.words import Words

__all__ = ["Drawing"]


class Drawing(Protocol):
    """Makes what a page shows of a game. A seat is counted from 0; `None` is who looks on."""

    def html(
        self, compiled: Compiled, game: Game, seat: int | None, language: str, since: Game | None
    ) -> str:
        """The table as a seat sees it; what differs from the game `since` is marked."""

    def asked(self, words: Words, game: Game) -> Asked:
        """What the seat that decides is asked."""

    def lines(self, words: Words, events: Sequence[Event], seat: int | None) -> list[str]:
        """What happened, as a seat is told of it."""

    def style(self) -> str:
        """The style sheet of the table."""

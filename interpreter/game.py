"""The game that Python users hold: values by name, and a table that notebooks show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine import game

if TYPE_CHECKING:
    from interpreter.asking import Answer

__all__ = ["Game"]


class Game(game.Game):
    """A game of the definitional engine whose program has names."""

    __slots__ = ()

    def value(self, expression: str) -> Answer:
        """What an expression of the language comes to in the position, hidden or not; `me` is who decides.

        Numbers and conditions are as in Python, a player is the seat from 0, any other value its name, `none`
        is `None`, and a list a tuple. Raises `gamespec.SpecError` for an expression that is none, `Fault`,
        and `ValueError` if the program was read from a file, which has no names.
        """
        from interpreter.asking import value  # a program that is only played needs nothing of the language

        return value(self, expression)

    def _repr_html_(self) -> str | None:
        """The table as who decides sees it, for notebooks; `None` if the program has no names."""
        from interpreter.drawn.notebook import html_of

        return html_of(self)

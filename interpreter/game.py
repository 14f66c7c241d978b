"""The game class for Python users: values by name, and a table that notebooks show."""

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
        """Evaluate an expression of the language in the position, hidden or not; `me` is the decider.

        Numbers and conditions are those of Python, a player is the seat from 0, any other value its name,
        `none` is `None`, and a list a tuple. Raises `gamespec.SpecError` for an invalid expression, `Fault`,
        and `ValueError` if the program was read from a file, which has no names.
        """
        from interpreter.asking import value  # a program that is only played needs nothing of the language

        return value(self, expression)

    def _repr_html_(self) -> str | None:
        """Render the table as the decider sees it, for notebooks; `None` if the program has no names."""
        from interpreter.drawn.notebook import html_of

        return html_of(self)

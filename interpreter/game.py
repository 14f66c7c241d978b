"""The class of games for Python users, with values by name and a table for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine import game

if TYPE_CHECKING:
    from interpreter.asking import Answer

__all__ = ["Game"]


class Game(game.Game):
    """A game of the definitional engine, for programs that have names."""

    __slots__ = ()

    def value(self, expression: str) -> Answer:
        """Evaluate an expression of the language in the true position, with the decider as `me`.

        The result is an `int` for a number, a `bool` for a condition, the seat (from 0) for a player, `None`
        for `none`, a tuple for a list, and the name of any other value. Hidden values are read like any
        others. Raises `gamespec.SpecError` if the expression is invalid, `Fault`, and `ValueError` if the
        program was read from a file, because such a program has no names.
        """
        from interpreter.asking import value  # a program that is only played needs nothing of the language

        return value(self, expression)

    def _repr_html_(self) -> str | None:
        """Return the table as the decider sees it, as HTML for notebooks.

        Returns `None` if the program has no names.
        """
        from interpreter.drawn.notebook import html_of

        return html_of(self)

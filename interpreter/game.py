"""The class of games for Python users, with values by name, positions as JSON, and a table for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine import game

if TYPE_CHECKING:
    from typing import Any

    from interpreter.asking import Answer

__all__ = ["Game"]

MOST_OPTIONS = 100
"""Number of options up to which `Game.told` lists them one by one, by default."""


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

    def told(self, seat: int | None, language: str = "en", most: int | None = MOST_OPTIONS) -> dict[str, Any]:
        """Describe the game to a seat (from 0), or to a spectator if `seat` is `None`, as JSON.

        The result contains what the seat may see, what has happened since its last answer if the game
        records, and its options if it decides. `schemas/play/position.schema.json` describes the keys. Take
        an option by its `number`. More than `most` options are not listed one by one; `None` lists them all.
        Raises `ValueError` if there is no such seat or the program was read from a file, and `Fault` if
        reading an option fails.
        """
        from interpreter.asking import named_of
        from interpreter.told import told
        from interpreter.words import Words

        if seat is not None and not 0 <= seat < self.program.players:
            raise ValueError(f"there is no seat {seat}: the game has {self.program.players}, counted from 0")
        return told(Words(named_of(self.program), language), self, seat, most=most)

    def _repr_html_(self) -> str | None:
        """Return the table as the decider sees it, as HTML for notebooks.

        Returns `None` if the program has no names.
        """
        from interpreter.drawn.notebook import html_of

        return html_of(self)

"""Names the parts of a game for people, by their labels or by their identifiers without underscores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gamespec.model import model as m
from gamespec.model.walk import every_phase, every_step
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from gamespec.compile.link.names import Names

__all__ = ["Called", "blanks"]

SEATS = range(1, 9)
"""The numbers of seats whose names may be those of cells."""


class _Labelled(Protocol):
    @property
    def ident(self) -> m.Ident: ...

    @property
    def label(self) -> m.Text | None: ...


@dataclass(frozen=True, eq=False)
class Called:
    """The labels of the parts of one game.

    Each dictionary maps the names of one kind of part to their labels. `hidden` contains the attributes that
    people never see, each with the name of its kind or table. With `clash`, a cell is called like a player.
    """

    phases: dict[str, m.Text]
    ends: dict[str, m.Text]
    spaces: dict[str, m.Text]
    kinds: dict[str, m.Text]
    attributes: dict[tuple[str, str], m.Text]
    hidden: frozenset[tuple[str, str]]
    players: tuple[m.Text | None, ...]
    clash: bool
    draws: dict[str, m.Text]

    @classmethod
    def of(cls, names: Names) -> Called:
        """Collect the labels of a compiled game."""
        game = names.world.game
        printed = [(d.ident.name, column) for d in game.components for column in d.attributes]
        printed += [(d.ident.name, column) for d in game.parts for column in d.attributes]
        printed += [(d.ident.name, column) for d in game.tables for column in d.columns]
        named = [(d.ident.name, d.name) for d in game.components]
        named += [(d.ident.name, d.name) for d in game.parts]
        return cls(
            _labels(every_phase(game.phases)),
            _labels(game.end),
            _labels(game.spaces),
            {kind: name for kind, name in named if name is not None},
            {(of, c.ident.name): c.label for of, c in printed if c.label is not None},
            frozenset((of, c.ident.name) for of, c in printed if not c.shown),
            tuple(look.name for look in game.view.players),
            any(f"p{n}" in space.names for space in names.world.spaces.values() for n in SEATS),
            _labels(x for step in every_step(game) if isinstance(step, m.Random) for x in step.draws),
        )

    def player(self, seat: int, language: str) -> str:
        """Return a player's name, which is the name in the view or else the language's name, such as `p1`.

        If a cell has such a name too, it is `seat 1`.
        """
        name = self.players[seat] if seat < len(self.players) else None
        if name is not None:
            return name.in_(language)
        if self.clash:
            return catalogue(language).gettext("seat {number}", number=seat + 1)
        return f"p{seat + 1}"


def _labels(declared: Iterable[_Labelled]) -> dict[str, m.Text]:
    return {d.ident.name: d.label for d in declared if d.label is not None}


def blanks(name: str, text: m.Text | None, language: str) -> str:
    """Return `text` in a language, or, if there is no text, the name with underscores replaced by spaces."""
    return name.replace("_", " ") if text is None else text.in_(language)

"""Holds the properties of a scene that the drawing functions need, which are its language and its players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import FIGURES, Shape, figure, shape_of, square
from interpreter.locale import Catalogue, catalogue
from interpreter.scene.things import Look, Piece, Player, Ref, Scene

__all__ = ["TIMES", "Pen", "aside", "classes", "own_symbol", "pen_of", "refs", "written"]


TIMES = "\N{MULTIPLICATION SIGN}"
"""The sign between the number of equal pieces and their name."""


@dataclass(frozen=True, slots=True)
class Pen:
    """The language of a scene, the players of the scene by seat, and the reader's seat (for spectators, 0).

    Pens are equal if they draw the same, whatever the players have.
    """

    language: str
    players: Mapping[int, Player] = field(compare=False)
    reader: int = 0
    _looks: tuple[tuple[int, str, Look], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        looks = ((seat, player.name, player.look) for seat, player in self.players.items())
        object.__setattr__(self, "_looks", tuple(looks))

    @property
    def texts(self) -> Catalogue:
        """The catalogue of messages in the language of the scene."""
        return catalogue(self.language)

    def called(self, seat: int | None) -> str:
        """Return the name of the player in a seat, or "" if there is none."""
        player = None if seat is None else self.players.get(seat)
        return player.name if player else ""

    def look(self, piece: Piece) -> Look:
        """Return the look of a component. A component without a colour of its own has its owner's colour."""
        owner = None if piece.owner is None else self.players.get(piece.owner)
        if piece.look.color or owner is None:
            return piece.look
        return replace(piece.look, color=owner.look.color)

    def symbol(self, piece: Piece) -> str:
        """Return the symbol that is drawn for a component.

        The symbol is "" if it is the same as the owner's symbol, because the colour already shows the owner.
        """
        owner = None if piece.owner is None else self.players.get(piece.owner)
        return "" if owner and piece.look.symbol == owner.look.symbol else piece.look.symbol

    def shape(self, look: Look, owner: int | None, radius: float) -> Shape:
        """Return the shape for a look, which is the shape of its symbol or else the shape of its owner."""
        player = None if owner is None else self.players.get(owner)
        owned = figure(player.look.symbol, radius) if player else None
        return figure(look.symbol, radius) or owned or shape_of(owner, radius)

    def sampled(self, look: Look, radius: float) -> Shape:
        """Return the shape for a look beside words. An icon stands on a square unless a player has it."""
        seat = self.seat_of(look)
        if look.icon and seat is None:
            return Shape(square(radius), 1.7 * radius, 1.7 * radius)
        return self.shape(look, seat, radius)

    def seat_of(self, look: Look) -> int | None:
        """Return the seat of the player with this look, or `None` if there is no such player."""
        return next(
            (seat for seat, player in self.players.items() if look.color and player.look == look),
            None,
        )


def pen_of(scene: Scene) -> Pen:
    """Return the pen with which a scene is drawn."""
    return Pen(scene.language, {player.seat: player for player in scene.players}, scene.seat or 0)


def own_symbol(look: Look) -> str:
    """Return the symbol of a look as text, or "" if the symbol is drawn as a shape."""
    return "" if look.symbol and look.symbol in FIGURES else look.symbol


def written(look: Look, short: str) -> str:
    """Return the text on a token, which is the symbol of its look or else its short form.

    The text is "" if it would be a symbol that is drawn as a shape.
    """
    said = own_symbol(look) or short
    return "" if said and said in FIGURES else said


def refs(of: tuple[Ref, ...]) -> dict[str, str | int | None]:
    """Return the HTML attributes of an element that people can point at.

    The attributes hold the element's refs, and allow scripts to focus the element. Without refs, there are
    none.
    """
    return {"data-ref": " ".join(of), "tabindex": -1} if of else {}


def classes(*names: str) -> str:
    """Return the value of an attribute `class` with those names that are not empty."""
    return " ".join(name for name in names if name)


def aside(says: str) -> Html:
    """Return an element with a text that only screen readers present."""
    return element("span", {"class": "unseen"}, says)

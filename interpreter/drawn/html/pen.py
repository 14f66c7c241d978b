"""What drawing functions need to know of a scene: its language, and the looks of its players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import FIGURES, Shape, figure, shape_of
from interpreter.locale import Catalogue, catalogue
from interpreter.scene.things import Look, Piece, Player, Ref, Scene

__all__ = ["TIMES", "Pen", "aside", "classes", "own_symbol", "pen_of", "refs", "written"]


TIMES = "\N{MULTIPLICATION SIGN}"
"""The sign between a count and a name."""


@dataclass(frozen=True, slots=True)
class Pen:
    """The language of a scene, and its players by seat."""

    language: str
    players: Mapping[int, Player]

    @property
    def texts(self) -> Catalogue:
        """The catalogue of messages in the language of the scene."""
        return catalogue(self.language)

    def called(self, seat: int | None) -> str:
        """Return the name of the player in a seat, or "" if there is none."""
        player = None if seat is None else self.players.get(seat)
        return player.name if player else ""

    def look(self, piece: Piece) -> Look:
        """Return the look of a component. If it has no colour of its own, it gets its owner's."""
        owner = None if piece.owner is None else self.players.get(piece.owner)
        if piece.look.color or owner is None:
            return piece.look
        return Look(piece.look.symbol, owner.look.color)

    def symbol(self, piece: Piece) -> str:
        """Return the symbol of a component, or "" if it is its owner's, which the colour shows."""
        owner = None if piece.owner is None else self.players.get(piece.owner)
        return "" if owner and piece.look.symbol == owner.look.symbol else piece.look.symbol

    def shape(self, look: Look, owner: int | None, radius: float) -> Shape:
        """Return the shape for a look: the shape of its symbol, or else that of its owner."""
        player = None if owner is None else self.players.get(owner)
        owned = figure(player.look.symbol, radius) if player else None
        return figure(look.symbol, radius) or owned or shape_of(owner, radius)

    def seat_of(self, look: Look) -> int | None:
        """Return the seat of the player with this look, if there is one."""
        return next(
            (seat for seat, player in self.players.items() if look.color and player.look == look),
            None,
        )


def pen_of(scene: Scene) -> Pen:
    """Return the pen for a scene."""
    return Pen(scene.language, {player.seat: player for player in scene.players})


def own_symbol(look: Look) -> str:
    """Return the symbol of a look, or "" if the symbol is drawn as a shape."""
    return "" if look.symbol and look.symbol in FIGURES else look.symbol


def written(look: Look, short: str) -> str:
    """Return the text on a token: its symbol, or else its short form.

    A symbol drawn as a shape is left out.
    """
    said = own_symbol(look) or short
    return "" if said and said in FIGURES else said


def refs(of: tuple[Ref, ...]) -> dict[str, str | int | None]:
    """Return the attributes of an element that can be pointed at: its refs, and that scripts can focus it."""
    return {"data-ref": " ".join(of), "tabindex": -1} if of else {}


def classes(*names: str) -> str:
    """Return the value of the attribute `class`: the names that are not empty."""
    return " ".join(name for name in names if name)


def aside(says: str) -> Html:
    """Return an element whose text is for screen readers only."""
    return element("span", {"class": "unseen"}, says)

"""What drawing needs to know of a scene wherever it draws: its language, and how its players look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import FIGURES, Shape, figure, shape_of
from interpreter.locale import Catalogue, catalogue
from interpreter.scene.things import Look, Piece, Player, Ref, Scene

__all__ = ["TIMES", "Pen", "aside", "classes", "own_symbol", "pen_of", "refs", "written"]


TIMES = "\N{MULTIPLICATION SIGN}"
"""Between a number of things and what they are."""


@dataclass(frozen=True, slots=True)
class Pen:
    """The language of a scene, and its players by seat."""

    language: str
    players: Mapping[int, Player]

    @property
    def texts(self) -> Catalogue:
        """The messages in the language of the scene."""
        return catalogue(self.language)

    def called(self, seat: int | None) -> str:
        """What the player in a seat is called, "" where there is none."""
        player = None if seat is None else self.players.get(seat)
        return player.name if player else ""

    def look(self, piece: Piece) -> Look:
        """How a component looks: in its owner's colour where it has no colour of its own."""
        owner = None if piece.owner is None else self.players.get(piece.owner)
        if piece.look.color or owner is None:
            return piece.look
        return Look(piece.look.symbol, owner.look.color)

    def symbol(self, piece: Piece) -> str:
        """The symbol of what is printed on a component; its owner's is not, which its colour tells, too."""
        owner = None if piece.owner is None else self.players.get(piece.owner)
        return "" if owner and piece.look.symbol == owner.look.symbol else piece.look.symbol

    def shape(self, look: Look, owner: int | None, radius: float) -> Shape:
        """The shape of what looks like that: what its symbol is, else that of its owner."""
        player = None if owner is None else self.players.get(owner)
        owned = figure(player.look.symbol, radius) if player else None
        return figure(look.symbol, radius) or owned or shape_of(owner, radius)

    def seat_of(self, look: Look) -> int | None:
        """The seat whose player looks like that, if one does."""
        return next(
            (seat for seat, player in self.players.items() if look.color and player.look == look),
            None,
        )


def pen_of(scene: Scene) -> Pen:
    """The pen for a scene."""
    return Pen(scene.language, {player.seat: player for player in scene.players})


def own_symbol(look: Look) -> str:
    """The symbol of something, but for one that is a shape: that is drawn, not written."""
    return "" if look.symbol and look.symbol in FIGURES else look.symbol


def written(look: Look, short: str) -> str:
    """What is written on a token: its symbol, or what it is in short; nothing of a shape that it has."""
    said = own_symbol(look) or short
    return "" if said and said in FIGURES else said


def refs(of: tuple[Ref, ...]) -> dict[str, str | int | None]:
    """The attributes of what can be pointed at: all its refs, and that a script may give it the focus."""
    return {"data-ref": " ".join(of), "tabindex": -1} if of else {}


def classes(*names: str) -> str:
    """The attribute `class`, of the names that are not empty."""
    return " ".join(name for name in names if name)


def aside(says: str) -> Html:
    """What only screen readers say."""
    return element("span", {"class": "unseen"}, says)

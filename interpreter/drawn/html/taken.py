"""Draws what was last taken from the middle of the table: small faces in order, the best one in a ring."""

from __future__ import annotations

from interpreter.drawn.html.cards import piece_lying
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import Pen
from interpreter.scene.things import Taken

__all__ = ["taken_drawn"]


def taken_drawn(pen: Pen, taken: Taken | None) -> list[Html]:
    """Draw what was last taken, with the name and in the colour of the player who took it."""
    if taken is None:
        return []
    player = None if taken.by is None else pen.players.get(taken.by)
    said = pen.texts.gettext("taken last")
    if player is not None:
        said = pen.texts.gettext("{player} has taken these", player=player.name)
    lying = [
        element("li", {"class": "best" if number == taken.best else None}, piece_lying(pen, piece))
        for number, piece in enumerate(taken.pieces)
    ]
    look = player.look.color if player is not None else ""
    return [
        element(
            "figure",
            {
                "class": "taken",
                "data-color": look or None,
                "data-by": None if taken.by is None else f"p{taken.by}",
            },
            element("figcaption", {}, said),
            element("ul", {}, *lying),
        )
    ]

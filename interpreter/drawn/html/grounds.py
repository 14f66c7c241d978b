"""Paints the ground of a board with a texture: beside the trail of a track, on the cells of other boards."""

from __future__ import annotations

from interpreter.drawn.html.letters import UNIT
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.shapes import number
from interpreter.drawn.html.textures import Ground, texture
from interpreter.drawn.html.tracks import TRAIL, lanes
from interpreter.scene.things import Board, Point

__all__ = ["painted"]

SCALE = {"water": 3.4, "forest": 1.9, "sand": 3.0}
"""How much larger textures are on boards than on tiles, where that is not `USUAL`."""

USUAL = 2.6

DEEPS = (2, 5, 9, 14, 20, 27)
"""Where the steps of deeper water begin, as distances from the shore in hundredths of the scale."""


def painted(board: Board, around: float) -> list[Html]:
    """Paint the texture of a board, which reaches beyond its cells by so many units."""
    if not board.texture or board.form not in {"squares", "track"}:
        return []
    left, top, right, bottom = board.extent
    left, top, right, bottom = left - around, top - around, right + around, bottom + around
    scale = SCALE.get(board.texture, USUAL)

    def scaled(point: Point) -> Point:
        return (point[0] - left) / scale, (point[1] - top) / scale

    wide, high = scaled((right, bottom))
    free = (
        tuple((scaled(one), scaled(other), 0.36 * TRAIL / scale) for one, other in lanes(board))
        if board.form == "track"
        else ()
    )
    ground = Ground(((0, 0), (wide, 0), (wide, high), (0, high)), lanes=free, wide=wide, high=high)
    layers = texture(board.texture, board.name, ground, 100)
    bed = [] if board.form == "track" else [element("rect", {"class": "bed", **_size(wide, high)})]
    deeps = _deeps(wide, high) if board.texture == "water" and board.form != "track" else []
    at = f"translate({number(left * UNIT)} {number(top * UNIT)}) scale({number(scale)})"
    drawn = [element("path", {"class": f"texture {kind}", "d": d}) for kind, d in layers]
    return [element("g", {"class": "painted", "aria-hidden": "true", "transform": at}, *bed, *deeps, *drawn)]


def _size(wide: float, high: float) -> Attributes:
    return {"width": number(100 * wide), "height": number(100 * high)}


def _deeps(wide: float, high: float) -> list[Html]:
    """Draw how water grows deeper away from its shore, in steps."""
    steps = [step for step in DEEPS if 3 * step < 100 * min(wide, high)]
    return [
        element(
            "rect",
            {
                "class": "deep",
                "x": number(step),
                "y": number(step),
                **_size(wide - step / 50, high - step / 50),
                "rx": number(step * 1.6 + 2),
            },
        )
        for step in steps
    ]

"""Draws textures on the parts of tiles, by which sorts of parts can be told apart without colours.

Coordinates are fractions of the side of a tile. A texture consists of layers, each one path, that lie inside
the visible ground of a part. What is drawn where follows from a seed, so a tile always looks the same; small
things stand upright however the tile is turned, and keep their places on it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot
from typing import TypeAlias
from zlib import crc32

from interpreter.drawn.html.shapes import short, trail
from interpreter.scene.regions import inside
from interpreter.scene.things import Outline, Point

__all__ = ["TEXTURES", "Chain", "Ground", "beyond", "borders", "houses", "texture", "texture_name", "towers"]

Chain: TypeAlias = tuple[Point, ...]
"""Points of a border, in order."""

Layers: TypeAlias = Iterable[tuple[str, str]]
"""The layers of a texture: the class of each, and its path in user units."""

NEAR = 0.02
"""How far beyond an edge its neighbour is looked for."""

CALM = 0.7
"""How many of the places for wavelets have one."""

TOWER, ROUND = 0.05, 3.6
"""How far from the end of a wall its tower stands, and the radius of the tower for a tile of 100 units."""


@dataclass(frozen=True)
class Ground:
    """The visible ground of a part: inside its outline, and outside whatever is painted over it.

    `turn` is the rotation of the tile in quarter turns. `kept` are points that stay free, each with the
    distance from it, and `lanes` are lines that stay free, each with half of its width. A ground that is not
    a tile is `wide` and `high`.
    """

    outline: Outline
    over: tuple[Outline, ...] = ()
    turn: int = 0
    kept: tuple[tuple[Point, float], ...] = ()
    lanes: tuple[tuple[Point, Point, float], ...] = ()
    wide: float = 1.0
    high: float = 1.0

    @cached_property
    def _edges(self) -> list[tuple[Point, Point]]:
        every = (edge for outline in (self.outline, *self.over) for edge in _edges(outline))
        return [edge for edge in every if not _on_side(*edge)]

    def free(self, point: Point, radius: float) -> bool:
        """Return whether a disc around a point is all on the ground."""
        x, y = point
        return (
            radius <= x <= self.wide - radius
            and radius <= y <= self.high - radius
            and inside(self.outline, point)
            and not any(inside(each, point) for each in self.over)
            and all(hypot(x - kx, y - ky) >= radius + away for (kx, ky), away in self.kept)
            and all(_distance(point, *edge) >= radius for edge in self._edges)
            and all(_distance(point, one, other) >= radius + half for one, other, half in self.lanes)
        )

    def spots(
        self, chance: random.Random, apart: float, radius: float, jitter: float = 0.3
    ) -> Iterator[Point]:
        """Yield points in staggered rows, `apart` from each other and each moved a little, that are free."""
        rows, columns = round(self.high / apart), round(self.wide / apart)
        found = []
        for row in range(rows):
            for column in range(columns + row % 2):
                across = column + (0 if row % 2 else 0.5) + chance.uniform(-jitter, jitter)
                x = across * self.wide / columns
                y = (row + 0.5 + chance.uniform(-jitter, jitter)) * self.high / rows
                found.append(_turned((x, y), self.turn))
        yield from (p for p in found if self.free(p, radius))


def _turned(point: Point, turn: int) -> Point:
    x, y = point
    for _ in range(turn % 4):
        x, y = 1 - y, x
    return x, y


@lru_cache(maxsize=8192)
def texture(name: str, seed: str, ground: Ground, size: float) -> tuple[tuple[str, str], ...]:
    """Return the layers of a texture, each with its class and its SVG path; empty ones are left out.

    The tile is `size` user units wide.
    """
    layers = TEXTURES[name](ground, _seeded(seed), size)
    return tuple((kind, path) for kind, path in layers if path)


def _seeded(seed: str) -> random.Random:
    return random.Random(crc32(seed.encode(errors="replace")))  # noqa: S311 - an ornament


def texture_name(which: int) -> str:
    """Return the name of the texture of a sort of part that names none."""
    return BY_NUMBER[which % len(BY_NUMBER)]


def borders(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of a part that do not lie on a side of the tile."""
    return (edge for edge in _edges(outline) if not _on_side(*edge))


def beyond(edge: tuple[Point, Point]) -> Point:
    """Return a point just beyond the middle of an edge of an outline, which runs clockwise."""
    (ax, ay), (bx, by) = edge
    long = hypot(bx - ax, by - ay) or 1.0
    return (ax + bx) / 2 + (by - ay) / long * NEAR, (ay + by) / 2 - (bx - ax) / long * NEAR


def towers(chains: Iterable[Chain], size: float) -> str:
    """Return the SVG path of the towers at both ends of walls that end at a side of the tile."""
    drawn = []
    for chain in chains:
        for way in (chain, chain[::-1]):
            (ax, ay), (bx, by) = way[:2]
            if not (ax in {0, 1} or ay in {0, 1}):
                continue
            share = TOWER / (hypot(bx - ax, by - ay) or 1.0)
            drawn.append(_disc(ax + (bx - ax) * share, ay + (by - ay) * share, ROUND / 100, size))
    return "".join(drawn)


def _edges(outline: Outline) -> Iterator[tuple[Point, Point]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _on_side(a: Point, b: Point) -> bool:
    return (a[0] == b[0] and a[0] in {0, 1}) or (a[1] == b[1] and a[1] in {0, 1})


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a line between two points."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    long = (bx - ax) ** 2 + (by - ay) ** 2
    share = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) if long else 0.0
    return hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))


# --- how each texture is drawn ----------------------------------------------------------------------


def _disc(x: float, y: float, radius: float, size: float) -> str:
    r = short(radius * size)
    return f"M{short((x - radius) * size)},{short(y * size)}a{r},{r} 0 1 1 0,.1z"


def _at(x: float, y: float, size: float) -> str:
    return f"M{round(x * size)},{round(y * size)}"


def _dots(points: Iterable[Point], size: float) -> str:
    """Return a path that is drawn as one dot at each point, by its round ends."""
    return "".join(f"{_at(x, y, size)}h0" for x, y in points)


def _strokes(points: Iterable[Point], stroke: Sequence[Point], size: float) -> str:
    """Return the path of the same stroke at each point; its points are offsets."""
    return "".join(
        trail([((x + right) * size, (y + down) * size) for right, down in stroke], places=0)
        for x, y in points
    )


def _shapes(points: Iterable[Point], corners: Sequence[Point], size: float) -> str:
    return "".join(
        trail([((x + right) * size, (y + down) * size) for right, down in corners], closed=True)
        for x, y in points
    )


def _patches(ground: Ground, chance: random.Random, size: float) -> Iterator[tuple[str, str]]:
    """Yield clouds of dots, in which the ground is lighter."""
    clouds = [
        (x + right, y + down)
        for x, y in ground.spots(chance, 0.28, 0.17, 0.3)
        for right, down in ((-0.07, 0.02), (0.0, -0.03), (0.06, 0.03))
    ]
    yield "patch", _dots(clouds, size)


def _town(ground: Ground, chance: random.Random, size: float) -> Layers:
    return _houses(ground.spots(chance, 0.155, 0.064, 0.2), chance, size)


def houses(spots: Sequence[Point], seed: str, size: float) -> list[tuple[str, str]]:
    """Return the layers of houses at given points."""
    return [*_houses(spots, _seeded(seed), size)]


def _houses(spots: Iterable[Point], chance: random.Random, size: float) -> Layers:
    """Draw houses with roofs in three shades, some with the gable to the front."""
    walls: list[str] = []
    roofs: dict[str, list[str]] = {"roof": [], "roof tiled": [], "roof slated": []}
    for x, y in sorted(spots, key=lambda spot: spot[1]):
        half, high = chance.uniform(0.054, 0.066) * size, chance.uniform(0.054, 0.068) * size
        left, low = x * size - half, y * size
        walls.append(f"M{short(left + 1)},{short(low + 3.2)}h{short(2 * half - 2)}")
        roof = roofs[chance.choice([*roofs])]
        if chance.choice((True, False)):  # the gable is in front
            roof.append(
                trail(
                    [(left - 0.5, low + 1), (left + half, low - high - 1), (left + 2 * half + 0.5, low + 1)],
                    closed=True,
                )
            )
        else:
            ridge = [(left + half * 0.4, low - high), (left + half * 1.6, low - high)]
            roof.append(
                trail([(left - 0.5, low + 0.5), *ridge, (left + 2 * half + 0.5, low + 0.5)], closed=True)
            )
    yield "house", "".join(walls)
    for kind, drawn in roofs.items():
        yield kind, "".join(drawn)


def _nothing(*_: object) -> Layers:
    return ()


_TUFT = ((-0.02, -0.022), (-0.006, 0.012), (0.002, -0.03), (0.012, 0.012), (0.026, -0.018))


def _meadow(ground: Ground, chance: random.Random, size: float) -> Layers:
    """Draw light patches, tufts, bushes, and trees where there is room."""
    yield from _patches(ground, chance, size)
    spots = [*ground.spots(chance, 0.15, 0.05, 0.42)]
    chance.shuffle(spots)
    yield "blades", _strokes(spots[: max(2, len(spots) // 3)], _TUFT, size)
    rest = spots[max(2, len(spots) // 3) :]
    bushes = rest[: len(rest) // 3]
    yield from _foliage("bush", bushes, size)
    trees = [p for p in ground.spots(chance, 0.25, 0.075, 0.45) if _apart(p, bushes, 0.1)]
    chance.shuffle(trees)
    yield from _foliage("tree", trees[: max(2, len(trees) // 3)], size)


def _foliage(kind: str, spots: Sequence[Point], size: float) -> Iterator[tuple[str, str]]:
    """Yield dots in three shades, lit from the north-west."""
    yield f"{kind} shade", _dots([(x + 0.012, y + 0.018) for x, y in spots], size)
    yield kind, _dots(spots, size)
    yield f"{kind} crown", _dots([(x - 0.012, y - 0.015) for x, y in spots], size)


def _apart(point: Point, others: Iterable[Point], least: float) -> bool:
    return all(hypot(point[0] - x, point[1] - y) >= least for x, y in others)


def _forest(ground: Ground, chance: random.Random, size: float) -> Layers:
    yield from _foliage("tree", [*ground.spots(chance, 0.15, 0.065, 0.3)], size)


def _water(ground: Ground, chance: random.Random, size: float) -> Layers:
    """Draw wavelets, and light patches on tiles."""
    if (ground.wide, ground.high) == (1, 1):
        yield from _patches(ground, chance, size)
    wave = f"q{short(size * 0.024)},{short(-size * 0.026)} {short(size * 0.048)},0t{short(size * 0.048)},0"
    spots = ground.spots(chance, 0.17, 0.055, 0.36)
    yield "ripples", "".join(f"{_at(x - 0.048, y, size)}{wave}" for x, y in spots if chance.random() < CALM)


def _sand(ground: Ground, chance: random.Random, size: float) -> Layers:
    yield from _patches(ground, chance, size)
    dune = ((-0.07, 0.01), (-0.03, -0.015), (0.02, -0.018), (0.07, 0.012))
    yield "ripples", _strokes(ground.spots(chance, 0.3, 0.08, 0.4), dune, size)
    yield "grain", _dots(ground.spots(chance, 0.12, 0.02, 0.45), size)


def _furrows(ground: Ground, chance: random.Random, size: float) -> Layers:
    yield "ripples", _strokes(ground.spots(chance, 0.1, 0.05, 0.0), ((-0.045, 0.02), (0.045, -0.02)), size)


def _mountain(ground: Ground, chance: random.Random, size: float) -> Layers:
    """Draw peaks: a slope in the light, one in the shade, and snow."""
    spots = [*ground.spots(chance, 0.2, 0.105, 0.3)]
    yield "slope", _shapes(spots, ((-0.085, 0.06), (0.0, -0.085), (0.02, 0.06)), size)
    yield "slope shade", _shapes(spots, ((0.02, 0.06), (0.0, -0.085), (0.085, 0.06)), size)
    yield "snow", _shapes(spots, ((-0.028, -0.035), (0.0, -0.085), (0.028, -0.035), (0.004, -0.05)), size)


def _rocks(ground: Ground, chance: random.Random, size: float) -> Layers:
    spots = [*ground.spots(chance, 0.16, 0.06, 0.35)]
    chance.shuffle(spots)
    block = ((-0.05, 0.025), (-0.035, -0.03), (0.02, -0.04), (0.05, 0.0), (0.035, 0.035))
    yield "slope", _shapes(spots[: len(spots) * 2 // 3], block, size)
    yield "grain", _dots(spots[len(spots) * 2 // 3 :], size)


def _planks(ground: Ground, chance: random.Random, size: float) -> Layers:
    grain = ((-0.055, 0.0), (0.0, 0.006), (0.055, 0.0))
    yield "ripples", _strokes(ground.spots(chance, 0.1, 0.06, 0.3), grain, size)


TEXTURES: dict[str, Callable[[Ground, random.Random, float], Layers]] = {
    "town": _town,
    "road": _nothing,
    "meadow": _meadow,
    "sand": _sand,
    "water": _water,
    "furrows": _furrows,
    "forest": _forest,
    "mountain": _mountain,
    "rocks": _rocks,
    "wood": _planks,
    "plot": _nothing,
    "plain": _nothing,
}
"""The textures by name."""

BY_NUMBER = ("town", "road", "meadow", "sand", "water", "furrows")
"""The textures of sorts of parts that name none, by the number of the sort."""

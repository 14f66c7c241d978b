"""A tile fits at the same spots whether they are computed from the position or from cached data."""

from __future__ import annotations

import random

import pytest

import gamespec
from gamespec.program import Program
from gamespec.program.tables import Plane
from interpreter import Game
from interpreter.compiled.analysis.techniques import PLAIN, Techniques
from interpreter.compiled.expressions import frontier
from interpreter.compiled.expressions.tiles import Tiles
from interpreter.compiled.making.host import Instance
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import Function, const, get
from interpreter.kernels.terms import Lists
from interpreter.kernels.tiling import Tiling


@pytest.fixture(scope="module")
def program() -> Program:
    """Return the program of a game with tiles."""
    return gamespec.load("carcassonne").program()


@pytest.fixture(scope="module")
def positions(program: Program) -> list[list[int]]:
    """Return the positions of three games, shuffled."""
    found: list[list[int]] = []
    for seed in range(3):
        luck, game = random.Random(seed), Game(program, seed)  # noqa: S311 - any moves
        while not game.over:
            found.append(list(game.position))
            game.play(luck.choice(game.options))
    random.Random(0).shuffle(found)  # noqa: S311 - as above
    return found


class Asked:
    """A module with a single function, which lists the spots of a tile."""

    def __init__(self, program: Program, techniques: Techniques) -> None:
        unit, plane = Unit(program, techniques), program.planes[0]
        self._room = unit.memory.words(4 * plane.places + 1)
        tiles = Tiles(unit, 0, plane)
        asks = Function("$ask", (("$tile", "i32"),), ("i32",), "ask")
        asks.body = [tiles.spots(get("$tile"), const(self._room))]
        unit.functions["$ask"] = asks
        self._instance = Instance(unit)

    def spots(self, position: list[int], tile: int) -> list[int]:
        """Return the spots at which a tile fits in a position, computed by the module."""
        self._instance.position = position
        count = self._instance.call("ask", tile)
        assert count is not None
        return self._instance.words(self._room, count)


def defined(plane: Plane, position: list[int], tile: int) -> list[int]:
    """Return the spots at which a tile fits, as the definitional engine finds them."""
    to = [0] * 4 * plane.places
    return to[: Tiling(0, plane, Lists()).spots(position, tile, to)]


@pytest.mark.parametrize(
    ("techniques", "narrow"),
    [(PLAIN, 0xFF), (Techniques(), 0xFF), (Techniques(), 0)],
    ids=["plain", "kept", "wide"],
)
def test_spots(
    program: Program,
    positions: list[list[int]],
    techniques: Techniques,
    narrow: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Spots agree at positions in random order, between which tiles are moved or removed.

    `wide` uses 16 bits for a side.
    """
    monkeypatch.setattr(frontier, "NARROW", narrow)
    plane = program.planes[0]
    asked = Asked(program, techniques)
    most = 0
    for position in positions[:200]:
        for tile in range(plane.first_tile, plane.first_tile + plane.tiles, 7):
            spots = defined(plane, position, tile)
            assert asked.spots(position, tile) == spots
            most = max(most, len(spots))
    assert most > 10


def test_the_first_tile_lies_in_the_middle(program: Program, positions: list[list[int]]) -> None:
    """On an empty plane, a tile fits only in the center, in each turn that makes it look different."""
    plane = program.planes[0]
    empty = list(positions[0])
    for first, count in ((plane.at.tile_at, plane.places), (plane.at.spot_of, plane.tiles)):
        empty[first : first + count] = [0] * count
    for techniques in (PLAIN, Techniques()):
        asked = Asked(program, techniques)
        for position in (empty, positions[0], empty):
            for tile in range(plane.tiles):
                number = plane.first_tile + tile
                assert asked.spots(position, number) == defined(plane, position, number)
        centre = 4 * plane.centre
        assert asked.spots(empty, plane.first_tile) == [centre + turn for turn in plane.turns[0]]

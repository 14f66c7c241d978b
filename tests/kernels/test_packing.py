"""Rows that are packed and unpacked are the same, in CPython and in a module."""

from __future__ import annotations

import random
import struct
from typing import TYPE_CHECKING

import pytest
from asserted import asserted

import gamespec
from interpreter.compiled.run.asides import Aside
from interpreter.kernels.statistics import packing
from interpreter.kernels.statistics.counters import Counters
from interpreter.kernels.statistics.packing import BLOCK, Packing, Unpacking, most_packed
from interpreter.play.chunk import most_games

if TYPE_CHECKING:
    from interpreter.kernels.terms import Room

SIZE = 11
ROWS = 8 * most_packed(SIZE)
"""Where rows begin, in bytes."""

LEAST, GREATEST = -(1 << 31), (1 << 31) - 1
SPANS = (0, 1, 2, 3, 4, 15, 16, 255, 256, 65535, 65536, GREATEST, (1 << 32) - 1)
"""Differences between the greatest and the least number of a column, on both sides of each width."""


def packs(_: Room, given: Room) -> Packing:
    """Make the kernel that packs rows."""
    return Packing(SIZE, given)


def unpacks(_: Room, given: Room) -> Unpacking:
    """Make the kernel that unpacks rows."""
    return Unpacking(SIZE, given)


@pytest.fixture(scope="module")
def inside() -> tuple[Aside, Aside]:
    """Return both kernels in modules."""
    program = gamespec.load("tic-tac-toe").program()
    return Aside(program, "packing for the test", packs), Aside(program, "unpacking for the test", unpacks)


def rows_of(games: int, span: int, luck: random.Random) -> list[int]:
    """Return rows in which the numbers of each column differ by up to `span`."""
    first = [
        luck.choice((0, -span, LEAST, GREATEST - span, luck.randint(LEAST, GREATEST))) for _ in range(SIZE)
    ]
    first = [min(max(number, LEAST), GREATEST - span) for number in first]
    return [number + luck.choice((0, span, luck.randint(0, span))) for _ in range(games) for number in first]


@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("games", [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7, most_games(SIZE)])
def test_rows_come_back(inside: tuple[Aside, Aside], games: int, span: int) -> None:
    """Rows come back after any number of games, for differences on both sides of each width.

    The kernels in CPython violate no assertion, and write the same words as those in a module.
    """
    given, room, back = rows_of(games, span, random.Random(span)), Counters(), Counters()  # noqa: S311 - no secret
    pack, unpack = packs(Counters(), room), unpacks(Counters(), back)
    data = struct.pack(f"<{len(given)}i", *given)
    room.write(ROWS, data)
    inside[0].give(data, ROWS)
    with asserted([packing]):
        words = pack.run(0, games)
        assert inside[0].run(0, games) == words <= most_packed(SIZE)
        packed = inside[0].get(0, 8 * words)
        assert room.read(0, 8 * words) == packed
        back.write(0, packed)
        inside[1].give(packed)
        assert unpack.run(0, games) == inside[1].run(0, games) == words
    assert back.read(ROWS, len(data)) == inside[1].get(ROWS, len(data)) == data


def test_what_hardly_differs_takes_hardly_any_room(inside: tuple[Aside, Aside]) -> None:
    """A full block of equal rows takes two words of widths, and a word for each number that is not 0.

    If one number differs by 1, its column takes one word more: a bit for each of 64 games.
    """
    row = [7, 0, -1, *[0] * (SIZE - 3)]
    inside[0].give(struct.pack(f"<{SIZE * BLOCK}i", *row * BLOCK), ROWS)
    assert inside[0].run(0, BLOCK) == 2 + 2
    inside[0].give(struct.pack("<i", 8), ROWS)
    assert inside[0].run(0, BLOCK) == 2 + 2 + 1

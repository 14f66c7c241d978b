"""Tests for the shapes of the parts of tiles, on the tiles of the shipped games and on small ones."""

from __future__ import annotations

import pytest

import gamespec
from gamespec.space.plane import PORTLESS
from interpreter.scene.regions import Regions, inside

GAMES = ("carcassonne", "carcassonne+traders-and-builders")


def top(width: int, ports: tuple[int, ...], point: tuple[float, float], count: int | None = None) -> int:
    """Return the part that is painted last at a point; the first one fills the tile."""
    painted = Regions(width, ports, max(ports) + 1 if count is None else count).painted()
    return next((part for part, outline in painted[::-1] if inside(outline, point)), painted[0][0])


def at(port: int, width: int) -> tuple[float, float]:
    """Return the point just inside the middle of a port; ports are counted clockwise from the north-west."""
    side, share = port // width, (port % width + 0.5) / width
    return ((share, 0.01), (0.99, share), (1 - share, 0.99), (0.01, 1 - share))[side]


@pytest.mark.parametrize("game", GAMES)
def test_each_port_shows_its_part(game: str) -> None:
    """Along the sides of every shipped tile, at each port its owner is to be seen."""
    (plane,) = gamespec.load(game).compiled(2).names.planes
    seen = 0
    for tile, ports in enumerate(plane.ports):
        numbers = {part: index for index, part in enumerate(plane.parts_of[tile])}
        own = tuple(numbers.get(part, PORTLESS) for part in ports)
        for port, owner in enumerate(own):
            assert top(plane.width, own, at(port, plane.width), len(numbers)) == owner
            seen += 1
    assert seen == 12 * len(plane.ports) >= 12 * 72  # 12 ports on each of at least 72 tiles


CORNER_WITH_ROAD = (1, 1, 1, 0, 2, 3, 3, 2, 0, 1, 1, 1)
"""A city (1) in the north and west, a road (2) from the east to the south, a field on both sides of it."""


@pytest.mark.parametrize(
    ("point", "part"),
    [((0.3, 0.3), 1), ((0.47, 0.47), 1), ((0.55, 0.55), 0), ((0.646, 0.646), 2), ((0.9, 0.9), 3)],
)
def test_a_road_beside_a_city(point: tuple[float, float], part: int) -> None:
    """From the city in one corner to the opposite corner come the city, a field, the road, the other field.

    The road runs on a quarter of a circle of radius 1/2 around the corner, so it crosses the diagonal at
    1 - 0.5 / sqrt(2) = 0.646.
    """
    assert top(3, CORNER_WITH_ROAD, point) == part


def test_roads_meet_in_the_centre() -> None:
    """Three roads that divide the fields between them end in the centre."""
    ports = (0, 0, 0, 0, 1, 4, 4, 2, 5, 5, 3, 0)
    assert [top(3, ports, point) for point in ((0.7, 0.5), (0.5, 0.7), (0.3, 0.5))] == [1, 2, 3]
    assert top(3, ports, (0.5, 0.3)) == 0


def test_a_road_ends_at_a_wall() -> None:
    """A road into a city on three sides is seen as far as the wall, which reaches 0.26 into the tile."""
    ports = (0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0)
    assert [top(3, ports, (0.5, y)) for y in (0.5, 0.7, 0.78, 0.95)] == [0, 0, 2, 2]
    assert [top(3, ports, (x, 0.9)) for x in (0.3, 0.7)] == [3, 1]


def test_a_part_without_ports() -> None:
    """A part without ports is a disc in a field, but the ground between four others that leave it room."""
    assert [top(1, (0, 0, 0, 0), (0.5, y), 2) for y in (0.6, 0.8)] == [1, 0]
    between = Regions(1, (0, 1, 2, 3), 5).painted()
    assert between[0][0] == 4


def test_things_stand_on_their_own_arm() -> None:
    """On a way that ends in the centre things stand nearer to its side, on a curve in the middle of it.

    Three roads come from the east, the south and the west. Things on the first one stand at 0.42 of the way
    from (1, 0.5) to the centre. A quarter of a circle of radius 1/2 around the corner (1, 1) crosses the
    diagonal at 1 - 0.5 / sqrt(2) = 0.646.
    """
    meeting = Regions(3, (0, 0, 0, 0, 1, 4, 4, 2, 5, 5, 3, 0), 6)
    assert [meeting.middle(way) for way in (1, 2, 3)] == [(0.79, 0.5), (0.5, 0.79), (0.21, 0.5)]
    curve = Regions(3, CORNER_WITH_ROAD, 4).middle(2)
    assert curve == pytest.approx((0.646, 0.646), abs=0.01)

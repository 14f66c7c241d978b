"""Tests for painted tiles and for wooden pieces on them."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from drawn_scenes import SCENES, stone

import gamespec
from interpreter.drawn.html.pen import pen_of
from interpreter.drawn.html.shapes import figurine
from interpreter.drawn.html.tiles import tile_alone
from interpreter.engine.game import Game
from interpreter.scene.components import components_of
from interpreter.scene.regions import Regions
from interpreter.scene.things import Look, Part, Piece
from interpreter.words import Words

PEN = pen_of(SCENES["plane"])
PIECES = ("meeple", "pawn", "disc", "cube", "house", "ship")
WHOLE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def tile(*parts: Part) -> ET.Element:
    """Return a tile with the given parts, parsed as XML."""
    return ET.fromstring(tile_alone(PEN, Piece(("z1.c1",), "tile", "T", "tile", parts=parts)))  # noqa: S314


def ground(texture: str, **more: object) -> Part:
    """Return a part that fills its tile."""
    return Part("t0", "ground", Look("", "green", "church", texture), (WHOLE,), (0.5, 0.5), sort=0, **more)  # type: ignore[arg-type]


def classes(root: ET.Element) -> list[str]:
    """Return the classes of all elements, in the order in which they are painted."""
    return [each.get("class", "") for each in root.iter()]


def roads(*ports: int) -> list[str]:
    """Return the classes on a tile whose roads and fields own the given ports; odd numbers are roads."""
    parts = [
        Part(
            f"t{part}",
            "",
            Look(texture="road" if part % 2 else "meadow"),
            (outline,),
            (0.1, 0.1),
            sort=part % 2,
        )
        for part, outline in Regions(3, ports, max(ports) + 1).painted()
    ]
    return classes(tile(*parts))


def test_a_village_where_roads_meet() -> None:
    """Four roads that end in the centre meet there, and two that cross each other do not."""
    assert "crossing" in roads(0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 0)
    assert "crossing" not in roads(0, 1, 2, 2, 3, 4, 4, 1, 6, 6, 3, 0)


def test_walls_stand_where_towns_end() -> None:
    """A town in the north has a wall with two towers on its border, and a tile full of houses has none."""
    city = Part(
        "t1",
        "",
        Look(texture="town"),
        (Regions(3, (1, 1, 1, *[0] * 9), 2).painted()[1][1],),
        (0.5, 0.1),
        sort=0,
    )
    root = tile(replace(ground("meadow"), sort=1), city)
    (towers,) = [each.get("d", "") for each in root.iter("path") if each.get("class") == "tower"]
    assert towers.count("M") == 2
    assert {"wall", "merlons"} <= {*classes(root)}
    assert not {"wall", "merlons", "tower"} & {*classes(tile(ground("town")))}


@pytest.mark.parametrize("name", PIECES)
@pytest.mark.parametrize("texture", ["meadow", "town"])
def test_meeples_and_pawns_lie_on_meadows(name: str, texture: str) -> None:
    """A meeple or a pawn on a meadow is turned on its side; nothing else is, and nowhere else."""
    piece = replace(stone(1, 0), figure=name, format="token")
    root = tile(ground(texture, pieces=(piece,)))
    (shown,) = [each for each in root.iter("g") if "token" in each.get("class", "").split()]
    lies = texture == "meadow" and name in {"meeple", "pawn"}
    assert ("rotate(-90)" in shown.get("transform", "")) == lies
    edges = [each.get("d") for each in shown.iter("path") if each.get("class") == "edge"]
    assert edges == [figurine(name, 100 * 0.42 / 2 * 0.9).path]


def test_wooden_pieces_differ() -> None:
    """Each wooden piece has an outline of its own, and a thickness."""
    shapes = [figurine(name, 40) for name in PIECES]
    assert len({shape.path for shape in shapes}) == 6
    assert all(shape.thick > 0 for shape in shapes)


def test_emblems() -> None:
    """A fact without a look is a coat of arms; one with a look is its sign on a plate."""
    arms, sign = ground("town", emblems=(Look(),)), ground("town", emblems=(Look("w", "purple", "wine"),))
    assert "arms" in classes(tile(arms))
    assert "arms" not in classes(tile(sign))
    assert "plate" in classes(tile(sign))
    assert "icon" in classes(tile(sign))


def test_icons_stand_on_plots() -> None:
    """Of parts inside the tile, a plot shows the icon of its look."""
    inner = ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7))
    shown = [
        tile(ground("road"), replace(ground(texture), outlines=(inner,))) for texture in ("plot", "meadow")
    ]
    assert ["onpart" in classes(root) for root in shown] == [True, False]


def test_the_game_says_so() -> None:
    """`view` makes followers meeples, cities towns and fields meadows, and a pennant is an emblem."""
    made = gamespec.load("carcassonne").compiled(2)
    kinds = components_of(Words(made, "en"), Game(made.program, 0))
    every = [each.front for kind in kinds for each in kind]
    assert {piece.figure for piece in every if piece.kind == "follower"} == {"meeple"}
    parts = [part for piece in every for part in piece.parts]
    assert {part.look.texture for part in parts} == {"town", "road", "meadow", "plot"}
    assert sum(len(part.emblems) for part in parts) == 10  # ten pennants are printed in the base game

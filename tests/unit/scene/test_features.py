"""Tests for features, the parts of tiles that join across a plane."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter import Game
from interpreter.contract import choose_at_random
from interpreter.scene.features import joined
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled

DECISIONS = 40
"""The number of decisions after which features are examined: twenty tiles have been laid."""


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    """Return a game of tiles."""
    return gamespec.load("carcassonne").compiled()


def after(compiled: Compiled, seed: int, decisions: int = DECISIONS) -> Game:
    """Return a game after random decisions."""
    game = Game(compiled.program, seed)
    for step in range(decisions):
        game.apply(choose_at_random(game, seed, step))
    return game


@pytest.mark.parametrize("seed", range(3))
def test_features_are_those_of_the_engine(compiled: Compiled, seed: int) -> None:
    """The features that follow from where tiles lie are those that the engine keeps.

    Those without open ends, and only those, are complete.
    """
    plane, game = compiled.program.planes[0], after(compiled, seed)
    spots, p = game.observation(0).spots[0], game.position
    features = joined(plane, spots)
    laid = {part for part, tile in enumerate(plane.tile_of) if spots[tile - plane.first_tile] >= 0}
    assert features == {part: p[plane.at.feature + part] for part in laid}
    board = scene_of(Words(compiled), game, 0).groups[0].boards[0]
    assert {f"f{feature}" for feature in features.values()} == {each.name for each in board.features}
    for each in board.features:
        assert bool(each.open) == bool(p[plane.at.ends + int(each.name[1:])])
    assert len(set(features.values())) < len(features), "some parts are joined"


def test_the_first_tile(compiled: Compiled) -> None:
    """The start tile has a city with one open side, a road with two, and a field on each side of the road.

    The field between city and road meets the two sides at which the road ends; the other meets these and a
    third.
    """
    board = scene_of(Words(compiled), after(compiled, 0, 0), 0).groups[0].boards[0]
    (tile,) = (piece for cell in board.cells for piece in cell.pieces)
    names = {part.feature: part.name for part in tile.parts}
    told = Counter((names[each.name], each.tiles, each.open, each.owners) for each in board.features)
    assert told == Counter([("city", 1, 1, ()), ("road", 1, 2, ()), ("field", 1, 2, ()), ("field", 1, 3, ())])


def test_followers_are_counted_for_their_owners(compiled: Compiled) -> None:
    """The owners of features have as many components there as lie on the tiles of the board."""
    game = after(compiled, 1)
    board = scene_of(Words(compiled), game, None).groups[0].boards[0]
    lying: Counter[int | None] = Counter()
    for cell in board.cells:
        for part in (part for tile in cell.pieces for part in tile.parts):
            for piece in part.pieces:
                lying[piece.owner] += piece.count
    owned: Counter[int | None] = Counter()
    for feature in board.features:
        owned.update(dict(feature.owners))
    assert owned == lying
    assert len(owned) == compiled.program.players

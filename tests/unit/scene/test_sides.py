"""Tests for the sides of grids, by counting the free edges of their cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from interpreter.scene.layout import layout_of
from interpreter.scene.scene import scene_of
from interpreter.scene.sides import sides_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAME = """
    players: 2
    spaces:
      board: {{grid: [{size}, {size}]{shape}}}
    variables:
      stone: {{per: board, type: player?}}
    actions:
      lay: {{with: {{c: {{from: board, where: "stone[c] == none"}}}}, do: [{{set: {{"stone[c]": me}}}}]}}
    phases:
      play: {{turns: clockwise, do: [{{offer: [lay]}}]}}
    limit: {{decisions: 9, then: draw}}
    view:
      players: [{{symbol: ●, color: red}}, {{symbol: ○, color: blue}}]
      spaces: {{board: {{sides: {{north: 1, south: 1, west: 2}}}}}}
"""


@pytest.mark.parametrize("size", [3, 5, 11])
def test_hexes(size: int, game_of: Callable[[str], Spec]) -> None:
    """The sides of a rhombus share all of its free edges, and opposite sides are equally long.

    Of the 6 n² edges of n x n hexes, 2 (3 n² - 4 n + 1) touch one another, which leaves 8 n - 2.
    """
    game = Named(game_of(GAME.format(size=size, shape=", shape: hex")))
    sides = sides_of(layout_of(game.compiled.world.spaces["board"]))
    assert sum(map(len, sides.values())) == 8 * size - 2
    assert len(sides["north"]) == len(sides["south"])
    assert len(sides["east"]) == len(sides["west"])


def test_squares(game_of: Callable[[str], Spec]) -> None:
    """Each side of a board of 4 x 4 squares has 4 edges, which lie on one line."""
    game = Named(game_of(GAME.format(size=4, shape="")))
    layout = layout_of(game.compiled.world.spaces["board"])
    sides = sides_of(layout)
    assert {side: len(edges) for side, edges in sides.items()} == dict.fromkeys(sides, 4)
    assert {y for edge in sides["north"] for _, y in edge} == {
        min(y for outline in layout.outlines for _, y in outline)
    }
    assert {x for edge in sides["east"] for x, _ in edge} == {
        max(x for outline in layout.outlines for x, _ in outline)
    }


def test_players_own_the_sides_that_the_view_gives_them(game_of: Callable[[str], Spec]) -> None:
    """A side has the look of its player, and the east, which is not mentioned, belongs to nobody."""
    game = Named(game_of(GAME.format(size=4, shape="")))
    (board,) = [board for group in scene_of(game.words, game, 0).groups for board in group.boards]
    assert [side.look.color for side in board.sides] == ["red", "red", "blue"]

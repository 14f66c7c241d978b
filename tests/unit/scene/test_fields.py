"""Tests for the colours of boards and the looks of single cells, found by name or by a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from interpreter.drawn.html import table
from interpreter.drawn.text import table_text
from interpreter.scene.scene import scene_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from interpreter.scene.things import Board

GAME = """
    players: 2
    options:
      long: {type: 3..9, default: 4}
    spaces:
      way: {track: long}
    variables:
      stone: {per: way, type: player?}
    functions:
      end_of_way: {with: {c: way}, is: "number(c) == long"}
    actions:
      lay: {with: {c: {from: way, where: "stone[c] == none"}}, do: [{set: {"stone[c]": me}}]}
    phases:
      play: {turns: clockwise, do: [{offer: [lay]}]}
    limit: {decisions: 9, then: draw}
    view:
      players: [{symbol: ●, color: red}, {symbol: ○, color: blue}]
      spaces:
        way:
          color: blue
          cells:
            "1": {symbol: S, icon: flag}
            end_of_way: {name: {en: harbour, de: Hafen}, symbol: H, color: orange}
"""


def drawn(game: Named) -> Board:
    """Return the board of a game in English."""
    (board,) = scene_of(game.words, game, 0).groups[0].boards
    return board


@pytest.mark.parametrize("long", [3, 4, 9])
def test_a_function_finds_cells_whatever_the_options_are(long: int, game_of: Callable[..., Spec]) -> None:
    """The last cell of a track of `long` cells is number `long`; the first has its look by its name."""
    game = Named(game_of(GAME.replace("default: 4", f"default: {long}")))
    board = drawn(game)
    assert board.color == "blue"
    looks = {cell.name: (cell.look.symbol, cell.called) for cell in board.cells if cell.look.symbol}
    assert looks == {"1": ("S", ""), str(long): ("H", "harbour")}


def test_terminals_list_the_cells(game_of: Callable[[str], Spec]) -> None:
    """Below the board stands a line with each look and its cells."""
    game = Named(game_of(GAME))
    lines = table_text(scene_of(game.words, game, 0))
    assert "S: 1; harbour H: 4" in lines


def test_the_page_draws_and_tells_them(game_of: Callable[[str], Spec]) -> None:
    """The board has its colour, the cell its own, a sign for each look, and the name is told."""
    game = Named(game_of(GAME))
    page = table(scene_of(game.words, game, 0))
    assert page.count('data-ground="blue"') == 1
    assert page.count('class="field"') == 2
    assert 'aria-label="4: harbour, empty"' in page or 'aria-label="4: harbour"' in page

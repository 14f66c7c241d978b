"""Tests for the colours of boards and the looks of single cells, found by name or by a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec import load
from interpreter import Game
from interpreter.drawn.html import table
from interpreter.drawn.text import table_text
from interpreter.scene.scene import scene_of
from interpreter.scene.things import Look
from interpreter.words import Words

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


RACE = """
    players: 2
    options:
      long: {type: 3..9, default: 6}
    enums:
      suit: [hearts, clubs]
    variables:
      at: {per: player, type: 0..long}
      scale: {per: suit, type: 0..3}
    functions:
      even: {with: {n: 1..20}, is: "n % 2 == 0"}
      goal: {with: {n: 0..20}, is: n == long}
    actions:
      go: {with: {s: {from: suit}}, do: [{set: {"at[me]": "min(at[me] + 1, long)", "scale[s]": 2}}]}
    phases:
      play: {turns: clockwise, do: [{offer: [go]}]}
    limit: {decisions: 3, then: draw}
    view:
      values:
        suit: {hearts: {symbol: "\u2665", color: red}, clubs: {symbol: "\u2663", color: green}}
      variables:
        at:
          track: true
          texture: meadow
          cells: {even: {symbol: E}, goal: {name: goal, symbol: G}, "0": {symbol: S}}
        scale: {ladder: true}
"""


@pytest.mark.parametrize(("long", "signs"), [(6, "S-E-E-G"), (3, "S-EG")])
def test_numbers_of_tracks_have_looks(long: int, signs: str, game_of: Callable[..., Spec]) -> None:
    """A function finds numbers, too. It is false for numbers that it does not take."""
    game = Named(game_of(RACE.replace("default: 6", f"default: {long}")))
    track, _ = scene_of(game.words, game, 0).groups[0].boards
    assert "".join(cell.look.symbol or "-" for cell in track.cells) == signs
    assert track.texture == "meadow"


def test_a_ladder_shows_values_of_enumerations(game_of: Callable[[str], Spec]) -> None:
    """Each suit stands on its number and can be pointed at as a suit. No table repeats that."""
    game = Named(game_of(RACE))
    decision = game.decision
    assert decision is not None
    game.apply(decision.options[0])
    group = scene_of(game.words, game, 0).groups[0]
    (ladder,) = (board for board in group.boards if board.ladder)
    standing = {
        cell.name: [(mark.text, mark.look.symbol, mark.refs) for mark in cell.marks] for cell in ladder.cells
    }
    assert standing == {
        "0": [("clubs", "\u2663", ("e.suit.1",))],
        "1": [],
        "2": [("hearts", "\u2665", ("e.suit.0",))],
        "3": [],
    }
    assert not group.tables
    assert 'data-form="ladder"' in table(scene_of(game.words, game, 0))


SQUARES = """
    players: 1
    enums:
      picture: [bow, hunter]
    components:
      card: {attributes: {picture: picture}, all: {picture: picture}, start: table}
    zones:
      table: {of: card}
    actions:
      look: {with: {c: {from: table}}, do: []}
    phases:
      play: {turns: clockwise, do: [{offer: [look]}]}
    limit: {decisions: 1, then: draw}
    view:
      values:
        picture: {bow: {icon: canoe, ground: waves}, hunter: {icon: crosshair}}
      components:
        card: {shape: square, icon: picture, ground: deck}
"""


def test_a_value_may_have_a_ground_of_its_own(game_of: Callable[[str], Spec]) -> None:
    """The bow lies on waves, and all other cards have the deck that the kind has."""
    game = Named(game_of(SQUARES))
    (place,) = scene_of(game.words, game, 0).groups[0].places
    assert [piece.ground for piece in place.pieces] == ["waves", "deck"]


def test_planes_need_no_coordinates() -> None:
    """A view may leave out the names of the places of a plane."""
    game = Named(load("carcassonne"))
    (land,) = scene_of(game.words, game, 0).groups[0].boards
    assert not land.named
    assert land.columns
    assert 'class="headings"' not in table(scene_of(game.words, game, 0))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("rufus", ("fox field", Look("F", "orange", "fox-face"))),
        ("trumpet", ("crest", Look("♛", "yellow", "shield-chevron"))),
        ("carcassonne", ("pennants", Look("", "blue", "shield-chevron"))),
        ("ogallala", ("strength", Look("", "", "shield"))),
    ],
)
def test_the_legend(name: str, line: tuple[str, Look]) -> None:
    """The legend explains fields that look unlike others, coats of arms, and icons beside numbers."""
    compiled = load(name).compiled()
    assert line in scene_of(Words(compiled, "en"), Game(compiled.program, 1), 0).legend

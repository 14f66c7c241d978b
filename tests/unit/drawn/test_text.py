"""Tests for scenes drawn as text, which is what a terminal shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter import Game
from interpreter.drawn.text import ending_lines, legend_lines, table_text
from interpreter.drawn.text.signs import signs_of
from interpreter.scene.asked import asked_of
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

Started = tuple[Game, Words]


def game(place: Path, text: str, *answers: int, language: str = "en") -> Started:
    """Return the game that `text` specifies, together with its words.

    The game has been played with the options that have the indexes in `answers`.
    """
    file = place / "game.yaml"
    file.write_text(text, encoding="utf-8")
    made = gamespec.load(file).compiled()
    started = Game(made.program, record=True)
    for index in answers:
        started.apply(started.options[index])
    return started, Words(made, language)


def seen(started: Started, player: int | None, width: int = 80) -> list[str]:
    """Return the lines that a player sees, or that a spectator sees if `player` is None."""
    return table_text(scene_of(started[1], started[0], player), width)


BOARD = """\
game: stones
title: Stones
players: 2
spaces:
  board: {FORM}
variables:
  mark: {per: board, type: player?}
phases:
  play:
    turns: clockwise
    do:
      - choose: {cell: {from: board, where: "mark[cell] == none"}}
      - set: {"mark[cell]": me}
limit: {decisions: 4, then: draw}
"""


def test_a_grid_is_drawn_empty_too(tmp_path: Path) -> None:
    """Empty cells of a grid are drawn as points, and cells that the grid leaves out are not drawn."""
    assert seen(game(tmp_path, BOARD.replace("FORM", "grid: [3, 2], without: [c1]")), 0) == [
        "   a b c",
        "1  . .",
        "2  . . .",
        "→ ● p1     ○ p2",
    ]


def test_players_have_signs(tmp_path: Path) -> None:
    """Each player has a sign, by which marks can be told apart without color.

    The sign is also shown beside the player's name.
    """
    started = game(tmp_path, BOARD.replace("FORM", "grid: [3, 2], without: [c1]"), 0, 3)
    assert seen(started, 0) == ["   a b c", "1  ● .", "2  . . ○", "→ ● p1     ○ p2"]


def test_rows_from_the_bottom(tmp_path: Path) -> None:
    """If rows are counted from the bottom, row 1 is drawn last, because north is always up."""
    started = game(tmp_path, BOARD.replace("FORM", "grid: [2, 2], row_1: bottom"))
    assert seen(started, 0)[:3] == ["   a b", "2  . .", "1  . ."]


def test_hexes_are_shifted(tmp_path: Path) -> None:
    """In a hex grid, each row is drawn half a cell to the right of the row above it."""
    started = game(tmp_path, BOARD.replace("FORM", "grid: [2, 3], shape: hex"), 0)
    assert seen(started, 0)[:4] == ["   a b", "1  ● .", "2   . .", "3    . ."]


def test_a_track_is_a_line_and_a_ring_goes_round(tmp_path: Path) -> None:
    """The cells of a track are drawn in a line with their names.

    A ring of six cells is drawn clockwise, with three cells above and three below.
    """
    assert seen(game(tmp_path, BOARD.replace("FORM", "track: 4"), 1), 0)[0].split() == [
        "1",
        "2●",
        "3",
        "4",
    ]
    ring = seen(game(tmp_path, BOARD.replace("FORM", "track: 6, loop: true"), 4), 0)
    assert [line.split() for line in ring[:2]] == [["1", "2", "3"], ["6", "5●", "4"]]


GRAPH = (
    BOARD.replace("FORM", "cells: [a, b, c, d], links: [[a, b], [b, d], [a, c], [a, d]]")
    + """\
view:
  spaces:
    board:
      layout: |
        a . b
        c . d
"""
)


def test_a_graph_lies_as_its_author_has_drawn_it(tmp_path: Path) -> None:
    """A graph is drawn in the layout that its author gave, with names in empty cells.

    Horizontal and vertical links are drawn as lines, and slanting links are listed below the graph.
    """
    assert seen(game(tmp_path, GRAPH, 3), 0)[:4] == ["   a-------b", "   |       |", "   c      d●", "  a-d"]


def test_a_graph_without_a_drawing_is_laid_out(tmp_path: Path) -> None:
    """A graph without a layout is drawn with each cell once, and in the same way every time."""
    text = BOARD.replace("FORM", "cells: [a, b, c, d, e], links: [[a, b], [b, c], [c, d], [d, e], [e, a]]")
    lines = seen(game(tmp_path, text), 0)[:-1]
    assert sorted(c for line in lines if "," not in line for c in line if c.isalpha())[:5] == list("abcde")
    assert lines == seen(game(tmp_path, text), 0)[:-1]


WALLS = """\
game: walls
title: Walls
players: 2
spaces:
  board: {grid: [2, 2]}
  fence: {edges: board, inner: true}
variables:
  closed: {per: fence, type: bool}
phases:
  play:
    turns: clockwise
    do:
      - choose: {wall: {from: fence, where: "not closed[wall]"}}
      - set: {"closed[wall]": true}
limit: {decisions: 4, then: draw}
view:
  variables:
    closed: {symbol: "#"}
"""


def test_edges_lie_between_cells(tmp_path: Path) -> None:
    """Edges are drawn between the cells that they separate.

    The first edge, between a1 and b1, is closed, and the other edges are open.
    """
    assert seen(game(tmp_path, WALLS, 0), 0)[:4] == ["   a   b", "1  . # .", "   ·   ·", "2  . · ."]


def test_too_little_room(tmp_path: Path) -> None:
    """A board wider than the terminal is drawn in several parts, so that no line exceeds the width."""
    lines = seen(game(tmp_path, BOARD.replace("FORM", "grid: [30, 1]"), 29), 0, width=30)
    assert max(map(len, lines)) <= 30
    cells = [c for line in lines if line.startswith("1") for c in line[3:].split()]
    assert cells == ["."] * 29 + ["●"]


CARDS = """\
game: cards
title: Cards
players: 2
components:
  card: {attributes: {rank: 1..6}, all: {rank: 1..6}, label: "card {rank}", start: deck}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  trick: {of: card}
variables:
  secret: {per: player, type: 0..9, seen_by: owner}
resources:
  gold: {per: player, type: 0..9, start: 2, supply: 9}
setup:
  - for: {p: players}
    do:
      - move: top(deck, 2)
        to: hand[p]
phases:
  play:
    turns: clockwise
    do:
      - choose: {card_played: {from: "hand[me]"}}
      - move: card_played
        to: trick
limit: {decisions: 2, then: draw}
"""


def test_only_what_the_player_may_know(tmp_path: Path) -> None:
    """Players see the cards in their own hand, but only the number of cards in another hand.

    The secret variable of another player is hidden too.
    """
    started = game(tmp_path, CARDS)
    assert seen(started, 0) == [
        "gold bank: 5",
        "deck: 2 hidden",
        "empty: trick",
        "        gold  secret  hand",
        "→ ● p1     2       0     2",
        "  ○ p2     2       ?     2",
        "p1 (you)",
        "  hand: card 1, card 2",
    ]
    assert seen(started, 1)[-2:] == ["p2 (you)", "  hand: card 3, card 4"]


def test_who_watches_sees_what_everybody_sees(tmp_path: Path) -> None:
    """A spectator sees the size of each hand and the open cards, but no secret variable."""
    started = game(tmp_path, CARDS, 0)
    assert seen(started, None) == [
        "gold bank: 5",
        "deck: 2 hidden",
        "trick: card 1",
        "        gold  secret  hand",
        "  ● p1     2       ?     1",
        "→ ○ p2     2       ?     2",
    ]


LABELLED = """\
game: purses
title: Purses
players: 2
spaces:
  board: {cells: [ford, mill], links: [[ford, mill]]}
zones:
  pit: {of: stone, per: player, label: {en: Pit, de: Grube}}
components:
  stone: {all: {n: 1..2}, attributes: {n: 1..2}, label: "stone {n}", start: "pit[seat(1)]"}
variables:
  marker_taken: {type: player?, label: {en: Marker, de: Anzeiger}}
  hit: {per: board, type: bool, label: {en: Hit, de: Treffer}}
  wall: {per: board, type: 0..3, label: {en: Wall, de: Mauer}}
resources:
  purse: {per: player, type: 0..9, start: 2, supply: 9, label: {en: Coins, de: Münzen}}
  water: {type: 0..9, start: 3, supply: 4, label: {en: Water, de: Wasser}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {n: {from: 1..2}}
      - transfer: n
        from: purse[me]
        to: purse.bank
      - set: {marker_taken: me, "hit[ford]": true, "wall[mill]": n}
limit: {decisions: 4, then: draw}
"""


def test_labels_of_variables_and_resources(tmp_path: Path) -> None:
    """Zones, variables and resources are shown by their labels in the language of the scene.

    See section 7 of the reference.
    """
    assert seen(game(tmp_path, LABELLED, 0), 0) == [
        "  mill Wall 1----ford Hit",
        "Coins bank: 6   Water: 3   Water bank: 1   Marker: ● p1",
        "        Coins  Pit",
        "  ● p1      1    2",
        "→ ○ p2      2    0",
        "p1 (you)",
        "  Pit: stone 1, stone 2",
    ]
    german = seen(game(tmp_path, LABELLED, 0, language="de"), 0)
    assert "Münzen Vorrat: 6   Wasser: 3   Wasser Vorrat: 1   Anzeiger: ● p1" in german
    assert "        Münzen  Grube" in german


BARE = """\
game: meeples
title: Meeples
players: 2
components:
  stone: {rows: [{copies: 2}], start: pit}
  worker: {per: player, rows: [{copies: 2}], start: "home[owner]"}
zones:
  pit: {of: stone}
  home: {of: worker, per: player}
phases:
  play:
    turns: clockwise
    do:
      - choose: {n: {from: 1..2}}
limit: {decisions: 4, then: draw}
"""


def test_components_without_attributes_are_called_by_their_kind(tmp_path: Path) -> None:
    """A component without attributes is called by the name of its kind."""
    lines = seen(game(tmp_path, BARE), 0)
    assert "pit: 2 x stone" in lines
    assert lines[-4:] == ["p1 (you)", "  home: 2 x p1_worker", "p2", "  home: 2 x p2_worker"]


ENDLESS = """\
game: wages
title: Wages
players: 2
enums:
  gem: [ruby, onyx]
resources:
  coins: {per: player, type: 0..9, start: 2}
  token: {of: gem, per: player, type: 0..9}
  rain: {type: 0..9}
  wood: {per: player, type: 0..9, supply: 5}
phases:
  play:
    turns: clockwise
    do:
      - choose: {n: {from: 1..2}}
      - transfer: n
        from: coins.bank
        to: coins[me]
limit: {decisions: 4, then: draw}
"""


def test_a_bank_that_never_runs_dry_is_not_shown(tmp_path: Path) -> None:
    """A bank without `supply` is not shown, because its contents mean nothing (reference, section 8).

    The players began with 2 + 2 coins and took 1, so the observation has -5 for the bank.
    """
    started = game(tmp_path, ENDLESS, 0)
    assert seen(started, 1) == [
        "rain: 0   wood bank: 5",
        "token:",
        "        ruby  onyx",
        "  ● p1     0     0",
        "  ○ p2     0     0",
        "        coins  wood",
        "  ● p1      3     0",
        "→ ○ p2      2     0",
    ]
    assert started[0].observation(1).values[:3] == (3, 2, -5)


TILES = """\
game: paths
title: Paths
players: 1
enums:
  ground: {way: {en: way, de: Weg}, wood: {en: wood, de: Wald}}
components:
  tile: {rows: [{id: bend}, {id: straight}], start: pool}
  patch:
    part_of: tile
    attributes: {ground: ground}
    rows:
      - {tile: bend, id: way, ground: way, ports: "s2 w2"}
      - {tile: bend, id: out, ground: wood, ports: "n1 n2 n3 e1 e2 e3 s1 w3"}
      - {tile: bend, id: in, ground: wood, ports: "s3 w1"}
      - {tile: straight, id: way, ground: way, ports: "e2 w2"}
      - {tile: straight, id: up, ground: wood, ports: "n1 n2 n3 e1 w3"}
      - {tile: straight, id: down, ground: wood, ports: "e3 s1 s2 s3 w1"}
spaces:
  land: {plane: laid, parts: patch, match: ground, within: 5}
zones:
  pool: {of: tile}
  laid: {of: tile}
setup:
  - {lay: straight, at: "spot(land, 0, 0, 0)"}
phases:
  play:
    turns: clockwise
    do:
      - choose: {spot: {from: "spots(bend)"}}
        ask: always
      - {lay: bend, at: spot}
limit: {decisions: 4, then: draw}
"""


def test_tiles_are_a_map(tmp_path: Path) -> None:
    """Laid tiles are drawn as a map, in which a row with tiles takes up three lines, and any other row one.

    The middle line of the first tile shows its way, which ends in the west and in the east. The bend may lie
    to the west or east of this tile, with its way adjoining, in one of two turns. It may also lie above or
    below, where the adjoining sides are wood.
    """
    started = game(tmp_path, TILES)
    lines = seen(started, 0)
    tile = [line[10:16] for line in lines[2:5]]
    assert tile == ["oooooo", "wwwwww", "o2o2o2"]
    assert lines[3].split() == ["0", "[]", "wwwwww", "[]"]
    assert [line.split() for line in (lines[1], lines[5])] == [["-1", "[]"], ["1", "[]"]]
    at = lines.index("pool: bend")
    assert re.split("  +", lines[at + 1].strip()) == ["as it is", "turned 90", "turned 180", "turned 270"]
    asked = asked_of(started[1], started[0])
    assert asked is not None
    assert all(len(choice.said) == 2 for choice in asked.choices)


def test_how_it_ended(tmp_path: Path) -> None:
    """The final places are shown together with the points for each part of the score."""
    text = ENDLESS.replace(
        "limit: {decisions: 4",
        "score: {money: {is: 'coins[player]', label: {en: money, de: Geld}}, more: {is: '2'}}\n"
        "limit: {decisions: 1",
    ).replace("then: draw", "then: rank")
    started = game(tmp_path, text, 1, language="de")
    scene = scene_of(started[1], started[0], 0)
    assert scene.ending is not None
    assert [*ending_lines(scene, scene.ending)][1:] == [
        "           Punkte  Geld  more",
        "  1. ● p1       6     4     2",
        "  2. ○ p2       4     2     2",
    ]


def test_signs_are_explained(tmp_path: Path) -> None:
    """The legend lists the signs that a game defines, each with its meaning."""
    text = TILES + "view:\n  values:\n    ground: {way: {symbol: '='}, wood: {symbol: '^', color: green}}\n"
    started = game(tmp_path, text)
    assert [*legend_lines(scene_of(started[1], started[0], 0))] == ["= way, ^ wood"]
    assert seen(started, 0)[3].split()[2] == "======"


HIDES = """\
language: 1
game: hides
title: Hides
players: 3
variables: {secret: {per: player, type: 1..6, start: 2, seen_by: owner}}
actions: {wait: {do: []}}
phases: {play: {turns: clockwise, do: [{offer: [wait], ask: always}]}}
limit: {decisions: 9, then: draw}
"""


@pytest.mark.parametrize(
    ("language", "meanings"),
    [
        ("en", ["p1", "p2", "p3", "decides now", "hidden"]),
        ("de", ["p1", "p2", "p3", "entscheidet jetzt", "verdeckt"]),
    ],
)
def test_the_signs_of_every_table_are_explained(tmp_path: Path, language: str, meanings: list[str]) -> None:
    """A game that defines no signs shows its players', who decides, and what is hidden."""
    started = game(tmp_path, HIDES, language=language)
    signs = signs_of(scene_of(started[1], started[0], 0))
    assert signs == [*zip("●○▲→?", meanings, strict=True)]


def test_a_sign_of_the_game_is_explained_once(tmp_path: Path) -> None:
    """A sign with which a game shows a part of a tile is no sign of an empty cell besides."""
    text = TILES + "view:\n  values:\n    ground: {way: {symbol: '='}, wood: {symbol: '.', color: green}}\n"
    started = game(tmp_path, text)
    signs = signs_of(scene_of(started[1], started[0], 0))
    assert [meaning for sign, meaning in signs if sign == "."] == ["wood"]

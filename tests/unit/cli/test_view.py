"""What a player is shown of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
from gamespec.cli import narrate
from gamespec.cli.view import picture
from interpreter import Game
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

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


Started = tuple[Game, Words]


def game(place: Path, text: str, *answers: int) -> Started:
    """The game of a specification after the options with these indexes."""
    file = place / "game.yaml"
    file.write_text(text, encoding="utf-8")
    made = gamespec.load(file).compiled()
    started = Game(made.program)
    for index in answers:
        started.apply(started.options[index])
    return started, Words(made)


def seen(started: Started, player: int, width: int = 80) -> list[str]:
    """What the player is shown."""
    return picture(started[0].observation(player), started[1], width)


def test_a_grid_is_drawn(tmp_path: Path) -> None:
    """Pieces stand in their rows and columns, those of the first player, too."""
    started = game(tmp_path, BOARD.replace("FORM", "grid: [3, 2], without: [c1]"), 0, 3)
    assert seen(started, 0) == [
        "board:",
        "   a  b  c",
        " 1 p1 .",
        " 2 .  .  p2",
    ]


def test_hexes_are_shifted(tmp_path: Path) -> None:
    """Each row of a grid of hexes lies half a cell to the right of the one above."""
    started = game(tmp_path, BOARD.replace("FORM", "grid: [2, 3], shape: hex"), 0)
    assert seen(started, 0) == [
        "board:",
        "   a  b",
        " 1 p1 .",
        " 2  .  .",
        " 3   .  .",
    ]


@pytest.mark.parametrize("form", ["track: 3", "cells: [a, b, c], links: [[a, b]]"])
def test_other_boards_are_listed(tmp_path: Path, form: str) -> None:
    """Where there are no rows and columns, the cells that hold something are listed."""
    lines = seen(game(tmp_path, BOARD.replace("FORM", form), 0, 1), 0)
    assert [line.partition(": ")[2] for line in lines] == ["", "p1", "p2"]


def test_too_little_room(tmp_path: Path) -> None:
    """A grid wider than the terminal becomes a list of the cells that hold something."""
    started = game(tmp_path, BOARD.replace("FORM", "grid: [30, 1]"), 29)
    assert seen(started, 0, width=30) == ["board:", "  ad1: p1"]


def test_only_what_the_player_may_know(tmp_path: Path) -> None:
    """One's own hand is named, the other's is counted; a variable of the other's is hidden."""
    started = game(tmp_path, CARDS)
    assert seen(started, 0) == [
        "deck: 2 hidden",
        "hand[p1]: card 1, card 2",
        "hand[p2]: 2 hidden",
        "empty: trick",
        "gold: p1 2, p2 2, bank 5",
        "secret: p1 0, p2 ?",
    ]
    assert "hand[p1]: 2 hidden" in seen(started, 1)
    assert "secret: p1 ?, p2 0" in seen(started, 1)


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


def in_german(started: Started) -> Started:
    """The same game for people who read German."""
    return started[0], Words(started[1].compiled, "de")


def test_labels_of_variables_and_resources(tmp_path: Path) -> None:
    """Reference 7: zones, variables and resources are shown by their labels, members with their key."""
    started = game(tmp_path, LABELLED, 0)
    assert seen(started, 0) == [
        "board:",
        "  ford: Hit",
        "  mill: Wall 1",
        "Pit[p1]: stone 1, stone 2",
        "empty: Pit[p2]",
        "Coins: p1 1, p2 2, bank 6",
        "Water: 3, bank 1",
        "Marker: p1",
    ]
    assert seen(in_german(started), 0)[5:] == [
        "Münzen: p1 1, p2 2, bank 6",
        "Wasser: 3, bank 1",
        "Anzeiger: p1",
    ]


def test_labels_in_the_log(tmp_path: Path) -> None:
    """The log says it as the position does, in each language."""
    (tmp_path / "game.yaml").write_text(LABELLED, encoding="utf-8")
    made = gamespec.load(tmp_path).compiled()
    recorded = Game(made.program, record=True)
    recorded.apply(recorded.options[0])
    log = {language: narrate.log(recorded, Words(made, language)) for language in ("en", "de")}
    assert log["en"][-5:-1] == [
        "1 Coins: Coins[p1] → Coins.bank",
        "Marker: none → p1",
        "Hit[ford]: false → true",
        "Wall[mill]: 0 → 1",
    ]
    assert log["de"][-5:-1] == [
        "1 Münzen: Münzen[p1] → Münzen.bank",
        "Anzeiger: nichts → p1",
        "Treffer[ford]: false → true",
        "Mauer[mill]: 0 → 1",
    ]


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
    """Nothing is printed on them, so their kind is all that can be said, and whose they are."""
    assert seen(game(tmp_path, BARE), 0) == [
        "pit: 2 x stone",
        "home[p1]: 2 x p1_worker",
        "home[p2]: 2 x p2_worker",
    ]


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
    """Reference 8: without `supply` nobody learns anything from what is left; what has a supply is shown.

    2 + 2 were dealt and 1 was taken, so the bank owes 5, as the observation says.
    """
    started = game(tmp_path, ENDLESS, 0)
    assert seen(started, 1) == [
        "coins: p1 3, p2 2",
        "token: p1 ruby 0, p1 onyx 0, p2 ruby 0, p2 onyx 0",
        "rain: 0",
        "wood: p1 0, p2 0, bank 5",
    ]
    assert started[0].observation(1).values[:3] == (3, 2, -5)

"""What a player is shown of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
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

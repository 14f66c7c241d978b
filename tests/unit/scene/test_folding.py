"""Tests for what the log joins and leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import load
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.scene.happened.log import log_lines
from interpreter.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


MOVES = """\
language: 1
game: moves
title: Moves
players: 2
spaces:
  board: {grid: [4, 4]}
components:
  pawn: {per: player, label: "pawn of {owner}", rows: [{id: pawn}], copies: 2, start: "stand[a1]"}
  card: {label: "card {n}", attributes: {n: {type: 1..6}}, all: {n: 1..6}, start: "hand[seat(1)]"}
zones:
  stand: {of: pawn, per: board}
  hand: {of: card, per: player, seen_by: owner}
  open: {of: card, per: board}
variables:
  man: {per: board, type: player?, label: man}
  energy: {type: 0..9, start: 9}
actions:
  walk:
    label: "walk to {cell}"
    with: {cell: {from: board}}
    do:
      - set: {energy: energy - 1}
      - {move: "nth(stand[a1], 1)", to: "stand[b1]"}
      - set: {energy: energy - 1}
      - {move: "nth(stand[b1], 1)", to: "stand[c1]"}
      - set: {energy: energy + 2}
      - {move: "nth(stand[c1], 1)", to: "stand[cell]"}
  play:
    label: "play {c} on {cell}"
    with: {c: {from: "hand[me]"}, cell: {from: board}}
    do: [{move: c, to: "open[cell]"}]
  lay:
    label: "lay {c}"
    with: {c: {from: "hand[me]"}}
    do: [{move: c, to: "open[d1]"}]
  jump:
    label: "jump"
    do: [{set: {"man[a1]": none, "man[b1]": me}}]
  take:
    label: "take"
    do: [{set: {"man[a1]": none}}, {set: {"man[b2]": me}}]
setup:
  - set: {"man[a1]": seat(1), "man[b2]": seat(2)}
phases:
  play: {turns: clockwise, do: [{offer: [walk, play, lay, jump, take]}]}
limit: {decisions: 1, then: draw}
"""


@pytest.fixture
def after(tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that returns what the log of a seat says of an answer, given by its text."""

    def told(answer: str, seat: int | None) -> list[str]:
        file = tmp_path / "moves.yaml"
        file.write_text(MOVES, encoding="utf-8")
        spec = load(str(file))
        sitting = Sitting(spec.compiled(2), Origin.of(spec), Seeds(0, 0), ("human",) * 2, "en")
        before, game = len(sitting.game.events), sitting.game
        sitting.answer(next(o for o in game.options if sitting.words.option(game, o) == answer))
        lines = log_lines(sitting.words, sitting.game.events, sitting.labels, seat, before)
        return [line for line in lines if "over" not in line and "turn" not in line]

    return told


def test_steps_are_joined(after: Callable[..., list[str]]) -> None:
    """The steps of a pawn are one move, and changes of a number in one direction are one change.

    The energy falls twice by 1, from 9, and then rises by 2.
    """
    assert after("walk to d4", 0) == [
        "you: walk to d4",
        "energy down from 9 to 7",
        "pawn of p1 moves from a1 to d4",
        "energy up from 7 to 9",
    ]


def test_what_an_answer_names_is_left_out(after: Callable[..., list[str]]) -> None:
    """A move is left out if the reader has read the card and the cell in the answer.

    The other player has read neither, because nobody else knew the card when it was chosen. If an answer
    names only the card, the log says where the card goes.
    """
    assert after("play card 2 on b3", 0) == ["you: play card 2 on b3"]
    assert after("play card 2 on b3", None) == ["p1: play card 2 on b3"]
    assert after("play card 2 on b3", 1) == ["p1: play card on b3", "card 2 goes from p1's hand to b3"]
    assert after("lay card 2", 0) == ["you: lay card 2", "card 2 goes from your hand to d1"]


def test_values_move_on_boards(after: Callable[..., list[str]]) -> None:
    """A value that leaves one cell of a board and appears on another has moved there."""
    assert after("jump", 0) == ["you: jump", "man: p1 moves from a1 to b1"]
    assert after("take", 0) == ["you: take", "man: p1 moves from a1 to b2, where p2 was"]

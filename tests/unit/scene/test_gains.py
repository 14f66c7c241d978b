"""Tests for what players gain at places on boards, as far as a seat can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import Game
from interpreter.scene.happened.gains import Gain, gains_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAME = """
    players: 2
    spaces: {board: {grid: [3, 1]}}
    components:
      man: {attributes: {n: 1..3}, start: bag, rows: [{id: x, n: 1}, {id: y, n: 2}, {id: z, n: 3}]}
    zones:
      bag: {of: man}
      at: {of: man, per: board}
      home: {of: man, per: player}
    variables:
      points: {per: player, type: 0..99}
      secret: {per: player, type: 0..99, seen_by: owner}
    actions:
      count_first:
        do:
          - {set: {"points[seat(1)]": "points[seat(1)] + 3", "points[seat(2)]": "points[seat(2)] + 3"}}
          - {move: x, to: "home[seat(1)]"}
          - {set: {"points[seat(2)]": "points[seat(2)] + 5"}}
          - {move: y, to: "home[seat(2)]"}
      take_first:
        do:
          - {move: x, to: "home[seat(1)]"}
          - {set: {"points[seat(1)]": "points[seat(1)] + 1"}}
      secretly:
        do:
          - {set: {"secret[seat(1)]": "secret[seat(1)] + 4"}}
          - {move: x, to: "home[seat(1)]"}
      nowhere: {do: [{set: {"points[seat(1)]": "points[seat(1)] + 2"}}]}
    setup: [{move: x, to: "at[a1]"}, {move: y, to: "at[b1]"}, {move: z, to: "at[c1]"}]
    phases: {play: {turns: clockwise, do: [{offer: [count_first, take_first, secretly, nowhere]}]}}
"""
"""The cells of the board are zones 1 to 3."""


def gained(game_of: Callable[[str], Spec], answer: int, seat: int | None = 1) -> list[Gain]:
    """Return what a seat is told of the gains of the first answer."""
    made = game_of(GAME).compiled()
    game = Game(made.program, 1, record=True)
    before = len(game.events)
    game.apply(game.options[answer])
    return gains_of(Words(made), game.events[before:], seat)


def test_each_place_has_its_own_number(game_of: Callable[[str], Spec]) -> None:
    """What leaves a board after numbers have changed belongs to these; the next change has its own place."""
    first, second = "s0.0 z1", "s0.1 z2"
    assert gained(game_of, 0) == [Gain(0, 3, (first,)), Gain(1, 3, (first,)), Gain(1, 5, (second,))]


def test_what_was_taken_just_before(game_of: Callable[[str], Spec]) -> None:
    """A number that changes after something has left the board comes from there."""
    assert gained(game_of, 1) == [Gain(0, 1, ("s0.0 z1",))]


def test_hidden_numbers(game_of: Callable[[str], Spec]) -> None:
    """Of a hidden number only its owner is told by how much it has changed."""
    assert gained(game_of, 2, 0) == [Gain(0, 4, ("s0.0 z1",))]
    assert gained(game_of, 2, 1) == gained(game_of, 2, None) == []


def test_without_a_place(game_of: Callable[[str], Spec]) -> None:
    """A number that has changed while nothing left a board comes from no place on one."""
    assert gained(game_of, 3) == []

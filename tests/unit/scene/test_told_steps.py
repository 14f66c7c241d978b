"""Tests for the line that tells what others did, where a thing moves step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter import Game, Words
from interpreter.play.events import Decided
from interpreter.scene.happened.telling import Given, in_short
from interpreter.scene.labels import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

WALK = """
players: 2
spaces: {way: {track: 9}}
components:
  pawn: {rows: [{id: tom}], start: "stand[cell(way, 1)]"}
zones:
  stand: {of: pawn, per: way}
actions:
  go:
    label: "move {who} by {n}"
    with: {who: {from: pawn}, n: {from: 1..3}}
    do:
      - for: {i: 1..n}
        do:
          - {move: who, to: "stand[default(step(the(key(stand, who)), forward), cell(way, 1))]"}
phases: {play: {turns: clockwise, do: [{offer: [go]}]}}
limit: {decisions: 4, then: draw}
"""


@pytest.mark.parametrize(
    ("steps", "rest"),
    [(3, ["tom moves from 1 to 4"]), (2, ["tom moves from 1 to 3"]), (1, ["tom moves from 1 to 2"])],
)
def test_the_whole_way_is_told(game_of: Callable[[str], Spec], steps: int, rest: list[str]) -> None:
    """The steps are one move. The answer does not name the cell where the pawn arrives."""
    compiled = game_of(WALK).compiled()
    game, words = Game(compiled.program, record=True), Words(compiled)
    position, since = list(game.position), len(game.events)
    option = next(each for each in game.options if each.values[1] == steps)
    label = Label(words.option(game, option), f"move tom by {steps}")
    game.apply(option)
    events = game.events[since:]
    at = next(number for number, event in enumerate(events) if isinstance(event, Decided))
    said, parts = in_short(words, Given(position, option, events, {at: label}), 1)
    assert (said, [part.text for part in parts]) == (f"p1: move tom by {steps}", rest)

"""Templates as people read them."""

from __future__ import annotations

from pathlib import Path

import gamespec
from interpreter import Game, Words

GAME = """\
language: 1
game: piles
title: Piles
players: 2
variables:
  pile: {type: 0..9, start: 9}
actions:
  take:
    label: >-
      take {n}
      stones{', which
      is little' if n < 2 else ''}
    with: {n: {from: 1..2}}
    do: [{set: {pile: pile - n}}]
phases:
  play: {turns: clockwise, do: [{offer: [take]}]}
limit: {decisions: 3, then: draw}
"""


def test_a_text_of_several_lines_is_shown_on_one() -> None:
    """A line break of the file, with the spaces around it, is a space to people, also between quotes."""
    path = Path("piles.yaml")
    spec = gamespec.analyse(path, texts={path: GAME}).spec
    assert spec is not None
    compiled = spec.compiled()
    game = Game(compiled.program, seed=1)
    texts = [Words(compiled).option(game, option) for option in game.options]
    assert texts == ["take 1 stones, which is little", "take 2 stones"]

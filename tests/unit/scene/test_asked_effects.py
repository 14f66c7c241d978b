"""Tests that what actions do shows where they can be pointed at, and which of them do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gamespec
from interpreter import Game
from interpreter.scene.asked import asked_of
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.scene.choices import Asked

GAME = """
language: 1
game: g
title: T
players: 2
spaces: {ring: {track: 9, loop: true}}
variables:
  dog: {type: ring, start: "cell(ring, 4)"}
  cat: {type: ring, start: "cell(ring, 7)", shown: false}
  points: {type: 0..9, start: 3}
actions:
  drive: {with: {steps: {from: 1..3}}, do: [{run: drive_it, with: {steps: steps}}]}
  creep: {with: {steps: {from: 1..3}}, do: [{set: {cat: "the(step(cat, forward))"}}]}
  spend: {with: {some: {from: 1..2}}, do: [{set: {points: points - some}}]}
  home: {do: [{set: {dog: "cell(ring, 1)"}}]}
  rest: {do: []}
procedures:
  drive_it:
    with: {steps: 1..3}
    do: [{for: {i: 1..steps}, do: [{set: {dog: "the(step(dog, forward))"}}]}]
phases: {play: {turns: clockwise, do: [{offer: [drive, creep, spend, home, rest]}]}}
limit: {decisions: 9, then: draw}
"""


def asked(path: Path) -> Asked:
    """Return the first decision of the game above."""
    (path / "game.yaml").write_text(GAME)
    compiled = gamespec.load(str(path)).compiled()
    found = asked_of(Words(compiled, "en"), Game(compiled.program, 3))
    assert found is not None
    return found


def test_the_cell_of_a_marker_stands_for_the_action_that_moves_it(tmp_path: Path) -> None:
    """The dog stands on the fourth cell, which stands for driving it by any number of steps.

    The cat is not shown, points stand on no cell, and going home leads to one cell only.
    """
    found = asked(tmp_path)
    pointed = {found.members[choice.said[0].members[0]] for choice in found.choices}
    assert {member.text: member.refs for member in pointed} == {
        "drive": ("s0.3",),
        "creep": (),
        "spend": (),
        "home": (),
        "rest": (),
    }


def test_what_does_nothing(tmp_path: Path) -> None:
    """Only the action without steps is idle."""
    assert [choice.label for choice in asked(tmp_path).choices if choice.idle] == ["rest"]

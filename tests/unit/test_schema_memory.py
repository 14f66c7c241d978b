"""Sections that were sound are not examined again, and those that were not are."""

from __future__ import annotations

from pathlib import Path

import gamespec

GAME = """\
language: 1
game: heap
title: Heap
players: 2
variables:
  heap: {type: 0..3, start: 3}
phases:
  play: {turns: clockwise, do: [{set: {heap: heap - 1}}]}
end:
  over: {when: heap == 0, winner: me}
limit: {decisions: 9, then: draw}
"""


def codes(text: str) -> list[str]:
    """Return the codes of the mistakes in the structure of a game."""
    path = Path("heap.yaml")
    return [d.code for d in gamespec.analyse(path, texts={path: text}, stage="structure").diagnostics]


def test_a_mistake_is_found_as_often_as_it_is_made() -> None:
    """A section is examined when it changes, and again as long as it is wrong; so are the keys at the top."""
    wrong = GAME.replace("start: 3", "start: 3, colour: red")
    extra = GAME + "ranks: []\n"
    for text, expected in (
        (GAME, []),
        (wrong, ["GS120"]),
        (GAME, []),
        (wrong, ["GS120"]),
        (extra, ["GS120"]),
    ):
        assert codes(text) == expected


def test_numbers_and_truth_values_are_told_apart() -> None:
    """`true` is not 1, although Python finds them equal: one of them says nothing of the other."""
    assert codes(GAME.replace("players: 2", "players: 1")) == []
    assert codes(GAME.replace("players: 2", "players: true")) == ["GS122"]


def test_a_section_is_sound_in_its_place_only() -> None:
    """What is right as one section is wrong as another: an action has no key `winner`."""
    assert codes(GAME.replace("end:", "actions:")) == ["GS120"]

"""Tests that answers lead to what their player chooses next, as far as the player knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gamespec
from interpreter import Game
from interpreter.scene.asked import asked_of
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
language: 1
game: g
title: T
players: 2
components:
  stone: {rows: [{id: a}, {id: b}], label: "{row}", start: bag}
  card: {rows: [{id: x}, {id: y}], label: "{row}", start: pile}
spaces: {path: {track: 4}}
zones:
  bag: {of: stone}
  pile: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
actions:
  step:
    with: {far: {from: 1..2}}
    do:
      - choose: {goal: {from: "filter(c in path: column(c) <= far)"}}
        ask: choice
  bluff:
    do:
      - choose: {taken: {from: "filter(s in bag: s == a or any(c in hand[right(me)]: c == x))"}}
        ask: choice
  draw:
    do:
      - {move: "top(pile, 1)", to: "hand[me]"}
      - choose: {shown: {from: "hand[me]"}}
        ask: choice
  nod: {do: []}
setup:
  - shuffle: pile
  - {move: "top(pile, 1)", to: "hand[seat(2)]"}
phases: {play: {turns: clockwise, do: [{offer: [step, bluff, draw, nod]}]}}
limit: {decisions: 9, then: draw}
"""


def test_what_an_answer_leads_to(tmp_path: Path) -> None:
    """One step leads to the first cell of the path, of which the player need not be asked, two lead to two.

    What bluffing leads to depends on a card that the player does not see, and a card that is drawn is known
    to nobody before. Nodding leads to nothing. It is the same whichever card the other one has.
    """
    (tmp_path / "game.yaml").write_text(GAME)
    compiled = gamespec.load(str(tmp_path)).compiled()
    for seed in range(4):
        found = asked_of(Words(compiled, "en"), Game(compiled.program, seed))
        assert found is not None
        assert [choice.leads for choice in found.choices] == [("s0.0",), ("s0.0", "s0.1"), (), (), ()]


def test_what_an_answer_lays() -> None:
    """The drawn tile is laid on the plane, then a follower from home on a part of it.

    So is the drawn card of Ogallala; choosing a pile, placing nothing and discarding lay nothing.
    """
    for name, lying in (("carcassonne", ["drawn", "supply"]), ("ogallala", [None, "drawn"])):
        compiled = gamespec.load(name).compiled()
        words, game = Words(compiled, "en"), Game(compiled.program, 1)
        families = [each.zone for each in words.names.families]
        for zone in lying:
            asked = asked_of(words, game)
            assert asked is not None
            laid = {
                int(each.lays[1:].split(".")[0])
                for each in asked.choices
                if each.lays and each.said[-1].members
            }
            found = {each.name for each in families for at in laid if 0 <= at - each.first < each.count}
            assert found == ({zone} if zone else set())
            game.apply(game.options[0])
        assert all(each.lays is None for each in asked.choices if len(each.said) < 2)

"""Tests for `place`, which is compared with a search of the list, on both engines.

They also cover lists that are known before the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agreement import Played, both, side_by_side
from inside import Named, elaborated

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Make = Callable[[str], Spec]

BODY = """
players: 3
enums: {suit: [red, blue, green]}
components:
  card: {attributes: {suit: suit, rank: 1..3}, all: {suit: suit, rank: 1..3}, start: deck}
  coin: {attributes: {worth: 1..2}, rows: [{id: one, worth: 1, copies: 3}, {id: two, worth: 2}], start: bag}
spaces:
  board: {grid: [3, 2]}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  bag: {of: coin, ordered: true, seen_by: nobody}
  box: {of: coin}
variables:
  n: {type: 0..9, start: 3}
  held: {type: suit?, start: blue}
  sum: {type: 0..99999}
setup:
  - shuffle: deck
  - shuffle: bag
  - {for: {p: players}, do: [{move: "top(deck, 2)", to: "hand[p]"}]}
  - {move: "top(bag, 2)", to: box}
"""
LISTS = {
    "deck": "card",
    "hand[seat(1)]": "card",
    "hand": "card",
    "card": "card",
    "reverse(deck)": "card",
    "filter(c in card: c.rank > 1)": "card",
    "bag": "coin",
    "box": "coin",
    "coin": "coin",
    "map(c in deck: c.suit)": "suit",
    "distinct(map(c in deck: c.suit))": "suit",
    "suit": "suit",
    "{green, red, green}": "suit",
    "map(c in hand: c.rank)": "0..4",
    "{n, 2, n}": "0..4",
    "2..n": "0..4",
    "3..n - 1": "0..4",
    "{4, 1, 4, 2}": "0..4",
    "counterclockwise(left(me))": "players",
    "neighbours(board.b1)": "board",
}
"""Expressions for lists, and for each an expression for the values that are sought in it."""

ALL = pytest.mark.parametrize("among", LISTS)


@ALL
def test_the_place_of_each_value(among: str, game_of: Make) -> None:
    """The place of a value is the index, counted from 1, of its first occurrence in the list.

    A value that the list does not contain has no place.
    """
    turn = "phases: {play: {turns: clockwise, do: [{choose: {x: {from: 1..2}}}]}}"
    game = Named(game_of(f"{BODY}\n{turn}\n"))

    def asked(text: str) -> tuple[int, ...]:
        node, found = elaborated(game.compiled, text)
        assert node is not None
        assert not found.errors, [d.message for d in found]
        values = game.asked(node)
        assert isinstance(values, tuple)
        return values

    values = LISTS[among]
    members, sought = (asked(f"map(x in {each}: x)") for each in (among, values))
    wanted = tuple(members.index(x) + 1 if x in members else 0 for x in sought)
    assert asked(f"map(x in {values}: default(place({among}, x), 0))") == wanted
    there = f"filter(x in {values}: x in {among})"
    assert asked(f"map(x in {there}: nth({among}, the(place({among}, x))))") == asked(there)


@ALL
def test_both_engines(among: str, game_of: Make) -> None:
    """Both engines find the same place of every value, while cards and coins move from turn to turn."""
    turns = f"""
actions:
  take: {{with: {{c: {{from: "hand[left(me)]"}}}}, do: [{{move: c, to: deck}}]}}
  pass: {{with: {{x: {{from: 0..9}}}}, do: [{{set: {{n: x}}}}, {{move: "top(box, 1)", to: bag}}]}}
phases:
  play:
    turns: clockwise
    do:
      - {{offer: [take, pass]}}
      - {{set: {{sum: "sum(x in {LISTS[among]}: default(place({among}, x), 11) * 7)"}}}}
limit: {{decisions: 12, then: draw}}
"""
    played, engines = Played(), both(game_of(BODY + turns).program())
    for seed in range(3):
        side_by_side(engines, seed, 12, played)
    assert played.counts["decisions"] >= 3 * 12
    assert not played.faults


def test_known_before_the_game(game_of: Make) -> None:
    """A place in a list that never changes may be used where a constant is required."""
    body = """
    players: 3
    options: {least: {type: [few, some, many], default: some}}
    enums: {suit: [red, blue, green]}
    variables:
      v: {type: 1..3?, start: "place(suit, blue)"}
      w: {type: 1..3?, start: "place({many, few}, least)"}
      x: {type: 0..9, start: "count(s in suit: place({green, red}, s) == 1)"}
    phases: {play: {turns: clockwise, do: [{choose: {x1: {from: 1..2}}}]}}
    """
    game = Named(game_of(body))
    values = [elaborated(game.compiled, name)[0] for name in ("v", "default(w, 0)", "x")]
    assert [game.asked(node) for node in values if node is not None] == [2, 0, 1]

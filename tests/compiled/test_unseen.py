"""Compiled games offer the same unseen answers in the same order, and draw the same meanings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agreement import Played, batches, both, side_by_side

import gamespec
from gamespec.program.instructions import DrawHidden, DrawSecret

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

CARDS = """
players: 3
components:
  card:
    attributes: {rank: 1..4, colour: 1..2}
    rows:
      - {id: a, rank: 1, colour: 1, copies: 2}
      - {id: b, rank: 1, colour: 2, copies: 2}
      - {id: c, rank: 2, colour: 1, copies: 3}
      - {id: d, rank: 3, colour: 2}
      - {id: e, rank: 4, colour: 1, copies: 2}
    start: deck
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  row: {of: card, ordered: true, seen_by: nobody}
  heap: {of: card, seen_by: nobody}
  won: {of: card, per: player}
variables:
  called: {type: 0..9}
setup:
  - shuffle: deck
  - {for: {p: players}, do: [{move: "top(deck, 2)", to: "hand[p]"}]}
  - {move: "top(deck, 3)", to: row}
  - {move: deck, to: heap}
  - {reveal: "nth(row, 2)", to: seat(1)}
score: "sum(c in won[player]: c.rank)"
limit: {decisions: 40, then: rank}
"""

TURNS = """
phases:
  play:
    turns: clockwise
    until: "all(p in players: empty(hand[p])) or empty(heap)"
    do: [%s]
"""

OTHERS = "filter(o in card: o in heap or o in row or any(q in players: q != me and o in hand[q]))"

GAMES = {
    "one of all that lies anywhere": """
actions:
  take: {with: {c: {from: "OTHERS"}}, do: [{move: c, to: "won[me]"}]}
""".replace("OTHERS", OTHERS),
    "two, of which one is seen": """
actions:
  swap:
    with: {mine: {from: "hand[me]"}, other: {from: "hand[left(me)]"}}
    do: [{move: mine, to: heap}, {move: other, to: "won[me]"}]
""",
    "the second depends on the first": """
actions:
  pair:
    with:
      x: {from: "OTHERS"}
      y: {from: "filter(c in union(row, hand[me]): c.rank >= x.rank)"}
    do: [{move: x, to: "won[me]"}, {if: "y not in won[me]", then: [{move: y, to: "won[me]"}]}]
  pass: {}
""".replace("OTHERS", OTHERS),
    "never twice from one place": """
actions:
  take:
    with: {c: {from: "row", where: "place(row, c) != called"}}
    do: [{set: {called: "the(place(row, c))"}}, {move: c, to: "won[me]"}]
  draw:
    do: [{set: {called: "default(place(heap, nth(won[me], 1)), 9)"}}, {move: "top(heap, 1)", to: row}]
    when: not empty(won[me])
  pass: {}
""",
    "all but the first": """
actions:
  take:
    with: {cs: {from: "rest(row, 1)", count: 1..2, where: "sum(c in rest(cs, 1): c.rank) < 3"}}
    do: [{move: cs, to: "won[me]"}, {move: "top(hand[me], 1)", to: row}]
  pass: {}
""",
    "several, with a condition": """
actions:
  take:
    with: {cs: {from: "OTHERS", count: 0..3, where: "sum(c in cs: c.rank) != 4"}}
    do: [{move: cs, to: "won[me]"}]
""".replace("OTHERS", OTHERS),
    "several that differ": """
actions:
  take:
    with: {cs: {from: "heap", count: 2, where: "any(a in cs: any(b in cs: a.rank > b.rank + 1))"}}
    do: [{move: cs, to: "won[me]"}]
  pass: {}
""",
    "so many as somebody has": """
actions:
  take:
    with: {cs: {from: "union(row, heap)", count: "{1, size(hand[me])}"}, more: {from: "hand[right(me)]"}}
    do: [{move: cs, to: "won[me]"}, {move: more, to: "hand[me]"}]
  pass: {}
""",
    "kept if it leads somewhere": """
actions:
  take:
    with: {c: {from: "OTHERS"}}
    do: [{move: c, to: "won[me]"}, {set: {called: c.rank}}]
    keeps: "sum(w in won[me]: w.rank) % 3 != 0"
  pass: {}
""".replace("OTHERS", OTHERS),
    "asked for ahead": """
actions:
  take:
    with: {c: {from: "hand[left(me)]", where: "c.rank > 1"}}
    do: [{move: c, to: "won[me]"}]
  draw:
    when: "can(left(me): take)"
    with: {c: {from: heap}}
    do: [{move: c, to: "hand[me]"}]
  pass: {}
""",
    "given something": """
actions:
  take:
    given: {least: 0..4}
    with: {c: {from: "heap", where: "c.rank > least"}, d: {from: "row"}}
    do: [{move: c, to: "won[me]"}, {move: d, to: heap}]
  pass: {}
""",
}
OFFERED = {
    "one of all that lies anywhere": "{offer: [take]}",
    "two, of which one is seen": "{offer: [swap], otherwise: [{move: heap, to: 'won[me]'}]}",
    "the second depends on the first": "{offer: [pair, pass]}",
    "never twice from one place": "{offer: [take, draw, pass]}",
    "all but the first": "{offer: [take, pass]}",
    "several, with a condition": "{offer: [take]}",
    "several that differ": "{offer: [take, pass]}",
    "so many as somebody has": "{offer: [take, pass]}",
    "kept if it leads somewhere": "{offer: [take, pass]}",
    "asked for ahead": "{offer: [take, draw, pass]}",
    "given something": "{offer: [{take: {least: 'size(hand[me])'}}, pass]}",
}


def compared(spec: Spec, seeds: int) -> Played:
    """Compare the engines on games with different seeds, and return the counts."""
    played, engines = Played(), both(spec.program())
    for seed in range(seeds):
        side_by_side(engines, seed, 60, played)
    batches(engines, range(seeds), played)
    return played


@pytest.mark.long("agreement")
@pytest.mark.parametrize("name", GAMES)
def test_small_games(name: str, game_of: Callable[[str], Spec]) -> None:
    """Answers and draws agree, whatever the conditions on unseen choices are."""
    spec = game_of(CARDS + GAMES[name] + TURNS % OFFERED[name])
    program = spec.program()
    assert any(pick.hidden for action in program.actions for pick in action.picks)
    played = compared(spec, 20)
    assert played.counts["decisions"] >= 40, played
    assert not played.faults


def test_answers_in_secret(game_of: Callable[[str], Spec]) -> None:
    """The meaning of each secret answer is drawn after all have answered, before anybody acts."""
    take = """
actions:
  take:
    given: {most: 0..9}
    with:
      cs: {from: "union(heap, hand[left(me)])", count: 1..2, where: "sum(c in cs: c.rank) <= most"}
      d: {from: row}
    do: [{move: "filter(c in cs: c in heap)", to: "won[me]"}]
  pass: {}
"""
    text = "{offer: [{take: {most: 'size(heap) + 1'}}, pass], by: players}"
    spec = game_of(CARDS + take + TURNS % text)
    assert any(isinstance(i, DrawSecret) for i in spec.program().code)
    assert compared(spec, 20).counts["decisions"] > 100


def test_a_step_that_chooses(game_of: Callable[[str], Spec]) -> None:
    """In a `choose` step with unseen components, conditions can read the locals of enclosing steps."""
    step = """{let: {least: "size(hand[me])"}},
      {choose: {c: {from: "heap", where: "c.rank + 2 > least"}, d: {from: "row", optional: true}},
       then: [{move: c, to: "won[me]"}, {move: "filter(r in row: r == d)", to: heap}],
       otherwise: [{move: heap, to: "won[me]"}]}"""
    spec = game_of(CARDS + TURNS % step)
    assert any(isinstance(i, DrawHidden) for i in spec.program().code)
    assert compared(spec, 20).counts["decisions"] > 40


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_shipped_game(players: int) -> None:
    """Engines agree on Hanabi, in which players do not see their own cards."""
    played, engines = Played(), both(gamespec.load("hanabi").program(players))
    for seed in range(4):
        side_by_side(engines, seed, 100, played)
    batches(engines, range(8), played)
    assert played.counts["games over"] == 4

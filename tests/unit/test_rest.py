"""Tests for `rest`, which is compared with slices of the list, on all engines.

They also cover lists that are known before the game.
"""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from agreement import Played, engines_of, side_by_side
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
    "rest(deck, 1)": "card",
    "(deck if n > 2 else hand[me])": "card",
    "filter(c in card: c.rank > 1)": "card",
    "bag": "coin",
    "box": "coin",
    "coin": "coin",
    "map(c in deck: c.suit)": "suit",
    "suit": "suit",
    "{green, red, green}": "suit",
    "{n, 2, n}": "0..9",
    "2..n": "0..9",
    "{4, 1, 4, 2}": "0..9",
    "counterclockwise(left(me))": "players",
    "neighbours(board.b1)": "board",
}
"""Expressions for lists of at most 9 members, and for each an expression for the values that it may hold."""

COUNTS = ("k", "k * 268435455", "n - 4", "0", "1", "2", "9", "-1", "size({OF}) - 1")
"""Expressions for the number of values that are left out. `{OF}` is the list, and `k` goes from -2 to 8."""

ALL = pytest.mark.parametrize("of", LISTS)


@ALL
def test_the_values_after_the_first(of: str, game_of: Make) -> None:
    """The values that are left begin at place n + 1. If n is negative, they are all values."""
    turn = "phases: {play: {turns: clockwise, do: [{choose: {x: {from: 1..2}}}]}}"
    game = Named(game_of(f"{BODY}\n{turn}\n"))

    def asked(text: str) -> tuple[int, ...]:
        node, found = elaborated(game.compiled, text)
        assert node is not None
        assert not found.errors, [d.message for d in found]
        values = game.asked(node)
        assert isinstance(values, tuple)
        return values

    members = asked(f"map(x in {of}: x)")
    for n in range(-2, 11):
        wanted = members[max(0, n) :]
        assert asked(f"map(x in rest({of}, {n}): x)") == wanted
        assert asked(f"map(k in {{{n}, 99}}: rest({of}, k))") == wanted


@ALL
def test_all_engines(of: str, game_of: Make) -> None:
    """All engines find the same values, while cards and coins move from turn to turn."""
    places = " + ".join(
        f"default(place(rest({of}, {count.format(OF=of)}), x), 11) * {i + 1}"
        for i, count in enumerate(COUNTS)
    )
    turns = f"""
actions:
  take: {{with: {{c: {{from: "hand[left(me)]"}}}}, do: [{{move: c, to: deck}}]}}
  pass: {{with: {{x: {{from: 0..9}}}}, do: [{{set: {{n: x}}}}, {{move: "rest(box, 1)", to: bag}}]}}
phases:
  play:
    turns: clockwise
    do:
      - {{offer: [take, pass]}}
      - {{set: {{sum: "sum(k in -2..8: sum(x in {LISTS[of]}: {places})) % 99999"}}}}
      - {{move: "rest(deck, 5)", to: "hand[me]"}}
limit: {{decisions: 12, then: draw}}
"""
    played, engines = Played(), engines_of(game_of(BODY + turns).program())
    for seed in range(3):
        side_by_side(engines, seed, 12, played)
    assert played.counts["decisions"] >= 3 * 12
    assert not played.faults


def test_known_before_the_game(game_of: Make) -> None:
    """The rest of a list that never changes may be used where a constant is required."""
    body = """
    players: 3
    options: {skip: {type: 0..3, default: 2}}
    enums: {suit: [red, blue, green]}
    variables:
      v: {type: 0..9, start: "size(rest(suit, skip))"}
      w: {type: 0..9, start: "sum(i in rest({5, 1, 3}, skip): i)"}
      x: {type: 0..9, start: "sum(i in 0..2: count(s in suit: s in rest(suit, i)))"}
    phases: {play: {turns: clockwise, do: [{choose: {y: {from: 1..2}}}]}}
    """
    game = Named(game_of(body))
    values = [elaborated(game.compiled, name)[0] for name in ("v", "w", "x")]
    assert [game.asked(node) for node in values if node is not None] == [1, 3, 3 + 2 + 1]


def test_chosen_unseen(game_of: Make) -> None:
    """The choices from the rest of a zone lie in that zone, and a condition on them sees only faces."""
    take = """
    actions:
      take:
        with: {cs: {from: "rest(bag, 1)", count: 0..2, where: "sum(c in rest(cs, 1): c.worth) < 2"}}
        do: [{move: cs, to: box}]
    phases: {play: {turns: clockwise, do: [{offer: [take]}]}}
    """
    program = game_of(BODY + dedent(take)).program()
    (pick,) = program.actions[0].picks
    assert [program.zones[zone].ordered for zone, _ in pick.hidden] == [True]
    assert not pick.asks_which

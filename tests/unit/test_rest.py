"""Tests for `rest`, which is compared with slices of the list, on all engines.

They also cover lists that are known before the game.
"""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from inside import Named, elaborated
from lists import BODY, LISTS, engines_agree, values_of

if TYPE_CHECKING:
    from lists import Make

COUNTS = ("k", "k * 268435455", "n - 4", "0", "1", "2", "9", "-1", "size({OF}) - 1")
"""Expressions for the number of values that are left out. `{OF}` is the list, and `k` goes from -2 to 8."""

ALL = pytest.mark.parametrize("of", [*LISTS, "rest(deck, 1)"])


@ALL
def test_the_values_after_the_first(of: str, game_of: Make) -> None:
    """The values that are left begin at place n + 1. If n is negative, they are all values."""
    asked = values_of(game_of)
    members = asked(f"map(x in {of}: x)")
    for n in range(-2, 11):
        wanted = members[max(0, n) :]
        assert asked(f"map(x in rest({of}, {n}): x)") == wanted
        assert asked(f"map(k in {{{n}, 99}}: rest({of}, k))") == wanted


@ALL
def test_all_engines(of: str, game_of: Make) -> None:
    """All engines find the same values."""
    places = " + ".join(
        f"default(place(rest({of}, {count.format(OF=of)}), x), 11) * {i + 1}"
        for i, count in enumerate(COUNTS)
    )
    total = f"sum(k in -2..8: sum(x in {LISTS.get(of, 'card')}: {places})) % 99999"
    engines_agree(total, game_of, "rest(box, 1)", '{move: "rest(deck, 5)", to: "hand[me]"}')


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

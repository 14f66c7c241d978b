"""A game with many kinds of lists, for the tests of built-ins over lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agreement import Played, engines_of, side_by_side
from inside import Named, elaborated

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Make = Callable[[str], Spec]

__all__ = ["BODY", "LISTS", "engines_agree", "values_of"]

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
    "(deck if n > 2 else hand[me])": "card",
    "filter(c in card: c.rank > 1)": "card",
    "bag": "coin",
    "box": "coin",
    "coin": "coin",
    "map(c in deck: c.suit)": "suit",
    "distinct(map(c in deck: c.suit))": "suit",
    "suit": "suit",
    "{green, red, green}": "suit",
    "map(c in hand: c.rank)": "0..4",
    "{n, 2, n}": "0..9",
    "2..n": "0..9",
    "3..n - 1": "0..9",
    "{4, 1, 4, 2}": "0..9",
    "counterclockwise(left(me))": "players",
    "neighbours(board.b1)": "board",
}
"""Expressions for lists of at most 9 members, and for each an expression for the values that it may hold."""

ASKS = "phases: {play: {turns: clockwise, do: [{choose: {x: {from: 1..2}}}]}}"


def values_of(game_of: Make) -> Callable[[str], tuple[int, ...]]:
    """Return a function that evaluates an expression for a list in the first position of the game."""
    game = Named(game_of(f"{BODY}\n{ASKS}\n"))

    def asked(text: str) -> tuple[int, ...]:
        node, found = elaborated(game.compiled, text)
        assert node is not None
        assert not found.errors, [d.message for d in found]
        values = game.asked(node)
        assert isinstance(values, tuple)
        return values

    return asked


def engines_agree(total: str, game_of: Make, moved: str = "top(box, 1)", *more: str) -> None:
    """Check that all engines compute the same total while cards and coins move from turn to turn.

    `moved` are the coins that go into the bag, and `more` are further steps of a turn.
    """
    steps = [f'{{set: {{sum: "{total}"}}}}', *more]
    turns = f"""
actions:
  take: {{with: {{c: {{from: "hand[left(me)]"}}}}, do: [{{move: c, to: deck}}]}}
  pass: {{with: {{x: {{from: 0..9}}}}, do: [{{set: {{n: x}}}}, {{move: "{moved}", to: bag}}]}}
phases:
  play:
    turns: clockwise
    do: [{{offer: [take, pass]}}, {", ".join(steps)}]
limit: {{decisions: 12, then: draw}}
"""
    played, engines = Played(), engines_of(game_of(BODY + turns).program())
    for seed in range(3):
        side_by_side(engines, seed, 12, played)
    assert played.counts["decisions"] >= 3 * 12
    assert not played.faults

"""Games with much hidden information, written here or shipped, with all histories of each."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from posterior import posteriors

from gamespec import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from posterior import History, Posteriors

    from gamespec import Spec
    from gamespec.program import Program

    Walked = Callable[[str], tuple[Program, Posteriors]]

__all__ = ["SHIPPED", "UNTOLD", "WRITTEN", "critical", "is_large", "is_small", "some", "walked"]

DICE = """
    players: 3
    variables:
      die: {per: player, type: 0..3, seen_by: owner}
      holds: {per: player, type: 0..2}
    actions:
      claim:
        with: {n: {from: 1..3, where: "n <= die[me] + 1"}}
        do: [{set: {"holds[me]": "2 if die[me] >= n else 1"}}]
    setup:
      - for: {p: players}
        do:
          - random: {n: {from: 1..3, weight: n}}
            seen_by: p
          - set: {"die[p]": n}
    phases:
      play:
        do:
          - for: {p: players}
            do: [{offer: [claim], by: p, seen_by: p}]
          - for: {p: players}
            do: [{offer: [claim], by: p}]
"""
"""Dice under cups: each player makes two claims, the first in secret; all learn whether a claim holds.

The higher the die, the more claims are offered, so histories have different weights.
"""

PASSING = """
    players: 3
    components:
      card: {attributes: {rank: 1..5}, all: {rank: 1..5}, label: "{rank}", start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      played: {of: card}
    actions:
      pass: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: "hand[left(me)]"}]}
      play: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: played}]}
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 1)", to: "hand[p]"}]
      - for: {p: "filter(q in players: size(deck) > 0)"}
        do: [{if: "not empty(deck)", then: [{move: "top(deck, 1)", to: "hand[p]"}]}]
    phases:
      play:
        do:
          - {offer: [pass], by: players}
          - for: {p: players}
            do: [{offer: [play], by: p}]
"""
"""Each player secretly passes a card from an unordered hand, and then plays one.

Player 3 begins with one card, the others with two.
"""

SUITS = """
    players: 3
    enums: {suit: [red, blue]}
    components:
      card:
        attributes: {suit: suit, rank: 1..3}
        all: {suit: suit, rank: 1..3}
        label: "{suit} {rank}"
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      trick: {of: card}
    variables: {led: {type: suit?}}
    actions:
      play:
        with:
          c:
            from: "hand[me]"
            where: "led == none or c.suit == led or none(d in hand[me]: d.suit == led)"
        do:
          - if: led == none
            then: [{set: {led: c.suit}}]
          - {move: c, to: trick}
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 2)", to: "hand[p]"}]
    phases:
      play:
        do:
          - for: {i: 1..2}
            do:
              - set: {led: none}
              - for: {p: players}
                do: [{offer: [play], by: p}]
"""
"""Two tricks: a player who does not follow suit reveals that no card of that suit is left in the hand."""

RECYCLED = """
    players: 2
    enums: {suit: [red, blue]}
    components:
      card: {attributes: {suit: suit}, all: {suit: suit}, copies: 3, label: "{suit}", start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      discard: {of: card}
    actions:
      play: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: discard}]}
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 2)", to: "hand[p]"}]
    phases:
      play:
        turns: clockwise
        do:
          - {offer: [play]}
          - if: empty(deck)
            then:
              - {move: discard, to: deck}
              - {shuffle: deck}
          - {move: "top(deck, 1)", to: "hand[me]"}
    limit: {decisions: 100, then: draw}
"""
"""Identical copies that all have seen return to the deck, while other copies are still in a hand."""

HINTS = """
    players: 2
    enums: {suit: [red, blue]}
    components:
      card:
        attributes: {suit: suit, rank: 1..3}
        all: {suit: suit, rank: 1..3}
        label: "{suit} {rank}"
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, ordered: true, capacity: 2, seen_by: others}
      table: {of: card}
    actions:
      hint:
        with: {s: {from: suit, where: "any(c in hand[left(me)]: c.suit == s)"}}
        do: [{reveal: "hand[left(me)]", only: {suit: s}, to: left(me)}]
      play:
        with: {c: {from: "hand[me]"}}
        do: [{move: c, to: table}, {move: "top(deck, 1)", to: "hand[me]", at: bottom}]
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 2)", to: "hand[p]", at: bottom}]
    phases:
      play: {turns: clockwise, do: [{offer: [hint, play]}]}
"""
"""Each player sees the other hand, and says which of its cards are red, or which are blue."""


COPIES = """
    enums: {rank: [low, middle, high]}
    components:
      card:
        attributes: {rank: rank}
        rows: [{rank: low, copies: 2}, {rank: middle, copies: 2}, {rank: high}]
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      row: {of: card, ordered: true, seen_by: nobody}
      bin: {of: card, seen_by: nobody}
    actions:
      take:
        with: {c: {from: "union(hand[left(me)], row)", count: 1..2}}
        do: [{move: c, to: "hand[me]"}]
      drop:
        with: {c: {from: "hand[me]", count: 2}}
        do: [{move: c, to: bin}]
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 1)", to: "hand[p]"}]
      - {move: "top(deck, 2)", to: row}
    phases:
      play:
        turns: clockwise
        until: "empty(row) and all(p in players: empty(hand[p]))"
        do: [{offer: [take, drop], otherwise: []}]
"""
"""Some of several identical cards are known; one or two are taken unseen, or two dropped unseen."""

MARKS = """
    players: 2
    components:
      card: {attributes: {rank: 1..4}, all: {rank: 1..4}, start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      table: {of: card}
    variables: {marked: {per: player, type: card?, seen_by: owner}}
    actions:
      mark: {with: {c: {from: "hand[me]"}}, do: [{set: {"marked[me]": c}}]}
      pass: {}
      play: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: table}]}
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 2)", to: "hand[p]"}]
    phases:
      mark: {do: [{for: {p: players}, do: [{offer: [mark, pass], by: p, seen_by: p}]}]}
      play: {do: [{for: {p: players}, do: [{offer: [play], by: p}]}]}
"""
"""Each player secretly marks a card, permanently, or none, and then plays a card."""


UNTOLD = """
    players: 3
    components:
      card: {attributes: {rank: 1..4}, all: {rank: 1..4}, start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
    actions:
      take:
        with: {c: {from: "filter(d in card: d in hand[left(me)] or d in hand[left(left(me))])"}}
        do: [{if: "c not in hand[me]", then: [{move: c, to: "hand[me]"}]}]
    setup:
      - shuffle: deck
      - {move: "top(deck, 2)", to: "hand[seat(3)]"}
      - {move: "top(deck, 1)", to: "hand[seat(1)]"}
      - {move: "top(deck, 1)", to: "hand[seat(2)]"}
    phases:
      play:
        do:
          - {offer: [take], by: "filter(p in players: p != seat(3))"}
          - {choose: {n: {from: 0..1}}, by: seat(1)}
"""
"""Two players secretly take a card that they do not see from another hand, at the same time."""


RETURNED = """
    players: 3
    components:
      card: {attributes: {rank: 1..6}, all: {rank: 1..6}, start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 1)", to: "hand[p]"}]
    phases:
      play:
        do:
          - {choose: {n: {from: 0..1}}, by: seat(2)}
          - {move: hand, to: deck}
          - {choose: {m: {from: 0..1}}, by: seat(1)}
          - for: {p: players}
            do: [{move: "top(deck, 1)", to: "hand[p]"}]
          - {choose: {k: {from: 0..1}}, by: seat(1)}
"""
"""All hands return to the deck in the order of declaration, which shows whose cards were higher."""


CLAIMS = """
    players: 2
    variables:
      die: {type: 1..2, seen_by: nobody}
      said: {type: 0..10, seen_by: nobody}
    actions:
      claim:
        with: {n: {from: 1..10, where: "n == 1 or die == 2"}}
        do: [{set: {said: n}}]
    setup:
      - random: {n: {from: 1..2}}
        seen_by: seat(2)
      - set: {die: n}
    phases:
      play:
        do:
          - {offer: [claim], by: seat(2), seen_by: seat(2)}
          - {choose: {n: {from: 0..1}}, by: seat(1)}
"""
"""A hidden die, and a secret claim, of which there are ten times as many with the higher number."""


def critical(free: int) -> float:
    """Return the 0.999 quantile of the chi-squared distribution, by degrees of freedom.

    By Wilson and Hilferty ("The distribution of chi-square", 1931), whose approximation is 0.3 too high for
    one degree and closer for more; 3.0902 is the corresponding normal quantile.
    """
    part = 2 / (9 * free)
    return free * (1 - part + 3.0902 * part**0.5) ** 3


SHIPPED = {
    "kuhn-poker": {},
    "leduc-poker": {"raises": 1},
    "goofspiel+hidden-bids": {"cards": 3},
}
WRITTEN = {
    "dice": (DICE, 6),
    "passing": (PASSING, 5),
    "suits": (SUITS, 4),
    "recycled": (RECYCLED, 5),
    "hints": (HINTS, 2),
    "marks": (MARKS, 3),
    "copies": (COPIES, 4),
    "untold": (UNTOLD, 3),
    "claims": (CLAIMS, 2),
    "returned": (RETURNED, 3),
}
"""Games written here, each with the depth in decisions to which its tree is walked."""

SMALL = frozenset({"claims", "marks", "returned"})


def is_small(name: str, *_: object) -> bool:
    """Return whether walking the tree of a game takes about a second."""
    return name in SMALL


LARGE = frozenset({"copies", "recycled", "suits", "untold"})


def is_large(name: str, *_: object) -> bool:
    """Return whether walking the tree of a game, or redealing from it, takes ten seconds or nearly so."""
    return name in LARGE


_walked: dict[str, tuple[Program, Posteriors]] = {}


@pytest.fixture
def walked(game_of: Callable[[str], Spec]) -> Callable[[str], tuple[Program, Posteriors]]:
    """Return a function that gives a game by its name, with its whole tree, walked once for all tests."""

    def walk(name: str) -> tuple[Program, Posteriors]:
        if name not in _walked:
            text, deepest = WRITTEN.get(name, ("", 1000))
            program = game_of(text).program() if text else load(name).program(options=SHIPPED[name])
            _walked[name] = program, posteriors(program, deepest)
        return _walked[name]

    return walk


def some(found: Posteriors, most: int, number: int) -> list[tuple[int, list[History]]]:
    """Return some players, each with the histories of one information state: a large one, and random ones."""
    hidden = [(player, same) for (player, _), same in found.items() if 1 < len(same) <= most]
    hidden.sort(key=lambda item: (len({h.weights[item[0]] for h in item[1]}), len(item[1])), reverse=True)
    return [hidden[0], *Random(1).sample(hidden, number - 1)]  # noqa: S311 - not for secrets

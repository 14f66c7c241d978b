"""Guarded uses of optionals: games with all combinations of a guard, a use and their positions.

An optional may be `none`, so it is tested before it is used, as in "nothing is led yet, or follow suit". A
*use* does something with the value of an optional that is impossible with `none`. A *guard* is a condition
around the use. `game` makes a game from some of these combinations, each of which is the condition of an
action.
"""

from __future__ import annotations

from itertools import product

__all__ = ["CONDITIONS", "FOLLOW", "game"]

CARD, CELL = "c", "x"
"""The names of the candidates in conditions: a card of a hand, and a cell of the board."""

USES: dict[str, tuple[str, ...]] = {
    "led": (
        "led.value > 2", "c.suit == led.suit", "c.value > led.value", "follows(c, led)", "led in hand[me]",
        "worth[led.suit].points > c.value", "seen[led.suit]", "many[led.suit] > 1",
        "size(pile[led.suit]) > 0",
        "c in pile[led.suit]", "count(h in hand[me]: h.suit == led.suit) > 1", "max(led.value, c.value) == 3",
        "any(h in hand[me]: follows(h, led))", "none(h in hand[me]: h != c and follows(h, led))",
    ),
    "sign": (
        "c.suit == sign", "worth[sign].points > c.value", "seen[sign]", "many[sign] > 1", "high(sign)",
        "size(pile[sign]) > c.value", "any(h in pile[sign]: h.value > c.value)", "c in pile[sign]",
        "all(h in hand[me]: worth[sign].points > h.value)",
    ),
    "c.mate": (
        "worth[c.mate].points > 2", "seen[c.mate]", "high(c.mate)", "c in pile[c.mate]", "many[c.mate] > 1",
    ),
    "bonus[c.suit]": ("bonus[c.suit].points > 1",),
    "who": (
        "size(hand[who]) > 2", "any(h in hand[who]: h.suit == c.suit)", "c.value > score[who]",
        "score[who] > 1", "count(h in hand[who]: h.value > c.value) > 1",
    ),
    "spot": (
        "mark[spot] == me", "any(n in neighbours(spot): mark[n] == me)", "x in neighbours(spot)",
        "distance(spot, x) == 2", "count(n in neighbours(x): mark[n] == mark[spot]) > 0",
        "any(n in neighbours(x): n == spot)", "size(ray(spot, north)) > 0", "mark[x] == mark[spot]",
    ),
    "mark[x]": (
        "size(hand[mark[x]]) > 1", "score[mark[x]] > 0",
        "any(n in neighbours(x): mark[n] == none or score[mark[n]] > score[mark[x]])",
    ),
}  # fmt: skip

GUARDS = (
    "O == none or U",
    "O != none and U",
    "U if O != none else true",
    "not (O != none and not U)",
    "FEW and O != none and U",
    "FEW or (O == none or U)",
    "O == none or FEW or U",
    "(U if O != none else FEW) or OTHER",
    "(OTHER and U) if FEW and O != none else OTHER",
    "any(h in hand[me]: O != none and h.value > 1 and U)",
    "none(h in hand[me]: O == none or h.value > 3 or U)",
    "given(O) and (O == none or not U)",
)

CONDITIONS = tuple(
    (optional, guard.replace("U", f"({use})").replace("O ", f"{optional} ").replace("(O)", f"({optional})"))
    for optional, uses in USES.items()
    for use, guard in product(uses, GUARDS)
    if not ("h in" in use and guard[:4] in {"any(", "none"}) and not ("given" in guard and optional != "sign")
)
"""Pairs of an optional and a condition that uses it behind a guard."""

_GAME = """
language: 1
game: idioms
title: Guards and uses
players: 2
enums:
  suit: [red, blue, green]
tables:
  worth:
    columns: {{suit: suit, points: 0..9}}
    key: suit
    rows: [{{suit: red, points: 1}}, {{suit: blue, points: 3}}, {{suit: green, points: 5}}]
  bonus:
    columns: {{suit: suit, points: 0..9}}
    key: suit
    partial: true
    rows: [{{suit: red, points: 1}}, {{suit: green, points: 5}}]
spaces:
  board: {{grid: [3, 3]}}
components:
  card:
    attributes: {{suit: suit, mate: suit?, value: 1..4}}
    all: {{suit: suit, mate: suit, value: 1..4}}
    rows: [{{suit: red, value: 2}}, {{suit: blue, value: 1}}, {{suit: green, value: 4}}]
    start: deck
zones:
  deck: {{of: card, ordered: true, seen_by: nobody}}
  hand: {{of: card, per: player}}
  pile: {{of: card, per: suit}}
variables:
  led: {{type: card?}}
  sign: {{type: suit?}}
  spot: {{type: board?}}
  who: {{type: player?}}
  mark: {{per: board, type: player?}}
  seen: {{per: suit, type: bool}}
  many: {{per: suit, type: 0..60}}
  score: {{per: player, type: 0..60}}
functions:
  high: {{with: {{s: suit}}, is: "worth[s].points > 2 or seen[s]"}}
  follows:
    with: {{c: card, l: card}}
    is: "high(l.suit) if c.suit == red else not high(l.suit) and c.suit == l.suit"
  given: {{with: {{s: suit?}}, is: "s == none or worth[s].points > 1"}}
actions:
{actions}
setup:
  - shuffle: deck
  - for: {{p: players}}
    do:
      - {{move: "top(deck, 5)", to: "hand[p]"}}
phases:
  all:
    turns: clockwise
    until: empty(hand) or empty(deck)
    do:
      - offer: [{names}]
        otherwise: [{{set: {{led: none}}}}]
limit: {{decisions: 40, then: truncate}}
"""

_OF_CARD = """  a{i}:
    with: {{c: {{from: "hand[me]", where: "{where}"}}}}
    do:
      - {{set: {{led: "c if c.value > 1 else none", sign: "c.suit if c.value % 2 == 0 else none"}}}}
      - {{set: {{who: "me if c.value > 2 else none", "many[c.suit]": "min(many[c.suit] + 1, 60)"}}}}
      - {{set: {{"seen[c.suit]": "not seen[c.suit]"}}}}
      - {{move: c, to: "pile[c.suit]"}}
      - {{move: "top(deck, 1)", to: "hand[me]"}}
"""

_OF_CELL = """  a{i}:
    with: {{x: {{from: board, where: "{where}"}}}}
    do:
      - {{set: {{spot: "x if mark[x] == none else none", "mark[x]": "me if mark[x] == none else none"}}}}
      - {{set: {{"score[me]": "min(score[me] + 1, 60)"}}}}
"""


FOLLOW = """
language: 1
game: follow
title: Follow suit through a function of an optional card
players: 2
enums:
  suit: [red, blue]
  rank: [one, two, three]
components:
  card:
    attributes: {suit: suit, rank: rank}
    all: {suit: suit, rank: rank}
    start: deck
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  trick: {of: card, per: player, capacity: 1}
  taken: {of: card}
variables:
  led: {type: card?}
functions:
  trump: {with: {c: card}, is: "c.suit == red or c.rank == two"}
  follows: {with: {c: card, l: card}, is: "trump(l) if trump(c) else not trump(l) and c.suit == l.suit"}
actions:
  play:
    with:
      c: {from: "hand[me]", where: "led == none or follows(c, led) or none(h in hand[me]: follows(h, led))"}
    do:
      - if: led == none
        then: [{set: {led: c}}]
      - {move: c, to: "trick[me]"}
setup:
  - shuffle: deck
  - for: {p: players}
    do: [{move: "top(deck, 3)", to: "hand[p]"}]
phases:
  tricks:
    turns: clockwise
    until: empty(hand)
    do:
      - set: {led: none}
      - for: {p: clockwise(me)}
        do: [{offer: [play], by: p}]
      - {move: trick, to: taken}
limit: {decisions: 200, then: truncate}
"""
"""A game in which players follow suit, decided by a function of two cards, one of which may be absent."""


def game(conditions: list[tuple[str, str]]) -> str:
    """Return the text of a game with an action for each pair of an optional and a condition."""
    actions = []
    for i, (optional, condition) in enumerate(conditions):
        cell = optional in {"spot", "mark[x]"}
        few, other = ("column(x) > 1", "row(x) == 2") if cell else ("c.value > 2", "c.suit == red")
        where = condition.replace("FEW", few).replace("OTHER", other)
        actions.append((_OF_CELL if cell else _OF_CARD).format(i=i, where=where))
    return _GAME.format(actions="".join(actions), names=", ".join(f"a{i}" for i in range(len(conditions))))

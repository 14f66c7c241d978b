"""Tests that values read from an unsettled order are as likely as in games that are shuffled at once.

The ends of each small game are computed in two ways, with their probabilities as fractions (see
`chances.py`). One way goes through all outcomes of explicit chance, and the other through all numbers that a
shuffle can draw. The two results must be the same.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from chances import by_draws, by_outcomes

from interpreter.perft import tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program

BOX = """
    players: 2
    components:
      card: {attributes: {rank: 1..4}, all: {rank: 1..4}, start: deck}
      ball:
        attributes: {red: bool}
        rows: [{id: red, red: true, copies: 2}, {id: blue, red: false}]
        start: bag
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      pile: {of: card, ordered: true, seen_by: nobody}
      row: {of: card, ordered: true}
      hand: {of: card}
      bag: {of: ball, ordered: true, seen_by: nobody}
      out: {of: ball, ordered: true}
    variables: {v: {type: -99..99}, w: {type: -99..99}, who: {type: player?}}
    functions:
      total: {with: {cards: list of card}, is: "sum(c in cards: c.rank)"}
      foremost: {with: {cards: list of card}, is: "nth(cards, 1).rank"}
"""
SHUFFLED = "    setup:\n      - shuffle: deck\n      - shuffle: bag\n"


def agrees(program: Program) -> dict[object, Fraction]:
    """Return the ends of a game with their probabilities, computed in two ways that must agree.

    The probabilities must add up to one.
    """
    found = by_outcomes(program, 20_000)
    assert sum(found.values()) == 1
    assert found == by_draws(program, 20_000)
    return dict(found)


def nodes(game_of: Callable[[str], Spec], expression: str) -> int:
    """Return the number of chance nodes that are needed to evaluate an expression.

    The expression is about four cards and three balls, which have been shuffled.
    """
    program = game_of(f"{BOX}{SHUFFLED}      - set: {{v: '{expression}'}}\n").program()
    agrees(program)
    return tree(program).chance


READS = {
    # The order makes no difference to these expressions.
    "size(deck)": 0,
    "1 if empty(deck) else 2": 0,
    "sum(c in deck: c.rank)": 0,
    "count(c in deck: c.rank > 2)": 0,
    "max(c in deck: c.rank) + min(c in deck: c.rank)": 0,
    "the(c in deck: c.rank == 2).rank": 0,
    "1 if any(c in deck: c.rank == 3) else 2": 0,
    "1 if all(c in deck: c.rank < 4) else 2": 0,
    "1 if none(c in deck: c.rank > 9) else 2": 0,
    "1 if the(filter(c in deck: c.rank == 2)) in deck else 2": 0,
    "size(filter(c in deck: c.rank > 2))": 0,
    "nth(filter(c in deck: c.rank == 2), 1).rank": 0,
    "nth(sort(c in deck: -c.rank), 2).rank": 0,
    "nth(best(c in deck: c.rank), 1).rank": 0,
    "sum(r in map(c in deck: c.rank): r)": 0,
    "max(map(c in deck: c.rank))": 0,
    "size(union(deck, hand))": 0,
    "total(deck)": 0,
    "total(reverse(deck))": 0,
    "count(c in deck: c in filter(x in deck: x.rank > 1))": 0,
    "size(top(deck, 2))": 0,
    "size(rest(deck, 2))": 0,
    "sum(c in rest(deck, 0): c.rank)": 0,
    "default(place(hand, card_2), 9)": 0,
    "default(place(filter(c in deck: c.rank > 2), card_2), 9)": 0,
    "default(place(sort(c in deck: -c.rank), card_2), 9)": 0,
    "path(c in deck: filter(x in deck: x.rank > c.rank), 3)": 0,
    "trail(c in deck: {c.rank, c.rank // 2}, 3)": 0,
    # Reading a single place makes a single chance node.
    "the(top(deck)).rank": 1,
    "the(bottom(deck)).rank": 1,
    "nth(deck, 3).rank": 1,
    "foremost(deck)": 1,
    "nth(reverse(deck), 2).rank": 1,
    "nth(rest(deck, 1), 2).rank": 1,
    "sum(c in rest(deck, 3): c.rank)": 1,
    "nth(map(c in deck: c.rank * 10), 2)": 1,
    # Which of the two identical red balls is drawn makes no difference.
    "1 if the(top(bag)).red else 2": 1,
    "1 if nth(bag, 2).red else 2": 1,
    # Places are read from the top as far as needed, so `first` reads a second card only after rank 1.
    "the(first(c in deck: c.rank > 1)).rank": 2,
    "the(place(deck, card_2))": 1 + 3 + 6,
    "the(place(map(c in deck: c.rank % 2), 1))": 1 + 2 + 2,
    "default(place(top(deck, 2), card_2), 9)": 1 + 3,
    # Two places take 1 + 4 nodes. Three places take 1 + 4 + 12 nodes, and a fourth place follows from them.
    "sum(c in top(deck, 2): c.rank)": 5,
    "sum(c in rest(deck, 2): c.rank)": 5,
    "path(c in top(deck, 2): filter(x in deck: x.rank > c.rank), 3)": 5,
    "nth(deck, 1).rank * 10 + nth(deck, 2).rank": 5,
    "nth(map(c in deck: c.rank), 1) - nth(map(c in deck: c.rank), 4)": 5,
    "size(while(c in deck: c.rank > 1))": 1 + 3 + 6,
    # Parts that are not evaluated are not read.
    "1 if who != none and the(top(deck)).rank > 1 else 2": 0,
    "the(top(deck)).rank if size(deck) > 9 else 2": 0,
    "1 if size(deck) == 4 or the(top(deck)).rank > 1 else 2": 0,
}


@pytest.mark.parametrize(("expression", "expected"), READS.items())
def test_what_is_read_is_settled_and_nothing_else(
    game_of: Callable[[str], Spec], expression: str, expected: int
) -> None:
    """An expression settles exactly the places that it reads, with the right probabilities.

    The number of chance nodes does not depend on which place is settled first, since there are 4 cards at
    first and then 3.
    """
    assert nodes(game_of, expression) == expected


def test_a_fault_may_depend_on_the_order(game_of: Callable[[str], Spec]) -> None:
    """Whether a fault occurs may depend on an unsettled order.

    `any` stops at rank 2, because 2 // 1 is 2, but divides by zero at rank 1, if that comes first.
    """
    program = game_of(
        f"{BOX}{SHUFFLED}      - set: {{v: '1 if any(c in deck: 2 // (c.rank - 1) == 2) else 2'}}\n"
    ).program()
    assert agrees(program)["GS502",] == Fraction(1, 2)


COURSES = {
    "a condition of end": """
    phases:
      play:
        turns: clockwise
        do: [{choose: {x: {from: 1..2}}}, {move: "top(deck, 1)", to: row}]
    end: {low: {when: "the(top(deck)).rank == 1", draw: true}}
    limit: {decisions: 2, then: draw}
    """,
    "until": """
    phases:
      play:
        turns: clockwise
        until: "the(top(deck)).rank == 1"
        do: [{choose: {x: {from: 1..2}}}, {move: "top(deck, 1)", to: row}]
    """,
    "who and next": """
    phases:
      play:
        turns: clockwise
        who: "nth(deck, 1).rank % 2 == number(player) - 1"
        next: "me if nth(deck, 2).rank > 2 else left(me)"
        until: size(row) > 1
        do: [{choose: {x: {from: 1..2}}}, {move: "top(deck, 1)", to: row}]
    """,
    "when, where and otherwise": """
    actions:
      low: {when: "the(top(deck)).rank < 3", do: [{set: {v: 1}}]}
      point: {with: {n: {from: 1..4, where: "n == nth(deck, 2).rank"}}, do: [{set: {w: n}}]}
    phases:
      play:
        do:
          - offer: [low]
            by: seat(1)
            otherwise: [{set: {v: "the(bottom(deck)).rank"}}]
          - offer: [point]
            by: seat(2)
            ask: choice
    """,
    "a list to choose from": """
    phases:
      play:
        do:
          - choose: {c: {from: "filter(x in deck: x.rank > 2)"}}
            by: seat(1)
          - {move: c, to: row}
          - {move: "top(deck, 1)", to: row}
    """,
    "keeps": """
    actions:
      draw:
        with: {n: {from: 1..2}}
        keeps: "sum(c in row: c.rank) < 5"
        do: [{move: "top(deck, n)", to: row}]
      pass: {do: []}
    phases:
      play: {do: [{offer: [draw, pass], by: seat(1)}]}
    """,
    "keeps after a pile was moved": """
    actions:
      draw:
        keeps: "the(top(pile)).rank < 3"
        do: [{move: deck, to: pile}]
      pass: {do: []}
    phases:
      play: {do: [{offer: [draw, pass], by: seat(1)}, {move: pile, to: row}]}
    """,
    "score and ranking": """
    score: "nth(deck, number(player)).rank"
    ranking: ["the(bottom(deck)).rank % 2 * number(player)", "nth(deck, 2).rank"]
    """,
    "a loop": """
    phases:
      play:
        do:
          - for: {c: deck}
            do:
              - if: c.rank > 2
                then: [{stop: loop}]
              - move: c
                to: row
    """,
    "a shuffle that is seen": """
    phases:
      play:
        do:
          - {move: "top(deck, 3)", to: row}
          - shuffle: row
          - choose: {c: {from: row}}
            by: seat(1)
          - {move: c, to: hand}
    """,
    "a hidden pile laid open": """
    phases:
      play:
        do:
          - {move: "top(deck, 1)", to: hand}
          - {move: deck, to: row}
          - choose: {x: {from: 1..2}}
            by: seat(1)
    """,
    "a shuffled pile upon another": """
    phases:
      play:
        do:
          - {move: "top(deck, 2)", to: pile}
          - shuffle: pile
          - shuffle: deck
          - {move: pile, to: deck}
          - set: {v: "nth(deck, 2).rank * 10 + nth(deck, 3).rank"}
          - move: "top(deck, 4)"
            to: row
    """,
    "under another": """
    phases:
      play:
        do:
          - {move: "top(deck, 2)", to: pile}
          - shuffle: pile
          - {move: deck, to: pile, at: bottom}
          - set: {v: "nth(pile, 2).rank * 10 + nth(pile, 3).rank"}
    """,
    "upon cards that are known": """
    phases:
      play:
        do:
          - {move: "top(deck, 2)", to: row}
          - {move: row, to: pile}
          - {move: deck, to: pile}
          - {move: pile, to: deck}
          - set: {v: "nth(deck, 2).rank * 10 + nth(deck, 3).rank"}
    """,
    "what is shuffled again": """
    phases:
      play:
        do:
          - set: {v: "the(top(deck)).rank"}
          - shuffle: deck
          - set: {w: "the(top(deck)).rank"}
          - move: deck
            to: hand
    """,
    "the place of a component chosen unseen": """
    actions:
      take: {with: {c: {from: "top(deck, 3)"}}, do: [{set: {v: "the(place(deck, c))"}}, {move: c, to: row}]}
    phases:
      play:
        do:
          - {offer: [take], by: seat(1)}
          - set: {w: "the(place(reverse(deck), the(c in deck: c.rank == max(x in deck: x.rank))))"}
    """,
    "the place of one of several copies": """
    phases:
      play:
        do:
          - {move: "top(bag, 2)", to: out}
          - set: {v: "default(place(out, the(first(b in out: b.red))), 9)"}
          - set: {w: "the(place(ball, the(bottom(bag)))) * 10 + the(place(ball, the(top(out))))"}
    """,
    "a random component": """
    phases:
      play:
        do:
          - random: {c: {from: deck, weight: c.rank}}
          - set: {v: c.rank, w: "the(top(deck)).rank"}
    """,
    "values that a list holds twice": """
    phases:
      play:
        do:
          - random: {a: {from: "map(c in deck: c.rank // 2)"}}
          - random: {b: {from: "map(c in deck: c.rank // 2)", weight: b + 1}}
          - set: {v: a * 10 + b}
    """,
    "secret answers": """
    actions:
      guess: {with: {n: {from: 1..2}}, when: "nth(deck, number(me)).rank > 1", do: [{set: {v: "v + n"}}]}
    phases:
      play:
        do:
          - offer: [guess]
            by: players
            otherwise: []
    """,
}


@pytest.mark.parametrize("course", COURSES.values(), ids=list(COURSES))
def test_all_that_can_become_of_a_game(game_of: Callable[[str], Spec], course: str) -> None:
    """In every place where a game may read an unsettled order, the two computations agree."""
    agrees(game_of(BOX + SHUFFLED + course).program())

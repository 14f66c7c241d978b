"""Tests for choices of several values under one name.

They cover computed counts, and how combinations are numbered by row.
"""

from __future__ import annotations

import random
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING

import pytest
from chances import Shown, by_draws, by_outcomes

from gamespec import SpecError
from gamespec.program.combinations import MANY, Combinations, in_sorts
from interpreter import Fault, Game
from interpreter.play.options import numbered

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Make = Callable[[str], Spec]


# --- ranks of combinations ------------------------------------------------------------------------------


def every(caps: tuple[int, ...], low: int, high: int) -> list[tuple[int, ...]]:
    """Return all combinations with `low` to `high` members, by brute force.

    `caps` says how many members of each sort there are. Smaller combinations come first, and combinations of
    the same size are in lexicographic order.
    """
    found = [
        tuple(sort for sort, n in enumerate(taken) for _ in range(n))
        for taken in product(*(range(cap + 1) for cap in caps))
        if low <= sum(taken) <= high
    ]
    return sorted(found, key=lambda taken: (len(taken), taken))


@pytest.mark.parametrize("seed", range(60))
def test_numbers_of_combinations(seed: int) -> None:
    """Ranking and unranking agree with the order of all combinations, found by brute force."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    caps = tuple(luck.randint(0, 3) for _ in range(luck.randint(0, 5)))
    low = luck.randint(0, 3)
    counts = low, low + luck.randint(0, 4)
    wanted, made = every(caps, *counts), Combinations(caps, counts)
    assert made.total == in_sorts(caps, counts) == len(wanted)
    assert [made.rank(taken) for taken in wanted] == list(range(len(wanted)))
    assert [made.combination(n) for n in range(len(wanted))] == wanted


def test_how_many_there_are() -> None:
    """The numbers of combinations agree with known formulas.

    Up to seven things from ten sorts, with ten of each sort, can be chosen in as many ways as seven balls can
    be put into eleven boxes.
    """
    assert in_sorts((10,) * 10, (0, 7)) == comb(7 + 10, 10)
    assert in_sorts((1,) * 52, (5, 5)) == comb(52, 5)
    assert in_sorts((2,) * 3, (0, 6)) == 3**3
    assert in_sorts((4,) * 30, (0, 120)) > MANY  # there are 5 to the 30th
    assert in_sorts((2,) * 2000, (3999, 4000)) == 2000 + 1  # all but one, or all
    assert in_sorts((3, 3), (7, 9)) == 0


# --- counts computed in play ----------------------------------------------------------------------------

HAND = """
players: 2
components: {card: {attributes: {rank: 1..9}, rows: [ROWS], start: "hand[seat(1)]"}}
zones:
  hand: {of: card, per: player, capacity: 9}
  out: {of: card}
variables: {n: {type: -9..9, start: START}, most: {type: 0..9, start: 2}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {some: {from: "hand[me]", count: "COUNT"}}
        otherwise: [{stop: phase}]
      - {move: some, to: out}
      - {set: {n: size(some)}}
"""


def hand(
    game_of: Make, count: str, start: int = 0, rows: str = "{rank: 1}, {rank: 2}, {rank: 3}, {rank: 4}"
) -> Game:
    """Return a game in which a player chooses as many of the cards in hand as `count` says."""
    text = HAND.replace("COUNT", count).replace("START", str(start)).replace("ROWS", rows)
    return Game(game_of(text).program())


@pytest.mark.parametrize(
    ("count", "start", "sizes"),
    [
        ("size(hand[me]) - 3", 0, {1: 4}),  # three cards remain
        ("0..size(hand[me])", 0, {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}),
        ("n", 2, {2: 6}),
        ("n", 0, {0: 1}),
        ("n..n + 1", -1, {0: 1}),  # only the possible part of the range counts
        ("3..n", 9, {3: 4, 4: 1}),
        ("{1, most + 1}", 0, {1: 4, 3: 4}),
        ("{1, 3}", 0, {1: 4, 3: 4}),  # a constant with a gap
        ("min(size(hand[me]), 2)", 0, {2: 6}),
        ("size(filter(c in hand[me]: c.rank > 2))", 0, {2: 6}),
    ],
)
def test_as_many_as_it_says(game_of: Make, count: str, start: int, sizes: dict[int, int]) -> None:
    """The options are all combinations of as many cards as `count` allows, smaller combinations first."""
    game = hand(game_of, count, start)
    chosen = [option.values[0] for option in game.options]
    assert all(isinstance(values, tuple) for values in chosen)
    assert [len(values) for values in chosen] == [k for k in sizes for _ in range(sizes[k])]
    assert len({option.number for option in game.options}) == len(chosen)
    for option in game.options:
        assert numbered(game.program, option.number).values == option.values


@pytest.mark.parametrize(("count", "start"), [("n", -1), ("n", 5), ("5..n", 9), ("n..n - 1", 3)])
def test_where_there_are_not_as_many(game_of: Make, count: str, start: int) -> None:
    """If `count` is negative, too large or an empty range, there is no option, so `otherwise` runs."""
    assert hand(game_of, count, start).over


def test_it_may_use_earlier_names_and_is_asked_of_the_decider(game_of: Make) -> None:
    """`count` may use earlier names, and `me` in it is always the player who decides.

    This is true even if it is another player's turn.
    """
    text = """
    players: 2
    components: {card: {attributes: {rank: 1..5}, all: {rank: 1..5}, start: "hand[seat(1)]"}}
    zones: {hand: {of: card, per: player}, out: {of: card}}
    setup: [{for: {c: "{card_4, card_5}"}, do: [{move: c, to: "hand[seat(2)]"}]}]
    phases:
      play:
        turns: clockwise
        do:
          - choose:
              n: {from: 0..2}
              some: {from: "hand[me]", count: "size(hand[me]) - n"}
            by: left(me)
          - {move: some, to: out}
    """
    game = Game(game_of(text).program())
    assert [(o.values[0], len(o.values[1])) for o in game.options] == [(0, 2), (1, 1), (1, 1), (2, 0)]


def test_it_is_evaluated_once_before_where(game_of: Make) -> None:
    """`count` is evaluated once, before any combination is tested, so a fault in it is always raised."""
    text = HAND.replace("COUNT", "6 // n").replace("START", "0").replace("ROWS", "{rank: 1}")
    with pytest.raises(Fault) as caught:
        Game(game_of(text).program())
    assert caught.value.code == "GS502"


@pytest.mark.parametrize(
    ("count", "code", "message"),
    [
        ("n == 1", "GS302", "`count` needs a number, or a list of numbers, but this is a `bool`"),
        ("hand[me]", "GS302", "`count` needs a number, or a list of numbers, but this is a"),
        ("none", "GS302", "`count` needs a number"),
        ("0 - 1 - most", "GS304", "this many values can never be chosen"),
        ("3..1", "GS304", "this many values can never be chosen"),
        ("-1..2", "GS304", "this many values can never be chosen"),
        ("size(some)", "GS201", "unknown name `some`"),
        ("nobody", "GS201", "unknown name `nobody`"),
    ],
)
def test_what_cannot_be_meant(game_of: Make, count: str, code: str, message: str) -> None:
    """A `count` that can never be a possible number is reported at its place."""
    with pytest.raises(SpecError) as caught:
        hand(game_of, count)
    found = caught.value.diagnostics[0]
    assert (found.code, message in found.message) == (code, True), found.message


def test_too_many_options(game_of: Make) -> None:
    """If there are too many combinations, the error is reported at `count` and says how to bound it.

    Choosing any number of 52 cards allows 2 to the 52nd combinations.
    """
    text = """
    players: 2
    components: {card: {attributes: {rank: 1..52}, all: {rank: 1..52}, start: "hand[seat(1)]"}}
    zones: {hand: {of: card, per: player}, out: {of: card}}
    phases: {play: {turns: clockwise, do: [{choose: {some: {from: "hand[me]", count: "NUMBER"}}}]}}
    """
    with pytest.raises(SpecError) as caught:
        game_of(text.replace("NUMBER", "0..size(hand[me])"))
    found = caught.value.diagnostics[0]
    assert (found.code, found.span.text) == ("GS309", "0..size(hand[me])")
    assert found.message == "there may be 52 values, and 4503599627370496 combinations, more than 2³¹"
    assert 4503599627370496 == 2**52
    assert found.help is not None
    assert "`count: 0..min(size(hand[me]), n)`" in found.help
    assert "`capacity`" in found.help
    bounded = game_of(text.replace("NUMBER", "0..min(size(hand[me]), 5)")).program()
    assert bounded.actions[0].count == sum(comb(52, k) for k in range(6))
    small = text.replace("per: player}", "per: player, capacity: 12}").replace("1..52", "1..12")
    assert game_of(small.replace("NUMBER", "0..size(hand[me])")).program().actions[0].count == 2**12


# --- combinations by row --------------------------------------------------------------------------------

TEN = ", ".join(f"{{id: r{i}, rank: 1, copies: 10}}" for i in range(10))


def test_ten_sorts_of_ten(game_of: Make) -> None:
    """Copies are combined by row, so equal combinations count only once.

    Choosing up to seven cards from ten rows of ten copies has C(17, 7) options. As combinations of individual
    cards there would be more than 17,000,000,000.
    """
    text = HAND.replace("capacity: 9", "capacity: 100").replace("COUNT", "0..7").replace("START", "0")
    program = game_of(text.replace("ROWS", TEN)).program()
    game = Game(program)
    assert program.actions[0].count == comb(17, 7) == len(game.options)
    assert sum(comb(100, k) for k in range(8)) > 17 * 10**9
    assert [option.number for option in game.options] == list(range(comb(17, 7)))
    for option in game.options[::97]:
        assert numbered(program, option.number).values == option.values


def test_a_condition_on_what_is_printed_does_not_try_copies(game_of: Make) -> None:
    """A condition on printed attributes is tested once for all equivalent combinations.

    Testing every choice of 7 from 100 cards would take too much work.
    """
    text = HAND.replace("capacity: 9", "capacity: 100").replace("START", "0").replace("ROWS", TEN)
    where = 'count: "7", where: "sum(c in some: c.rank) == 8 or size(filter(c in some: c.row == r0)) == 7"'
    text = text.replace('count: "COUNT"', where)
    game = Game(game_of(text).program())
    assert len(game.options) == 1


COPIES = """
players: 2
components:
  card:
    attributes: {rank: 1..2}
    rows: [{id: a, rank: 1, copies: 3}, {id: b, rank: 2, copies: 2}]
    start: "hand[seat(1)]"
zones: {hand: {of: card, per: player}, out: {of: card}}
variables: {marked: {type: card?}}
phases:
  play:
    turns: clockwise
    do:
      - set: {marked: "card.a#1"}
      - choose: {some: {from: "hand[me]", count: 2, where: "WHERE"}}
      - {move: some, to: out}
"""


@pytest.mark.parametrize(
    ("where", "chosen"),
    [
        ("true", [(0, 1), (0, 3), (3, 4)]),
        ("not (the(marked) in some)", [(1, 2), (1, 3), (3, 4)]),
        ("none(c in some: c == the(marked))", [(1, 2), (1, 3), (3, 4)]),
        ("none(c in some: c == nth(hand[me], 1))", [(1, 2), (1, 3), (3, 4)]),
        ("nth(some, 1) != nth(hand[me], 1)", [(1, 2), (1, 3), (3, 4)]),
        ("all(c in some: number(c) % 2 == 1)", [(0, 2), (0, 4)]),
        ("sum(c in some: c.rank) == 3", [(0, 3)]),
    ],
)
def test_the_first_of_alike_ones_that_will_do(
    game_of: Make, where: str, chosen: list[tuple[int, int]]
) -> None:
    """Of all combinations with the same rows, only the first that satisfies the condition is offered."""
    game = Game(game_of(COPIES.replace("WHERE", where)).program())
    assert [option.values[0] for option in game.options] == chosen


@pytest.mark.parametrize("seed", range(12))
def test_against_all_combinations(game_of: Make, seed: int) -> None:
    """The options agree with a brute-force search through all combinations, in the reference's order."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    copies = [luck.randint(1, 3) for _ in range(3)]
    low = luck.randint(0, 2)
    high = low + luck.randint(0, 3)
    rows = ", ".join(f"{{id: r{i}, rank: {i + 1}, copies: {n}}}" for i, n in enumerate(copies))
    bound = luck.randint(2, 9)
    where = f'count: "{low}..{high}", where: "sum(c in some: c.rank) != {bound}"'
    text = HAND.replace("START", "0").replace("ROWS", rows).replace('count: "COUNT"', where)
    faces = [i for i, n in enumerate(copies) for _ in range(n)]
    wanted: list[tuple[int, ...]] = []
    for k in range(low, high + 1):
        for chosen in combinations(range(len(faces)), k):
            shown = tuple(faces[c] for c in chosen)
            if sum(f + 1 for f in shown) != bound and shown not in wanted:
                wanted.append(shown)
    game = Game(game_of(text).program())
    assert [tuple(faces[c] for c in option.values[0]) for option in game.options] == wanted
    numbers = [option.number for option in game.options]
    assert numbers == sorted(numbers)


# --- ordered zones --------------------------------------------------------------------------------------

ORDERED = """
players: 2
components:
  card:
    attributes: {rank: 0..3}
    rows: [{id: c1, rank: 1}, {id: c2, rank: 2}, {id: c3, rank: 1, copies: 2}]
    start: deck
zones:
  deck: {of: card, ordered: true}
  hand: {of: card, per: player, ordered: true, seen_by: nobody}
setup:
  - {shuffle: deck}
  - {for: {x: players}, do: [{move: "top(deck, 2)", to: "hand[x]"}]}
phases:
  play:
    do:
      - choose: {some: {from: "hand[seat(1)]"COUNT}}
        by: seat(1)
        otherwise: []
limit: {decisions: 1, then: draw}
"""


@pytest.mark.parametrize("count", ["", ", count: 0..2", ", count: '1..size(hand[seat(1)])'"])
def test_numbers_do_not_tell_which_copy_lies_where(game_of: Make, count: str) -> None:
    """The numbers of options do not reveal which copy lies where.

    Everybody has seen the deck, so the cards are known, and two copies count as the first and the second.
    With explicit chance, copies are a single outcome; when they are drawn, they are two. The options are the
    same in either case.
    """
    program = game_of(ORDERED.replace("COUNT", count)).program()
    assert by_outcomes(program) == by_draws(program)


def test_copies_in_an_order_are_two_options(game_of: Make) -> None:
    """In an ordered zone, equal copies are separate options with separate numbers, in the zone's order."""
    text = """
    players: 2
    components:
      card: {attributes: {rank: 1..2}, rows: [{id: a, rank: 1, copies: 2}, {id: b, rank: 2}], start: row}
    zones: {row: {of: card, ordered: true}, out: {of: card}}
    setup: [{move: "card.a#2", to: row}]
    phases: {play: {turns: clockwise, do: [{choose: {c: {from: row}}}, {move: c, to: out}]}}
    """
    game = Game(game_of(text).program())
    assert [option.values for option in game.options] == [(1,), (0,), (2,)]  # the second copy lies on top
    assert [option.number for option in game.options] == [0, 1, 2]


# --- unseen choices -------------------------------------------------------------------------------------

UNSEEN = """
players: 2
components:
  card:
    attributes: {rank: 1..3}
    rows: [{id: a, rank: 1, copies: 2}, {id: b, rank: 2}, {id: c, rank: 3}]
    start: deck
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, ordered: ORDERED, seen_by: owner}
  out: {of: card}
setup:
  - {shuffle: deck}
  - {for: {x: players}, do: [{move: "top(deck, 2)", to: "hand[x]"}]}
  - {reveal: "top(reverse(hand[seat(2)]), 1)", to: seat(1)}
phases:
  play:
    do:
      - choose: {some: {from: "hand[seat(2)]", count: "0..min(size(hand[seat(2)]), 2)"WHERE}}
        by: seat(1)
        otherwise: []
      - {move: some, to: out}
limit: {decisions: 1, then: draw}
"""


@pytest.mark.parametrize("ordered", ["true", "false"])
@pytest.mark.parametrize("where", ["", ", where: size(some) != 1", ", where: sum(x in some: x.rank) != 3"])
@pytest.mark.parametrize("told", [None, Shown])
def test_chosen_unseen(game_of: Make, ordered: str, where: str, told: Callable[[], Shown] | None) -> None:
    """Choices among a known and an unknown card have the same results with explicit and with drawn chance."""
    where = f'{where[:9]}"{where[9:]}"' if where else ""
    program = game_of(UNSEEN.replace("ORDERED", ordered).replace("WHERE", where)).program()
    seen = told() if told is not None else None
    assert by_outcomes(program, told=seen) == by_draws(program, told=seen)

"""Scripted answers: which option an answer selects, how its copies are weighed, and how one is picked."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from asserted import asserted

from interpreter import Game
from interpreter.kernels import scripted
from interpreter.kernels.terms import Lists

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec import Spec

CARDS = """
components:
  card:
    attributes: {rank: 1..3}
    rows: [{id: a, rank: 1, copies: 3}, {id: b, rank: 2, copies: 2}, {id: c, rank: 3}]
    start: hand
zones: {hand: {of: card}, out: {of: card}}
actions:
  show: {with: {c: {from: hand}, n: {from: 1..3}}, do: [{move: c, to: out}]}
  drop: {with: {cards: {from: hand, count: 0..3}}, do: [{move: cards, to: out}]}
  rest: {do: []}
phases: {play: {do: [{offer: [show, drop], by: seat(1)}, {offer: [rest], by: seat(1)}]}}
"""
SHOW, DROP, REST = range(3)
OUT = 1


class Weighed:
    """A weight, which is the product of all probabilities so far."""

    def __init__(self) -> None:
        self.weight = Fraction(1)

    def times(self, share: int, of: int) -> None:
        """Multiply the weight by the probability `share / of`."""
        self.weight *= Fraction(share, of)


class Listing:
    """The listed options at a game's first decision, which are two of `show` and three of `drop`."""

    def __init__(self, game: Game) -> None:
        self.weight, self.position = Weighed(), [*game.position]
        self.zone_of = game.program.layout.zone_of
        self.answers = scripted.Answers(game.program, Lists(), self.weight)
        self.shown, self.dropped = [0, 1, 0, 2], [0, 0, 0, 0, 1, 5, 0, 0, 3, 0, 1, 3]
        self.begins, self.counts = [self.shown, [], self.dropped, []], [0, 2, 0, 3]

    def find(self, action: int, script: list[int], *, tells: bool = False) -> int:
        """Return the number of the option that a script selects."""
        return self.answers.find(self.position, self.begins, self.counts, action, int(tells), script)


@pytest.fixture
def listing(game_of: Callable[[str], Spec]) -> Iterator[Listing]:
    """Yield the listed options of a player who holds all cards: three copies of `a`, two of `b`, and `c`."""
    with asserted([scripted]):
        yield Listing(Game(game_of(CARDS).program()))


@pytest.mark.parametrize(
    ("action", "script", "number"),
    [(SHOW, [0, 1], 0), (SHOW, [0, 2], 1), (DROP, [0, 0, 0, 0], 2), (DROP, [1, 5, 0, 0], 3)],
)
def test_an_answer_that_is_listed(listing: Listing, action: int, script: list[int], number: int) -> None:
    """A listed option is found, and its number is counted over all actions. The script does not change."""
    named = [*script]
    assert listing.find(action, named) == number
    assert named == script
    assert listing.weight.weight == 1


@pytest.mark.parametrize(
    ("action", "script"),
    [(SHOW, [0, 3]), (SHOW, [3, 1]), (DROP, [2, 5, 5, 0]), (DROP, [3, 1, 3, 4]), (REST, [])],
)
def test_an_answer_that_is_not_listed(listing: Listing, action: int, script: list[int]) -> None:
    """No option is found for a script that does not match any listed option.

    The scripts have another number, another component, another multiset of components, or an action of
    another site.
    """
    assert listing.find(action, script) == -1


@pytest.mark.parametrize("tells", [False, True])
def test_another_copy_in_the_same_zone_is_taken(listing: Listing, *, tells: bool) -> None:
    """If a script names another copy in the same zone, the listed option takes the script's words.

    If the words tell which copy was chosen, that copy is one of three in the zone, so the weight is 1/3.
    """
    script = [1, 2]
    assert listing.find(SHOW, script, tells=tells) == 1
    assert (script, listing.shown) == ([1, 2], [0, 1, 1, 2])
    assert listing.weight.weight == (Fraction(1, 3) if tells else 1)


def test_a_copy_elsewhere_is_replaced(listing: Listing) -> None:
    """If a script names a copy in another zone, it takes the words of the listed option.

    If the words tell which copy was chosen, no option is found.
    """
    listing.position[listing.zone_of + 1] = OUT
    script = [1, 2]
    assert listing.find(SHOW, script, tells=True) == -1
    assert (script, listing.shown) == ([1, 2], [0, 1, 0, 2])
    assert listing.find(SHOW, script) == 1
    assert (script, listing.shown) == ([0, 2], [0, 1, 0, 2])
    assert listing.weight.weight == 1


def test_several_copies_in_any_order(listing: Listing) -> None:
    """Two of three copies and one of two copies are one of 3 · 2 choices, in any order."""
    assert listing.find(DROP, [3, 4, 2, 1], tells=True) == 4
    assert listing.dropped[8:] == [3, 4, 2, 1]
    assert listing.weight.weight == Fraction(1, 3 * 2)


def test_copies_are_counted_in_their_zone(listing: Listing) -> None:
    """A copy in another zone does not count among the copies from which the script chooses."""
    listing.position[listing.zone_of + 4] = OUT
    assert listing.find(DROP, [3, 3, 2, 1], tells=True) == 4
    assert listing.weight.weight == Fraction(1, 3)


@pytest.mark.parametrize("part", [0, 1, 1 << 31, 3 << 30, (1 << 32) - 1, -1, -(1 << 31)])
def test_an_option_is_picked_by_a_fraction(listing: Listing, part: int) -> None:
    """An option is picked by an unsigned fraction, and reported as its action and its words."""
    number = listing.answers.pick(listing.position, listing.begins, listing.counts, 5, part)
    assert number == int(5 * Fraction(part % (1 << 32), 1 << 32))
    options = [(SHOW, 0, 1), (SHOW, 0, 2), (DROP, 0, 0, 0, 0), (DROP, 1, 5, 0, 0), (DROP, 3, 0, 1, 3)]
    picked = options[number]
    assert tuple(listing.answers.picked[: len(picked)]) == picked

"""All situations of a small game: their number, what is dead, and mistakes that random games do not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.fuzz import Case, Cases, Exhausted, Finding, Unseeded
from interpreter.fuzz.corpus import REACHED, Corpus, Sample, coverage_of
from interpreter.fuzz.exhaustive import exhausted
from interpreter.play.luck import Seeds
from interpreter.play.playout import uniform

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Made = Callable[[str], Spec]

HEAP = """
    players: 2
    components: {stone: {attributes: {n: 1..4}, all: {n: 1..4}, start: heap}}
    zones:
      heap: {of: stone}
      hand: {of: stone, per: player}
    actions:
      take:
        with: {c: {from: heap}}
        do:
          - {move: c, to: "hand[me]"}
          - {if: "size(hand[me]) > 4", then: [{stop: turn}]}
      pass: {}
    phases: {play: {turns: clockwise, until: empty(heap), do: [{offer: [take, pass]}]}}
    limit: {decisions: LIMIT, then: draw}
"""

LOCK = """
    players: 1
    variables: {step: {type: 0..12}, won: {type: bool, start: false}}
    actions:
      press:
        with: {n: {from: 0..9}}
        do: [{if: "n == step", then: [{set: {step: step + 1}}], else: [{set: {step: 0}}]}]
    phases: {play: {turns: clockwise, until: step == 10, do: [{offer: [press]}]}}
    limit: {decisions: 20, then: draw}
    invariants: {shut: {is: "step < 10", at: turn}}
"""

DICE = """
    players: 1
    variables: {sum: {type: 0..100}, dice: {type: 0..9}}
    phases:
      play:
        turns: clockwise
        until: dice == DICE
        do:
          - {random: {d: {from: 1..6}}}
          - {set: {sum: sum + d, dice: dice + 1}}
    invariants: {least: {is: "dice < DICE or sum > DICE", at: turn}}
"""


def first(spec: Spec) -> Case:
    """Return the plainest case of a game."""
    return next(iter(Cases(spec, None, {})))


def test_situations_are_counted_and_the_rest_is_dead(game_of: Made) -> None:
    """Each of four stones is in the heap or a hand, in 81 ways. In 16 of them, the heap is empty.

    In each, 2 players can be next. The condition in `take` holds in none. With passes, the limit is reached.
    """
    case = first(game_of(HEAP.replace("LIMIT", "40")))
    found = exhausted(case, 0, 60.0)
    assert isinstance(found, Exhausted)
    assert found.situations == (81 - 16) * 2
    assert found.limited
    corpus = Corpus(case)
    corpus.everything = found.reached
    assert [point.what for point in coverage_of([corpus]).never] == [
        "`size(hand[me]) > 4` never holds", "this `stop` is never reached"
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["kuhn-poker", "liars-dice"])
def test_random_games_reach_the_same(name: str) -> None:
    """In a small game, many random games reach what all situations do, and end in the same ways."""
    case = first(gamespec.load(name))
    found = exhausted(case, 0, 60.0)
    assert isinstance(found, Exhausted)
    random, seeds = Corpus(case), (Seeds.of(1, index) for index in range(1000))
    for playout in CompiledEngine(case.compiled.program).batch(seeds, tally=REACHED):
        random.add(playout, Sample(case, playout.seeds, uniform, playout.decisions))
    every = Corpus(case)
    every.everything = found.reached
    random_, all_ = coverage_of([random]), coverage_of([every])
    assert random_.never == all_.never
    assert len(all_.reached) > len(all_.never)


def test_situations_beyond_the_limit_do_not_count(game_of: Made) -> None:
    """After one decision, four stones can have been taken, or none; after a limit of two, nothing is asked.

    A lock of ten digits cannot be opened in nine decisions.
    """
    found = exhausted(first(game_of(HEAP.replace("LIMIT", "2"))), 0, 60.0)
    assert isinstance(found, Exhausted)
    assert found.situations == 1 + 4 + 1
    for limit, kind in ((9, Exhausted), (10, Finding)):
        assert isinstance(exhausted(first(game_of(LOCK.replace("20", str(limit)))), 0, 60.0), kind)


def test_the_limit_may_be_out_of_reach() -> None:
    """A game of tic-tac-toe ends after nine decisions, and one of Kuhn's poker after three."""
    for name in ("tic-tac-toe", "kuhn-poker"):
        found = exhausted(first(gamespec.load(name)), 0, 60.0)
        assert isinstance(found, Exhausted)
        assert not found.limited


@pytest.mark.parametrize(
    "game",
    [
        # copies are alike for explicit chance, but not for a variable that holds one of them
        """
        players: 1
        components: {card: {attributes: {n: 1..1}, copies: 3, all: {n: 1..1}, start: deck}}
        zones: {deck: {of: card, ordered: true}}
        variables: {mark: {type: card?}, hit: {type: bool, start: false}}
        phases:
          play:
            do:
              - {set: {mark: top(deck)}}
              - {shuffle: deck}
              - {if: "nth(deck, 2) == mark", then: [{set: {hit: true}}]}
        invariants: {a: {is: not hit, at: end}}
        """,
        # ten throws without a decision, with 500,000 units of work after each: 5 million units of 4 million
        """
        players: 1
        components: {card: {attributes: {n: 1..1000}, all: {n: 1..1000}, start: deck}}
        zones: {deck: {of: card, ordered: true}}
        variables: {turns: {type: 0..10}}
        phases:
          play:
            turns: clockwise
            until: turns == 10
            do:
              - {random: {d: {from: 1..2}}}
              - {if: "all(a in 1..250: size(reverse(deck)) >= d)", then: [{set: {turns: turns + 1}}]}
        """,
    ],
)
def test_what_explicit_chance_does_not_show_is_not_proven(game_of: Made, game: str) -> None:
    """A game of a seed can come to a fault that no situation with explicit chance shows."""
    case = first(game_of(game))
    games = DefinitionalEngine(case.compiled.program).batch(Seeds.of(1, index) for index in range(20))
    assert any(game.fault is not None for game in games)
    assert exhausted(case, 0, 60.0) is None


def test_a_mistake_that_random_games_do_not_meet(game_of: Made) -> None:
    """A lock of ten digits has eleven situations; one of 10^10 ways to press ten of them opens it."""
    case = first(game_of(LOCK))
    found = exhausted(case, 0, 60.0)
    assert isinstance(found, Finding)
    assert found.fault.code == "GS517"
    assert [option.values for _, _, option in found.played] == [(n,) for n in range(10)]


def test_a_mistake_with_luck_has_a_seed_if_one_is_found(game_of: Made) -> None:
    """One 1 with a die is found; nine in a row, one in 10 million games, are not."""
    found = exhausted(first(game_of(DICE.replace("DICE", "1"))), 0, 60.0)
    assert isinstance(found, Finding)
    assert found.answers == ()
    rare = exhausted(first(game_of(DICE.replace("DICE", "9"))), 0, 60.0)
    assert isinstance(rare, Unseeded)
    assert rare.fault.code == "GS517"


def test_a_game_that_is_too_large_proves_nothing() -> None:
    """Nothing is known of a game whose situations cannot all be explored in time."""
    assert exhausted(first(gamespec.load("hex")), 0, 0.5) is None

"""Tests that nobody can foresee the future of a game.

A clone with a new seed rolls other dice, and the luck that a policy is given reveals no seed.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from gamespec.program.tables import Head
from interpreter import Game
from interpreter.play.chance import fnv1a, mix, split_seed
from interpreter.simulate import Draws, Seeds, playout

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.protocol import Decision, Option

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15

ROLLS = """
    players: 2
    variables:
      rolled: {per: player, type: 0..60}
    actions:
      roll:
        do:
          - random: {n: {from: 1..6}}
          - set: {"rolled[me]": "rolled[me] + n"}
          - stop: turn
      pass: {do: [{stop: turn}]}
    phases:
      play:
        turns: clockwise
        do: [{offer: [roll, pass]}]
    score: rolled[player]
    limit: {decisions: 8, then: rank}
"""


@pytest.fixture
def dice(game_of: Callable[[str], Spec]) -> Program:
    """Return the program of the dice game `ROLLS`."""
    return game_of(ROLLS).program()


def rolled(game: Game) -> int:
    """Take the first option, which rolls a die, and return the number rolled."""
    layout = game.program.layout
    game.apply(game.options[0])
    return max(game.position[layout.stores : layout.stores + 2])


def unmixed(value: int) -> int:
    """Return the input for which SplitMix64's finalizer gives `value`.

    Each step of the finalizer is a bijection on 64-bit numbers, so it can be undone.
    """

    def unshifted(x: int, by: int) -> int:
        found = x
        for _ in range(64 // by):
            found = x ^ (found >> by)
        return found

    value = unshifted(value, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK
    value = unshifted(value, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK
    return unshifted(value, 30)


def test_a_clone_is_a_copy(dice: Program) -> None:
    """A clone without a new seed rolls the same numbers as the game itself."""
    for seed in range(20):
        game = Game(dice, seed)
        clone = game.clone()
        assert clone.position == game.position
        assert rolled(clone) == rolled(game)


def test_a_clone_with_a_seed_differs_in_nothing_but_it(dice: Program) -> None:
    """A clone with a new seed differs from its game only in the seed, and rolls what that seed gives."""
    game = Game(dice, 1)
    clone = game.clone(seed=2**64 - 5)
    places = (Head.SEED_LOW, Head.SEED_HIGH)
    assert [clone.position[at] for at in places] == list(split_seed(2**64 - 5))
    assert all(
        a == b for i, (a, b) in enumerate(zip(clone.position, game.position, strict=True)) if i not in places
    )
    assert clone.options == game.options
    assert rolled(clone) == rolled(Game(dice, 2**64 - 5))


def test_clones_roll_freely(dice: Program) -> None:
    """The first rolls of 1,200 clones with different seeds are evenly distributed.

    Each number is expected 200 times. Chi-squared with 5 degrees of freedom is below 20.5, its 99.9 % point.
    """
    game = Game(dice, 1)
    seen = Counter(rolled(game.clone(seed)) for seed in range(1200))
    assert sum((seen[face] - 200) ** 2 / 200 for face in range(1, 7)) < 20.5


def test_what_was_scripted_is_no_future_of_a_search(dice: Program) -> None:
    """A copy of a game keeps the scripted numbers, but a clone with a new seed does not use them."""
    game = Game(dice, 1, script={"n": [5]})
    assert rolled(game.clone()) == 5
    assert {rolled(game.clone(seed)) for seed in range(60)} == {1, 2, 3, 4, 5, 6}
    assert game.script == {"n": [5]}


def drawn(program: Program, seeds: Seeds) -> list[int]:
    """Return the 64-bit numbers that a policy draws in one playout, one number per decision."""
    seen: list[int] = []

    def curious(decision: Decision, draws: Draws) -> Option:
        seen.append(draws.below(1 << 64))
        return decision.options[0]

    playout(program, seeds, curious)
    return seen


def test_luck_does_not_depend_on_the_game(dice: Program) -> None:
    """The numbers that a policy draws depend on the luck, but not on the seed of the game."""
    assert drawn(dice, Seeds(1, 7)) == drawn(dice, Seeds(2, 7)) != drawn(dice, Seeds(1, 8))


def test_luck_leads_back_to_no_seed(dice: Program) -> None:
    """A policy that inverts the generator finds a key, but no seed can be computed from the key."""
    seeds = Seeds.of(3, 0)
    first, second, *_ = drawn(dice, seeds)
    key = (unmixed(first) - GAMMA) & MASK
    assert second == mix(key + 2 * GAMMA)
    names = ("policy", "policy of playouts", "luck 0", "game 0")
    before = {(unmixed(key) - GAMMA * fnv1a(name)) & MASK for name in names} | {key, unmixed(key)}
    assert before.isdisjoint({3, *seeds})

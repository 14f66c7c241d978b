"""Tests that the future is open: a clone rolls other dice, and a policy's luck reveals no seed."""

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
    """Return the program of a game in which players roll dice."""
    return game_of(ROLLS).program()


def rolled(game: Game) -> int:
    """Return the number that the first roll brings."""
    layout = game.program.layout
    game.apply(game.options[0])
    return max(game.position[layout.stores : layout.stores + 2])


def unmixed(value: int) -> int:
    """Invert SplitMix64's finalizer, each step of which is a bijection of 64 bits."""

    def unshifted(x: int, by: int) -> int:
        found = x
        for _ in range(64 // by):
            found = x ^ (found >> by)
        return found

    value = unshifted(value, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK
    value = unshifted(value, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK
    return unshifted(value, 30)


def test_a_clone_is_a_copy(dice: Program) -> None:
    """Without a seed a clone rolls what the game itself will roll."""
    for seed in range(20):
        game = Game(dice, seed)
        clone = game.clone()
        assert clone.position == game.position
        assert rolled(clone) == rolled(game)


def test_a_clone_with_a_seed_differs_in_nothing_but_it(dice: Program) -> None:
    """A clone with a seed differs from the game only in the seed, and rolls like a game of that seed."""
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
    """The first rolls of 1,200 clones are even.

    200 of each are expected; chi-squared (5 degrees) is below its 99.9 % point, 20.5.
    """
    game = Game(dice, 1)
    seen = Counter(rolled(game.clone(seed)) for seed in range(1200))
    assert sum((seen[face] - 200) ** 2 / 200 for face in range(1, 7)) < 20.5


def test_what_was_scripted_is_no_future_of_a_search(dice: Program) -> None:
    """A script belongs to its game: a copy rolls the scripted number, but a clone with a seed does not."""
    game = Game(dice, 1, script={"n": [5]})
    assert rolled(game.clone()) == 5
    assert {rolled(game.clone(seed)) for seed in range(60)} == {1, 2, 3, 4, 5, 6}
    assert game.script == {"n": [5]}


def drawn(program: Program, seeds: Seeds) -> list[int]:
    """Return the draws of 64 bits that a policy is given in one playout, one for each decision."""
    seen: list[int] = []

    def curious(decision: Decision, draws: Draws) -> Option:
        seen.append(draws.below(1 << 64))
        return decision.options[0]

    playout(program, seeds, curious)
    return seen


def test_luck_does_not_depend_on_the_game(dice: Program) -> None:
    """A policy draws the same numbers in games with other seeds, and other numbers with another luck."""
    assert drawn(dice, Seeds(1, 7)) == drawn(dice, Seeds(2, 7)) != drawn(dice, Seeds(1, 8))


def test_luck_leads_back_to_no_seed(dice: Program) -> None:
    """A policy that inverts the generator finds a key, and cannot invert it further to a seed."""
    seeds = Seeds.of(3, 0)
    first, second, *_ = drawn(dice, seeds)
    key = (unmixed(first) - GAMMA) & MASK
    assert second == mix(key + 2 * GAMMA)
    names = ("policy", "policy of playouts", "luck 0", "game 0")
    before = {(unmixed(key) - GAMMA * fnv1a(name)) & MASK for name in names} | {key, unmixed(key)}
    assert before.isdisjoint({3, *seeds})

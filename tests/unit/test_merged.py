"""Sums of parts of a run, merged in any order, are those of the whole run, to the last bit."""

from __future__ import annotations

import pickle
import random
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from agreement_games import ROOT
from long_checks import sampled

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.tally import ALL, Counts
from interpreter.simulate import Run, Summary, plan_of
from interpreter.simulate.runs import stretches, summed_games
from interpreter.study.comparison import Comparison

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.protocol import MakeEngine
    from interpreter.simulate import Plan

SHORT = Counts(pace=True, lead=True, measures=True, last=True)
"""What `gamespec simulate` counts without a table."""

GAMES = 40
ODD = [str(ROOT / "tests" / "games" / name) for name in ("heath", "squirrels", "tannery")]
"""Games with faults and limits."""


def parts(seed: int) -> list[range]:
    """Return the numbers of all games, divided and shuffled at random."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    cuts = sorted({0, GAMES, *(luck.randrange(GAMES) for _ in range(luck.randrange(1, 12)))})
    found = [range(first, end) for first, end in pairwise(cuts)]
    luck.shuffle(found)
    return found


def merged(plan: Plan, summaries: Iterable[Summary]) -> Summary:
    """Return the summary of all games, after all parts have been sent."""
    whole = Summary.of(plan.compiled.program)
    for part in summaries:
        whole.merge(pickle.loads(pickle.dumps(part)))  # noqa: S301 - it is our own
    return whole


def places(summary: Summary) -> list[tuple[object, ...]]:
    """Return where games were stopped, with the first game of each place, and forget it."""
    found = [
        (where, count.fault.args, count.seeds, count.games, count.number)
        for where, count in summary.fault_places.items()
    ]
    summary.fault_places = {}  # two faults are never equal
    return found


@pytest.mark.parametrize("name", [*sampled(gamespec.games(), "generated", 6), *ODD])
@pytest.mark.parametrize("counts", [SHORT, ALL])
def test_summaries_are_merged_in_any_order(name: str, counts: Counts) -> None:
    """However a run is divided, and in whatever order its parts are merged, the summary is the same.

    So is the first game that a fault stopped, or that reached the limit.
    """
    plan = plan_of(gamespec.load(name), seed=3, tally=counts)
    whole = Run(plan).play(GAMES).summary
    found = [
        merged(plan, [Run(plan, first=part.start).play(len(part)).summary for part in parts(seed)])
        for seed in range(4)
    ]
    stopped = places(whole)
    for each in found:
        assert places(each) == stopped
        assert each == whole


@pytest.mark.parametrize("name", ["hearts", "liars-dice", *ODD])
def test_games_one_by_one_are_merged_with_games_in_a_module(name: str) -> None:
    """Summaries from different engines can be merged, and are those of one engine."""
    made: tuple[MakeEngine, MakeEngine] = CompiledEngine, DefinitionalEngine
    plans = [plan_of(gamespec.load(name), seed=3, tally=SHORT, engine=make) for make in made]
    pieces = [
        Run(plans[i % 2], first=part.start).play(len(part)).summary
        for i, part in enumerate((range(20, 40), range(20)))
    ]
    whole, found = Run(plans[0]).play(GAMES).summary, merged(plans[0], pieces)
    assert places(found) == places(whole)
    assert found == whole


@pytest.mark.parametrize("name", ["trapper", "euchre", "hanabi", "liars-dice", *ODD])
def test_pairs_are_merged_in_any_order(name: str) -> None:
    """However a comparison is divided, and in whatever order its parts are merged, the sums are the same."""
    games = [plan_of(gamespec.load(name), seed=5) for _ in range(2)]
    whole = Comparison(*games).play(GAMES).paired
    for seed in range(3):
        some = [Comparison(*games, number=part.start).play(len(part)).paired for part in parts(seed)]
        first, *others = (pickle.loads(pickle.dumps(each)) for each in some)  # noqa: S301 - as above
        for each in others:
            first.merge(each)
        assert first.games == whole.games == GAMES
        assert dict(first.items()) == dict(whole.items())


def test_sums_do_not_grow_with_the_games() -> None:
    """What is sent for a shard is at most a few kB, for ten games and for ten thousand."""
    for name, most in (("tic-tac-toe", 3_000), ("trapper", 6_000)):
        plan = plan_of(name, tally=SHORT)
        sizes = [len(pickle.dumps(summed_games(plan, 0, 1 << 40, range(count)))) for count in (10, 3_000)]
        assert sizes[0] <= sizes[1] < most


@pytest.mark.parametrize(
    ("numbers", "first", "every"), [(range(7, 30), 2, 5), (range(5), 0, 9), (range(9, 9), 1, 2)]
)
def test_stretches(numbers: range, first: int, every: int) -> None:
    """Stretches are the numbers in order, divided before each multiple of `every` after the first game."""
    found = [*stretches(numbers, first, every)]
    assert reduce(lambda all_, some: [*all_, *some], found, []) == [*numbers]
    assert [some.start for some in found[1:]] == [
        number for number in numbers[1:] if (number - first) % every == 0
    ]

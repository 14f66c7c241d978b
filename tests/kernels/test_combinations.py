"""Numbered combinations agree with `itertools` in their counts and their order."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import comb

import pytest
from asserted import asserted

import gamespec
from gamespec.program.budget import BUDGET
from interpreter import Game
from interpreter.kernels import combinations as kernels
from interpreter.kernels.terms import Lists


@pytest.mark.parametrize("sizes", [(3,), (0, 1, 2, 3), (0, 2), (2, 9)])
def test_unranked(sizes: tuple[int, ...]) -> None:
    """Combinations are ordered by size and then by the indexes of their values.

    There are no combinations of more values than exist.
    """
    program = gamespec.load("hearts").program()
    (pick,) = (pick for action in program.actions for pick in action.picks if pick.counts is not None)
    with asserted([kernels]):
        own = kernels.Combinations(program, replace(pick, counts=(min(sizes), max(sizes))), Lists())
        values, p = [7, 5, 9, 2, 4], [*Game(program).position, *[0] * 13]
        own.begin(values, len(values))
        counted = [own.count(k, int(k in sizes)) for k in range(own.low, own.high + 1)]
        assert counted == [comb(5, k) if k in sizes else 0 for k in range(own.low, own.high + 1)]
        expected = [taken for k in sizes for taken in combinations(values, k)]
        for r, taken in enumerate(expected):
            own.take(p, r)
            assert p[own.slot] == len(taken)
            assert p[own.values : own.values + len(taken)] == [*taken]


def test_more_than_the_budget_pays_for() -> None:
    """A number of combinations that exceeds the budget is cut off, so that it fits into 32 bits."""
    program = gamespec.load("hearts").program()
    (pick,) = (pick for action in program.actions for pick in action.picks if pick.counts is not None)
    wide = replace(
        pick, counts=(0, 40), source=replace(pick.source, domain=replace(pick.source.domain, most=80))
    )
    own = kernels.Combinations(program, wide, Lists())
    own.begin([*range(80)], 80)
    assert comb(80, 40) > BUDGET
    assert own.count(40, 1) == BUDGET + 1

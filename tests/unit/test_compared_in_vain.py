"""Tests for comparisons that can never hold, which are reported if and only if no values satisfy them."""

from __future__ import annotations

import operator
from itertools import product
from pathlib import Path

import pytest

from gamespec.lint.compared_in_vain import may_hold
from gamespec.loader import check
from gamespec.text.source import Source, Span
from gamespec.trees.types import Int
from gamespec.world.world import Numbers

OPERATORS = {
    "==": operator.eq,
    "!=": operator.eq,  # a difference that always holds is an equality that never does
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
GAME = """\
language: 1
game: sample
title: Sample
players: 2
options: {{most: {{type: 1..9, default: 1}}}}
variables: {{turns: {{type: 0..{bound}}}}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {{n: {{from: "0..1", where: turns < 9}}}}
      - set: {{turns: n if turns > {asked} else 0}}
end:
  over: {{when: turns == 1, draw: true}}
limit: {{decisions: 10, then: draw}}
"""


@pytest.mark.parametrize("op", OPERATORS)
def test_all_small_ranges(op: str) -> None:
    """For all ranges within 0..4, `may_hold` agrees with trying every pair of values."""
    span = Span(Source("text", "x"), 0, 1)
    ranges = [Int(low, high) for low, high in product(range(5), repeat=2) if low <= high]
    for left, right in product(ranges, repeat=2):
        values = product(range(left.low, left.high + 1), range(right.low, right.high + 1))
        expected = any(OPERATORS[op](a, b) for a, b in values)
        assert may_hold(Numbers(op, span, span, left, right)) == expected, (left, right)


@pytest.mark.parametrize(("bound", "asked", "told"), [("5", "5", 1), ("5", "4", 0), ("most", "5", 0)])
def test_what_depends_on_an_option(bound: str, asked: str, told: int, tmp_path: Path) -> None:
    """A comparison is not reported if it can hold with another choice of options."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(bound=bound, asked=asked), encoding="utf-8")
    found = check(path).diagnostics
    assert sum(d.message.startswith("`turns` is never") for d in found) == told, found

"""Local lists are stored as sets if, and only if, their order is never needed."""

from __future__ import annotations

import pytest

import gamespec
from interpreter.compiled.analysis.cfg import ControlFlowGraph
from interpreter.compiled.analysis.facts import Facts
from interpreter.compiled.analysis.liveness import Liveness
from interpreter.compiled.expressions.lists_as_sets import lists_as_sets


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("hex", [121]),  # `chain`, with two membership tests for any cell
        ("nine-mens-morris", []),  # `foes` lists options, so its order matters
        ("tests/games/authored/go.yaml", []),  # a loop iterates over groups
    ],
)
def test_which_local_lists_are_sets(name: str, sizes: list[int]) -> None:
    """The expected local lists are stored as sets, with members from ranges of the expected sizes."""
    program = gamespec.load(name).program()
    found = lists_as_sets(program, Facts(program), Liveness(ControlFlowGraph(program)))
    assert list(found.values()) == sizes

"""Local lists are stored as sets if their order is never needed, and only then."""

from __future__ import annotations

import pytest

import gamespec
from interpreter.compiled.analysis.course import Course
from interpreter.compiled.analysis.facts import Facts
from interpreter.compiled.analysis.held import Held
from interpreter.compiled.expressions.held_sets import held_sets


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("hex", [121]),  # `chain`, with two membership tests for any cell
        ("nine-mens-morris", []),  # `foes` lists options, so its order matters
        ("tests/games/authored/go.yaml", []),  # a loop iterates over groups
    ],
)
def test_which_local_lists_are_sets(name: str, sizes: list[int]) -> None:
    """The local lists that are stored as sets have members from the expected ranges."""
    program = gamespec.load(name).program()
    found = held_sets(program, Facts(program), Held(Course(program)))
    assert list(found.values()) == sizes

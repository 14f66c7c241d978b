"""Each name that emitters share stands for exactly one function."""

from __future__ import annotations

import pytest

import gamespec
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import Function, const


@pytest.fixture
def unit() -> Unit:
    """Return an empty module."""
    return Unit(gamespec.load("tic-tac-toe").program())


def one(function: Function) -> None:
    """Give a function a body, as a maker of helpers does."""
    function.body = [const(1)]


def two(function: Function) -> None:
    """Give a function a different body than `one`."""
    function.body = [const(2)]


def test_a_helper_is_made_once(unit: Unit) -> None:
    """A helper that is requested twice is made only once."""
    assert unit.helper("$n", one, result=True) == unit.helper("$n", one, result=True) == "$n"
    assert [*unit.functions] == ["$n"]


def test_a_name_is_of_one_helper(unit: Unit) -> None:
    """A helper's name cannot be reused with a different maker, parameters or result.

    It cannot be the name of any other function, either.
    """
    unit.helper("$n", one, result=True)
    unit.add(Function("$m"))
    for name, make, given, result in (
        ("$n", two, (), True),
        ("$n", one, ("$a",), True),
        ("$n", one, (), False),
        ("$m", one, (), False),
    ):
        with pytest.raises(AssertionError, match="another function"):
            unit.helper(name, make, *given, result=result)


def test_functions_have_names_of_their_own(unit: Unit) -> None:
    """Adding a function fails if its name is already in use."""
    unit.helper("$n", one)
    with pytest.raises(AssertionError, match="\\$n"):
        unit.add(Function("$n"))

"""What emitters share: a name stands for one function."""

from __future__ import annotations

import pytest

import gamespec
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import Function, const


@pytest.fixture
def unit() -> Unit:
    """A module in which nothing is yet."""
    return Unit(gamespec.load("tic-tac-toe").program())


def one(function: Function) -> None:
    """Fill a function."""
    function.body = [const(1)]


def two(function: Function) -> None:
    """Fill a function otherwise."""
    function.body = [const(2)]


def test_a_helper_is_made_once(unit: Unit) -> None:
    """Whoever asks for it again is given the same."""
    assert unit.helper("$n", one, result=True) == unit.helper("$n", one, result=True) == "$n"
    assert [*unit.functions] == ["$n"]


def test_a_name_is_of_one_helper(unit: Unit) -> None:
    """Another maker, other parameters, another result, or what is no helper at all: none is taken for it."""
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
    """None is put in the place of another."""
    unit.helper("$n", one)
    with pytest.raises(AssertionError, match="\\$n"):
        unit.add(Function("$n"))

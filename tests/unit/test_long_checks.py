"""Tests that every name that marks a long check is declared and that every script of a long check exists."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from long_checks import ALL, CHECKS, SCRIPTS, chosen, every, sampled, split

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def long() -> ModuleType:
    """Return the script `bench/long.py`, which runs the long checks, imported as a module."""
    spec = importlib.util.spec_from_file_location("long", ROOT / "bench" / "long.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_name_is_one_of_a_check_or_of_all() -> None:
    """`all` stands for every check, and an unknown name is refused with a list of the known names."""
    assert chosen({"golden", "manual"}) == {"golden", "manual"}
    assert chosen({ALL}) == {*CHECKS}
    with pytest.raises(ValueError, match=r"`gold`; there are agreement, .*all"):
        chosen({"golden", "gold"})


def test_every_third_is_always_run() -> None:
    """With a step of three, every third parameter is unmarked and therefore always runs.

    Of seven parameters, these are the first, the fourth and the seventh.
    """
    always = [param.values for param in sampled(range(7), "golden", 3) if not param.marks]
    assert always == [(0,), (3,), (6,)]


def test_what_takes_longest_has_a_check_of_its_own() -> None:
    """The parameters that take longest can be given a long check of their own.

    Of seven parameters, all but the first belong to a long check, and the last three to the deep one.
    """
    found = split(range(7), "golden", every(7), lambda number: number > 3)
    marks = [[mark.args for mark in param.marks] for param in found]
    assert marks == [[], *[[("golden",)]] * 3, *[[("golden-deep",)]] * 3]


def test_the_list_says_what_each_covers(long: ModuleType) -> None:
    """The list has a line for each check, with its name, what it covers, and `ci` if CI runs it."""
    told = {line.split()[0]: line for line in long.listed().splitlines()}
    assert [*told] == [*CHECKS, *SCRIPTS]
    assert all(check.covers in told[name] for name, check in {**CHECKS, **SCRIPTS}.items())
    assert {name for name, line in told.items() if line.split()[1] == "ci"} == {
        name for name, check in CHECKS.items() if check.ci
    }


def test_tests_run_in_one_call_and_scripts_after_them(long: ModuleType) -> None:
    """All checks run in one call of pytest, and the scripts, whose files must exist, run after it."""
    first, *scripts = long.commands([*CHECKS, *SCRIPTS], 2)
    assert first[:5] == ["-m", "pytest", "-q", "-n", "2"]
    assert first[5:] == [word for name in CHECKS for word in ("--long", name)]
    assert [script[0] for script in scripts] == [script.command[0] for script in SCRIPTS.values()]
    assert all((ROOT / script[0]).exists() for script in scripts)
    assert long.commands(["mutants"], 2) == [["tests/mutation"]]

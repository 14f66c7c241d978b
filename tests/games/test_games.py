"""Tests of every shipped game with every variant."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from long_checks import every, split
from shipped import loaded

from gamespec import OptionError, SpecError, check, games, variants
from gamespec.text.render import render
from gamespec.trees import types as t
from interpreter.contract import hold
from interpreter.coverage import measure
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.compile import Compiled

GAMES = games()
NAMES = [*GAMES, *chain.from_iterable([f"{game}+{name}" for name in variants(game)] for game in GAMES)]
LONG = {"carcassonne", "ogallala"}
SHIPPED = {"trapper", "trumpet", "ogallala", "rufus"}


def tables(name: str) -> Iterator[tuple[str, int]]:
    """Yield a game with each possible number of players.

    A variant is yielded only with its smallest and its largest number.
    """
    try:
        numbers = loaded(name).players
        few = dict.fromkeys((numbers[0], numbers[-1]))
        yield from ((name, players) for players in (few if "+" in name else numbers))
    except SpecError:  # one test says what is wrong
        yield name, 0


def options(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield a game with each of its options and each non-default value.

    Of a numeric option, only the ends of the range are used.
    """
    try:
        spec = loaded(name)
    except SpecError:
        return
    world = spec.world()
    for option, value in world.options.items():
        members = world.values.members(value.type)
        for member in dict.fromkeys((members[0], members[-1]) if isinstance(value.type, t.Int) else members):
            if member != value.value:
                yield name, option, world.values.text(value.type, member)


TABLES = list(chain.from_iterable(map(tables, NAMES)))
OPTIONS = list(chain.from_iterable(map(options, GAMES)))


def fewest(name: str, players: int) -> bool:
    """Return whether `players` is the smallest number for a game that is neither a variant nor long."""
    return (
        "+" not in name
        and name not in LONG
        and players in {0, min(number for game, number in TABLES if game == name)}
    )


def seldom(name: str, players: int) -> bool:
    """Return whether a test belongs to the deep check only.

    For a game, the test with the largest number of players is outside the deep check, or the test with the
    smallest if the game is long. All tests of variants belong to the deep check.
    """
    numbers = [number for game, number in TABLES if game == name]
    return "+" in name or players != (min(numbers) if name in LONG else max(numbers))


def another(name: str, option: str, value: str) -> bool:
    """Return whether a test belongs to the deep check only.

    Outside it is the first non-default value of every fourth option.
    """
    firsts = {(game, o): v for game, o, v in reversed(OPTIONS)}
    some = [*dict.fromkeys((game, o) for game, o, _ in OPTIONS)][::4]
    return (name, option) not in some or value != firsts[name, option]


def test_the_published_games_are_shipped() -> None:
    """The four published games that the project promises are among the shipped games."""
    assert set(GAMES) >= SHIPPED


@pytest.mark.parametrize("name", split(NAMES, "contract", lambda name: "+" not in name))
def test_the_checker_finds_nothing(name: str) -> None:
    """The checker reports neither errors nor warnings for any shipped game."""
    found = check(name).diagnostics
    assert not found, render(found)


@pytest.mark.parametrize("name", split(GAMES, "contract", lambda name: name not in {*LONG, "trapper"}))
def test_all_scenarios_pass(name: str) -> None:
    """The worked examples and rulings in the rules, including those of variants, give the printed results."""
    spec = loaded(name)
    scenarios, found = load_scenarios(spec)
    assert not found, render(found)
    assert scenarios
    reports = {scenario.id: run_scenario(spec, scenario).report for scenario in scenarios}
    assert not {id_: report for id_, report in reports.items() if report}


@pytest.mark.parametrize(("name", "players"), split(TABLES, "contract", fewest, seldom))
def test_the_contract_holds(name: str, players: int) -> None:
    """A random game keeps the contract with each number of players.

    For variants, only the smallest and the largest number are tested.
    """
    stride = 29 if "+" in name else 11
    assert hold(loaded(name).compiled(players), [players], stride=stride).games == 1


@pytest.mark.parametrize(("name", "option", "value"), split(OPTIONS, "contract", every(30), another))
def test_the_contract_holds_with_any_option(name: str, option: str, value: str) -> None:
    """A random game keeps the contract with any value of any option."""
    hold(chosen(name, option, value), [0], most=60)


def chosen(name: str, option: str, value: str) -> Compiled:
    """Compile a game with the given value of an option, and with a second option if the value requires it."""
    others = [{other: v} for game, other, v in OPTIONS if game == name and other != option]
    for further in ({}, *others):
        with suppress(OptionError):
            return loaded(name).compiled(options={option: value, **further})
    raise AssertionError(f"no choice has {option}={value}")


@pytest.mark.parametrize("name", NAMES)
def test_unknown_options_are_refused(name: str) -> None:
    """A game refuses options that it does not declare."""
    with pytest.raises(OptionError):
        loaded(name).program(options={"no_such_option": 1})


@pytest.mark.long("deep")
@pytest.mark.parametrize(("name", "players"), list(tables("trapper")))
def test_a_thousand_games(name: str, players: int) -> None:
    """A thousand random games with each number of players keep the contract, and none is truncated."""
    played = hold(loaded(name).compiled(players), range(1000))
    assert (played.games, played.truncated) == (1000, 0)


@pytest.mark.long("deep")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_many_games(name: str, players: int) -> None:
    """Thirty random games with each number of players keep the contract."""
    assert hold(loaded(name).compiled(players), range(30)).games == 30


NEVER_REACHED: dict[str, dict[str, str]] = {"trapper": {}, "trumpet": {}}
"""Parts of games that are reached neither by scenarios nor by a few random games, each with the reason."""


@pytest.mark.long("contract")
@pytest.mark.parametrize("name", NEVER_REACHED)
def test_every_rule_is_reached(name: str) -> None:
    """The scenarios and five random games reach every step, branch, action and table row.

    The parts listed in `NEVER_REACHED` are exempt.
    """
    found = measure(loaded(name), games=5)
    never = {point.what for point in found.never}
    assert never == set(NEVER_REACHED[name]), found.report

"""Tests of every shipped game and every variant."""

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
    """Yield a game with each number of players; for a variant, only with the smallest and the largest."""
    try:
        numbers = loaded(name).players
        few = dict.fromkeys((numbers[0], numbers[-1]))
        yield from ((name, players) for players in (few if "+" in name else numbers))
    except SpecError:  # one test says what is wrong
        yield name, 0


def options(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield a game, an option and a non-default value: the ends of a range, or every other value."""
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
    """Return whether a game is neither a variant nor long, and has the smallest number of players."""
    return (
        "+" not in name
        and name not in LONG
        and players in {0, min(number for game, number in TABLES if game == name)}
    )


def seldom(name: str, players: int) -> bool:
    """Return whether a test is for the deep check only.

    That is every number of players but the largest, or but the smallest for a variant or a long game.
    """
    numbers = [number for game, number in TABLES if game == name]
    return players != (min(numbers) if "+" in name or name in LONG else max(numbers))


def another(name: str, option: str, value: str) -> bool:
    """Return whether a value is not the first non-default value of an option."""
    return value != next(v for game, o, v in OPTIONS if (game, o) == (name, option))


def test_the_published_games_are_shipped() -> None:
    """The four published games that the project promises are among the shipped games."""
    assert set(GAMES) >= SHIPPED


@pytest.mark.parametrize("name", split(NAMES, "contract", lambda name: "+" not in name))
def test_the_checker_finds_nothing(name: str) -> None:
    """The checker reports neither errors nor warnings for a shipped game."""
    found = check(name).diagnostics
    assert not found, render(found)


@pytest.mark.parametrize("name", GAMES)
def test_all_scenarios_pass(name: str) -> None:
    """The worked examples and rulings of the rules, including those of variants, give the printed results."""
    spec = loaded(name)
    scenarios, found = load_scenarios(spec)
    assert not found, render(found)
    assert scenarios
    reports = {scenario.id: run_scenario(spec, scenario).report for scenario in scenarios}
    assert not {id_: report for id_, report in reports.items() if report}


@pytest.mark.parametrize(("name", "players"), split(TABLES, "contract", fewest, seldom))
def test_the_contract_holds(name: str, players: int) -> None:
    """A random game with each number of players keeps the contract; variants are checked less often."""
    stride = 29 if "+" in name else 11
    assert hold(loaded(name).compiled(players), [players], stride=stride).games == 1


@pytest.mark.parametrize(("name", "option", "value"), split(OPTIONS, "contract", every(30), another))
def test_the_contract_holds_with_any_option(name: str, option: str, value: str) -> None:
    """With any value of any option, a random game keeps the contract."""
    hold(chosen(name, option, value), [0], most=60)


def chosen(name: str, option: str, value: str) -> Compiled:
    """Compile a game with a value of an option, and with one of another option if that is required."""
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
    """A thousand random games of Trapper with each number of players keep the contract; none is truncated."""
    played = hold(loaded(name).compiled(players), range(1000))
    assert (played.games, played.truncated) == (1000, 0)


@pytest.mark.long("deep")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_many_games(name: str, players: int) -> None:
    """Thirty random games of each game and number of players keep the contract."""
    assert hold(loaded(name).compiled(players), range(30)).games == 30


NEVER_REACHED: dict[str, dict[str, str]] = {"trapper": {}, "trumpet": {}}
"""Parts of games that neither the scenarios nor some random games reach, each with the reason."""


@pytest.mark.long("contract")
@pytest.mark.parametrize("name", NEVER_REACHED)
def test_every_rule_is_reached(name: str) -> None:
    """Scenarios and five games reach every step, branch, action and row of a table, but for those listed."""
    found = measure(loaded(name), games=5)
    never = {point.what for point in found.never}
    assert never == set(NEVER_REACHED[name]), found.report

"""A sample of the mutants of five games' rules. `python tests/mutation` judges all mutants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import equivalent
import pytest
from judge import Verdict, judge, workplace
from mutants import Mutant, mutants
from operators import edits

from gamespec.documents.document import Scalar
from gamespec.expr.parse import parse_expression
from gamespec.loader import load
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from interpreter.scenario import Scenario, load_scenarios

GAMES = Path(__file__).parents[2] / "games"
TARGETS = ("trapper", "trumpet", "carcassonne", "carcassonne+traders-and-builders", "ogallala", "rufus")

KILLED = {
    "trapper": {
        "chips.csv row 7.value: 16 -> 17": "TRA-01/chips",
        "game.yaml setup.1: dropped": "TRA-02/shuffled",
    },
    "trumpet": {
        "game.yaml procedures.deal.do.2: dropped": "TRU-02/shuffled",
        "game.yaml phases.tricks.do.1: dropped": "TRU-04/next_leader",
    },
    "carcassonne": {
        "game.yaml setup.2: dropped": "BASE-01/shuffled",
        "tiles.csv base_k.copies: 3 -> 4": "BASE-01/copies",
    },
    "ogallala": {
        "game.yaml setup.1: dropped": "OGA-01/shuffled",
        "game.yaml procedures.refill.do.1.do.1.then.2: dropped": "OGA-07/shuffled",
        "cards.csv scout_red.strength: 3 -> 2": "OGA-01/strengths",
    },
    "rufus": {
        "game.yaml components.prize.rows.4.value: 7 -> 8": "RUF-02",
        "game.yaml components.prize.rows.9.value: 17 -> 18": "RUF-02",
        "game.yaml phases.chase.turns: clockwise -> counterclockwise": "RUF-06/order",
        "game.yaml procedures.drive_fox.do.1.do.1.set.points: 1 -> 0": "RUF-05",
        "game.yaml setup.3.then.1: dropped": "RUF-03/shuffled",
    },
}
"""Some mutants of each target, each with the scenario that kills it."""


def changed(expression: str, *, condition: bool = False) -> set[str]:
    """Return every text that a mutation operator makes from `expression`."""
    source = Source("text", expression)
    span = source.span(0, len(expression))
    parsed = parse_expression(Scalar(expression, expression, span, span), Collector())
    assert parsed is not None
    made = edits(parsed.root, expression, condition=condition)
    return {expression[: e.start] + e.text + expression[e.end :] for e in made}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a < 1", {"a <= 1", "a < 2", "a < 0", "not (a < 1)"}),
        ("a == b", {"a != b"}),
        ("x not in y", {"x in y"}),
        ("not empty(x)", {"empty(x)"}),
        ("a or empty(b)", {
            "a and empty(b)", "not (a or empty(b))", "not (a) or empty(b)", "a or not (empty(b))",
        }),
        ("f(a) - (b * c)", {"f(a) + (b * c)", "f(a) - (b + c)"}),
        ("any(x in l: x.ok)", {"all(x in l: x.ok)", "any(x in l: not (x.ok))", "not (any(x in l: x.ok))"}),
        ("min(a, b) if c else -b", {
            "max(a, b) if c else -b", "min(a, b) if not (c) else -b", "min(a, b) if c else b",
        }),
        ("top(ray(c, west), 2)", {
            "bottom(ray(c, west), 2)", "top(ray(c, east), 2)", "top(ray(c, west), 3)", "top(ray(c, west), 1)",
        }),
    ],
)  # fmt: skip
def test_an_operator_applies_wherever_it_can(expression: str, expected: set[str]) -> None:
    """Each operator of the table is applied once at each place in an expression where it can be applied."""
    assert changed(expression) == expected


def test_what_stands_for_a_condition_is_negated() -> None:
    """A bare name is negated only where a condition is required."""
    assert changed("done", condition=True) == {"not (done)"}
    assert changed("done") == set()


def test_steps_are_dropped_and_swapped(tmp_path: Path) -> None:
    """Each step and each pair of a `set` is dropped once, and each step is swapped with the next one."""
    text = """\
game: steps
title: Steps
players: 2
variables: {a: {type: bool}, b: {type: bool}}
setup:
  - set: {a: b, b: a}
  - {set: {a: b}}
phases: {play: {do: []}}
limit: {decisions: 1, then: draw}
"""
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    made = {x.name.removeprefix("game.yaml "): x.apply(text) for x in mutants(tmp_path)}
    assert set(made) == {
        "setup.1: dropped", "setup.2: dropped", "setup.1: after the next", "setup.1.set.a: dropped",
        "setup.1.set.b: dropped",
    }  # fmt: skip
    one, other = "set: {a: b, b: a}", "{set: {a: b}}"
    assert made["setup.1: dropped"] == text.replace(one, "{let: {no_step: 0}}")
    assert made["setup.2: dropped"] == text.replace(other, "{let: {no_step: 0}}")
    assert made["setup.1: after the next"] == text.replace(other, "?").replace(one, other).replace("?", one)
    assert made["setup.1.set.a: dropped"] == text.replace("a: b, b: a", "b: a")
    assert made["setup.1.set.b: dropped"] == text.replace("a: b, b: a", "a: b")


@pytest.fixture(scope="module")
def made() -> dict[str, dict[str, Mutant]]:
    """Return the mutants of each target, by target and by name."""
    by_target = {}
    for target in TARGETS:
        game, _, variant = target.partition("+")
        by_target[target] = {x.name: x for x in mutants(GAMES / game, variant)}
    return by_target


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_listed_as_equivalent_is_a_mutant(target: str, made: dict[str, dict[str, Mutant]]) -> None:
    """Every entry of a list of equivalent mutants names a mutant of the current files."""
    assert set(equivalent.read(equivalent.LISTS / f"{target}.txt")) <= set(made[target])


def sample() -> Iterator[tuple[str, str, str]]:
    """Yield the target, the name of a mutant, and the scenario that kills the mutant."""
    for target, killed in KILLED.items():
        yield from ((target, name, scenario) for name, scenario in killed.items())


@cache
def scenarios_of(game: str) -> list[Scenario]:
    """Return the scenarios of a game."""
    return load_scenarios(load(GAMES / game))[0]


@pytest.mark.parametrize(("target", "name", "scenario"), list(sample()))
def test_scenarios_kill_mutants(
    target: str, name: str, scenario: str, made: dict[str, dict[str, Mutant]]
) -> None:
    """The scenario about a rule detects a change of the rule."""
    game, _, variant = target.partition("+")
    with workplace(GAMES / game) as folder:
        scenarios = [s for s in scenarios_of(game) if s.id == scenario]
        verdict = judge(folder, made[target][name], variant, scenarios, quick=True)
    assert verdict == Verdict("killed", scenario)


def test_a_list_gives_a_reason_for_each(tmp_path: Path) -> None:
    """Several mutants may share a reason, but a mutant without one or listed twice is an error."""
    path = tmp_path / "game.txt"
    path.write_text("# why\none: dropped\nother: 1 -> 2\n    because\n    of this\n", encoding="utf-8")
    assert equivalent.read(path) == dict.fromkeys(("one: dropped", "other: 1 -> 2"), "because of this")
    path.write_text("one: dropped\n    because\nother: 1 -> 2\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no reason for `other: 1 -> 2`"):
        equivalent.read(path)
    path.write_text("one: dropped\n    because\none: dropped\n    because\n", encoding="utf-8")
    with pytest.raises(ValueError, match="listed twice"):
        equivalent.read(path)

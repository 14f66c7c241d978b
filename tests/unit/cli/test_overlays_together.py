"""Tests for several overlays on one game.

The overlays are named by id, by path or by `extends`, and have scenarios of their own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import gamespec
from gamespec.catalogue import parted
from gamespec.loader import check
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

GAME = """\
language: 1
game: base
title: Base
players: 2
options:
  a: {type: 0..9, default: 1}
  b: {type: 0..9, default: 2}
  c: {type: 0..9, default: 3}
variables:
  sum: {type: 0..99, start: a + b + c}
actions:
  add: {with: {n: {from: 1..2}}, do: [{set: {sum: sum + n * a}}]}
phases:
  play: {turns: clockwise, do: [{offer: [add]}]}
end:
  over: {when: sum > 20, winner: me}
limit: {decisions: 40, then: draw}
"""

SCENARIO = "language: 1\nscenarios:\n"


def overlay(extends: str, option: str, value: int) -> str:
    """Return the text of an overlay on `extends` that sets the default of an option to `value`."""
    return (
        f"language: 1\ngame: by-{option}\ntitle: By {option}\nextends: {extends}\n"
        f"edit: [{{set: {{options.{option}.default: {value}}}}}]\n"
    )


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a project folder with a game, its variants `one` and `two`, and a folder `own` of overlays."""
    files = {
        "gamespec.toml": "",
        "base/game.yaml": GAME,
        "base/variants/one.yaml": overlay("base", "a", 4),
        "base/variants/two.yaml": overlay("base", "b", 5),
        "base/scenarios/all.yaml": SCENARIO
        + "  - {id: B-1, title: the sum, then: [sum == 6]}\n"
        + "  - {id: B-2, title: the step, options: {b: 0, c: 0}, when: [add: {n: 2}], then: [sum == 3]}\n"
        + "  - {id: B-3, title: one, variant: one, then: [sum == 9]}\n"
        + "  - {id: B-4, title: both, variant: two+one, then: [sum == 12]}\n",
        "own/mine.yaml": overlay("../base+one", "c", 6),
        "own/other.yaml": overlay("../base", "b", 7),
        "own/scenarios/own.yaml": SCENARIO
        + "  - {id: O-1, title: mine, variant: mine, then: [sum == 12]}\n"
        + "  - {id: O-2, title: together, variant: other+mine, then: [sum == 17]}\n"
        + "  - {id: O-3, title: with a shipped one, variant: other+one, then: [sum == 14]}\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def total(name: str) -> int:
    """Return the sum of the default values of the options `a`, `b` and `c` in the named game."""
    options = gamespec.load(name).compiled().names.options
    return sum(int(value) for value in options.values())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("base", 1 + 2 + 3),
        ("base+one", 4 + 2 + 3),
        ("base+one+two", 4 + 5 + 3),
        ("own/mine.yaml", 4 + 2 + 6),
        ("./own/mine.yaml", 4 + 2 + 6),
        ("own/mine.yaml+own/other.yaml", 4 + 7 + 6),
        ("own/other.yaml+own/mine.yaml", 4 + 7 + 6),
        ("base+own/mine.yaml", 4 + 2 + 6),
        ("base+own/other.yaml", 1 + 7 + 3),
        ("base+one+own/other.yaml", 4 + 7 + 3),
        ("own/other.yaml+one", 1 + 7 + 3 + 3),
        ("own/mine.yaml+two", 4 + 5 + 6),
        ("base/variants/one.yaml+two", 4 + 5 + 3),
    ],
)
def test_what_is_laid_together(
    place: Path, monkeypatch: pytest.MonkeyPatch, name: str, expected: int
) -> None:
    """A part after `+` is the id of a variant of the game or of an overlay's base, or otherwise a path."""
    monkeypatch.chdir(place)
    assert total(name) == expected


@pytest.mark.parametrize(
    ("extends", "code", "says"),
    [
        ("../base+one+tow", "GS201", "has no variant `tow`"),
        ("../base+./gone.yaml", "GS201", "no overlay `./gone.yaml`"),
        ("../base+../../outside.yaml", "GS140", "out of reach"),
        ("../bass+one", "GS201", "there is no game"),
        ("../base+./new.yaml", "GS204", "extend each other"),
        ("../base+./other.yaml+two", "GS212", "change the same part"),
    ],
)
def test_what_cannot_be_extended(place: Path, extends: str, code: str, says: str) -> None:
    """An overlay cannot extend a base that is missing, out of reach or circular.

    Neither can it extend overlays that conflict with each other.
    """
    (place.parent / "outside.yaml").write_text(overlay("base", "a", 1), encoding="utf-8")
    (place / "own" / "new.yaml").write_text(overlay(extends, "c", 1), encoding="utf-8")
    found = check(place / "own" / "new.yaml").diagnostics
    assert [d.code for d in found] == [code]
    assert says in found[0].message or says in str(found[0].span)


def test_one_may_change_what_those_it_extends_have_changed(place: Path) -> None:
    """An overlay may change a part of the game that the overlays it extends have changed as well."""
    (place / "own" / "new.yaml").write_text(overlay("../base+one+two", "b", 9), encoding="utf-8")
    assert total(str(place / "own" / "new.yaml")) == 4 + 9 + 3


def test_a_plus_in_a_path(place: Path) -> None:
    """A `+` is allowed in the path of an overlay, provided that the file exists."""
    odd = place / "own" / "a+b.yaml"
    odd.write_text(overlay("../base", "a", 8), encoding="utf-8")
    name = f"{place}/base+{odd}+two"
    assert parted(name) == (f"{place}/base", [str(odd), "two"])
    assert total(name) == 8 + 5 + 3


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("base", {"B-1", "B-2", "B-3", "B-4"}),
        ("base+one", {"B-3"}),
        ("base+one+two", {"B-4"}),
        ("base/variants/one.yaml", {"B-3"}),
        ("own/mine.yaml", {"O-1"}),
        ("base+own/mine.yaml", {"O-1"}),
        ("base+one+own/mine.yaml", {"O-1"}),
        ("own/other.yaml+own/mine.yaml", {"O-2"}),
        ("own/other.yaml+one", {"O-3"}),
        ("own/other.yaml", set()),
    ],
)
def test_scenarios_are_of_what_names_them(
    place: Path, monkeypatch: pytest.MonkeyPatch, name: str, ids: set[str]
) -> None:
    """A game with overlays runs only the scenarios that name exactly this combination of overlays.

    Such scenarios may lie beside any of the overlays.
    """
    monkeypatch.chdir(place)
    spec = gamespec.load(name)
    scenarios, wrong = load_scenarios(spec)
    assert not wrong
    assert {s.id for s in scenarios} == ids
    for scenario in scenarios:
        outcome = run_scenario(spec, scenario)
        assert outcome.passed, outcome.report


def test_without_a_name_it_is_of_the_only_overlay(place: Path) -> None:
    """A scenario without `variant` belongs to the only overlay in its folder.

    If the folder has several overlays, the missing `variant` is a mistake.
    """
    path = place / "own" / "scenarios" / "own.yaml"
    path.write_text(SCENARIO + "  - {id: O-9, title: nameless, then: [sum == 12]}\n", encoding="utf-8")
    spec = gamespec.load(place / "own" / "mine.yaml")
    (scenario,) = load_scenarios(spec)[0]
    assert [d.code for d in scenario.faults] == ["GS121"]
    (place / "own" / "other.yaml").unlink()
    (scenario,) = load_scenarios(spec)[0]
    assert run_scenario(spec, scenario).passed


def test_a_game_with_overlays_by_path_is_saved(place: Path, run: Run) -> None:
    """A saved game stores its overlays as paths relative to the saved file, and can be replayed."""
    name = f"{place}/base+{place}/own/other.yaml+one"
    saved = place / "own" / "evening.json"
    result = run("play", name, "--seats", "human,human", typed=f"1\n2\nsave {saved}\nquit\n")
    assert saved.exists(), result.output
    assert json.loads(saved.read_text())["path"] == "../base/game.yaml+other.yaml+one"
    assert run("replay", saved).exit_code == 0


def test_a_shipped_game_with_an_overlay_by_path_is_saved(tmp_path: Path, run: Run) -> None:
    """A saved game refers to a shipped game by name, and to an overlay on that game by path."""
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        "language: 1\ngame: mine\ntitle: M\nextends: pig\nedit: [{set: {options.goal.default: 20}}]\n",
        encoding="utf-8",
    )
    saved = tmp_path / "evening.json"
    run("play", f"pig+{mine}", "--seats", "human,human", typed=f"1\nsave {saved}\nquit\n")
    assert json.loads(saved.read_text())["path"] == "pig+mine.yaml"
    assert run("replay", saved).exit_code == 0


def test_the_rulings_of_the_game_under_a_variant(place: Path, run: Run) -> None:
    """`--base` runs the scenarios of the base game under a variant and reports which of them change.

    The variant `one` sets a to 4, so the sum is 9 instead of 6, and a step of 2 results in 4 + 8 = 12 instead
    of 3.
    """
    result = run("test", f"{place / 'base'}+one", "--base")
    assert result.exit_code == 1
    assert "changed B-1" in result.stdout
    assert "changed B-2" in result.stdout
    assert "2 scenarios of base under by-a: 2 changed" in result.stdout
    listed = json.loads(run("test", f"{place / 'base'}+two", "--base", "--format", "json").stdout)
    assert {each["id"]: each["now"] for each in listed} == {"B-1": "changed", "B-2": "holds"}


def test_rulings_that_cannot_be_asked_any_more(place: Path, run: Run) -> None:
    """A scenario that uses an action removed by the variant is reported as `cannot be asked`.

    If all scenarios hold, the status is 0.
    """
    gone = place / "base" / "variants" / "gone.yaml"
    gone.write_text(
        "language: 1\ngame: gone\ntitle: G\nextends: base\nactions: {rest: {}}\n"
        "edit: [{remove: actions.add}, {set: {phases.play.do: [{offer: [rest]}]}}]\n",
        encoding="utf-8",
    )
    result = run("test", f"{place / 'base'}+gone", "--base")
    assert result.exit_code == 1
    assert "cannot be asked B-2" in result.stdout
    assert "1 hold, 1 cannot be asked" in result.stdout
    gone.write_text(
        "language: 1\ngame: gone\ntitle: G\nextends: base\nrulings: {x: {heading: H, says: S.}}\n",
        encoding="utf-8",
    )
    result = run("test", f"{place / 'base'}+gone", "--base")
    assert (result.exit_code, result.stdout) == (0, "2 scenarios of base under gone: 2 hold\n")


def test_a_ruling_that_fails_in_the_game_itself(place: Path, run: Run) -> None:
    """A scenario that fails even in the base game is reported separately, not as changed by the variant."""
    path = place / "base" / "scenarios" / "all.yaml"
    path.write_text(SCENARIO + "  - {id: B-1, title: wrong, then: [sum == 7]}\n", encoding="utf-8")
    result = run("test", f"{place / 'base'}+one", "--base")
    assert "fails in the game itself B-1" in result.stdout
    assert result.exit_code == 1


def test_the_base_of_a_game_is_none(place: Path, run: Run) -> None:
    """`--base` is refused with status 2 unless a variant is given."""
    assert run("test", place / "base", "--base").exit_code == 2
    assert run("test", "--base").exit_code == 2


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("base", "base"),
        ("base+one", "by-a"),
        ("base+two+one", "by-b+by-a"),
        ("own/mine.yaml", "by-c"),
        ("own/mine.yaml+own/other.yaml", "by-c+by-b"),
    ],
)
def test_what_games_with_overlays_are_called(
    run: Run, place: Path, monkeypatch: pytest.MonkeyPatch, name: str, called: str
) -> None:
    """Reports name a game by its own id, or by the ids of its overlays in the given order.

    An overlay that another one of them extends is left out of the name.
    """
    monkeypatch.chdir(place)
    for command in (("simulate", "--games", "1"), ("perft", "--depth", "1")):
        shown = run(command[0], name, *command[1:]).stdout
        assert shown.startswith(f"{called}, 2 players"), command
    assert f"\n{called}, 2 players\n" in run("show", name).stdout

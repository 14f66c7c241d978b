"""`list`, `show`, `validate`, `explain` and `test`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import gamespec
from gamespec.codes import CODES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def test_list_has_a_line_for_each_game(run: Run) -> None:
    """`gamespec list` shows the id, title, players and number of options of every shipped game."""
    outcome = run("list")
    assert outcome.exit_code == 0
    lines = outcome.stdout.splitlines()
    assert lines[0].split() == ["game", "title", "players", "options", "variants"]
    assert [line.split()[0] for line in lines[1:]] == gamespec.games()


def test_show_names_all_parts(run: Run, heap: Path) -> None:
    """`gamespec show` shows options with types and defaults, actions, phases, end and rulings."""
    outcome = run("show", heap)
    assert outcome.exit_code == 0
    lines = [" ".join(line.split()) for line in outcome.stdout.splitlines()]
    assert lines[0] == "Heap"
    assert "size 3..20 7 Counters in the heap" in lines
    assert "take n take {n} of {heap}" in lines
    assert "play turns clockwise" in lines
    assert "start: Who begins" in lines
    assert "empty winner the(taker) when heap == 0" in lines


def test_show_in_another_language(run: Run, heap: Path) -> None:
    """`--lang de` shows the game's texts in German where it has them."""
    shown = run("show", heap, "--lang", "de").stdout
    assert shown.startswith("Haufen\n")
    assert "Steine im Haufen" in shown


def test_show_tells_what_an_option_is_set_to(run: Run, heap: Path) -> None:
    """An option that is set shows its value beside its default."""
    lines = run("show", heap, "--set", "size=9").stdout.splitlines()
    assert any(line.split()[:4] == ["size", "3..20", "7", "9"] for line in lines)


def test_validate_is_silent_about_a_sound_game(run: Run, heap: Path) -> None:
    """Nothing to report: no output, status 0; `-v` says so."""
    outcome = run("validate", heap, heap / "game.yaml")
    assert (outcome.exit_code, outcome.output) == (0, "")
    assert "nothing to report" in run("validate", "-v", heap).stderr


def test_validate_reports_every_mistake(run: Run, broken: Path) -> None:
    """Both mistakes are reported in one run, as status 1."""
    outcome = run("validate", broken, "--format", "concise")
    assert outcome.exit_code == 1
    assert "takr" in outcome.stdout
    assert "haep" in outcome.stdout


def test_validate_json_is_a_list(run: Run, heap: Path, broken: Path) -> None:
    """`--format json` is one list for all paths, and an empty one when all is well."""
    assert json.loads(run("validate", heap, "--format", "json").stdout) == []
    found = json.loads(run("validate", heap, broken, "--format", "json").stdout)
    assert [finding["code"] for finding in found] == ["GS201", "GS201"]


def test_one_bad_path_does_not_stop_the_others(run: Run, broken: Path) -> None:
    """A path that can't be checked is told, the others are checked, and the status is 2."""
    outcome = run("validate", broken / "no.yaml", broken)
    assert outcome.exit_code == 2
    assert "no.yaml" in outcome.stderr
    assert "takr" in outcome.stdout


@pytest.mark.parametrize("name", ["GS101", "gs101", CODES["GS101"].slug])
def test_explain_prints_the_page(run: Run, name: str) -> None:
    """A code, in any case, or its slug prints the page of the code."""
    outcome = run("explain", name)
    assert outcome.exit_code == 0
    assert "GS101" in outcome.stdout


def test_explain_knows_no_such_code(run: Run) -> None:
    """An unknown code is status 2, with the nearest ones."""
    outcome = run("explain", "GS1O1")
    assert outcome.exit_code == 2
    assert "GS101" in outcome.stderr


def test_scenarios_that_hold(run: Run, heap: Path) -> None:
    """Scenarios that hold are counted; the status is 0."""
    outcome = run("test", heap)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stdout == "2 scenarios, 0 failed\n"


def test_a_scenario_that_fails_is_reported(run: Run, heap: Path) -> None:
    """A failed scenario is named with its report; the status is 1."""
    file = heap / "scenarios" / "heap.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("heap == 7", "heap == 8"), encoding="utf-8")
    outcome = run("test", heap)
    assert outcome.exit_code == 1
    assert "FAILED heap HEAP-2: Nobody takes four" in outcome.stdout
    assert "heap == 8" in outcome.stdout
    assert "2 scenarios, 1 failed" in outcome.stdout


def test_scenarios_as_json(run: Run, heap: Path) -> None:
    """`--format json` has one record a scenario."""
    records = json.loads(run("test", heap, "--format", "json").stdout)
    assert [record["id"] for record in records] == ["HEAP-1", "HEAP-2"]
    assert all(record["passed"] and record["game"] == "heap" for record in records)
    assert all({"id", "game", "variant", "passed", "seconds"} <= record.keys() for record in records)


def test_required_ids(run: Run, heap: Path, tmp_path: Path) -> None:
    """`--require FILE` fails for each id that no scenario carries, and names it."""
    ids = tmp_path / "ids.txt"
    ids.write_text("# rulings\nHEAP-1  # the end\n\nHEAP-2\n", encoding="utf-8")
    assert run("test", heap, "--require", ids).exit_code == 0
    ids.write_text("HEAP-1\nHEAP-9\n", encoding="utf-8")
    outcome = run("test", heap, "--require", ids)
    assert outcome.exit_code == 1
    assert outcome.stderr == "no scenario carries `HEAP-9`\n"

"""Tests for `gamespec profile`, which counts the instructions that each line of a game takes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def test_the_report_adds_up(run: Run, heap: Path) -> None:
    """The instructions of all lines add up to the total, and so do the instructions of all parts.

    The profiled games are the same as those that `simulate` plays with these arguments.
    """
    arguments = (heap, "--games", "5", "--seed", "3", "--format", "json")
    outcome = run("profile", *arguments)
    assert outcome.exit_code == 0, outcome.output
    told, played = json.loads(outcome.stdout), json.loads(run("simulate", *arguments).stdout)
    for name in ("game", "spec_hash", "seed", "players", "options", "games", "decisions", "faults"):
        assert told[name] == played[name]
    assert sum(line["instructions"] for line in told["lines"]) == told["instructions"] > 0
    assert sum(part["instructions"] for part in told["parts"]) == told["instructions"]
    for line in told["lines"]:
        assert sum(line["for"].values()) == line["instructions"] <= line["whole"]
    assert 0 < told["most_units"] <= told["units"]


def test_text_has_the_lines_that_take_most(run: Run, heap: Path) -> None:
    """The text report is the same in every run, and its table begins with the costliest line.

    The costliest line is the first one in the JSON report.
    """
    arguments = ("profile", heap, "--games", "5")
    outcome = run(*arguments)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stdout == run(*arguments).stdout
    told = json.loads(run(*arguments, "--format", "json").stdout)
    first = told["lines"][0]
    row = outcome.stdout.partition("lines\n")[2].splitlines()[1]
    assert row.split()[0] == f"{first['instructions'] / told['instructions']:.1%}"
    assert first["place"] in row
    assert f"{told['most_units']:,} at most" in outcome.stdout
    memory = told["memory"]
    line = f"memory: {memory['position']:,} bytes per position, {memory['thread']:,} per playing thread"
    assert line in outcome.stdout.splitlines()
    assert "parts of the game" in outcome.stdout


def test_options_change_what_is_counted(run: Run, heap: Path) -> None:
    """A heap of 14 counters, taken one by one, takes twice as many decisions as a heap of 7."""
    decisions = {}
    for size in ("7", "14"):
        chosen = ("--set", "forced=true", "--set", f"size={size}", "--players", "2")
        outcome = run("profile", heap, "--games", "4", *chosen, "--format", "json")
        decisions[size] = json.loads(outcome.stdout)["decisions"]
    assert decisions == {"7": 4 * 7, "14": 4 * 14}


FAULTY = """\
language: 1
game: faulty
title: Faulty
players: 2
variables: {n: {type: 0..3}}
phases: {play: {turns: clockwise, do: [{choose: {x: {from: 1..2}}}, {set: {n: n + 2}}]}}
limit: {decisions: 9, then: draw}
"""


def test_faults_are_told(run: Run, tmp_path: Path) -> None:
    """Games stopped by a fault are counted up to the fault, and the status is 1.

    The fault occurs in the second turn, in which 2 + 2 exceeds the bound of 3.
    """
    path = tmp_path / "game.yaml"
    path.write_text(FAULTY, encoding="utf-8")
    outcome = run("profile", path, "--games", "3")
    assert outcome.exit_code == 1
    assert "3 stopped by a fault" in outcome.stdout
    assert "GS505" in outcome.stderr
    assert "in 3 games" in outcome.stderr


@pytest.mark.parametrize("arguments", [("--games", "0"), ("--players", "9"), ("--set", "size")])
def test_wrong_arguments_are_status_2(run: Run, heap: Path, arguments: tuple[str, ...]) -> None:
    """Invalid arguments are refused with status 2, as they are by every command."""
    assert run("profile", heap, *arguments).exit_code == 2

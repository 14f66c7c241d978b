"""Tests for `gamespec simulate --estimate`, which estimates each player's chances during the games."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.app import cli
from interpreter.simulate.measures import ESTIMATED

if TYPE_CHECKING:
    from pathlib import Path


def simulate(*words: str) -> Result:
    """Run `gamespec simulate` with these arguments in this process, and return the result."""
    return CliRunner().invoke(cli, ["simulate", *words])


def told(*words: str) -> dict[str, float]:
    """Return the mean of each measure over four games of tic-tac-toe, keyed by the measure's name."""
    run = simulate("tic-tac-toe", "--games", "4", "--format", "json", *words)
    assert run.exit_code == 0, run.output
    return {measure["measure"]: measure["mean"] for measure in json.loads(run.stdout)["measures"]}


@pytest.mark.long("processes")
def test_it_is_told_if_asked_for() -> None:
    """Estimates are reported only if requested, and do not depend on the number of processes."""
    found = told("--estimate", "20", "--jobs", "1")
    assert set(ESTIMATED) <= set(found)
    assert told("--estimate", "20", "--jobs", "2") == found
    assert told("--estimate", "20", "--seats", "random,random", "--jobs", "1") == found
    assert not set(ESTIMATED) & set(told())


def test_it_stands_in_the_table(tmp_path: Path) -> None:
    """The table has the number of moments at which each game was estimated, one for each turn.

    In tic-tac-toe every turn has a decision.
    """
    out = tmp_path / "games.csv"
    run = simulate("tic-tac-toe", "--games", "4", "--estimate", "9", "--jobs", "1", "--out", str(out))
    assert run.exit_code == 0, run.output
    with out.open(newline="", encoding="utf-8") as file:
        games = list(csv.DictReader(file))
    assert [game["moments"] for game in games] == [game["turns"] for game in games]


def test_a_number_is_needed() -> None:
    """`--estimate` refuses everything except a positive whole number."""
    for number in ("0", "-3", "many"):
        run = simulate("tic-tac-toe", "--estimate", number)
        assert run.exit_code == 2
        assert "--estimate" in run.stderr

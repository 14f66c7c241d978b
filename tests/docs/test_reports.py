"""Tests that each report in the manual is the output of its command, and that there are no other reports."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from long_checks import split

from interpreter.cli.app import cli

PLACE = Path(__file__).resolve().parents[2] / "docs" / "reports"
COMMANDS = re.findall(r"`gamespec (report [^`]*)`", (PLACE / "index.md").read_text(encoding="utf-8"))
CHART = re.compile(r"<svg.*?</svg>", re.DOTALL)
LARGEST = 300_000
SHORT = "carcassonne"
"""Name of the game whose report is made in the shortest time."""


@pytest.mark.parametrize(
    "command", split(COMMANDS, "manual", lambda _: False, lambda command: SHORT not in command)
)
def test_a_report_is_current(command: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A report in the manual is the output of its command.

    Charts are not compared, because they depend on the version of matplotlib.
    """
    *arguments, name = shlex.split(command)
    made, kept = tmp_path / name, PLACE / name
    done = CliRunner().invoke(cli, [*arguments, str(made)])
    assert done.exit_code == 0, done.output
    text = made.read_text(encoding="utf-8")
    if request.config.getoption("--update-golden"):
        kept.write_text(text, encoding="utf-8")
    assert CHART.sub("", kept.read_text(encoding="utf-8")) == CHART.sub("", text)
    assert kept.stat().st_size < LARGEST


def test_there_are_no_other_reports() -> None:
    """There is no report whose command is missing from the index."""
    assert {path.name for path in PLACE.glob("*.html")} == {command.split()[-1] for command in COMMANDS}

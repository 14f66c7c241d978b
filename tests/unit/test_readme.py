"""Tests that CI runs the commands of the README."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = re.compile(r"^(?:line '|stage (?=python bench/))(.*?)'?$", re.MULTILINE)


def lines(markdown: str, language: str) -> list[str]:
    """Return the lines of all code blocks of `markdown` that are in `language`."""
    fenced = re.findall(rf"^```{language}\n(.*?)^```", markdown, re.MULTILINE | re.DOTALL)
    return [line for block in fenced for line in block.splitlines()]


def commands(line: str) -> list[str]:
    """Return the commands in a line, without the path of the virtual environment."""
    return [part.removeprefix(".venv/bin/") for part in line.split(" && ")]


def test_ci_runs_the_commands_of_the_readme() -> None:
    """The commands that `.ci/run` runs are exactly the shell lines of the README."""
    tested = COMMANDS.findall((ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert tested == lines((ROOT / "README.md").read_text(encoding="utf-8"), "sh")


def test_a_fresh_machine_needs_one_line() -> None:
    """On a fresh machine, one line of the README is enough to run a simulation, and one to run the tests.

    Each of these two lines begins by creating a virtual environment.
    """
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    use, work = (commands(line) for line in lines(readme, "sh")[:2])
    assert use[0] == "python3 -m venv .venv"
    assert use[1:] == ['python -m pip install ".[report,serve]"', "gamespec simulate trapper"]
    assert work[0] == "python3 -m venv .venv"
    assert [command.split()[2] for command in work[1:]] == ["pip", "pytest"]


def test_windows_has_the_same_lines() -> None:
    """The README gives the same two lines in the syntax of Windows."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    there = [
        line.replace("py -m", "python3 -m", 1).replace(".venv\\Scripts\\", ".venv/bin/")
        for line in lines(readme, "bat")
    ]
    assert there == lines(readme, "sh")[:2]

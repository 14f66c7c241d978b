"""The README's commands are those that are tested."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = re.compile(r"^stage (python -m (?:pip install (?!--quiet)|pytest).*)$", re.MULTILINE)


def blocks(markdown: str) -> list[str]:
    """The lines of all code blocks, without prompts."""
    fenced = re.findall(r"^```[^\n]*\n(.*?)^```", markdown, re.MULTILINE | re.DOTALL)
    return [line.removeprefix("$ ").strip() for block in fenced for line in block.splitlines()]


def test_ci_runs_the_commands_of_the_readme() -> None:
    """`.ci/run` installs and tests with exactly the commands that the README tells to type."""
    tested = COMMANDS.findall((ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert [command.split()[2] for command in tested] == ["pip", "pytest", "pytest"]
    told = blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    for command in tested:
        assert command in told

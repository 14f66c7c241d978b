"""Regenerate the reports of `docs/reports` with the commands in their index."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from click.testing import CliRunner

from interpreter.cli.app import cli

PLACE = Path(__file__).resolve().parents[1] / "docs" / "reports"
COMMAND = re.compile(r"`gamespec (report [^`]*)`")


def commands() -> list[list[str]]:
    """Return the arguments of each command, in the order of the index. The last argument is the file name."""
    return [shlex.split(line) for line in COMMAND.findall((PLACE / "index.md").read_text(encoding="utf-8"))]


def main() -> None:
    """Run all commands until one fails, and exit with the status of that command."""
    for *arguments, name in commands():
        done = CliRunner().invoke(cli, [*arguments, str(PLACE / name)])
        print(done.output.strip())
        if done.exit_code:
            sys.exit(done.exit_code)


if __name__ == "__main__":
    main()

"""Generates the manual's page about the command line from the commands' help.

`python -m interpreter.cli.manual` writes the page to `docs/reference/commands.md`. A test compares it with
the commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from interpreter.cli.app import COMMANDS, GROUPS, cli

__all__ = ["page"]

WIDTH = 100

HEAD = """\
# Commands

<!-- Made by `python -m interpreter.cli.manual` from the help texts of the commands. -->

This page describes all commands of `gamespec`. GAME is the name of a game that comes with gamespec, a folder
with a `game.yaml`, or a YAML file. Overlays may follow, each after a `+`: names of variants or paths, as in
`my-game+young+./mine.yaml` ([variants](language.md#17-variants)). A file to write is replaced as a whole, and
its folder must exist; each command checks that before it begins. A folder to write is made. `gamespec COMMAND
--help` prints the same texts.
"""

TAIL = """\
## More

[What commands give back](output.md) has the exit statuses, and the keys of JSON. [Projects](projects.md) says
what gamespec finds below a folder. `gamespec COMMAND GAME --help` also shows the options and variants of
that game.
"""


def page() -> str:
    """Return the page as Markdown."""
    rows = [
        f"| {group.wanted if number == 0 else ''} | [`{name}`](#gamespec-{name}) | {says} |"
        for group in GROUPS.values()
        for number, (name, says) in enumerate(group.commands.items())
    ]
    table = "\n".join(["| to | command | what it does |", "| --- | --- | --- |", *rows])
    return "\n".join([HEAD, table, "", *_commands(), TAIL.rstrip()]) + "\n"


def _commands() -> Iterator[str]:
    group = click.Context(cli, info_name="gamespec")
    for name in COMMANDS:
        command = cli.get_command(group, name)
        assert command is not None  # noqa: S101 - the table names it
        context = click.Context(
            command, group, name, terminal_width=WIDTH, max_content_width=WIDTH,
            help_option_names=["-h", "--help"],
        )  # fmt: skip
        yield f"## gamespec {name}\n"
        yield f"```text\n{command.get_help(context).rstrip()}\n```\n"


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    (root / "docs" / "reference" / "commands.md").write_text(page(), encoding="utf-8")

"""The top-level group, which contains all commands.

A command's module is imported only when the command is used, so that help appears at once, without loading
YAML, Lark or Rich. For the same reason, this module contains the one-line descriptions in the command list.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.boundary import guard
from interpreter.cli.common.screen import echo
from interpreter.cli.offered import telling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

__all__ = ["COMMANDS", "GROUPS", "cli", "main"]


class Group(NamedTuple):
    """A group of commands with one purpose. It has a heading in the help and a one-line text per command."""

    wanted: str
    commands: dict[str, str]


GROUPS = {
    "write": Group(
        "Write a game",
        {
            "init": "Make a folder with a new game, an overlay or a project.",
            "validate": "Check specifications and report every mistake.",
            "fmt": "Give specifications one layout.",
            "explain": "Explain the code of a diagnostic.",
            "show": "Show what a game consists of.",
            "rules": "Tell the rules of a game back in words.",
            "icons": "Find icons for the looks of a game.",
            "migrate": "Bring specifications up to the current language.",
            "schema": "Print a JSON Schema of the files of a game.",
            "lsp": "Tell an editor of mistakes while you type.",
        },
    ),
    "test": Group(
        "Test it",
        {
            "test": "Run the scenarios of games.",
            "watch": "Check and test a game whenever one of its files is saved.",
            "fuzz": "Search for games that break the rules of their own specification.",
            "perft": "Count the ways a game can go.",
            "profile": "Show which lines of a game take the most time.",
        },
    ),
    "play": Group(
        "Play it",
        {
            "list": "List the games that come with gamespec.",
            "play": "Play a game in the terminal.",
            "serve": "Play a game in the browser.",
            "replay": "Play a saved game again.",
        },
    ),
    "measure": Group(
        "Measure it",
        {
            "simulate": "Play many games and report statistics.",
            "report": "Make a report on many games of a game.",
            "ladder": "Let bots play against each other, and say which is stronger.",
            "solve": "Find out how a game ends with best play, exactly.",
            "learn": "Let players learn a game by playing it against themselves.",
        },
    ),
    "design": Group(
        "Change its rules",
        {
            "diff": "Show what differs between two games.",
            "compare": "Play two games with the same luck, and say what differs.",
            "sweep": "Play a game with other options, and say what they change.",
        },
    ),
    "assist": Group(
        "Let an assistant help",
        {
            "mcp": "Serve tools with which an AI assistant writes and plays games.",
        },
    ),
    "share": Group(
        "Use it elsewhere",
        {
            "compile": "Compile a game to a program or a WebAssembly module.",
            "print": "Print a game: sheets to cut, boards, a reference.",
        },
    ),
    "help": Group(
        "Find your way",
        {
            "docs": "Read the manual.",
            "completion": "Print a script that makes a shell complete commands.",
        },
    ),
}
"""Maps the name of the folder that holds a group's modules to the group."""

COMMANDS = {name: says for group in GROUPS.values() for name, says in group.commands.items()}
"""Maps the name of each command to its one-line description, in the order of the help."""

COLLECTED = 50_000
"""Number of objects, more than have been freed, after which Python looks for cycles among the latest objects.

By default it does so after a few hundred, which takes a tenth of a short command's time.
"""

WIDEST = max(map(len, COMMANDS))
"""Length of the longest command name, in characters."""


class Commands(click.Group):
    """The top-level command group. Each subcommand is the object `command` in the module with its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Import the module of a command and return the command, or `None` if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        (room,) = (room for room, group in GROUPS.items() if cmd_name in group.commands)
        command: click.Command = import_module(f"interpreter.cli.{room}.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Format the list of commands by group, without importing any command."""
        for group in GROUPS.values():
            with formatter.section(group.wanted):
                formatter.write_dl([(name.ljust(WIDEST), says) for name, says in group.commands.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments.

        Raises a usage error if an argument contains a NUL character, which no path can contain.
        """
        for argument in args:
            if "\0" in argument:
                message = f"the argument `{argument}` contains a NUL character"
                raise click.UsageError(message, ctx)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name of the command that the first argument names, the command, and the other arguments.

        An unknown name is reported together with the most similar known name. If the arguments request help,
        the command's help also lists what the command can be applied to (see `interpreter.cli.offered`).
        """
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            cure = did_you_mean(name, COMMANDS)
            message = f"there is no command `{name}`" + (f"; {cure}" if cure else "")
            raise click.UsageError(message, ctx)
        known, command, rest = super().resolve_command(ctx, args)
        return known, None if command is None else telling(command, rest), rest

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the names of commands and options, without importing any command."""
        from click.shell_completion import CompletionItem

        named = [CompletionItem(n, help=says) for n, says in COMMANDS.items() if n.startswith(incomplete)]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def main(  # type: ignore[override] # click overloads it by standalone_mode, which we don't offer
        self, args: Sequence[str] | None = None, prog_name: str | None = "gamespec", **extra: Any
    ) -> NoReturn:
        """Run the command line and end the process. See `boundary` for the exit statuses."""
        extra["standalone_mode"] = False
        sys.exit(guard(lambda: super(Commands, self).main(args, prog_name, **extra)))


@click.group(
    "gamespec",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    help="Show the version.",
    callback=lambda ctx, _, wanted: _show_version(ctx) if wanted else None,
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Board and card games as data: check them, play them, measure them."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main() -> NoReturn:
    """Run the command line, even if the standard streams are closed, and end the process."""
    gc.set_threshold(COLLECTED)
    with ExitStack() as nothing:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:  # the caller has closed it: nobody reads or writes
                setattr(sys, name, nothing.enter_context(Path(os.devnull).open(mode, encoding="utf-8")))
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a narrow encoding must not stop a game
        try:
            cli.main()
        finally:
            gc.freeze()  # skip a final, slow garbage collection


def _show_version(ctx: click.Context) -> None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        echo(f"gamespec {version('gamespec')}")
    except PackageNotFoundError:
        echo("gamespec (not installed)")
    ctx.exit()

"""The command `gamespec completion SHELL`, which prints a shell completion script."""

from __future__ import annotations

import click

from interpreter.cli.common.arguments import example
from interpreter.cli.common.boundary import Status
from interpreter.cli.common.screen import Drawn, echo

__all__ = ["VARIABLE", "command"]

VARIABLE = "_GAMESPEC_COMPLETE"
"""The environment variable through which the script requests completions."""


@click.command(
    "completion", epilog=example("gamespec completion fish | source", 'eval "$(gamespec completion bash)"')
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print a script that makes a shell complete commands.

    The script completes commands and options, games and their variants, numbers of players, the options
    of the named game (after --set), codes and schemas. Run its output in the start-up file of your shell:
    ~/.bashrc, ~/.zshrc, or ~/.config/fish/config.fish. Bash must be 4.4 or newer.
    """
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    assert made is not None  # noqa: S101 - click knows these shells
    script = made(click.get_current_context().find_root().command, {}, "gamespec", VARIABLE)
    echo(Drawn(script.source_template % script.source_vars()))
    return Status.OK

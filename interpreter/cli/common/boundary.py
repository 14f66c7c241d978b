"""Converts failures to messages and exit statuses. No other module ends the process.

| status | when |
|---|---|
| 0 | all is well |
| 1 | something was found: a mistake in a specification, a fault, a failed scenario |
| 2 | the command could not run: unknown name, bad option, missing file |
| 70 | a bug of gamespec |
| 130 | interrupted (Ctrl-C) |

Commands return their status, and raise `Stop` if they cannot run. If the reader of the output goes away
(`gamespec list | head -1`), click ends the command silently with status 1.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from enum import IntEnum
from typing import IO, TYPE_CHECKING

import click

from interpreter.cli.common.interrupts import INTERRUPTED as _INTERRUPTED
from interpreter.cli.common.interrupts import interrupted
from interpreter.cli.common.screen import echo, styled

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Status", "Stop", "explained", "guard"]

DEBUG = "GAMESPEC_DEBUG"


class Status(IntEnum):
    """The exit statuses of the command."""

    OK = 0
    FOUND = 1
    COULD_NOT_RUN = 2
    BUG = 70
    INTERRUPTED = _INTERRUPTED


class Stop(click.ClickException):
    """Raised if the command cannot go on. `message` states the reason, and `cure` suggests a remedy."""

    def __init__(self, message: str, cure: str | None = None, status: Status = Status.COULD_NOT_RUN) -> None:
        super().__init__(message)
        self.cure = cure
        self.status = status

    def show(self, file: IO[str] | None = None) -> None:
        """Print the message after `error:`, and then the cure."""
        _say(self.message, self.cure, file)


def guard(run: Callable[[], object]) -> int:
    """Run a command line, report any failure on standard error, and return the exit status."""
    try:
        status = run()
    except Stop as stop:
        stop.show()
        return stop.status
    except click.UsageError as error:
        return _misused(error)
    except click.ClickException as error:
        _say(_in_our_style(error.format_message()))
        return Status.COULD_NOT_RUN
    except (click.Abort, KeyboardInterrupt):
        return interrupted()
    except OSError as error:
        _say(explained(error))
        return Status.COULD_NOT_RUN
    except Exception as error:  # noqa: BLE001 - the last resort: what arrives here is a bug of ours, and we say so
        return _crashed(error)
    return status if isinstance(status, int) else Status.OK


def explained(error: OSError) -> str:
    """Describe an OSError in one line, such as `no such file or directory: x.json`."""
    if error.strerror is None:
        return str(error)
    reason = error.strerror[:1].lower() + error.strerror[1:]
    return f"{reason}: `{error.filename}`" if error.filename is not None else reason


def _misused(error: click.UsageError) -> int:
    if error.ctx is None:
        _say(_in_our_style(error.format_message()))
    elif not error.ctx.args and error.message == error.ctx.get_help():
        echo(error.message, err=True)  # without arguments click sends the help as the message
    elif isinstance(error, click.NoSuchOption):
        near = " or ".join(f"`{name}`" for name in error.possibilities or ())
        cure = f"did you mean {near}?" if near else f"see `{error.ctx.command_path} --help`"
        _say(f"`{error.ctx.command_path}` has no option `{error.option_name}`", cure)
    else:
        _say(_in_our_style(error.format_message()), f"see `{error.ctx.command_path} --help`")
    return Status.COULD_NOT_RUN


def _crashed(error: Exception) -> int:
    _say(f"this is a bug in gamespec: {type(error).__name__}: {error}")
    if os.environ.get(DEBUG) == "1":
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    else:
        echo(f"  = help: {DEBUG}=1 shows where; please report it with the command and its files", err=True)
    return Status.BUG


def _say(message: str, cure: str | None = None, file: IO[str] | None = None) -> None:
    with suppress(OSError):  # if standard error is closed, only the status remains
        echo(styled("error", "red", bold=True), f": {message}", err=True, file=file)
        if cure:
            echo(f"  = help: {cure}", err=True, file=file)


def _in_our_style(message: str) -> str:
    """Convert a message of click to our style.

    Messages in our style are in lower case, have no full stop, and put names in backticks.
    """
    quoted = re.sub(r"'([^'\n]*)'", r"`\1`", message.strip().removesuffix("."))
    return quoted[:1].lower() + quoted[1:]

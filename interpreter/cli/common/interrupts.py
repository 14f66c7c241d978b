"""Handles Ctrl-C at any moment of a command, with one message and one exit status.

It imports almost nothing, so that it is available before anything else.
"""

import sys

__all__ = ["INTERRUPTED", "interrupted"]

INTERRUPTED = 130
"""The exit status that shells use for an interrupted command: 128 plus the signal's number."""


def interrupted() -> int:
    """Report the interrupt on standard error; return the exit status."""
    # If an interrupt ended an `exec` of a string (`dataclasses` uses it), Python remembers that and later
    # kills itself by the signal, although it was handled. Another `exec` clears the mark.
    exec("", {})  # noqa: S102 - as said
    try:  # noqa: SIM105 - `contextlib` imports more than all of this
        sys.stderr.write("interrupted\n")
    except OSError:  # if standard error is closed, only the status remains
        pass
    return INTERRUPTED

"""Handles Ctrl-C at any moment of a command, with one message and one exit status.

The module imports almost nothing, so that it is available before anything else.
"""

import sys

__all__ = ["INTERRUPTED", "interrupted"]

INTERRUPTED = 130
"""The exit status by which shells report an interrupted command, which is 128 plus the signal's number."""


def interrupted() -> int:
    """Report the interrupt on standard error, and return the exit status."""
    # If an interrupt ends an `exec` of a string (`dataclasses` uses it), Python remembers this and later
    # kills itself by the signal, although the interrupt was handled. Another `exec` clears the mark.
    exec("", {})  # noqa: S102 - as said
    try:  # noqa: SIM105 - `contextlib` imports more than all of this
        sys.stderr.write("interrupted\n")
    except OSError:  # if standard error is closed, only the status remains
        pass
    return INTERRUPTED

"""Handles Ctrl-C from a command's first line to its last: one message, one status.

It imports almost nothing, so that it is available before anything else.
"""

import sys

__all__ = ["INTERRUPTED", "interrupted"]

INTERRUPTED = 130
"""The exit status that shells use: 128 plus the signal's number."""


def interrupted() -> int:
    """Report the interrupt on standard error; return the exit status."""
    # Python remembers that an interrupt ended an `exec` of a text, as `dataclasses` uses it, and would later
    # kill itself by the signal, even though it was handled; the next `exec` clears that.
    exec("", {})  # noqa: S102 - as said
    try:  # noqa: SIM105 - `contextlib` imports more than all of this
        sys.stderr.write("interrupted\n")
    except OSError:  # if standard error is closed, only the status remains
        pass
    return INTERRUPTED

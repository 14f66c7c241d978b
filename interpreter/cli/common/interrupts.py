"""Ctrl-C, from a command's first line to its last: one message, one status.

It imports next to nothing, so that it is there before anything else is.
"""

import sys

__all__ = ["INTERRUPTED", "interrupted"]

INTERRUPTED = 130
"""The exit status: that of shells, 128 and the number of the signal."""


def interrupted() -> int:
    """Say on standard error that the command was interrupted; its exit status."""
    # Python remembers that an interrupt ended an `exec` of a text, as `dataclasses` uses them, and would
    # end itself by the signal, whatever has become of it since; the next `exec` makes it forget.
    exec("", {})  # noqa: S102 - as said
    try:  # noqa: SIM105 - `contextlib` imports more than all of this
        sys.stderr.write("interrupted\n")
    except OSError:  # where standard error can't be written the status must do
        pass
    return INTERRUPTED

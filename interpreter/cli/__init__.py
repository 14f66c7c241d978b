"""The command `gamespec`: the only part of gamespec that imports the interpreter."""

import sys

from interpreter.cli.common.interrupts import interrupted

__all__ = ["main"]


def main() -> None:
    """Run the console script `gamespec`, and end the process."""
    try:
        from interpreter.cli.app import main as run

        run()
    except KeyboardInterrupt:  # during the import of the commands, or the report of their end
        sys.exit(interrupted())

"""The command `gamespec`. No other part of gamespec imports the interpreter."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the console script `gamespec`, and end the process."""
    try:
        from interpreter.cli.app import main as run

        run()
    except KeyboardInterrupt:  # while the commands are imported, or their end is told
        from interpreter.cli.common.interrupts import interrupted

        sys.exit(interrupted())

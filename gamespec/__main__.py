"""Runs the command `gamespec`: the console script, and `python -m gamespec`.

The command is in the package `interpreter`, which the same wheel installs. Other distributions have a package
of that name, and pip lets each overwrite the files of the others. So the command looks before it imports.
"""

import importlib.util
import sys
from pathlib import Path

__all__ = ["main"]

MARK = b"__gamespec__ = True"
"""A line of the package that belongs to gamespec."""

FOREIGN = """\
error: the package `interpreter` that Python finds here is not that of gamespec
  --> {place}
  = help: install gamespec in an environment of its own: `pipx install gamespec`, or \
`python -m venv .venv && .venv/bin/pip install gamespec`
  = note: another distribution with a package of this name is installed here, such as `open-interpreter`"""


def main() -> None:
    """Run the command and end the process, with status 1 if another package is in the way."""
    found = importlib.util.find_spec("interpreter")
    place = None if found is None else found.origin
    if place is None or MARK not in Path(place).read_bytes():
        sys.exit(FOREIGN.format(place=place or "(no such package)"))
    from interpreter.cli import main as run

    run()


if __name__ == "__main__":
    main()

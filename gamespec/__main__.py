"""Runs the command `gamespec` when the package is run as `python -m gamespec`."""

from interpreter.cli import main

if __name__ == "__main__":
    main()

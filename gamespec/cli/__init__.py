"""The command `gamespec`: the only part of gamespec that imports the interpreter."""

from gamespec.cli.app import main

__all__ = ["main"]

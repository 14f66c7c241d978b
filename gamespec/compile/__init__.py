"""From a bound description to a program."""

from gamespec.compile.assemble import compile_game

__all__ = ["compile_game"]

"""From a bound description to a program."""

from gamespec.compile.assemble import compile_game, compile_more

__all__ = ["compile_game", "compile_more"]

"""Compiles a bound description to a program and the names of its parts."""

from gamespec.compile.assemble import compile_game, compile_more, draft_game
from gamespec.compile.link.compiled import Compiled, named
from gamespec.compile.link.link import Linker

__all__ = ["Compiled", "Linker", "compile_game", "compile_more", "draft_game", "named"]

"""What `bench.levels` has measured about the bots with a level, which ships in the folder of each game."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from gamespec.compile import named
from gamespec.program import Program
from gamespec.program.written import program_hash
from gamespec.system.plain import is_file
from gamespec.system.resources import directory

__all__ = ["NAME", "Measured", "measured"]

NAME = "levels.json"
"""The name of the file in the folder of a game."""


class Measured(NamedTuple):
    """The share of the points, in percent with its interval, that a bot `by` gets `against` a weaker one."""

    by: str
    against: str
    share: int
    low: int
    high: int
    games: int


def measured(program: Program, level: str, by: str) -> Measured | None:
    """Return what was measured about a bot that has a level in a game, or `None` for nothing.

    Measurements hold for the program with which they were made: not for other rules, options or numbers of
    players.
    """
    compiled = named(program)
    if compiled is None:
        return None
    path = directory("games") / compiled.names.game / NAME
    found = _read(path, program_hash(compiled.unmeasured)).get(level)
    return found if found is not None and found.by == by else None


@lru_cache(maxsize=64)
def _read(path: Path, program: str) -> dict[str, Measured]:
    """Return the measurements in a file by level, or nothing if they are those of another program."""
    if not is_file(path):
        return {}
    record = json.loads(path.read_text(encoding="utf-8"))
    if record["program"] != program:
        return {}
    return {level: Measured(**one) for level, one in record["levels"].items()}

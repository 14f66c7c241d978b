"""What `bench.levels` has measured about the bots with a level, which ships as data."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["PLACE", "Measured", "measured"]

PLACE = files("interpreter.serve.beside") / "measured.json"


class Measured(NamedTuple):
    """The share of the points, in percent with its interval, that a bot `by` gets `against` a weaker one."""

    by: str
    against: str
    share: int
    low: int
    high: int
    games: int


def measured(game: str, level: str, by: str) -> Measured | None:
    """Return what was measured about a bot that has a level in a game, or `None` for nothing."""
    found = _all().get(game, {}).get(level)
    return found if found is not None and found.by == by else None


@lru_cache(maxsize=1)
def _all() -> dict[str, dict[str, Measured]]:
    """Return all measurements, by game and level."""
    if not PLACE.is_file():
        return {}
    record = json.loads(PLACE.read_text(encoding="utf-8"))
    return {game: {level: Measured(**one) for level, one in each.items()} for game, each in record.items()}

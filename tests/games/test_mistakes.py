"""The mistakes of `bench/mistakes`, with which `bench/fuzz.py` measures a search, are still mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamespec
from gamespec.program.written import program_hash

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "bench" / "mistakes").iterdir()))
def test_a_mistake_is_accepted_and_changes_the_game(name: str) -> None:
    """The checker accepts the variant, and its program is not that of the game."""
    mistaken = gamespec.load(ROOT / "bench" / "mistakes" / name)
    game = gamespec.load(next(each for each in gamespec.games() if name.startswith(each)))
    assert program_hash(mistaken.program()) != program_hash(game.program())

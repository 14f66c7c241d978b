"""The policies that come with gamespec."""

from __future__ import annotations

import pytest

import gamespec
from gamespec.system.resources import directory
from interpreter.learning.kept import shipped

MOST_BYTES = 1_000_000


@pytest.mark.parametrize("name", gamespec.games())
def test_each_game_has_a_policy(name: str) -> None:
    """A policy for the smallest number of players and default options ships with each game, in under 1 MB.

    If a program has changed, `python bench/policies.py GAME` lets players learn the game again.
    """
    spec = gamespec.load(name)
    assert shipped(spec.program(players=min(spec.players)), name) is not None
    assert (directory("games") / name / f"{name}.policy").stat().st_size < MOST_BYTES

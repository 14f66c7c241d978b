"""Kernels stay within the widths of a module, and within its arrays, while games are played."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path

import pytest
from asserted import asserted
from in_module import module_of

import gamespec
from interpreter import Game
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL

NAMES = (
    "chosen combinations components decider exclusions in_order longest matching ordinals scripted several "
    "sights situations sorting tallying tiling unseen"
)
KERNELS = [import_module(f"interpreter.kernels.{name}") for name in NAMES.split()]


@pytest.mark.parametrize("name", ["carcassonne", "hanabi", "hearts", "ogallala", "rufus", "trapper"])
def test_games(name: str) -> None:
    """On the definitional engine, which runs kernels as they stand."""
    program = gamespec.load(name).program()
    with asserted(KERNELS):
        luck, game = random.Random(1), Game(program, 1, record=True)  # noqa: S311 - nothing secret
        for _ in range(60):
            if game.over:
                break
            game.play(luck.choice(game.options))
        assert all(game.information_state(player) for player in range(program.players))


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "rufus"])
def test_counted_games(name: str) -> None:
    """What is counted, too."""
    program = gamespec.load(name).program()
    with asserted(KERNELS):
        (played,) = DefinitionalEngine(program).batch([Seeds.of(1, 0)], tally=ALL)
    assert played.tally is not None


@pytest.mark.parametrize(
    ("text", "given", "why"),
    [
        ("return a * a", 1 << 16, "4294967296 does not fit into 32 bits"),
        ("return (5, 6, 7)[a]", -1, "a subscript of -1"),
        ("return a // 3", -1, "-1 is divided by 3"),
    ],
)
def test_what_a_module_does_otherwise_is_noticed(text: str, given: int, why: str, tmp_path: Path) -> None:
    """In CPython it would go on, with another result."""
    made = module_of(f"def kernel(a: int) -> int:\n    {text}\n", tmp_path / "made.py")
    with asserted([made]), pytest.raises(AssertionError, match=why):
        made.kernel(given)

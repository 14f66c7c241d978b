"""For any input, the checker returns diagnostics, and their places are in the file.

Shipped games are corrupted at random: tokens, keys, values and lines are deleted, doubled, swapped, or
replaced by others from the same file or by words of the language. The seeds are fixed, so a failure can be
repeated. But the mutant that belongs to a seed changes if the games do.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from long_checks import sampled
from readers import attempt
from spoilt_texts import mutated

GAMES = sorted(path.parent for path in (Path(__file__).parents[2] / "games").glob("*/game.yaml"))
SEEDS, MUTANTS = 16, 16


def spoil(source: Path, folder: Path, seed: int) -> str:
    """Copy a game into a folder with one of its files corrupted; return the corrupted text."""
    chance = random.Random(seed)  # noqa: S311 - reproducible, not secret
    files = [source / "game.yaml", *sorted(source.glob("*.csv"))]
    target = files[0] if chance.random() < 0.85 else chance.choice(files)
    for file in files:
        text = file.read_text(encoding="utf-8")
        (folder / file.name).write_text(mutated(text, chance) if file == target else text, encoding="utf-8")
    return (folder / target.name).read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", sampled(range(SEEDS), "generated", 8))
def test_checker_never_crashes(seed: int, tmp_path: Path) -> None:
    """No mutant makes the checker raise or point outside the file, and an accepted mutant can be played."""
    for number in range(seed * MUTANTS, (seed + 1) * MUTANTS):
        source = GAMES[number % len(GAMES)]
        for left in tmp_path.iterdir():
            left.unlink()
        text = spoil(source, tmp_path, number)
        try:
            attempt(tmp_path, number)
        except Exception as error:
            error.add_note(f"mutant {number} of {source.name}:\n{text}")
            raise

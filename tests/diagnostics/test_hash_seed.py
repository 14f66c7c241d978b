"""Tests that diagnostics do not depend on the seed of Python's string hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SEEDS = ("1", "2", "3")

# Game with misspellings that are equally similar to several names.
TIES = """\
game: sample
title: Sample
players: 2
enums: {kind: [field, forest]}
components:
  tile: {attributes: {}, rows: [{id: plank}, {id: prank}, {id: blank}, {id: frank}], start: bag}
  side:
    part_of: tile
    attributes: {kinda: kind, kindb: kind, kindc: kind}
    rows: [{tile: plant, kindx: field}, {tile: plank, id: north, touches: worth}, {tile: plank, id: forth}]
zones: {bag: {of: tile}}
phases: {play: {turns: clockwise, do: []}}
limit: {decisions: 10, then: draw}
"""


def told(seed: str, ties: Path) -> str:
    """Return the output of `validate` for all games with mistakes.

    The command runs in a process whose hash seed is `seed`.
    """
    paths = [*sorted(str(path.relative_to(HERE)) for path in HERE.glob("GS*-*/game.yaml")), str(ties)]
    done = subprocess.run(
        [sys.executable, "-m", "gamespec", "validate", *paths],
        capture_output=True,
        check=False,
        cwd=HERE,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 1, done.stderr
    return done.stdout


@pytest.mark.long("processes")
def test_the_same_is_told_under_every_seed(tmp_path: Path) -> None:
    """Messages, places, cures and notes are the same and have the same order for every hash seed."""
    ties = tmp_path / "ties.yaml"
    ties.write_text(TIES, encoding="utf-8")
    first, *others = (told(seed, ties) for seed in SEEDS)
    assert first.count("did you mean") > 2
    assert all(other == first for other in others)

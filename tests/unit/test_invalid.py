"""Tests that invalid specifications are reported.

They take a sample of the mutants of `bench/invalid.py`, and pairs of misspelled names.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from long_checks import sampled

ROOT = Path(__file__).resolve().parents[2]
SCRIPT, GAMES = ROOT / "bench" / "invalid.py", ROOT / "games"
FEWEST, MOST = 3, 6
"""Minimum and maximum number of pairs of names that are misspelled in each game."""


@pytest.fixture(scope="module")
def invalid() -> ModuleType:
    """Return the script `bench/invalid.py`, imported as a module."""
    spec = importlib.util.spec_from_file_location("invalid", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("mutants", sampled([24, 96], "generated", 2))
def test_every_spoilt_specification_is_told(mutants: int, invalid: ModuleType) -> None:
    """Every mutant that is certainly invalid is reported, and at least 95 % of them at the changed place."""
    counts = invalid.measure(mutants, seed=1)
    made, told, there = (
        sum(n for (_, what), n in counts.items() if what == name) for name in ("made", "told", "any")
    )
    assert (made, told) == (mutants, mutants)
    assert there >= 0.95 * made


@pytest.mark.parametrize("game", ["hearts", "nine-mens-morris", "trumpet"])
def test_typos_on_both_sides_are_both_told(invalid: ModuleType, game: str, tmp_path: Path) -> None:
    """If the two sides of a comparison begin with unknown names, the checker reports each of the names."""
    folder = invalid.Folder(GAMES / game, tmp_path / game)
    pairs = list(dict.fromkeys(folder.pairs()))
    assert len(pairs) >= FEWEST
    for pair in pairs[:MOST]:
        told = {d.span.text for d in folder.errors(folder.misspelt(pair)) if d.code == "GS201"}
        assert {f"{folder.text[start:end]}_{invalid.UNKNOWN}" for start, end in pair} <= told

"""Spoilt specifications are told: a sample of what `bench/invalid.py` measures."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "bench" / "invalid.py"
MUTANTS = 96


def test_every_spoilt_specification_is_told() -> None:
    """Every mutant of operators that always invalidate has an error, most at the change."""
    spec = importlib.util.spec_from_file_location("invalid", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    invalid = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(invalid)
    counts = invalid.measure(MUTANTS, seed=1)
    made, told, there = (
        sum(n for (_, what), n in counts.items() if what == name) for name in ("made", "told", "any")
    )
    assert (made, told) == (MUTANTS, MUTANTS)
    assert there >= 0.95 * made

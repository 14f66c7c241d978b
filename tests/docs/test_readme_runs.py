"""Tests that the README shows the actual output of its commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_readme_runs(hold: Callable[[str], None]) -> None:
    """Every command in the README prints what the README shows, given the files that the README shows."""
    hold("README.md")


def test_the_readme_is_short() -> None:
    """The README has fewer than 200 lines, and its first command is within the first 40."""
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 200
    first = next(i for i, line in enumerate(lines) if line.startswith("$ gamespec "))
    assert first < 40

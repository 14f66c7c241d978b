"""Tests for files with mistakes of several kinds.

One run reports every mistake once, without errors that only follow from other errors.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec.loader import check
from gamespec.text.render import render

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent / "several"


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.yaml")))
def test_all_at_once(name: str, monkeypatch: pytest.MonkeyPatch, golden: Callable[[Path, str], None]) -> None:
    """Structural mistakes do not hide mistakes in names and types, nor do they cause any."""
    monkeypatch.chdir(HERE)
    golden(HERE / f"{name}.txt", render(check(f"{name}.yaml").diagnostics, "concise"))

"""Files with mistakes of several kinds: one run reports all, each once, without consequential errors."""

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
    """Structural mistakes neither hide nor cause mistakes of names and types."""
    monkeypatch.chdir(HERE)
    golden(HERE / f"{name}.txt", render(check(f"{name}.yaml").diagnostics, "concise"))

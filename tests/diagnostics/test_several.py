"""Files with mistakes of several sorts: all are told in one run, each once, and nothing that only follows."""

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
    """What is wrong with the structure hides no mistake of names and types, and causes none."""
    monkeypatch.chdir(HERE)
    golden(HERE / f"{name}.txt", render(check(f"{name}.yaml").diagnostics, "concise"))

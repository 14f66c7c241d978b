"""The game that the tests of the language server edit."""

from __future__ import annotations

from pathlib import Path

import pytest

HARVEST = Path(__file__).parent / "harvest.yaml"


@pytest.fixture
def harvest(tmp_path: Path) -> Path:
    """Return a folder with a sound game, `game.yaml`."""
    (tmp_path / "game.yaml").write_text(HARVEST.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path

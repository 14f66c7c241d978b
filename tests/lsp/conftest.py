"""Makes the editor and the table of mistakes known to the tests of the language server."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

HARVEST = Path(__file__).parent / "harvest.yaml"


@pytest.fixture
def harvest(tmp_path: Path) -> Path:
    """Return a folder with a sound game, `game.yaml`."""
    (tmp_path / "game.yaml").write_text(HARVEST.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path

"""What tests of generated games share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a game lies, with all that may be read with it."""
    (tmp_path / "gamespec.toml").touch()
    return tmp_path

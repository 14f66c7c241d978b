"""Fixtures for the tests of generated games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder for a game, with a `gamespec.toml` that limits which files the game may read."""
    (tmp_path / "gamespec.toml").touch()
    return tmp_path

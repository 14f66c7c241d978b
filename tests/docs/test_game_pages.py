"""Tests that the pages of the games agree with the specifications."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.cli.write.pages import documents

if TYPE_CHECKING:
    from collections.abc import Callable

PLACE = Path(__file__).resolve().parents[2] / "docs" / "games"


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """Return the current text of all generated pages, keyed by file name."""
    return documents()


@pytest.mark.parametrize("name", ["index.md", *(f"{game}.md" for game in gamespec.games())])
def test_a_page_is_current(name: str, made: dict[str, str], golden: Callable[[Path, str], None]) -> None:
    """The page of each game in docs/games equals the output of `python -m interpreter.cli.write.pages`."""
    golden(PLACE / name, made[name].removesuffix("\n"))


def test_there_are_no_other_pages(made: dict[str, str]) -> None:
    """There are no pages of games that no longer exist."""
    assert {path.name for path in PLACE.glob("*.md")} == set(made)

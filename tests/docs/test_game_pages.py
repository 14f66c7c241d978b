"""The pages of the games say what the specifications say."""

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
    """All pages, as they are made now."""
    return documents()


@pytest.mark.parametrize("name", ["index.md", *(f"{game}.md" for game in gamespec.games())])
def test_a_page_is_current(name: str, made: dict[str, str], golden: Callable[[Path, str], None]) -> None:
    """docs/games/NAME is what `python -m interpreter.cli.write.pages` makes."""
    golden(PLACE / name, made[name].removesuffix("\n"))


def test_there_are_no_other_pages(made: dict[str, str]) -> None:
    """A game that is gone has no page any more."""
    assert {path.name for path in PLACE.glob("*.md")} == set(made)

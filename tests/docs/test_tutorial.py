"""Tests that the tutorial can be followed, because every step has the output that the page shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]


def test_every_step_of_the_tutorial_runs(hold: Callable[[str], None]) -> None:
    """Every command in the tutorial prints what the tutorial shows, including the mistakes."""
    hold("docs/tutorial.md")


def test_the_whole_game_is_what_the_steps_made(place: Path, files: Callable[[str], None]) -> None:
    """The game at the end of the tutorial is the game that its steps make.

    It differs only in `about` and in the order of its sections.
    """
    steps, heading, end = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8").partition("\n## 9. ")
    assert heading
    game = place / "low-tide" / "game.yaml"
    files(steps)
    made = yaml.safe_load(game.read_text(encoding="utf-8"))
    files(end)
    text = game.read_text(encoding="utf-8")
    shown = yaml.safe_load(text)
    assert shown.pop("about")
    assert shown == made
    assert len([line for line in text.splitlines() if line]) < 60

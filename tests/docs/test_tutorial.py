"""The tutorial can be followed: the output of every step is what the page shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]


def test_every_step_of_the_tutorial_runs(hold: Callable[[str], None]) -> None:
    """Every command of the tutorial prints what the tutorial shows, mistakes included."""
    hold("docs/tutorial.md")


def test_the_whole_game_is_what_the_steps_made(place: Path, files: Callable[[str], None]) -> None:
    """The game shown at the end differs from the result of the steps only in `about` and in the order."""
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

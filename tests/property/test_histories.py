"""Histories that show a player the same can be replayed, even in games with many secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from strategies.bluffs import make_bluff
from strategies.claims import Tally, built
from strategies.dice import Rolled
from strategies.replayed import histories_are_replayed
from strategies.secrets import make_secrets

from gamespec import load

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.long("generated")
def test_of_bluffing_games(tmp_path: Path) -> None:
    """Histories can be replayed in games with secret card exchanges and secret decisions."""
    tally = Tally()
    for seed in range(5):
        (tmp_path / "game.yaml").write_text(make_bluff(Rolled(seed)), encoding="utf-8")
        program = load(tmp_path / "game.yaml").program()
        for number in range(4):
            histories_are_replayed(program, Rolled(f"{seed} {number}"), tally)
    print(tally.counts)  # noqa: T201 - shown with a failure, and with `-s`
    assert tally.counts["histories guessed"] > 60
    assert tally.counts["histories that changed"] * 2 > tally.counts["histories"]


@pytest.mark.long("generated")
def test_of_games_made_at_random(folder: Path) -> None:
    """Histories can be replayed in generated games with hidden hands, draws, answers and choices."""
    tally = Tally()
    for seed in range(12):
        program = built(make_secrets(Rolled(seed)), folder, tally)
        if program is not None:
            histories_are_replayed(program, Rolled(-seed), tally)
    print(tally.counts)  # noqa: T201 - as above
    assert tally.counts["histories guessed"] > 5

"""Tests for the words that say how strong the offered bots are."""

from __future__ import annotations

from unittest import mock

import pytest

import gamespec
from interpreter.bots import bot
from interpreter.locale import catalogue
from interpreter.serve import levels
from interpreter.serve.levels import offered_bots


def offered(name: str, language: str = "en") -> list[tuple[str, str]]:
    """Return the bots that the host of a game is offered, each with its level."""
    found = offered_bots(gamespec.load(name).program(), catalogue(language))
    return [(each["name"], each["level"]) for each in found]


@pytest.mark.parametrize(
    ("name", "strong"), [("othello", "good"), ("rufus", "mcts:1000"), ("trapper", "mcts:1000")]
)
def test_levels(name: str, strong: str) -> None:
    """The policy is called strong only where nothing is hidden.

    `docs/explanation/how-strong.md` has what it gets in Rufus and Trapper against `mcts:200`.
    """
    found = offered(name)
    assert found[:3] == [("random", "easy"), ("mcts:50", "fair"), (strong, "strong")]
    assert all(level == "" for _, level in found[3:])
    assert "good" in dict(found)
    assert len(dict(found)) == len(found)
    for each, _ in found:
        assert bot(each).name == each


def test_a_game_that_nobody_has_learned() -> None:
    """Without a policy, `good` is not offered, and a long search is called strong."""
    with mock.patch.object(levels, "known", return_value=None):
        found = offered("othello", "de")
    assert found[:3] == [("random", "leicht"), ("mcts:50", "mittel"), ("mcts:1000", "stark")]
    assert "good" not in dict(found)

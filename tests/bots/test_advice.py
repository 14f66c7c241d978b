"""Tests that bots say how much they think of each option."""

from __future__ import annotations

import pytest
from shipped import loaded

from interpreter import Words
from interpreter.bots import BadBot, Luck
from interpreter.bots.along import Along, Question
from interpreter.sitting import Beginning

CELLS = ("a3", "a1", "b3", "b1")
"""X has the first two cells of the upper row, and O those of the lower row: X wins at c3."""


@pytest.mark.parametrize("bot", ["good", "mcts:400"])
def test_the_winning_option_has_most(bot: str) -> None:
    """The shares of the five free cells add up to 1, and the cell that wins has more than all others."""
    compiled = loaded("tic-tac-toe").compiled()
    beginning = Beginning(compiled, 1, None)
    game, words, taken = beginning.game(beginning.engine()), Words(compiled), []
    for cell in CELLS:
        labels = [words.option(game, option) for option in game.options]
        taken.append(labels.index(cell))
        game.apply(game.options[taken[-1]])
    free = [words.option(game, option) for option in game.options]
    shares = Along(beginning).shares(Question(tuple(taken), bot, Luck(3, 4), shares=True))
    assert len(shares) == len(free) == 5
    assert sum(shares) == pytest.approx(1)
    assert dict(zip(free, shares, strict=True))["c3"] > 0.5


def test_some_bots_give_no_advice() -> None:
    """A bot that takes options at random thinks nothing of them."""
    along = Along(Beginning(loaded("tic-tac-toe").compiled(), 1, None))
    with pytest.raises(BadBot, match="`random` gives no advice"):
        along.shares(Question((), "random", Luck(1, 0), shares=True))

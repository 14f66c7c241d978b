"""Classic games against OpenSpiel, in lock-step: the same options at each decision, the same returns.

Left out where OpenSpiel is not installed (`pip install open-spiel`). Both play the same random games; where
chance comes in, both must have it come in, with the same outcomes, equally likely.
"""

from __future__ import annotations

import random
from math import comb

import pytest
from openspiel import PAIRS, Same, Shown, Theirs, bring, take

GAMES, MANY_GAMES = 10, 300


def chance(same: Same, shown: Shown, theirs: Theirs, draws: random.Random) -> None:
    """Let chance bring the same to both, after comparing what it can bring."""
    drawn = shown.game.chance
    assert drawn is not None
    outcomes = (same.outcome(shown.stream, x) for x in drawn.outcomes)
    shares = (share / drawn.total for share in drawn.shares)
    assert dict(zip(outcomes, shares, strict=True)) == pytest.approx(theirs.outcomes)
    bring(same, shown, theirs, draws.choice(drawn.outcomes))


def decide(same: Same, shown: Shown, theirs: Theirs, draws: random.Random) -> None:
    """Make the same decision in both, after comparing who decides between what."""
    game = shown.game
    assert game.player == theirs.player
    options = {option: same.actions(shown, option) for option in game.options}
    rare = [option for option in options if shown.action(option) == same.first]
    chosen = draws.choice(rare or game.options)
    some = options[chosen]
    legal = theirs.legal(some[0])
    assert {a for actions in options.values() for a in actions} == set(legal)
    assert len(set(map(frozenset, options.values()))) == len(options) == comb(len(legal), len(some))
    take(same, shown, theirs, chosen)


def lock_step(same: Same, seeds: range) -> None:
    """Play random games in both."""
    for seed in seeds:
        draws = random.Random(seed)  # noqa: S311 - not for secrets
        shown, theirs = same.begun(), Theirs(same.theirs)
        while not shown.game.over:
            assert not theirs.state.is_terminal()
            (chance if shown.game.chance is not None else decide)(same, shown, theirs, draws)
        assert theirs.state.is_terminal()
        assert shown.game.result is not None
        assert same.returns(shown.game.result) == pytest.approx(theirs.state.returns())


@pytest.mark.parametrize("same", PAIRS, ids=lambda same: same.theirs)
def test_some_games(same: Same) -> None:
    """A few random games go the same way."""
    lock_step(same, range(GAMES))


@pytest.mark.slow
@pytest.mark.parametrize("same", PAIRS, ids=lambda same: same.theirs)
def test_many_games(same: Same) -> None:
    """So do many."""
    lock_step(same, range(GAMES, GAMES + MANY_GAMES))

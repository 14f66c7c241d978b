"""Classic games in lock-step with OpenSpiel: equal options at each decision, and equal returns.

The tests are skipped if OpenSpiel is not installed (`pip install open-spiel`). Both programs play the same
random games. Chance must occur at the same points in both, with the same outcomes, all equally likely.
"""

from __future__ import annotations

import pytest
from openspiel import PAIRS, Same, Theirs

from interpreter.lockstep import lock_step

pytestmark = pytest.mark.long("openspiel")

GAMES, MANY_GAMES = 5, 155


def compared(same: Same, games: range) -> None:
    """Play random games in both programs, and fail at the first difference."""
    difference = lock_step(same.compiled, lambda: Theirs(same), games, same.matched)
    assert difference is None, str(difference)


@pytest.mark.parametrize("same", PAIRS, ids=lambda same: same.theirs)
def test_some_games(same: Same) -> None:
    """A few random games have the same options and returns in both programs."""
    compared(same, range(GAMES))


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", PAIRS, ids=lambda same: same.theirs)
def test_many_games(same: Same) -> None:
    """Many random games have the same options and returns in both programs."""
    compared(same, range(GAMES, GAMES + MANY_GAMES))

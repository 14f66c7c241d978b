"""Classic games against OpenSpiel, in lock-step: the same options at each decision, the same returns.

Left out where OpenSpiel is not installed (`pip install open-spiel`). Both play the same random games; where
chance comes in, both must have it come in, with the same outcomes, equally likely.
"""

from __future__ import annotations

import pytest
from openspiel import PAIRS, Same, Theirs

from interpreter.lockstep import lock_step

pytestmark = pytest.mark.long("openspiel")

GAMES, MANY_GAMES = 5, 155


def compared(same: Same, games: range) -> None:
    """Play random games in both; where they differ first, the test shows."""
    difference = lock_step(same.compiled, lambda: Theirs(same), games, same.matched)
    assert difference is None, str(difference)


@pytest.mark.parametrize("same", PAIRS, ids=lambda same: same.theirs)
def test_some_games(same: Same) -> None:
    """A few random games go the same way."""
    compared(same, range(GAMES))


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize("same", PAIRS, ids=lambda same: same.theirs)
def test_many_games(same: Same) -> None:
    """So do many."""
    compared(same, range(GAMES, GAMES + MANY_GAMES))

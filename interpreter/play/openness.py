"""Decides from the program whether anything is hidden from any player, and whether anything is random."""

from __future__ import annotations

from functools import lru_cache

from gamespec.program import Program
from gamespec.program.instructions import Throw
from gamespec.program.tables import NOWHERE

__all__ = ["is_certain", "is_open"]


@lru_cache(maxsize=64)
def is_open(program: Program) -> bool:
    """Return whether all players see everything at all times, in which case only the future is unknown.

    The result is true if no zone, variable, answer or throw is hidden from any player, and no zone is
    shuffled. The test is conservative. The result may be false for a game in which everything is in fact
    public.
    """
    everybody = (1 << program.players) - 1
    return (
        all(zone.seen == everybody and zone.stream == NOWHERE for zone in program.zones)
        and all(seen == everybody for store in program.stores for seen in store.seen)
        and all(site.told is None for site in program.sites)
        and all(step.told is None for step in program.code if isinstance(step, Throw))
    )


def is_certain(program: Program) -> bool:
    """Return whether all players see everything, and nothing is random.

    Then the position and the answers determine everything that follows.
    """
    return is_open(program) and not program.streams

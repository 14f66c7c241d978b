"""Finds who decides at the same time.

If several players answer in secret (`Schema.together`), the engine asks them one after another, and their
answers take effect when all have been given. So no answer changes what a later player of the same step
observes or may choose. Therefore each of them can be asked in the position at which the first one is asked.
"""

from __future__ import annotations

from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.protocol import Engine, Playing

__all__ = ["asked"]

CHOICE = 2
"""The least number of options of a step that answers itself if there is only one."""


def asked(engine: Engine, game: Playing) -> dict[int, Playing]:
    """Return the seats that decide now, in the order in which the engine asks them; none at the end.

    Each comes with a game that waits for its answer and has its options. Only the first of these games, which
    is `game` itself, may go on. Raises `Fault`.
    """
    if game.over:
        return {}
    program, position = engine.program, [*game.position]
    found, decide = {game.player: game}, program.code[position[Head.PC]]
    assert isinstance(decide, Decide)  # noqa: S101 - games wait at decisions
    if decide.cursor is not None:
        least = 1 if program.sites[decide.site].ask_always else CHOICE
        loop = program.slots[decide.cursor].place
        done, count = position[loop : loop + 2]
        for seat in position[loop + 2 + done : loop + 2 + count]:
            position[Head.ME] = seat
            other = engine.restore(position)
            if other.branching >= least:
                found[seat] = other
    return found

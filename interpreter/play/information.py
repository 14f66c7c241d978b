"""The information that a game gives one player, event by event.

A player's *information state* is the sequence of everything that this player has been shown since the
beginning: each event as far as the player could see it, the options at the player's own decisions, and the
player's answers. A player cannot distinguish two histories with the same information state, however else
these histories differ. An information state has perfect recall. The part of it that follows from the position
alone is an *observation* (`interpreter.play.observation`), so the information state determines the
observation. `interpreter.kernels.sights` derives from an event what a player is shown of it.

The terms are those of factored-observation stochastic games (Kovařík, Schmid, Burch, Bowling and Lisý,
"Rethinking formal models of partially observable multiagent decision making", Artificial Intelligence 2022)
and of OpenSpiel.
"""

from __future__ import annotations

from typing import TypeAlias

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.play.events import Event

__all__ = ["InformationState", "Record", "Sight", "no_record"]

Sight: TypeAlias = tuple[int, ...]
"""The part of an event that a player is shown. The first integer is the number of the event's sort, and the
fields that are shown follow.
"""

InformationState: TypeAlias = tuple[Sight, ...]
"""Everything that a player has been shown since the beginning of the game, in order."""


@dataclass(frozen=True, slots=True)
class Record:
    """The events of a game, which are recorded in addition to its position.

    `whole` is true if the record goes back to the beginning of the game.
    """

    program: Program
    events: tuple[Event, ...]
    whole: bool

    def __repr__(self) -> str:
        since = "from the beginning" if self.whole else "from somewhere on"
        return f"<Record of {len(self.events)} events, {since}>"


def no_record() -> ValueError:
    """Return the error that is raised when a game without a record is asked about past events."""
    return ValueError(
        "there is no record of what has happened: make the game with `record=True`; "
        "a redeal that is not `exact` has none"
    )

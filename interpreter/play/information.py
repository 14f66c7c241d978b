"""Information: the part of a game that one player is shown, event by event.

A player's *information state* is the sequence of everything this player was shown from the beginning: each
event as far as the player could see it, the options at the player's own decisions, and the player's answers.
Two histories with the same sequence are indistinguishable to that player, whatever their other differences.
It has perfect recall. The part that follows from the position alone is an *observation*
(`interpreter.play.observation`), which the information state determines. `interpreter.kernels.sights` derives
what a player is shown of an event.

The terms are those of factored-observation stochastic games (Kovařík, Schmid, Burch, Bowling and Lisý,
"Rethinking formal models of partially observable multiagent decision making", Artificial Intelligence 2022)
and of OpenSpiel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gamespec.program import Program
from interpreter.play.events import Event

__all__ = ["InformationState", "Record", "Sight", "no_record"]

Sight: TypeAlias = tuple[int, ...]
"""The part of an event that a player is shown: the number of its sort, then the fields shown, as integers."""

InformationState: TypeAlias = tuple[Sight, ...]
"""All that a player has been shown, in order."""


@dataclass(frozen=True, slots=True)
class Record:
    """The events of a game, kept beside its position.

    `whole` says that they go back to the beginning.
    """

    program: Program
    events: tuple[Event, ...]
    whole: bool

    def __repr__(self) -> str:
        since = "from the beginning" if self.whole else "from somewhere on"
        return f"<Record of {len(self.events)} events, {since}>"


def no_record() -> ValueError:
    """Return the error for a question about past events in a game that keeps no record."""
    return ValueError(
        "there is no record of what has happened: make the game with `record=True`; "
        "a redeal that is not `exact` has none"
    )

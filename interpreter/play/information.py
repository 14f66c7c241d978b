"""Information: what one player is shown of a game, event by event.

A player's *information state* is the sequence of everything this player was shown from the beginning: each
event as far as the player could see it, the options at the player's own decisions, and the player's answers.
Two histories with the same sequence are indistinguishable to that player, whatever their other differences.
It has perfect recall. What can be told from the position alone is an *observation*
(`interpreter.play.observation`), which follows from the information state.

The terms are those of factored-observation stochastic games (Kovařík, Schmid, Burch, Bowling and Lisý,
"Rethinking formal models of partially observable multiagent decision making", Artificial Intelligence 2022)
and of OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias, assert_never

from gamespec.program import Program
from interpreter.play.events import (
    Asked,
    BackSeen,
    Changed,
    Decided,
    Drew,
    Ended,
    Event,
    Laid,
    Moved,
    PartKnowledge,
    PhaseBegan,
    Remembered,
    Revealed,
    Shown,
    Shuffled,
    Transferred,
    TurnBegan,
)
from interpreter.play.observation import Unknown
from interpreter.play.options import Option, in_order

__all__ = ["InformationState", "Record", "Sight", "Sort", "information_state", "no_record", "sight"]

Sight: TypeAlias = tuple[int, ...]
"""What a player is shown of an event: its kind (`Sort`), then its parts, as integers."""

InformationState: TypeAlias = tuple[Sight, ...]
"""All that a player has been shown, in order."""


class Sort(IntEnum):
    """The kinds of events, with which sights begin."""

    MOVED = 0
    """component, source, target, place, whether it went to the bottom"""
    CHANGED = 1
    """store, index, new value"""
    TRANSFERRED = 2
    """store, amount, source, target"""
    LAID = 3
    """plane, tile, spot"""
    SHUFFLED = 4
    """zone"""
    REVEALED = 5
    """component, zone, place"""
    DREW = 6
    """stream, slot, and the value, if it is shown"""
    ASKED = 7
    """player, and to the player: site, numbers of the options"""
    DECIDED = 8
    """player, and to whom it is told: action, values, those of a list after its length"""
    PHASE = 9
    """phase"""
    TURN = 10
    """player"""
    ENDED = 11
    """outcome"""
    SHOWN = 12
    """component, zone, place, attribute, value, whether it has it, and what is excluded after it"""
    BACK_SEEN = 13
    """the first component with that back, zone, place"""


_MOVED, _CHANGED, _TRANSFERRED, _LAID, _SHUFFLED, _REVEALED, *_REST = (int(sort) for sort in Sort)
_DREW, _ASKED, _DECIDED, _PHASE, _TURN, _ENDED, _SHOWN, _BACK_SEEN = _REST


@dataclass(frozen=True, slots=True)
class Record:
    """The events of a game: a value beside its position.

    `whole` says that it goes back to the beginning.
    """

    program: Program
    events: tuple[Event, ...]
    whole: bool

    def __repr__(self) -> str:
        since = "from the beginning" if self.whole else "from somewhere on"
        return f"<Record of {len(self.events)} events, {since}>"

    def information_state(self, player: int) -> InformationState:
        """Return what a player (the seat, from 0) has been shown so far."""
        return information_state(self.program, self.events, player)


def no_record() -> ValueError:
    """Make the error for a question about what was shown in a game that keeps no record."""
    return ValueError(
        "there is no record of what has happened: make the game with `record=True`; "
        "a redeal that is not `exact` has none"
    )


def information_state(program: Program, events: Iterable[Event], player: int) -> InformationState:
    """Return what a player (the seat, from 0) has been shown of events."""
    return tuple(seen for event in events if (seen := sight(program, event, player)) is not None)


def sight(program: Program, event: Event, player: int) -> Sight | None:  # noqa: C901, PLR0912 - a case an event
    """Return what a player (the seat, from 0) is shown of an event; `None` if nothing.

    Alike components appear as the first of them; one that the player does not know appears as its back
    (`_which`), followed by what the player can exclude of it. In an unordered zone nothing else distinguishes
    it.
    """
    bit = 1 << player
    match event:
        case Moved(c, source, target, seen, place, bottom, excluded):
            which = _which(program, c, known=bool(seen & bit))
            return _MOVED, which, source, target, place, bottom, *_own(excluded, player)
        case Changed(store, index, _, after, seen):
            if not seen & bit:
                return None
            component = program.stores[store].component and after >= 0
            return _CHANGED, store, index, program.alike[after] if component else after
        case Transferred(store, amount, source, target):
            return _TRANSFERRED, store, amount, source, target
        case Laid(plane, tile, spot):
            return _LAID, plane, program.alike[tile], spot
        case Shuffled(zone):
            return _SHUFFLED, zone
        case Revealed(c, seen, zone, place, excluded):
            if not seen & bit:
                return None
            return _REVEALED, program.alike[c], zone, place, *_own(excluded, player)
        case Shown(c, seen, knew, zone, place, attribute, value, whether, excluded):
            if not seen & bit:
                return None
            which = _which(program, c, known=bool(knew & bit))
            return _SHOWN, which, zone, place, attribute, value, whether, *_own(excluded, player)
        case BackSeen(c, zone, place):
            return _BACK_SEEN, program.backs[c], zone, place
        case Drew(stream, slot, value, seen, component):
            known = program.alike[value] if component and value >= 0 else value
            return (_DREW, stream, slot, known) if seen & bit else (_DREW, stream, slot)
        case Asked(who, site, options):
            return (_ASKED, who, site, *_numbers(program, options)) if who == player else (_ASKED, who)
        case Decided():
            return _decided(program, event, bit)
        case PhaseBegan(phase):
            return _PHASE, phase
        case TurnBegan(who):
            return _TURN, who
        case Remembered():
            return None
        case Ended(outcome):
            return _ENDED, outcome
        case _:
            assert_never(event)


def _numbers(program: Program, options: tuple[Option, ...]) -> list[int]:
    """Return the numbers of options, sorted, because their order may depend on which copy is which."""
    return [option.number for option in in_order(program, options)]


def _which(program: Program, c: int, *, known: bool) -> int:
    """Return a component as a player can tell it: an unknown one is `Unknown` minus its back."""
    return program.alike[c] if known else Unknown - program.backs[c]


def _own(excluded: PartKnowledge, player: int) -> tuple[int, ...]:
    """Return what a player can exclude, from what all can."""
    return excluded[player] if excluded else ()


def _decided(program: Program, event: Decided, bit: int) -> Sight:
    if not event.told & bit:
        return _DECIDED, event.player
    shown: list[int] = []
    picks = program.actions[event.action].picks
    for pick, value, seen in zip(picks, event.values, event.seen, strict=True):
        if isinstance(value, tuple):
            shown.append(len(value))
        for part in value if isinstance(value, tuple) else (value,):
            known = program.alike[part] if pick.component and part >= 0 else part
            shown.append(known if seen & bit else Unknown)
    return _DECIDED, event.player, event.action, *shown

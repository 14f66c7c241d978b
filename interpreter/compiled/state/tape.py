"""The tape: the integers that a recording module has written in a step, and the events they represent.

Each event is a row, which begins with its kind:

    MOVED        seen, back, excluded ..., component, source, target, place, bottom
    CHANGED      store, index, before, after
    TRANSFERRED  store, amount, source, target
    LAID         plane, tile, spot
    SHUFFLED     zone
    REVEALED     component, seen, zone, place, excluded ...
    SEEN         component, seen, zone, place: what is seen of an order that was shuffled
    SHOWN        zone, place, known, back, excluded ..., value, whether, component, seen, attribute
    BACK_SEEN    component, zone, place
    DREW         stream, slot, value, seen, component
    DECIDED      player, action, forced, told, the number of words after this one, and for each value who can
                 tell it, its form (`Form`), and the value itself
    PHASE        phase
    TURN         player
    ENDED        outcome
    REMEMBERED   history, how many situations it holds

`excluded` has, for each player, one word per separately shown attribute of the component's kind; a list
follows its length. The rows of some events begin with their sort key (`Recorder.in_order`). The question at
the end of a step is not on the tape: the options are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

from gamespec.program import Pick, Program
from interpreter.play.events import (
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
from interpreter.play.options import Value

__all__ = ["Form", "Row", "events_of", "excluded_words"]


class Row(IntEnum):
    """The sorts of rows."""

    MOVED = 0
    CHANGED = 1
    TRANSFERRED = 2
    LAID = 3
    SHUFFLED = 4
    REVEALED = 5
    SHOWN = 6
    BACK_SEEN = 7
    DREW = 8
    DECIDED = 9
    PHASE = 10
    TURN = 11
    ENDED = 12
    REMEMBERED = 13
    SEEN = 14


class Form(IntEnum):
    """What a value of an answer is."""

    NUMBER = 0
    COMPONENT = 1
    NUMBERS = 2
    COMPONENTS = 3

    @classmethod
    def of(cls, pick: Pick) -> Form:
        """That of the values of a pick."""
        return cls(int(pick.component) + (0 if pick.counts is None else 2))


def excluded_words(program: Program) -> list[int]:
    """For each component how many words say what all players exclude of it."""
    words = [0] * len(program.owners)
    for kind, shown in zip(program.kinds, program.shown, strict=True):
        size = len(shown) * program.players
        words[kind.first : kind.first + kind.size] = [size] * kind.size
    return words


def events_of(program: Program, words: Sequence[int]) -> list[Event]:
    """The events of some rows."""
    reader = _Reader(program, words)
    found: list[Event] = []
    while reader.at < len(words):
        found.append(reader.event())
    return found


class _Reader:
    """Reads rows, one after another."""

    def __init__(self, program: Program, words: Sequence[int]) -> None:
        self._program, self._words, self._excluded = program, words, excluded_words(program)
        self.at = 0
        self._events: dict[int, Callable[[], Event]] = {
            Row.MOVED: self._moved,
            Row.CHANGED: self._changed,
            Row.TRANSFERRED: lambda: Transferred(*self._next(4)),
            Row.LAID: lambda: Laid(*self._next(3)),
            Row.SHUFFLED: lambda: Shuffled(*self._next(1)),
            Row.REVEALED: self._revealed,
            Row.SEEN: self._seen,
            Row.SHOWN: self._shown,
            Row.BACK_SEEN: lambda: BackSeen(*self._next(3)),
            Row.DREW: self._drew,
            Row.DECIDED: self._decided,
            Row.PHASE: lambda: PhaseBegan(*self._next(1)),
            Row.TURN: lambda: TurnBegan(*self._next(1)),
            Row.ENDED: lambda: Ended(*self._next(1)),
            Row.REMEMBERED: lambda: Remembered(*self._next(2)),
        }

    def event(self) -> Event:
        """The next event."""
        (sort,) = self._next(1)
        return self._events[sort]()

    def _next(self, count: int) -> Sequence[int]:
        words = self._words[self.at : self.at + count]
        self.at += count
        return words

    def _part(self, component: int) -> PartKnowledge:
        """What all players exclude of a component."""
        players = self._program.players
        words = self._next(self._excluded[component])
        each = len(words) // players
        return tuple(tuple(words[each * i : each * (i + 1)]) for i in range(players)) if each else ()

    def _moved(self) -> Moved:
        seen, back = self._next(2)
        excluded = self._part(back)
        component, source, target, place, bottom = self._next(5)
        return Moved(component, source, target, seen, place, bool(bottom), excluded)

    def _changed(self) -> Changed:
        store, index, before, after = self._next(4)
        return Changed(store, index, before, after, self._program.stores[store].seen[index])

    def _revealed(self) -> Revealed:
        component, seen, zone, place = self._next(4)
        return Revealed(component, seen, zone, place, self._part(component))

    def _seen(self) -> Revealed:
        component, seen, zone, place = self._next(4)
        return Revealed(component, seen, zone, place)

    def _shown(self) -> Shown:
        zone, place, known, back = self._next(4)
        excluded = self._part(back)
        value, whether, component, seen, attribute = self._next(5)
        return Shown(component, seen, known, zone, place, attribute, value, bool(whether), excluded)

    def _drew(self) -> Drew:
        stream, slot, value, seen, component = self._next(5)
        return Drew(stream, slot, value, seen, bool(component))

    def _decided(self) -> Decided:
        player, action, forced, told, _ = self._next(5)
        values: list[Value] = []
        seen: list[int] = []
        for pick in self._program.actions[action].picks:
            mask, _, value = self._next(3)
            seen.append(mask)
            values.append(value if pick.counts is None else tuple(self._next(value)))
        return Decided(player, action, tuple(values), tuple(seen), bool(forced), told)

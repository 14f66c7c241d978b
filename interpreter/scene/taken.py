"""Finds what was last taken together from the middle of the table.

Only what all players saw there is told, so nobody learns anything new.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from gamespec.program.tables import NOWHERE
from gamespec.trees import types as t
from interpreter.play.events import Changed, Decided, Moved
from interpreter.scene.pieces import piece_of
from interpreter.scene.reading import Reading, is_player
from interpreter.scene.things import Taken
from interpreter.scene.values import together

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gamespec.world.world import ZoneRule
    from interpreter.play.events import Event
    from interpreter.play.observation import Observation
    from interpreter.words import Words

__all__ = ["taken_of"]

BACK = 600
"""Number of events after which what was taken is forgotten."""

FEW = 2
"""Number of components that are taken together, and that lie in the middle when the next one is under way."""

MOST = 8


class _Sweep(NamedTuple):
    """Components that left the middle without an answer in between.

    `events` are those since the last answer until the next, and `before` is the number of events before them.
    `swept` is how many of them had happened when the last component left.
    """

    before: int
    events: tuple[Event, ...]
    moves: tuple[Moved, ...]
    swept: int


def taken_of(words: Words, seen: Observation, seat: int | None, events: Sequence[Event]) -> Taken | None:
    """Return what was last taken from the zones in which players meet, or `None` if the next has begun.

    `seen` is what a seat, or everybody for `None`, observes after the `events` of the game.

    It is what left such zones together, without an answer in between. It was taken by the owner of the zone
    to which it went. If nobody owns that zone, it was taken by the only player whose number has grown
    meanwhile, or whom the only variable names that has been set to a player before such things left.
    """
    reading = Reading(words, seen, seat)
    middle = {zone for rule in reading.families if _meets(reading, rule) for zone in _zones(rule)}
    if not middle or sum(len(reading.seen.zones[zone]) for zone in middle) >= FEW:
        return None
    sweeps = list(_sweeps(middle, events[-BACK:]))
    everybody = (1 << reading.program.players) - 1
    if not sweeps or any(each.seen & everybody != everybody for each in sweeps[0].moves):
        return None
    moves = sweeps[0].moves
    before = events[-BACK:][: sweeps[0].before + sweeps[0].swept]
    put = _put(reading, middle, before)
    by = _taker(reading, sweeps, before)
    order = sorted(moves, key=lambda move: put.get(move.component, (-1, NOWHERE))[0])
    owners = [put.get(move.component, (-1, NOWHERE))[1] for move in order]
    pieces = (piece_of(reading, move.target, reading.program.alike[move.component]) for move in order)
    bare = (replace(each, refs=(), changed=False, holds=(), values=()) for each in pieces)
    return Taken(by, tuple(bare), owners.index(by) if by is not None and owners.count(by) == 1 else None)


def _meets(reading: Reading, rule: ZoneRule) -> bool:
    """Return whether the zones of a family lie side by side in the middle, one for each player."""
    return reading.plane(rule.zone.name) is None and together(reading, rule)


def _zones(rule: ZoneRule) -> range:
    return range(rule.zone.first, rule.zone.first + rule.zone.count)


def _sweeps(middle: set[int], events: Sequence[Event]) -> Iterator[_Sweep]:
    """Yield the sweeps of the middle, the last one first."""
    answers = [-1, *(at for at, event in enumerate(events) if isinstance(event, Decided)), len(events)]
    for first, end in zip(reversed(answers[:-1]), reversed(answers[1:]), strict=True):
        told = tuple(events[first + 1 : end])
        swept = [
            (at, event)
            for at, event in enumerate(told)
            if isinstance(event, Moved) and event.source in middle and event.target not in middle
        ]
        if FEW <= len(swept) <= MOST:
            yield _Sweep(first + 1, told, tuple(event for _, event in swept), swept[-1][0])


def _put(reading: Reading, middle: set[int], events: Sequence[Event]) -> dict[int, tuple[int, int]]:
    """Return for each component when it was last put into the middle, and by the owner of which zone."""
    return {
        event.component: (at, reading.program.zones[event.source].owner)
        for at, event in enumerate(events)
        if isinstance(event, Moved) and event.target in middle and event.source not in middle
    }


def _taker(reading: Reading, sweeps: Sequence[_Sweep], before: Sequence[Event]) -> int | None:
    """Return who took what the first of the sweeps, the last in time, took away.

    `before` are the events until then.
    """
    owners = {reading.program.zones[move.target].owner for move in sweeps[0].moves}
    if owners != {NOWHERE}:
        return owners.pop() if len(owners) == 1 else None
    grown = set(_grown(reading, sweeps[0].events))
    if len(grown) == 1:
        return grown.pop()
    stores = {store for sweep in sweeps for store, _ in _named(reading, sweep.events[: sweep.swept])}
    named = dict(_named(reading, before))
    return named[stores.pop()] if len(stores) == 1 else None


def _grown(reading: Reading, events: Sequence[Event]) -> Iterator[int]:
    """Yield the players whose own numbers have grown, as far as everybody sees it."""
    everybody = (1 << reading.program.players) - 1
    for event in events:
        if isinstance(event, Changed) and event.seen & everybody == everybody:
            store = reading.names.stores[event.store]
            numbered = isinstance(t.strip(store.type), t.Int) and not isinstance(store.type, t.Bool)
            if len(store.keys) == 1 and is_player(store.keys[0]) and numbered and event.after > event.before:
                yield event.index


def _named(reading: Reading, events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Yield the variables that were set to a player, as far as everybody sees it, and the players."""
    everybody = (1 << reading.program.players) - 1
    for event in events:
        if isinstance(event, Changed) and event.seen & everybody == everybody:
            store = reading.names.stores[event.store]
            if not store.keys and is_player(t.strip(store.type)) and event.after != t.NONE:
                yield event.store, event.after

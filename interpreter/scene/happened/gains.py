"""Finds what players have gained or lost at places on boards, as far as a seat can tell.

Front ends show there how much it was. Which place a number comes from follows from the order of events: what
leaves a board after a number has changed, or just before, belongs to that change.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from gamespec.trees import types as t
from interpreter.play.events import Changed, Decided, Moved, Transferred
from interpreter.scene.happened.moves import stop_of
from interpreter.scene.reading import cell_space, is_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.play.events import Event
    from interpreter.words import Words

__all__ = ["Gain", "gains_of"]


@dataclass(frozen=True, slots=True)
class Gain:
    """A number of a player (from 0) has grown by `amount`, which may be negative, at places on boards.

    `at` holds the refs of each place, as in the path of a `Move`.
    """

    player: int
    amount: int
    at: tuple[str, ...]


@dataclass(slots=True)
class _Group:
    """Changes of numbers, by player, and the places that components left with them."""

    amounts: Counter[int] = field(default_factory=Counter)
    places: dict[str, None] = field(default_factory=dict)
    moved: bool = False
    """Whether something has left its place since the last number changed."""


def gains_of(words: Words, events: Iterable[Event], seat: int | None) -> list[Gain]:
    """Return what players gained at places from which components left boards, in order."""
    return [
        Gain(player, amount, tuple(group.places))
        for group in _groups(words, events, seat)
        for player, amount in group.amounts.items()
        if amount and group.places
    ]


def _groups(words: Words, events: Iterable[Event], seat: int | None) -> Iterator[_Group]:
    everybody = (1 << words.program.players) - 1
    bit = everybody if seat is None else 1 << seat
    group = _Group()
    for event in events:
        match event:
            case Decided():
                yield group
                group = _Group()
                continue
            case Changed(store, index, before, after, seen) if seen & bit == bit:
                changes = {index: after - before}
            case Transferred(store, amount, source, target):
                changes = {source: -amount, target: amount}
            case Moved(_, source, target) if _leaves(words, source, target):
                group.places[stop_of(words, source)] = None
                group.moved = True
                continue
            case _:
                continue
        owners = {index: _whose(words, store, index) for index in changes}
        found = [(owner, changes[index]) for index, owner in owners.items() if owner is not None]
        if found and group.moved and group.amounts:
            yield group
            group = _Group()
        group.moved = group.moved and not found
        for player, more in found:
            group.amounts[player] += more
    yield group


def _whose(words: Words, number: int, index: int) -> int | None:
    """Return the player to whom the member of a variable or resource belongs, if it is a number."""
    store = words.names.stores[number]
    numbered = isinstance(t.strip(store.type), t.Int) and not isinstance(store.type, t.Bool)
    if number in words.unshown or not store.keys or not is_player(store.keys[0]) or not numbered:
        return None
    return index * store.dims[0][1] // store.count if index < store.count else None


def _leaves(words: Words, source: int, target: int) -> bool:
    """Return whether what goes from one zone to another leaves a board or a tile."""
    return _on_board(words, source) and not _on_board(words, target)


def _on_board(words: Words, zone: int) -> bool:
    rule = words.rule(zone)
    keys = rule.zone.keys
    if rule.zone.first in words.unshown_zones or not keys:
        return False
    last = t.strip(keys[-1])
    return cell_space(keys[-1]) is not None or (isinstance(last, t.Named) and last.sort == "part")

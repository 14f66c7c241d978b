"""Finds which things on the table have changed, as far as a seat can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.play.events import Changed, Laid, Moved, Revealed, Transferred
from interpreter.scene.reading import cell_space, own_boards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gamespec.trees.types import Type
    from interpreter.play.events import Event
    from interpreter.scene.things import Ref
    from interpreter.words import Words

__all__ = ["cells_of_zone", "changed_refs", "last_put"]


def changed_refs(words: Words, events: Iterable[Event], seat: int | None) -> frozenset[Ref]:
    """Return the refs of the things that `events` have changed, as far as a seat can tell."""
    found: set[Ref] = set()
    everybody = (1 << words.program.players) - 1
    bit = everybody if seat is None else 1 << seat
    for event in events:
        match event:
            case Moved(c, source, target, seen):
                found |= {
                    f"z{source}",
                    f"z{target}",
                    *cells_of_zone(words, source),
                    *cells_of_zone(words, target),
                }
                if seen & bit == bit:
                    found.add(f"z{target}.c{words.program.alike[c]}")
            case Revealed(c, seen, zone):
                if seen & bit == bit:
                    found |= {f"z{zone}", f"z{zone}.c{words.program.alike[c]}"}
            case Changed(store, index, _, _, seen):
                if seen & bit == bit:
                    found |= {f"v{store}.{index}", *_cell_of_store(words, store, index)}
            case Transferred(store, _, source, target):
                found |= {f"v{store}.{source}", f"v{store}.{target}"}
            case Laid(plane, _, spot):
                found.add(f"o{plane}.{spot // 4}")
            case _:
                pass
    return frozenset(found)


def last_put(words: Words, events: Iterable[Event], seat: int | None) -> frozenset[Ref]:
    """Return the refs of the components that came into each zone last, as far as a seat has seen them."""
    everybody = (1 << words.program.players) - 1
    bit = everybody if seat is None else 1 << seat
    last = {event.target: event for event in events if isinstance(event, Moved)}
    alike = words.program.alike
    return frozenset(
        f"z{zone}.c{alike[event.component]}" for zone, event in last.items() if event.seen & bit == bit
    )


def cells_of_zone(words: Words, zone: int) -> Iterator[Ref]:
    """Yield the ref of the cell to which a zone belongs, if it belongs to one."""
    rule = words.rule(zone)
    yield from _cell(words, rule.zone.keys, rule.zone.dims, zone - rule.zone.first)


def _cell_of_store(words: Words, number: int, index: int) -> Iterator[Ref]:
    store = words.names.stores[number]
    if index < store.count:
        yield from _cell(words, store.keys, store.dims, index)


def _cell(words: Words, keys: Sequence[Type], dims: Sequence[tuple[int, int]], index: int) -> Iterator[Ref]:
    """Yield the ref of the cell to which the member `index` of a family belongs, if it belongs to one."""
    name = cell_space(keys[-1]) if keys else None
    if name is None:
        return
    cell = index % dims[-1][1]
    ref = f"s{list(words.names.world.spaces).index(name)}.{cell}"
    yield f"{ref}@{index // dims[-1][1]}" if name in own_boards(words) and len(keys) > 1 else ref

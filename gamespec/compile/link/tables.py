"""The tables of a program that follow from declarations alone: visibility, owners, and equal faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from gamespec.compile.draft.draft import Attribute, Draft
from gamespec.compile.link.close import bounds
from gamespec.program import tables as b
from gamespec.program.domain import INT_MIN
from gamespec.space import Plane
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import World, ZoneRule

__all__ = ["attributes", "backs", "faces", "families", "first_faces", "owners", "planes", "stores", "zones"]


SpaceOf = Callable[[t.Type], int]
"""Returns the number of the space whose cells have a type, or `NOWHERE` for any other type."""


def stores(draft: Draft, at: int, space: SpaceOf) -> Iterator[b.Store]:
    """Yield the layout of each resource and variable, beginning at place `at` of the position."""
    world = draft.world
    everyone = (1 << world.players) - 1
    count = sum(rule.zone.count for rule in world.zones.values())
    seen_by = {v.ident.name: v.seen_by for v in world.game.variables}
    for name, start in draft.starts.items():
        store = world.stores[name]
        seen = _seen(world, store, seen_by.get(name, "everyone"), everyone)
        bank = None
        if name in world.resources:
            bank = 0 if name in draft.limited else INT_MIN
        component = t.is_component(store.type)
        values, spaces = bounds(store.type, count), tuple(map(space, store.keys))
        of = space(t.strip(store.type))
        yield b.Store(at, values, store.dims, start, seen, bank, component, spaces, of)
        at += len(start)


def _seen(world: World, store: core.Store, how: str, everyone: int) -> tuple[int, ...]:
    """Return, for each member of a variable, a bit set of the players who see it."""
    if how in {"everyone", "nobody"}:
        return (everyone if how == "everyone" else 0,) * store.count
    at = store.keys.index(world.player)
    holders = (_key_at(store.dims, i, at) for i in range(store.count))
    return tuple(1 << o if how == "owner" else everyone & ~(1 << o) for o in holders)


def families(world: World, space: SpaceOf) -> Iterator[b.Family]:
    """Yield the table of each single zone or family of zones."""
    kinds = {kind.type: i for i, kind in enumerate(world.kinds.values())}
    for rule in world.zones.values():
        spaces = tuple(map(space, rule.zone.keys))
        yield b.Family(rule.zone.first, rule.zone.dims, kinds[rule.kind], spaces)


def zones(world: World, shuffled: Mapping[int, int]) -> Iterator[b.Zone]:
    """Yield the table entry of every zone.

    `shuffled` gives the number of the chance stream for each zone that may be shuffled.
    """
    for family, rule in enumerate(world.zones.values()):
        for number in range(rule.zone.count):
            stream = shuffled.get(rule.zone.first + number, b.NOWHERE)
            owner = _owner(world, rule, number)
            sees = _sees(world, rule, owner)
            yield b.Zone(family, rule.ordered, rule.capacities[number], sees, stream, owner)


def _owner(world: World, rule: ZoneRule, number: int) -> int:
    """Return the seat of the player who owns a zone of a family, or `NOWHERE`."""
    keys = [i for i, key in enumerate(rule.zone.keys) if key == world.player]
    return _key_at(rule.zone.dims, number, keys[0]) if keys else b.NOWHERE


def _sees(world: World, rule: ZoneRule, owner: int) -> int:
    """Return a bit set of the players who see into a zone.

    It is `BY_OWNER` or `BY_OTHERS` if that depends on the owner of each component.
    """
    everyone = (1 << world.players) - 1
    match rule.seen_by:
        case "everyone":
            return everyone
        case "nobody":
            return 0
        case how if owner != b.NOWHERE:
            bit = 1 << owner
            return bit if how == "owner" else everyone & ~bit
        case how:
            return b.BY_OWNER if how == "owner" else b.BY_OTHERS


def owners(world: World) -> Iterator[int]:
    """Yield the owner of each component, or -1 for a component without an owner."""
    for kind in world.kinds.values():
        yield from kind.columns["owner"][1] if kind.per_player else [-1] * kind.type.size


def first_faces(world: World) -> dict[str, int]:
    """Return the number of each kind's first face, by the name of the kind."""
    first: dict[str, int] = {}
    base = 0
    for name, kind in world.kinds.items():
        first[name] = base
        base += max(kind.rows, default=0) + 1
    return first


def faces(draft: Draft) -> Iterator[int]:
    """Yield the face number of each component, or -1 if its kind is not fungible."""
    first = first_faces(draft.world)
    for name, kind in draft.world.kinds.items():
        alike = name in draft.fungible
        yield from [first[name] + row for row in kind.rows] if alike else [-1] * kind.type.size


def backs(world: World) -> Iterator[int]:
    """Yield, for each component, the first component of its kind that has the same back."""
    for kind in world.kinds.values():
        first: dict[tuple[int, ...], int] = {}
        for i in range(kind.type.size):
            back = tuple(value for name in kind.back for value in kind.printed(name, i))
            yield first.setdefault(back, kind.type.first + i)


def attributes(world: World, shown: Iterable[Attribute], at: int) -> Iterator[b.Attribute]:
    """Yield the layout of the attributes that steps show, beginning at place `at` of the position.

    For each component and player there is an integer with the values that the player excludes.
    """
    numbers = {name: number for number, name in enumerate(world.kinds)}
    for attribute in shown:
        kind = world.kinds[attribute.kind]
        yield b.Attribute(numbers[attribute.kind], at, kind.columns[attribute.name][1])
        at += kind.type.size * world.players


def planes(world: World, places: list[b.PlaneLayout]) -> Iterator[b.Plane]:
    """Yield the tables of each plane, given the layouts of the planes."""
    for plane, at in zip(world.planes.values(), places, strict=True):
        yield _plane(plane, world.zones[plane.zone].zone.first, at)


def _key_at(dims: tuple[tuple[int, int], ...], number: int, index: int) -> int:
    """Return the value of the key at `index` for member `number` of a family."""
    for _, size in reversed(dims[index + 1 :]):
        number //= size
    first, size = dims[index]
    return first + number % size


def _plane(plane: Plane, zone: int, at: b.PlaneLayout) -> b.Plane:
    """Return the tables of a plane.

    Each edge that occurs, and each edge that would fit one that occurs, gets a number.
    """
    numbers: dict[tuple[int, ...], int] = {}
    quarters = range(4)
    edges = tuple(
        tuple(tuple(numbers.setdefault(edge, len(numbers)) for edge in turned) for turned in tile)
        for tile in plane.edges
    )
    for edge in list(numbers):
        numbers.setdefault(edge[::-1], len(numbers))
    facing = tuple(
        tuple(tuple(plane.facing(tile, turn, side) for side in quarters) for turn in quarters)
        for tile in range(len(plane.ports))
    )
    return b.Plane(
        side=plane.side,
        zone=zone,
        first_tile=plane.first_tile,
        turns=plane.turns,
        facing=facing,
        edges=edges,
        meets=tuple(numbers[edge[::-1]] for edge in numbers),
        tile_of=plane.tile_of,
        touches=plane.touches,
        ends=plane.ends,
        at=at,
    )

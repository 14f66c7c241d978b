"""Situations as digits: a compact and exact record of a position for a history.

Each part of a situation is a digit of a mixed-radix number. The radix of a digit is the number of values that
its part can have in play. Digits are packed into words of 31 bits, one after another. A digit that does not
fit into the current word begins the next one. So no digit spans two words, and a word is a sum of products.
Two situations have the same words if and only if all their digits agree.

The choice of digits defines what counts as the same situation:

- For each member of a variable or resource, a digit holds its value.
- For each place that can hold one component, and for each place of an ordered zone, a digit holds the
  component there, or none.
- For each unique component, a digit holds the unordered zone in which it lies, or none.
- For components with equal faces, a digit for each unordered zone holds how many of them it contains.
- For each tile on a plane, a digit holds where it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Literal

from gamespec.model.walk import every_phase
from gamespec.program import tables as b
from gamespec.program.domain import Domain
from gamespec.program.frozen import dataclass
from gamespec.resolve.histories import PHASE, TURN
from gamespec.space import Plane
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import Kind, World, ZoneRule

__all__ = ["Part", "Situation", "packed", "situation"]

Read = Literal["value", "occupant", "whereabouts", "count"]


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """A digit before packing; see `gamespec.program.tables.Digit`.

    For a value, `of` is its place relative to `within`, which is a store, the tiles of a plane, or the head
    of the position.
    """

    read: Read
    size: int
    of: int
    within: core.Store | Plane | None = None
    which: int = 0
    first: int = 0
    optional: bool = False
    table: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Situation:
    """The form in which a history records a position.

    It consists of digits, and of the number of integers that must be read to compute them.
    """

    parts: tuple[Part, ...]
    reads: int

    @property
    def words(self) -> int:
        """The number of integers that a record takes."""
        return packed(self.parts, lambda _: 0)[1]


def packed(parts: tuple[Part, ...], place: Callable[[Part], int]) -> tuple[tuple[b.Digit, ...], int]:
    """Pack digits into words, and return the digits with the number of words.

    `place` maps a part to the place of its value in a position.
    """
    digits: list[b.Digit] = []
    word, weight = 0, 1
    for part in parts:
        if weight > 1 and weight * part.size > b.MOST_OF_A_WORD:
            word, weight = word + 1, 1
        whole = part.size > b.MOST_OF_A_WORD  # stored unchanged, in a word of its own
        of = place(part) if part.read == "value" else part.of
        digits.append(
            b.Digit(
                word=word,
                weight=weight,
                size=0 if whole else part.size,
                read=part.read,
                of=of,
                which=part.which,
                first=0 if whole else part.first,
                optional=part.optional and not whole,
                table=part.table,
            )
        )
        weight *= part.size
        if whole:
            word, weight = word + 1, 1
    return tuple(digits), word + (weight > 1)


def situation(
    history: core.History, world: World, fungible: Container[str], bounds: Callable[[t.Type], Domain]
) -> Situation:
    """Return the form in which a history records a position.

    `bounds` maps a type to the domain of its values.
    """
    parts: list[Part] = []
    mixed: dict[str, list[ZoneRule]] = {}
    reads = 0
    for name in history.of:
        if name == TURN:
            parts.append(Part("value", world.players + 1, b.Head.TURN, optional=True))
        elif name == PHASE:
            parts.append(
                Part("value", sum(1 for _ in every_phase(world.game.phases)) + 1, b.Head.PHASE, optional=True)
            )
        elif name in world.stores:
            parts += _values(world.stores[name], bounds)
        else:
            rule = world.zones[name]
            reads += rule.capacity * rule.zone.count if rule.capacity > 1 else 0
            if rule.ordered or rule.capacity <= 1:
                parts += _places(rule, _faces(world.kinds[rule.kind.name], fungible))
            else:
                mixed.setdefault(rule.kind.name, []).append(rule)
            for plane in world.planes.values():
                if plane.zone == name:
                    parts += _spots(plane)
    for kind, rules in mixed.items():
        parts += _gathered(world, rules, world.kinds[kind], _faces(world.kinds[kind], fungible))
    kept = tuple(part for part in parts if part.size > 1)
    return Situation(kept, len(kept) + reads)


def _values(store: core.Store, bounds: Callable[[t.Type], Domain]) -> Iterator[Part]:
    """Yield the digits for the members of a variable or resource. The bank's content follows from them."""
    may = bounds(store.type)
    size = may.high - may.low + 1 + may.optional
    for i in range(store.count):
        yield Part("value", size, i, store, first=may.low, optional=may.optional)


def _faces(kind: Kind, fungible: Container[str]) -> tuple[int, ...]:
    """Return a number from 1 for each component of a kind; components with equal faces share a number."""
    if kind.type.name in fungible:
        return tuple(row + 1 for row in kind.rows)
    return tuple(range(1, kind.type.size + 1))


def _places(rule: ZoneRule, faces: tuple[int, ...]) -> Iterator[Part]:
    """Yield the digits for the occupants of zones in which it matters which place a component has."""
    for number in range(rule.zone.first, rule.zone.first + rule.zone.count):
        for place in range(rule.capacity):
            size = max(faces, default=0) + 1
            yield Part("occupant", size, number, which=place, first=rule.kind.first, table=faces)


def _spots(plane: Plane) -> Iterator[Part]:
    """Yield the digits for the spots of a plane's tiles: where each tile lies, and how it is turned."""
    for tile in range(len(plane.ports)):
        yield Part("value", 4 * plane.places + 1, tile, plane)


def _gathered(world: World, rules: list[ZoneRule], kind: Kind, faces: tuple[int, ...]) -> Iterator[Part]:
    """Yield the digits for the contents of unordered zones that hold components of a kind."""
    numbers = [n for rule in rules for n in range(rule.zone.first, rule.zone.first + rule.zone.count)]
    zones = sum(rule.zone.count for rule in world.zones.values())
    where = {number: i for i, number in enumerate(numbers, 1)}
    table = tuple(where.get(zone, 0) for zone in range(zones))
    copies: dict[int, list[int]] = {}
    for i, face in enumerate(faces):
        copies.setdefault(face, []).append(i)
    for same in copies.values():
        if len(same) == 1:
            yield Part("whereabouts", len(numbers) + 1, kind.type.first + same[0], table=table)
            continue
        counted = tuple(int(i in set(same)) for i in range(kind.type.size))
        for rule in rules:
            most = min(rule.capacity, len(same))
            for number in range(rule.zone.first, rule.zone.first + rule.zone.count):
                yield Part("count", most + 1, number, first=kind.type.first, table=counted)

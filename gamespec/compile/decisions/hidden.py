"""Determines in which zones a component that a player chooses unseen may lie.

The types and declarations decide. A player who sees into a zone knows its components. The decider is `me`
where the list on offer is evaluated. So the list can contain a component that the decider does not know only
if it draws on zones into which `me` does not certainly see. Zones that are not certain count as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from gamespec.compile.draft.draft import HiddenZone
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import World, ZoneRule

__all__ = ["Sources"]

_OF_ONE_LIST = {"top", "bottom", "rest", "nth", "the", "reverse", "distinct"}


class Sources:
    """Finds the zones from which lists of a kind take components that `me` may not know.

    `values` are the values just assigned to locals; nothing has moved since the assignments.
    """

    def __init__(self, world: World, kind: t.Named, values: Mapping[core.Slot, core.Core]) -> None:
        self.world = world
        self.values = values
        self.rules = [rule for rule in world.zones.values() if rule.kind == kind]
        self.any = frozenset(n for rule in self.rules for n in _hidden_of(world, rule, None))

    def counted(self, numbers: frozenset[int], most: int) -> Iterator[HiddenZone]:
        """Yield the zones with these numbers in order, with the number of places that count in each.

        If a component is drawn from a zone, at most `most` places count there.
        """
        for rule in self.rules:
            for number, capacity in enumerate(rule.capacities, rule.zone.first):
                drawn = not rule.ordered and capacity > 1
                if number in numbers:
                    yield HiddenZone(number, min(most, capacity) if drawn else capacity, drawn)

    def of(self, node: core.Core) -> frozenset[int]:  # noqa: C901 - a case a form
        """Return the hidden zones from which an expression takes its value or its list's members."""
        match node:
            case core.Contents(zone=zone):
                return self._zone(zone)
            case core.BuiltIn(name=name, args=(of, *_)) if name in _OF_ONE_LIST:
                return self._zone(of) if isinstance(of.type, t.ZoneType) else self.of(of)
            case core.BuiltIn(name="union" | "default", args=(left, right)):
                return self.of(left) | self.of(right)
            case core.If(then=left, otherwise=right):
                return self.of(left) | self.of(right)
            case core.Quantifier(kind="filter" | "the" | "first", slot=slot, over=of, body=condition):
                return self.of(of) & self.allowed(slot, condition)
            case core.Quantifier(kind="map", body=of) | core.Narrow(of=of):
                return self.of(of)
            case core.Quantifier(kind="sort" | "best" | "while" | "until", over=of):
                return self.of(of)
            case core.ListOf(items=items):
                return frozenset().union(*(self.of(item) for item in items))
            case core.Apply(function=core.Function(body=of)) if of is not None:
                return self.of(of)
            case core.Local(slot=slot) if slot in self.values:
                return self.of(self.values[slot])
            case _:
                return self.any

    def allowed(self, slot: core.Slot, condition: core.Core) -> frozenset[int]:
        """Return the hidden zones in which a local's component may lie if a condition on it holds."""
        match condition:
            case core.And(parts=parts):
                return self.any.intersection(*(self.allowed(slot, part) for part in parts))
            case core.Or(parts=parts):
                return frozenset().union(*(self.allowed(slot, part) for part in parts))
            case core.InZone(item=core.Local(slot=item), zone=zone) if item is slot:
                return self._zone(zone)
            case core.Equal(left=left, right=right):
                return self._keyed(slot, left, right, differs=False)
            case core.Not(of=core.Equal(left=left, right=right)):
                return self._keyed(slot, left, right, differs=True)
            case _:
                return self.any

    def _keyed(self, slot: core.Slot, left: core.Core, right: core.Core, *, differs: bool) -> frozenset[int]:
        """Return the zones that `key(family, c) == k` allows, or with `differs` `key(family, c) != none`."""
        for found, key in ((left, right), (right, left)):
            match found:
                case core.BuiltIn(name="key", args=(core.Local(slot=item),), data=core.ZoneStore() as zone):
                    nothing = key.type == t.NOTHING
                    if item is slot and differs == nothing and not isinstance(key.type, t.Optional):
                        return self._members(zone, None if nothing else (key,))
                case _:
                    pass
        return self.any

    def _zone(self, node: core.Core) -> frozenset[int]:
        return self._members(node.zone, node.keys) if isinstance(node, core.Zone) else self.any

    def _members(self, zone: core.ZoneStore, keys: tuple[core.Core, ...] | None) -> frozenset[int]:
        """Return the zones of a family that the keys may select.

        Those into which `me` certainly sees are left out.
        """
        rule = next((rule for rule in self.rules if rule.zone is zone), None)
        return frozenset(_hidden_of(self.world, rule, keys)) if rule is not None else frozenset()


def _hidden_of(world: World, rule: ZoneRule, keys: tuple[core.Core, ...] | None) -> Iterator[int]:
    if rule.seen_by == "everyone":
        return
    owner = next((i for i, type_ in enumerate(rule.zone.keys) if type_ == world.player), None)
    mine = keys is not None and owner is not None and isinstance(keys[owner], core.Me)
    if rule.seen_by == "owner" and mine:
        return
    ranges = [range(first, first + size) for first, size in rule.zone.dims]
    for number, values in enumerate(product(*ranges), rule.zone.first):
        if keys is None or all(_may_be(key, value) for key, value in zip(keys, values, strict=True)):
            yield number


def _may_be(key: core.Core, value: int) -> bool:
    return not isinstance(key, core.Const) or key.value == value

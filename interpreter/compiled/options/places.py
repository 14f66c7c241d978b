"""Places that stand for components which the decider does not know, for one pick.

A place is a number below -1. It denotes a zone and an index among its places, in the order in which the pick
counts them; tables map both ways.
"""

from __future__ import annotations

from functools import cached_property

from gamespec.program import Pick
from gamespec.program.domain import INT_MAX
from gamespec.program.tables import Head
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    either,
    get,
    loop,
    put,
    subtract,
    when,
)
from interpreter.play.options import place

__all__ = ["Places", "is_place", "knows"]

FIRST = -2
"""The first place of a pick; the next ones are below it."""


def is_place(value: Wat) -> Wat:
    """Whether a value of a pick with places, which is read once, is a place: below -1, and not `none`.

    With the greatest number added, and taken without its sign, `none` is the greatest of all.
    """
    return ("i32.lt_u", add(value, const(INT_MAX)), const(INT_MAX - 1))


def knows(unit: Unit, component: Wat) -> Wat:
    """Whether the decider knows which component this is."""
    return and_(("i32.shr_u", unit.place_at(unit.layout.known, component), unit.place(Head.ME)), const(1))


class Places:
    """The places of one pick, in one module."""

    def __init__(self, unit: Unit, pick: Pick) -> None:
        self.unit, self.pick = unit, pick
        self._meant = [place(pick, FIRST - i) for i in range(pick.places)]

    def zone(self, value: Wat) -> Wat:
        """The zone of a place."""
        return self.unit.memory.table([zone for zone, _ in self._meant]).at(subtract(const(FIRST), value))

    def tells(self, value: Wat) -> Wat:
        """Whether a place says which component lies there."""
        zones = self.unit.program.zones
        table = self.unit.memory.table([int(zones[zone].tells) for zone, _ in self._meant])
        return table.at(subtract(const(FIRST), value))

    @property
    def any_tells(self) -> bool:
        """Whether some place does."""
        return any(self.unit.program.zones[zone].tells for zone, _ in self._meant)

    @cached_property
    def _begins(self) -> list[int]:
        """By zone the value that is its first place; 0 where the pick has none."""
        found = [0] * len(self.unit.program.zones)
        for i, (zone, index) in enumerate(self._meant):
            if index == 0:
                found[zone] = FIRST - i
        return found

    def of(self, component: Wat, earlier: Wat) -> Wat:
        """The place of a component; `earlier` unknown ones of its zone are among the values before it."""
        begins = self.unit.memory.table(self._begins)
        above = self.unit.helper("$above", self._above, "$c", "$earlier", result=True)
        zone = self.unit.place_at(self.unit.layout.zone_of, component)
        return subtract(begins.at(zone), call(above, component, earlier))

    def _above(self, function: Function) -> None:
        """`(c, earlier)`: how many lie on a component, if its place tells which it is; else what is given."""
        unit, count, c = self.unit, function.local("count"), get("$c")
        tells = unit.memory.table([int(zone.tells) for zone in unit.program.zones])
        up: Body = [
            put("$c", unit.place_at(unit.layout.previous, c)),
            branch_if("$top", compare("<", c, ZERO)),
            put(count, add(get(count), const(1))),
            branch("$up"),
        ]
        given = ("i32.eqz", tells.at(unit.place_at(unit.layout.zone_of, c)))
        function.body = [
            when(given, [("return", get("$earlier"))]),
            block("$top", [loop("$up", up)]),
            get(count),
        ]

    def found(self, value: Wat) -> Wat:
        """What lies at a place that tells it; any other value, which is read several times, as it is."""
        if not self.any_tells:
            return value
        index = self.unit.memory.table([index for _, index in self._meant])
        lying = self.unit.helper("$lying", self._lying, "$zone", "$index", result=True)
        there = call(lying, self.zone(value), index.at(subtract(const(FIRST), value)))
        return either(either(is_place(value), self.tells(value), ZERO), there, value)

    def _lying(self, function: Function) -> None:
        """`(zone, index)`: the component that lies so far down."""
        layout, c = self.unit.layout, function.local("c")
        down: Body = [
            branch_if("$there", compare("<", get("$index"), const(1))),
            put(c, self.unit.place_at(layout.next, get(c))),
            put("$index", add(get("$index"), const(-1))),
            branch("$down"),
        ]
        function.body = [
            put(c, self.unit.place_at(layout.first, get("$zone"))),
            block("$there", [loop("$down", down)]),
            get(c),
        ]

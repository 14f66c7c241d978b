"""Compiles expressions about zones, their contents, and the places of components to closures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, assert_never

from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from interpreter.engine.state.unsettled import SHIFT, Unsettled
from interpreter.kernels.budget import charged, spend

if TYPE_CHECKING:
    from interpreter.engine.expressions.evaluate import Evaluator, Listing, Number

__all__ = ["ZoneNode", "closure"]

Position = list[int]

ZoneNode = (
    x.ZoneAt
    | x.Contents
    | x.FamilyContents
    | x.ByPlace
    | x.ZoneLength
    | x.ZoneEnd
    | x.ZoneEnds
    | x.InZone
    | x.Key
)


def closure(e: Evaluator, node: ZoneNode) -> Any:
    """Compile an expression about zones to a closure."""
    match node:
        case x.ZoneAt(_, _, family, keys):
            table = e.program.families[family]
            return e.offset(keys, table.dims, table.first)
        case x.Contents():
            return contents(e, node)
        case x.FamilyContents():
            return _family(e, node)
        case x.ByPlace():
            return _by_place(e, node)
        case x.ZoneLength(_, _, zone):
            number, size = e.number(zone), e.size
            return lambda p: p[size + number(p)]
        case x.ZoneEnd():
            return zone_end(e, node)
        case x.ZoneEnds():
            return zone_ends(e, node)
        case x.InZone(_, _, item, zone):
            return _in_zone(e, e.number(item), e.number(zone))
        case x.Key():
            return _key(e, node)
        case _:
            assert_never(node)


def contents(e: Evaluator, node: x.Contents) -> Listing:
    """Return a closure that lists the components of a zone from the top."""
    zone, first, next_, scratch, at = e.number(node.zone), e.first, e.next, e.scratch, node.at

    def listed(p: Position) -> list[int]:
        found: list[int] = []
        c = p[first + zone(p)]
        while c >= 0:
            found.append(c)
            c = p[next_ + c]
        spend(scratch, len(found), at)
        return found

    return listed


def _family(e: Evaluator, node: x.FamilyContents) -> Listing:
    family = e.program.families[node.family]
    kind, scratch, at = e.program.kinds[family.kind], e.scratch, node.at
    zone_of, first, last = e.zone_of, family.first, family.first + family.count
    components = range(kind.first, kind.first + kind.size)

    def listed(p: Position) -> list[int]:
        spend(scratch, len(components), at)
        return [c for c in components if first <= p[zone_of + c] < last]

    return listed


def _by_place(e: Evaluator, node: x.ByPlace) -> Listing:
    """Return a closure that sorts each group of copies in a list by place.

    The copies of a component are contiguous in the list. A group of them is sorted by the zones in which they
    lie, and within a zone from the top.
    """
    of, alike, zone_of, scratch, at = e.listing(node.of), e.program.alike, e.zone_of, e.scratch, node.at
    ordered, known, first, next_ = (
        [z.ordered for z in e.program.zones],
        e.program.layout.known,
        e.first,
        e.next,
    )

    def places(p: Position, zone: int) -> dict[int, int]:
        found: dict[int, int] = {}
        c = p[first + zone]
        while c >= 0:
            found[c] = len(found)
            c = p[next_ + c]
        return found

    def within(
        p: Position, zone: int, copies: list[int], known_places: dict[int, dict[int, int]]
    ) -> list[int]:
        """Return `copies`, which lie in one zone, in the order of their places.

        Components of one unsettled group are interchangeable, so their order does not matter.
        """
        groups = {p[known + c] >> SHIFT for c in copies} if ordered[zone] and len(copies) > 1 else set()
        if len(groups) > 1:
            raise Unsettled(next(c for c in copies if p[known + c] >> SHIFT))
        if groups != {0}:
            return copies
        if zone not in known_places:
            known_places[zone] = places(p, zone)
        return sorted(copies, key=known_places[zone].__getitem__)

    def listed(p: Position) -> list[int]:
        members = of(p)
        spend(scratch, 2 * len(members), at)
        found: list[int] = []
        known_places: dict[int, dict[int, int]] = {}
        for _, run in groupby(members, alike.__getitem__):
            by_zone = sorted(run, key=lambda c: p[zone_of + c])
            for zone, copies in groupby(by_zone, lambda c: p[zone_of + c]):
                found += within(p, zone, list(copies), known_places)
        return found

    return listed


def _ends(e: Evaluator, *, bottom: bool) -> tuple[int, int]:
    """Return the offset of the array of zone ends on one side, and that of the links from there."""
    return (e.last, e.previous) if bottom else (e.first, e.next)


def zone_end(e: Evaluator, node: x.ZoneEnd) -> Number:
    """Return a closure that finds the component at one end of a zone, or `none` if the zone is empty."""
    zone, (start, _) = e.number(node.zone), _ends(e, bottom=node.bottom)

    def end(p: Position) -> int:
        c = p[start + zone(p)]
        return c if c >= 0 else NONE

    return end


def zone_ends(e: Evaluator, node: x.ZoneEnds) -> Listing:
    """Return a closure that lists up to a given number of components from one end of a zone."""
    zone, count, (start, onward) = e.number(node.zone), e.number(node.count), _ends(e, bottom=node.bottom)

    def ends(p: Position) -> Sequence[int]:
        found: list[int] = []
        c, left = p[start + zone(p)], count(p)
        while c >= 0 and left > 0:
            found.append(c)
            c, left = p[onward + c], left - 1
        return found

    return charged(e.scratch, ends, node.at)


def _in_zone(e: Evaluator, item: Number, zone: Number) -> Number:
    zone_of = e.zone_of

    def inside(p: Position) -> int:
        component = item(p)
        return component >= 0 and p[zone_of + component] == zone(p)

    return inside


def _key(e: Evaluator, node: x.Key) -> Number:
    family = e.program.families[node.family]
    component, zone_of = e.number(node.component), e.zone_of
    first, count, key = family.first, family.count, family.dims[0][0]

    def key_of(p: Position) -> int:
        number = p[zone_of + component(p)] - first
        return key + number if 0 <= number < count else NONE

    return key_of

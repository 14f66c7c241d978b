"""What the built-ins do: for each name of the language's table a maker of closures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.space import Plane
from gamespec.work import PARTS
from gamespec.world import Table
from interpreter.engine.boards import BUILTINS as OF_CELLS
from interpreter.engine.errors import Fault
from interpreter.engine.fuel import charged, spend

if TYPE_CHECKING:
    from interpreter.engine.evaluate import Evaluator, Listing, Number

__all__ = ["BUILTINS"]

Position = list[int]
Args = tuple[core.Core, ...]
Maker = Callable[["Evaluator", core.Span, Args, Any], Any]


def _size(e: Evaluator, _: core.Span, args: Args, __: object) -> Number:
    if isinstance(args[0].type, t.ZoneType):
        zone, size = e.number(args[0]), e.size
        return lambda p: p[size + zone(p)]
    of = e.listing(args[0])
    return lambda p: len(of(p))


def _empty(e: Evaluator, span: core.Span, args: Args, data: object) -> Number:
    size = _size(e, span, args, data)
    return lambda p: not size(p)


def _nth(e: Evaluator, span: core.Span, args: Args, _: object) -> Number:
    of, number = e.listing(args[0]), e.number(args[1])

    def nth(p: Position) -> int:
        members, n = of(p), number(p)
        if not 1 <= n <= len(members):
            raise Fault("GS510", f"there is no member {n} of {len(members)}", span)
        return members[n - 1]

    return nth


def _end_of_list(e: Evaluator, span: core.Span, args: Args, *, reverse: bool) -> Any:
    """The member at one end of a list, or the first few from there."""
    of = e.listing(args[0])
    if len(args) == 1:

        def one(p: Position) -> int:
            members = of(p)
            return members[-1 if reverse else 0] if members else t.NONE

        return one
    count = e.number(args[1])

    def several(p: Position) -> Sequence[int]:
        members, n = of(p), max(0, count(p))
        return members[::-1][:n] if reverse else members[:n]

    return charged(e.scratch, several, span)


def _end_of_zone(e: Evaluator, span: core.Span, args: Args, *, reverse: bool) -> Any:
    """The component at one end of a zone, or the first few from there."""
    zone, start, onward = e.number(args[0]), e.first, e.next
    if reverse:
        start, onward = e.last, e.previous
    if len(args) == 1:

        def one(p: Position) -> int:
            c = p[start + zone(p)]
            return c if c >= 0 else t.NONE

        return one
    count = e.number(args[1])

    def several(p: Position) -> list[int]:
        found: list[int] = []
        c, left = p[start + zone(p)], count(p)
        while c >= 0 and left > 0:
            found.append(c)
            c, left = p[onward + c], left - 1
        return found

    return charged(e.scratch, several, span)


def _end(*, reverse: bool) -> Maker:
    def make(e: Evaluator, span: core.Span, args: Args, form: object) -> Any:
        end = _end_of_list if form == "list" else _end_of_zone
        return end(e, span, args, reverse=reverse)

    return make


def _family(e: Evaluator, span: core.Span, _: Args, zone: core.ZoneStore) -> Listing:
    """The components that lie in any zone of a family, in the order of declaration."""
    assert isinstance(zone.type, t.ZoneType)  # noqa: S101 - the type of every zone
    of, zone_of, first, last = zone.type.of, e.zone_of, zone.first, zone.first + zone.count
    components, scratch = range(of.first, of.first + of.size), e.scratch

    def family(p: Position) -> list[int]:
        spend(scratch, len(components), span)
        return [c for c in components if first <= p[zone_of + c] < last]

    return family


def _union(e: Evaluator, span: core.Span, args: Args, _: object) -> Listing:
    a, b, scratch = e.listing(args[0]), e.listing(args[1]), e.scratch

    def union(p: Position) -> list[int]:
        both = [*a(p), *b(p)]
        spend(scratch, len(both), span)
        return list(dict.fromkeys(both))

    return union


def _distinct(e: Evaluator, span: core.Span, args: Args, _: object) -> Listing:
    of, scratch = e.listing(args[0]), e.scratch

    def distinct(p: Position) -> list[int]:
        members = of(p)
        spend(scratch, len(members), span)
        return list(dict.fromkeys(members))

    return distinct


def _reverse(e: Evaluator, span: core.Span, args: Args, _: object) -> Listing:
    of = e.listing(args[0])
    return charged(e.scratch, lambda p: of(p)[::-1], span)


def _key(e: Evaluator, _: core.Span, args: Args, zone: core.ZoneStore) -> Number:
    component, zone_of = e.number(args[0]), e.zone_of
    first, count, key = zone.first, zone.count, zone.dims[0][0]

    def key_of(p: Position) -> int:
        number = p[zone_of + component(p)] - first
        return key + number if 0 <= number < count else t.NONE

    return key_of


def _number(e: Evaluator, _: core.Span, args: Args, first: int) -> Number:
    of = e.number(args[0])
    return lambda p: of(p) - first + 1


def _abs(e: Evaluator, _: core.Span, args: Args, __: object) -> Number:
    of = e.number(args[0])
    return lambda p: abs(of(p))


def _extreme(pick: Callable[[Sequence[int]], int], name: str) -> Maker:
    def make(e: Evaluator, span: core.Span, args: Args, _: object) -> Number:
        if len(args) > 1:
            parts = tuple(e.number(a) for a in args)
            return lambda p: pick([part(p) for part in parts])
        of, scratch = e.listing(args[0]), e.scratch

        def extreme(p: Position) -> int:
            members = of(p)
            spend(scratch, len(members) // PARTS, span)
            if not members:
                raise Fault("GS503", f"`{name}` of nothing", span)
            return pick(members)

        return extreme

    return make


def _default(e: Evaluator, _: core.Span, args: Args, __: object) -> Number:
    of, otherwise = e.number(args[0]), e.number(args[1])

    def default(p: Position) -> int:
        value = of(p)
        return otherwise(p) if value == t.NONE else value

    return default


def _the(e: Evaluator, span: core.Span, args: Args, form: str) -> Number:
    if form == "list":
        of_list = e.listing(args[0])

        def only(p: Position) -> int:
            members = of_list(p)
            if len(members) != 1:
                raise Fault("GS504", f"`the` needs exactly one, there are {len(members)}", span)
            return members[0]

        return only
    of = e.number(args[0])

    def value(p: Position) -> int:
        found = of(p)
        if found == t.NONE:
            raise Fault("GS504", "`the` needs a value, this is `none`", span)
        return found

    return value


def _next_player(sign: int) -> Maker:
    def make(e: Evaluator, _: core.Span, args: Args, players: int) -> Number:
        player = e.number(args[0])
        if len(args) == 1:
            return lambda p: (player(p) + sign) % players
        steps = e.number(args[1])
        return lambda p: (player(p) + sign * steps(p)) % players

    return make


def _seat(e: Evaluator, span: core.Span, args: Args, players: int) -> Number:
    number = e.number(args[0])

    def seat(p: Position) -> int:
        n = number(p)
        if not 1 <= n <= players:
            raise Fault("GS510", f"there is no seat {n} of {players}", span)
        return n - 1

    return seat


def _around(sign: int) -> Maker:
    def make(e: Evaluator, _: core.Span, args: Args, players: int) -> Listing:
        player = e.number(args[0])
        orders = tuple(tuple((s + sign * i) % players for i in range(players)) for s in range(players))
        return lambda p: orders[player(p)]

    return make


def _row_of(e: Evaluator, _: core.Span, args: Args, table: Table) -> Number:
    key, index = e.number(args[0]), table.index
    if table.partial:
        return lambda p: index.get(key(p), t.NONE)
    return lambda p: index[key(p)]


def _of_tiling(name: str) -> Maker:
    """A built-in that a plane's tiling answers for a tile or part."""

    def make(e: Evaluator, span: core.Span, args: Args, plane: Plane) -> Any:
        answer, scratch = getattr(e.tilings[plane.name], name), e.scratch
        if name in _THROUGH_THE_PLANE:
            through, usual = 1 + (len(plane.ports) + len(plane.tile_of)) // PARTS, answer

            def answer(p: Position, *of: int) -> Any:
                spend(scratch, through, span)
                return usual(p, *of)

        if not args:
            return answer
        of = e.number(args[0])
        return lambda p: answer(p, of(p))

    return make


_THROUGH_THE_PLANE = frozenset({"spots", "features", "joined", "tiles", "touching"})
"""What goes through the laid tiles or the parts of a feature."""


BUILTINS: dict[str, Maker] = {
    "size": _size,
    "empty": _empty,
    "nth": _nth,
    "top": _end(reverse=False),
    "bottom": _end(reverse=True),
    "union": _union,
    "distinct": _distinct,
    "reverse": _reverse,
    "key": _key,
    "number": _number,
    "abs": _abs,
    "min": _extreme(min, "min"),
    "max": _extreme(max, "max"),
    "default": _default,
    "the": _the,
    "left": _next_player(1),
    "right": _next_player(-1),
    "seat": _seat,
    "clockwise": _around(1),
    "counterclockwise": _around(-1),
    **OF_CELLS,
    "row_of": _row_of,
    **{
        name: _of_tiling(name)
        for name in (
            "spots",
            "around",
            "parts",
            "features",
            "feature",
            "joined",
            "tiles",
            "open_ends",
            "touching",
        )
    },
    "family": _family,
}
"""Name -> maker: evaluator, place, arguments, what the checker found out -> closure."""

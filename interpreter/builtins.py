"""What the built-ins do: for each name of the language's table a maker of closures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.space import Plane, Space
from gamespec.space.space import OUTSIDE
from gamespec.world import Table
from interpreter.errors import Fault

if TYPE_CHECKING:
    from interpreter.evaluate import Evaluator, Listing, Number

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


def _end_of_list(e: Evaluator, args: Args, *, reverse: bool) -> Any:
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

    return several


def _end_of_zone(e: Evaluator, args: Args, start: int, onward: int) -> Any:
    """The component at one end of a zone, or the first few from there."""
    zone = e.number(args[0])
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

    return several


def _top(e: Evaluator, _: core.Span, args: Args, form: object) -> Any:
    return _end_of_list(e, args, reverse=False) if form == "list" else _end_of_zone(e, args, e.first, e.next)


def _bottom(e: Evaluator, _: core.Span, args: Args, form: object) -> Any:
    return (
        _end_of_list(e, args, reverse=True) if form == "list" else _end_of_zone(e, args, e.last, e.previous)
    )


def _family(e: Evaluator, _: core.Span, __: Args, zone: core.ZoneStore) -> Listing:
    """The components that lie in any zone of a family, in the order of declaration."""
    assert isinstance(zone.type, t.ZoneType)  # noqa: S101 - the type of every zone
    of, zone_of, first, last = zone.type.of, e.zone_of, zone.first, zone.first + zone.count
    components = range(of.first, of.first + of.size)
    return lambda p: [c for c in components if first <= p[zone_of + c] < last]


def _union(e: Evaluator, _: core.Span, args: Args, __: object) -> Listing:
    a, b = e.listing(args[0]), e.listing(args[1])
    return lambda p: list(dict.fromkeys([*a(p), *b(p)]))


def _distinct(e: Evaluator, _: core.Span, args: Args, __: object) -> Listing:
    of = e.listing(args[0])
    return lambda p: list(dict.fromkeys(of(p)))


def _reverse(e: Evaluator, _: core.Span, args: Args, __: object) -> Listing:
    of = e.listing(args[0])
    return lambda p: of(p)[::-1]


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
        of = e.listing(args[0])

        def extreme(p: Position) -> int:
            members = of(p)
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


def _neighbours(e: Evaluator, _: core.Span, args: Args, space: Space) -> Listing:
    cell, table = e.number(args[0]), space.neighbours
    return lambda p: table[cell(p)]


def _step(e: Evaluator, _: core.Span, args: Args, space: Space) -> Number:
    cell, direction = e.number(args[0]), e.number(args[1])
    tables = tuple(tuple(t.NONE if c == OUTSIDE else c for c in step) for step in space.steps)
    if len(args) == 2:  # noqa: PLR2004 - cell and direction
        of_cell = tuple(zip(*tables, strict=True))
        return lambda p: of_cell[cell(p)][direction(p)]
    count = e.number(args[2])

    def steps(p: Position) -> int:
        c, d, n = cell(p), direction(p), count(p)
        table = tables[d if n >= 0 else space.opposite[d]]
        for _ in range(abs(n)):
            c = table[c]
            if c == t.NONE:
                break
        return c

    return steps


def _ray(e: Evaluator, _: core.Span, args: Args, space: Space) -> Listing:
    cell, direction = e.number(args[0]), e.number(args[1])
    rays = tuple(tuple(space.ray(c, d) for d in range(len(space.directions))) for c in range(space.size))
    return lambda p: rays[cell(p)][direction(p)]


def _direction(e: Evaluator, _: core.Span, args: Args, space: Space) -> Number:
    a, b = e.number(args[0]), e.number(args[1])
    found = {(c, step[c]): d for d, step in reversed(list(enumerate(space.steps))) for c in range(space.size)}
    return lambda p: found.get((a(p), b(p)), t.NONE)


def _distance(e: Evaluator, _: core.Span, args: Args, space: Space) -> Number:
    a, b = e.number(args[0]), e.number(args[1])
    table = tuple(tuple(t.NONE if n == OUTSIDE else n for n in row) for row in space.distances)
    return lambda p: table[a(p)][b(p)]


def _gap(e: Evaluator, _: core.Span, args: Args, space: Space) -> Number:
    a, b = e.number(args[0]), e.number(args[1])
    looped = space.steps[0][-1] != OUTSIDE
    size = space.size

    def gap(p: Position) -> int:
        steps = b(p) - a(p)
        return steps % size if looped else steps if steps >= 0 else t.NONE

    return gap


def _opposite(e: Evaluator, _: core.Span, args: Args, space: Space) -> Number:
    direction, table = e.number(args[0]), space.opposite
    return lambda p: table[direction(p)]


def _cell(e: Evaluator, span: core.Span, args: Args, space: Space) -> Number:
    column, row, at = e.number(args[0]), e.number(args[1]), space.at

    def cell(p: Position) -> int:
        place = column(p), row(p)
        if place not in at:
            raise Fault("GS510", f"there is no cell in column {place[0]}, row {place[1]}", span)
        return at[place]

    return cell


def _line_cells(e: Evaluator, _: core.Span, args: Args, lines: tuple[tuple[int, ...], ...]) -> Listing:
    line = e.number(args[0])
    return lambda p: lines[line(p)]


def _row_of(e: Evaluator, _: core.Span, args: Args, table: Table) -> Number:
    key, index = e.number(args[0]), dict(table.index)
    if table.partial:
        return lambda p: index.get(key(p), t.NONE)
    return lambda p: index[key(p)]


def _of_tiling(name: str) -> Maker:
    """A built-in that a plane's tiling answers for a tile or part."""

    def make(e: Evaluator, _: core.Span, args: Args, plane: Plane) -> Any:
        answer = getattr(e.tilings[plane.name], name)
        if not args:
            return answer
        of = e.number(args[0])
        return lambda p: answer(p, of(p))

    return make


BUILTINS: dict[str, Maker] = {
    "size": _size,
    "empty": _empty,
    "nth": _nth,
    "top": _top,
    "bottom": _bottom,
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
    "neighbours": _neighbours,
    "step": _step,
    "ray": _ray,
    "direction": _direction,
    "distance": _distance,
    "gap": _gap,
    "opposite": _opposite,
    "cell": _cell,
    "line_cells": _line_cells,
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

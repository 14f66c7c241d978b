"""The table of built-ins: name, signature, what it does, and the rule that types a call.

The one table that feeds the checker, the engine (which has an evaluator for each name), the
reference page and completion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gamespec import model as m
from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.operators import ANY_INT, both
from gamespec.expr.scope import MeUse, Scope, declared, unless_none
from gamespec.space import Plane
from gamespec.suggest import did_you_mean

__all__ = ["BUILTINS", "Builtin", "check_call", "elaborate_function"]

Rule = Callable[["Call"], core.Core]


@dataclass(frozen=True, slots=True)
class Builtin:
    """One built-in. `least` and `most` are the numbers of arguments it takes."""

    name: str
    signature: str
    doc: str
    least: int
    most: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class Call:
    """A call being checked, with what rules need to do so."""

    node: ast.Call
    scope: Scope

    @property
    def span(self) -> core.Span:
        """Where the call stands."""
        return self.scope.span(self.node)

    def arg(self, index: int, wanted: t.Type | None = None) -> core.Core:
        """An argument, elaborated; with `wanted`, of that type."""
        from gamespec.expr.check import check, coerce

        node = self.node.args[index]
        checked = check(node, self.scope, wanted)
        return checked if wanted is None else coerce(checked, wanted, self.scope)

    def list(self, index: int) -> core.Core:
        """An argument that is a list or a zone."""
        from gamespec.expr.check import listed

        checked = self.arg(index)
        if not isinstance(checked.type, t.ZoneType):
            checked = listed(checked, self.scope)
        if t.element(checked.type) is None:
            return self.scope.error(
                "GS307",
                f"`{self.node.name}` needs a list, this is {t.a(checked.type)}",
                self.node.args[index],
            )
        return checked

    def cell(self, index: int) -> core.Core:
        """An argument that is a cell of some space."""
        return self.of_sort(index, "cell")

    def of_sort(self, index: int, sort: str) -> core.Core:
        """An argument of a named type of a sort."""
        checked = self.arg(index)
        if isinstance(checked.type, t.Bad):
            return checked
        if isinstance(checked.type, t.Optional) and isinstance(checked.type.of, t.Named) and checked.type.of.sort == sort:
            return self.scope.error(
                "GS303",
                f"a {sort} is needed, this may be `none`",
                self.node.args[index],
                help=unless_none(checked.span.text),
                others=declared(self.scope, checked),
            )
        if not isinstance(checked.type, t.Named) or checked.type.sort != sort:
            return self.scope.error(
                "GS302",
                f"`{self.node.name}` needs a {sort}, this is {t.a(checked.type)}",
                self.node.args[index],
            )
        return checked

    def space(self, index: int) -> t.Named | None:
        """An argument that names a space."""
        node = self.node.args[index]
        symbol = self.scope.world.symbols.get(node.name) if isinstance(node, ast.Name) else None
        if isinstance(symbol, t.Named) and symbol.sort == "cell":
            self.scope.world.used.add(symbol.name)
            return symbol
        if not (isinstance(node, ast.Name) and node.name in self.scope.world.broken):
            spaces = ", ".join(f"`{name}`" for name in self.scope.world.spaces)
            self.scope.error(
                "GS302", f"`{self.node.name}` needs the name of a space", node,
                notes=(f"spaces: {spaces}",) if spaces else (),
            )  # fmt: skip
        return None

    def result(self, type_: t.Type, *args: core.Core, data: object = None) -> core.Core:
        """The elaborated call; `Wrong` if an argument is."""
        if any(isinstance(a.type, t.Bad) for a in args):
            return core.Wrong(t.BAD, self.span)
        return core.BuiltIn(type_, self.span, self.node.name, args, data)

    @property
    def wrong(self) -> core.Core:
        """What stands for a call that has been reported."""
        return core.Wrong(t.BAD, self.span)


def _as_list(node: core.Core, scope: Scope) -> core.Core:
    from gamespec.expr.check import listed

    return listed(node, scope)


def _most(type_: t.Type) -> int:
    return type_.most if isinstance(type_, t.ListType | t.ZoneType) else 0


def _optional(type_: t.Type | None) -> t.Type:
    return t.Optional(type_) if isinstance(type_, t.Bool | t.Int | t.Named) else (type_ or t.BAD)


def _size(call: Call) -> core.Core:
    of = call.list(0)
    if isinstance(of, core.Fixed):
        return core.Const(t.Int(len(of.values), len(of.values)), call.span, len(of.values))
    return call.result(t.Int(0, _most(of.type)), of)


def _empty(call: Call) -> core.Core:
    return call.result(t.BOOL, call.list(0))


def _ordered(call: Call) -> core.Core:
    zone = call.arg(0)
    if isinstance(zone.type, t.Bad):
        return zone
    if not isinstance(zone.type, t.ZoneType):
        return call.scope.error(
            "GS302", f"`{call.node.name}` needs a zone, this is {t.a(zone.type)}", zone.span
        )
    if zone.type.ordered is False:
        return call.scope.error(
            "GS302", "this zone has no order", zone.span, help="declare it `ordered: true`"
        )
    return zone


def _top(call: Call) -> core.Core:
    if isinstance(call.arg(0).type, t.ListType):
        return _first_of_list(call)
    zone = _ordered(call)
    inner = t.element(zone.type)
    if len(call.node.args) == 1:
        return call.result(_optional(inner), zone)
    count = call.arg(1, ANY_INT)
    return call.result(t.ListType(inner or t.BAD, _first_few(zone, count)), zone, count)


def _first_of_list(call: Call) -> core.Core:
    of = call.arg(0)
    inner = t.element(of.type)
    if len(call.node.args) == 1:
        return call.result(_optional(inner), of, data="list")
    count = call.arg(1, ANY_INT)
    return call.result(t.ListType(inner or t.BAD, _first_few(of, count)), of, count, data="list")


def _first_few(of: core.Core, count: core.Core) -> int:
    high = count.type.high if isinstance(count.type, t.Int) else 0
    return min(_most(of.type), max(0, high))


def _nth(call: Call) -> core.Core:
    of = _as_list(call.list(0), call.scope)
    return call.result(t.element(of.type) or t.BAD, of, call.arg(1, ANY_INT))


def _union(call: Call) -> core.Core:
    a, b = (_as_list(call.list(i), call.scope) for i in (0, 1))
    joined = t.join(a.type, b.type)
    if joined is None:
        return call.scope.error("GS301", f"cannot join `{t.show(a.type)}` and `{t.show(b.type)}`", call.node)
    if not isinstance(joined, t.ListType):
        return call.wrong
    return call.result(t.ListType(joined.of, _most(a.type) + _most(b.type)), a, b)


def _reverse(call: Call) -> core.Core:
    of = _as_list(call.list(0), call.scope)
    return call.result(of.type, of)


def _number(call: Call) -> core.Core:
    of = call.arg(0)
    if isinstance(of.type, t.Bad):
        return of
    if not isinstance(of.type, t.Named):
        return call.scope.error(
            "GS302", f"{t.a(of.type)} has no place in an order of declaration", of.span
        )
    if isinstance(of, core.Const):
        value = of.value - of.type.first + 1
        return core.Const(t.Int(value, value), call.span, value)
    return call.result(t.Int(1, of.type.size), of, data=of.type.first)


def _abs(call: Call) -> core.Core:
    of = call.arg(0, ANY_INT)
    if not isinstance(of.type, t.Int):
        return call.wrong
    low, high = of.type.low, of.type.high
    least = 0 if low <= 0 <= high else min(abs(low), abs(high))
    return call.result(t.Int(least, min(max(abs(low), abs(high)), t.INT_MAX)), of)


def _extreme(call: Call) -> core.Core:
    pick = min if call.node.name == "min" else max
    if len(call.node.args) == 1:
        of = _as_list(call.list(0), call.scope)
        inner = t.element(of.type)
        if not isinstance(inner, t.Int | t.Bad):
            return call.scope.error(
                "GS302", f"`{call.node.name}` needs numbers, this is {t.a(of.type)}", call.node.args[0],
                help=f"say which, as in `{call.node.name}(x in {of.span.text}: …)`",
            )  # fmt: skip
        return call.result(inner, of)
    args = [call.arg(i, ANY_INT) for i in range(len(call.node.args))]
    types = [a.type for a in args if isinstance(a.type, t.Int)]
    if len(types) < len(args):
        return call.wrong
    constants = [a.value for a in args if isinstance(a, core.Const)]
    if len(constants) == len(args):
        value = pick(constants)
        return core.Const(t.Int(value, value), call.span, value)
    type_ = t.Int(pick(x.low for x in types), pick(x.high for x in types))
    return call.result(type_, *args)


def _default(call: Call) -> core.Core:
    a, b = both(call.node.args[0], call.scope, call.node.args[1], call.scope, None)
    if not isinstance(a.type, t.Optional):
        if isinstance(a.type, t.Bad):
            return a
        return call.scope.error("GS302", f"{t.a(a.type)} is never `none`", a.span)
    joined = t.join(a.type.of, b.type)
    if joined is None:
        return call.scope.error(
            "GS301", f"the value is {t.a(a.type.of)}, its stand-in {t.a(b.type)}", call.node
        )
    return call.result(joined, a, b)


def _the(call: Call) -> core.Core:
    of = _as_list(call.arg(0), call.scope)
    inner = t.element(of.type)
    if inner is not None:
        return call.result(inner, of, data="list")
    if not isinstance(of.type, t.Optional):
        return call.scope.error("GS302", f"{t.a(of.type)} is never `none`", of.span)
    return call.result(of.type.of, of, data="optional")


def _neighbour(call: Call) -> core.Core:
    player = call.scope.world.player
    args = [call.arg(0, player)]
    if len(call.node.args) > 1:
        args.append(call.arg(1, ANY_INT))
    return call.result(player, *args, data=call.scope.world.players)


def _seat(call: Call) -> core.Core:
    number = call.arg(0, t.Int(1, call.scope.world.players))
    if isinstance(number, core.Const):
        return core.Const(call.scope.world.player, call.span, number.value - 1)
    return call.result(call.scope.world.player, number, data=call.scope.world.players)


def _around(call: Call) -> core.Core:
    player = call.scope.world.player
    return call.result(t.ListType(player, player.size), call.arg(0, player), data=player.size)


def _key(call: Call) -> core.Core:
    node, world = call.node.args[0], call.scope.world
    zone = world.symbols.get(node.name) if isinstance(node, ast.Name) else None
    if not isinstance(zone, core.ZoneStore) or len(zone.keys) != 1:
        if isinstance(node, ast.Name) and node.name in world.broken:
            return call.wrong
        return call.scope.error(
            "GS302", "`key` needs the name of a zone that has one for each of something", node
        )
    world.used.add(zone.name)
    assert isinstance(zone.type, t.ZoneType)  # noqa: S101 - the type of every zone
    return call.result(_optional(zone.keys[0]), call.arg(1, zone.type.of), data=zone)


def _neighbours(call: Call) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    most = max((len(n) for n in space.neighbours), default=0)
    type_ = t.ListType(cell.type, most)
    if isinstance(cell, core.Const):
        return core.Fixed(type_, call.span, space.neighbours[cell.value])
    return call.result(type_, cell, data=space)


def _direction_of(call: Call, cell: t.Type) -> t.Type:
    if not isinstance(cell, t.Named):
        return t.BAD
    space = call.scope.world.spaces[cell.name]
    return t.Named("direction", f"{cell.name}.direction", 0, len(space.directions))


def _step(call: Call) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    args = [cell, call.arg(1, _direction_of(call, cell.type))]
    if len(call.node.args) > 2:  # noqa: PLR2004 - the third argument
        args.append(call.arg(2, ANY_INT))
    return call.result(t.Optional(cell.type), *args, data=space)


def _ray(call: Call) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    direction = call.arg(1, _direction_of(call, cell.type))
    return call.result(t.ListType(cell.type, cell.type.size), cell, direction, data=space)


def _two_cells(call: Call, result: Callable[[t.Named], t.Type]) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    return call.result(result(cell.type), cell, call.arg(1, cell.type), data=space)


def _direction(call: Call) -> core.Core:
    return _two_cells(call, lambda cell: _optional(_direction_of(call, cell)))


def _distance(call: Call) -> core.Core:
    return _two_cells(call, lambda cell: t.Optional(t.Int(0, cell.size)))


def _gap(call: Call) -> core.Core:
    return _two_cells(call, lambda cell: t.Optional(t.Int(0, cell.size)))


def _opposite(call: Call) -> core.Core:
    direction = call.of_sort(0, "direction")
    if not isinstance(direction.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[direction.type.name.partition(".")[0]]
    if isinstance(direction, core.Const):
        return core.Const(direction.type, call.span, space.opposite[direction.value])
    return call.result(direction.type, direction, data=space)


def _coordinate(call: Call) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    values = space.columns if call.node.name == "column" else space.rows
    if isinstance(cell, core.Const):
        value = values[cell.value]
        return core.Const(t.Int(value, value), call.span, value)
    return core.Column(t.Int(min(values), max(values)), call.span, cell, call.node.name, 0, values)


def _cell(call: Call) -> core.Core:
    from gamespec.expr.check import coerce

    type_ = call.space(0)
    if type_ is None:
        return call.wrong
    space = call.scope.world.spaces[type_.name]
    columns, rows = (t.Int(0, max(x, default=0)) for x in (space.columns, space.rows))
    column = coerce(call.arg(1, columns), columns, call.scope)
    row: core.Core = core.Const(t.Int(1, 1), call.span, 1)
    if len(call.node.args) > 2:  # noqa: PLR2004 - the third argument
        row = coerce(call.arg(2, rows), rows, call.scope)
    if isinstance(column, core.Const) and isinstance(row, core.Const):
        cell = space.at.get((column.value, row.value))
        if cell is None:
            return call.scope.error("GS304", "there is no such cell", call.node)
        return core.Const(type_, call.span, cell)
    return call.result(type_, column, row, data=space)


def _lines(call: Call) -> core.Core:
    type_ = call.space(0)
    length = call.arg(1, t.Int(1, type_.size if type_ else t.INT_MAX))
    if type_ is None or isinstance(length.type, t.Bad):
        return call.wrong
    if not isinstance(length, core.Const):
        return call.scope.error("GS306", "the length of lines must be constant", length.span)
    name = f"{type_.name} line of {length.value}"
    world = call.scope.world
    if name not in world.lines:
        lines = world.spaces[type_.name].lines(length.value)
        world.lines[name] = (type_, lines)
        cells = world.spaces[type_.name].names
        world.labels[name] = tuple(" ".join(cells[c] for c in line) for line in lines)
    line = t.Named("line", name, 0, len(world.lines[name][1]))
    return core.Fixed(t.ListType(line, line.size), call.span, tuple(range(line.size)))


def _plane_of_tiles(call: Call, index: int) -> tuple[core.Core, Plane] | None:
    """A tile, and the plane it can be laid on."""
    tile = call.of_sort(index, "component")
    if not isinstance(tile.type, t.Named):
        return None
    for plane in call.scope.world.planes.values():
        if plane.first_tile == tile.type.first:
            return tile, plane
    call.scope.error("GS302", f"no plane is made of `{tile.type.name}`", tile.span)
    return None


def _plane_of_parts(call: Call, index: int) -> tuple[core.Core, Plane] | None:
    """A part, and the plane on which it joins others."""
    part = call.of_sort(index, "part")
    if not isinstance(part.type, t.Named):
        return None
    world = call.scope.world
    for declared in world.game.spaces:
        if declared.parts is not None and declared.parts.name == part.type.name:
            plane = world.planes.get(declared.ident.name)
            return (part, plane) if plane is not None else None
    call.scope.error("GS302", f"no plane joins `{part.type.name}`", part.span)
    return None


def _spots(call: Call) -> core.Core:
    found = _plane_of_tiles(call, 0)
    if found is None:
        return call.wrong
    spot = t.Named("spot", found[1].name, 0, found[1].spots)
    return call.result(t.ListType(spot, spot.size), found[0], data=found[1])


def _spot(call: Call) -> core.Core:
    name = call.node.args[0]
    plane = call.scope.world.planes.get(name.name) if isinstance(name, ast.Name) else None
    if plane is None:
        return call.scope.error("GS302", "`spot` needs the name of a plane", name)
    numbers = [call.arg(i, ANY_INT) for i in (1, 2, 3)]
    if not all(isinstance(n, core.Const) for n in numbers):
        return call.scope.error("GS306", "a spot is named by plain numbers", call.node)
    x, y, turn = (n.value for n in numbers if isinstance(n, core.Const))
    spot = plane.spot(x, y, turn)
    if spot is None:
        return call.scope.error("GS304", f"({x}, {y}) is not within `{plane.name}`", call.node)
    return core.Const(t.Named("spot", plane.name, 0, plane.spots), call.span, spot)


def _around_tile(call: Call) -> core.Core:
    found = _plane_of_tiles(call, 0)
    if found is None:
        return call.wrong
    return call.result(t.ListType(found[0].type, 8), found[0], data=found[1])  # type: ignore[arg-type]


def _parts_of(call: Call) -> core.Core:
    found = _plane_of_tiles(call, 0)
    if found is None:
        return call.wrong
    plane = found[1]
    declared = next(s for s in call.scope.world.game.spaces if s.ident.name == plane.name)
    assert declared.parts is not None  # noqa: S101 - the form of a plane
    part = call.scope.world.symbols[declared.parts.name]
    most = max((len(x) for x in plane.parts_of), default=0)
    return call.result(t.ListType(part, most), found[0], data=plane)  # type: ignore[arg-type]


def _of_feature(result: Callable[[t.Named, Plane], t.Type]) -> Rule:
    def rule(call: Call) -> core.Core:
        found = _plane_of_parts(call, 0)
        if found is None or not isinstance(found[0].type, t.Named):
            return call.wrong
        return call.result(result(found[0].type, found[1]), found[0], data=found[1])

    return rule


def _all_parts(part: t.Named, _: Plane) -> t.Type:
    return t.ListType(part, part.size)


def _tiles_of_feature(call: Call) -> core.Core:
    found = _plane_of_parts(call, 0)
    if found is None or not isinstance(found[0].type, t.Named):
        return call.wrong
    plane = found[1]
    rule = call.scope.world.zones[plane.zone]
    return call.result(t.ListType(rule.kind, rule.kind.size), found[0], data=plane)


def _features(call: Call) -> core.Core:
    name = call.node.args[0]
    plane = call.scope.world.planes.get(name.name) if isinstance(name, ast.Name) else None
    if plane is None:
        return call.scope.error("GS302", "`features` needs the name of a plane", name)
    declared = next(s for s in call.scope.world.game.spaces if s.ident.name == plane.name)
    assert declared.parts is not None  # noqa: S101 - the form of a plane
    part = call.scope.world.symbols[declared.parts.name]
    assert isinstance(part, t.Named)  # noqa: S101 - what parts are
    return call.result(t.ListType(part, part.size), data=plane)


def _builtins(*entries: tuple[str, str, str, int, int, Rule]) -> dict[str, Builtin]:
    return {name: Builtin(name, sig, doc, least, most, rule) for name, sig, doc, least, most, rule in entries}


BUILTINS: dict[str, Builtin] = _builtins(
    ("size", "size(list) -> number", "how many values a list or zone has", 1, 1, _size),
    ("empty", "empty(list) -> bool", "whether it has none", 1, 1, _empty),
    ("nth", "nth(list, n) -> T", "the n-th value, from 1; beyond the end: a fault", 2, 2, _nth),
    ("top", "top(list) -> T?; top(list, n) -> list", "the first of a list, the top of an ordered zone; or the first n, as far as there are", 1, 2, _top),
    ("bottom", "bottom(list) -> T?; bottom(list, n) -> list", "the same from the end, the last one first", 1, 2, _top),
    ("union", "union(a, b) -> list", "the values of both lists, each once, those of the first before", 2, 2, _union),
    ("reverse", "reverse(list) -> list", "the list from its end", 1, 1, _reverse),
    ("key", "key(zone, component) -> T?", "which zone of a family a component lies in; `none` if in none of them", 2, 2, _key),
    ("number", "number(x) -> number", "the place of a value in its type, from 1", 1, 1, _number),
    ("abs", "abs(n) -> number", "a number without its sign", 1, 1, _abs),
    ("min", "min(a, b, …) -> number; min(list)", "the least; of an empty list: a fault", 1, 9, _extreme),
    ("max", "max(a, b, …) -> number; max(list)", "the greatest; of an empty list: a fault", 1, 9, _extreme),
    ("default", "default(x, v) -> T", "`x`, or `v` where `x` is `none`", 2, 2, _default),
    ("the", "the(x) -> T; the(list) -> T", "the value of an optional, the only value of a list; anything else is a fault", 1, 1, _the),
    ("left", "left(player) -> player; left(player, n)", "the next player, the n-th next, clockwise", 1, 2, _neighbour),
    ("right", "right(player) -> player; right(player, n)", "the same counter-clockwise", 1, 2, _neighbour),
    ("seat", "seat(n) -> player", "the player in the n-th seat, from 1", 1, 1, _seat),
    ("clockwise", "clockwise(player) -> list", "all players clockwise, beginning with this one", 1, 1, _around),
    ("counterclockwise", "counterclockwise(player) -> list", "all players counter-clockwise, beginning with this one", 1, 1, _around),
    ("neighbours", "neighbours(cell) -> list", "the cells one step away", 1, 1, _neighbours),
    ("step", "step(cell, direction) -> cell?; step(cell, direction, n)", "the cell one step (n steps) away, or `none`", 2, 3, _step),
    ("ray", "ray(cell, direction) -> list", "the cells beyond a cell in a direction, nearest first", 2, 2, _ray),
    ("direction", "direction(a, b) -> direction?", "the direction of the step from a cell to the next, or `none`", 2, 2, _direction),
    ("distance", "distance(a, b) -> number?", "the least number of steps from cell to cell, `none` if there is no way", 2, 2, _distance),
    ("gap", "gap(a, b) -> number?", "the number of steps forward on a track from one cell to another, `none` if there is no way", 2, 2, _gap),
    ("opposite", "opposite(direction) -> direction", "the direction back", 1, 1, _opposite),
    ("lines", "lines(space, n) -> list of lines", "all straight rows of n cells, each once; a line is a list of cells", 2, 2, _lines),
    ("column", "column(cell) -> number", "the column of a cell, from 1", 1, 1, _coordinate),
    ("row", "row(cell) -> number", "the row of a cell, from 1", 1, 1, _coordinate),
    ("spots", "spots(tile) -> list of spots", "where a tile can be laid, and how turned; alike turns once", 1, 1, _spots),
    ("spot", "spot(plane, x, y, turn) -> spot", "x east and y south of the centre, turned by quarter turns clockwise", 4, 4, _spot),
    ("around", "around(tile) -> list of tiles", "the tiles on the eight places around a laid tile", 1, 1, _around_tile),
    ("parts", "parts(tile) -> list of parts", "the parts printed on a tile", 1, 1, _parts_of),
    ("features", "features(plane) -> list of parts", "all features of the laid tiles, each named by its first part", 1, 1, _features),
    ("feature", "feature(part) -> part", "the feature a part belongs to, named by its first part", 1, 1, _of_feature(lambda part, _: part)),
    ("joined", "joined(part) -> list of parts", "all parts of the same feature", 1, 1, _of_feature(_all_parts)),
    ("tiles", "tiles(part) -> list of tiles", "the tiles over which its feature extends, each once", 1, 1, _tiles_of_feature),
    ("open_ends", "open_ends(part) -> number", "at how many ports its feature can still grow", 1, 1, _of_feature(lambda part, plane: t.Int(0, 4 * plane.width * part.size))),
    ("touching", "touching(part) -> list of parts", "the features that touch its feature, each named by its first part", 1, 1, _of_feature(_all_parts)),
    ("cell", "cell(space, column, row) -> cell; cell(track, n)", "the cell in a column and row, or of a track by number", 2, 3, _cell),
)  # fmt: skip


def check_call(node: ast.Call, scope: Scope, wanted: t.Type | None) -> core.Core:
    """A call of a function of the game or of a built-in."""
    symbol = scope.world.symbols.get(node.name)
    if isinstance(symbol, m.FunctionDecl):
        return _apply(node, symbol, scope)
    builtin = BUILTINS.get(node.name)
    if builtin is None:
        if node.name in scope.world.broken:
            return core.Wrong(t.BAD, scope.span(node))
        return _unknown(node, scope)
    if not builtin.least <= len(node.args) <= builtin.most:
        return scope.error(
            "GS305",
            f"`{node.name}` takes {_counted(builtin)}, not {len(node.args)}",
            node,
            help=f"its form is `{builtin.signature}`",
        )
    return builtin.rule(Call(node, scope))


def _counted(builtin: Builtin) -> str:
    if builtin.least == builtin.most:
        return _arguments(builtin.least)
    return f"{builtin.least} to {builtin.most} arguments"


def _arguments(number: int) -> str:
    return f"{number} argument{'s' * (number != 1)}"


def _unknown(node: ast.Call, scope: Scope) -> core.Core:
    from gamespec.expr.quantifiers import QUANTIFIERS

    if node.name in QUANTIFIERS:
        return scope.error(
            "GS305", f"`{node.name}` needs a variable and a body", node,
            help=f"its form is `{node.name}(x in list: …)`",
        )  # fmt: skip
    functions = [n for n, s in scope.world.symbols.items() if isinstance(s, m.FunctionDecl)]
    return scope.error(
        "GS201", f"there is no function `{node.name}`", core.Span(scope.source, node.start, node.start + len(node.name)),
        help=did_you_mean(node.name, [*functions, *BUILTINS, *QUANTIFIERS]),
    )  # fmt: skip


def _apply(node: ast.Call, declared: m.FunctionDecl, scope: Scope) -> core.Core:
    from gamespec.expr.check import check, coerce

    scope.world.used.add(node.name)
    function = elaborate_function(node.name, declared, scope)
    if function is None:
        return core.Wrong(t.BAD, scope.span(node))
    if len(node.args) != len(function.parameters):
        names = ", ".join(p.name for p in function.parameters)
        return scope.error(
            "GS305", f"`{node.name}` takes {_arguments(len(function.parameters))}, not {len(node.args)}", node,
            help=f"its form is `{node.name}({names})`",
        )  # fmt: skip
    args = tuple(
        coerce(check(a, scope, p.type), p.type, scope)
        for a, p in zip(node.args, function.parameters, strict=True)
    )
    if function.uses_me:
        scope.me.used = True
        if not scope.me.available:
            return scope.error("GS206", f"`{node.name}` uses `me`, and there is no `me` here", node)
    if function.body is None or any(isinstance(a.type, t.Bad) for a in args):
        return core.Wrong(t.BAD, scope.span(node))
    return core.Apply(function.type, scope.span(node), function, args)


def elaborate_function(name: str, declared: m.FunctionDecl, scope: Scope) -> core.Function | None:
    """The typed form of a function, made once; `None` if it is mistaken or calls itself."""
    from gamespec.expr.check import elaborate
    from gamespec.resolve import parameter_type

    world = scope.world
    if name in world.pending:
        circle = " → ".join(f"`{n}`" for n in [*world.pending[world.pending.index(name) :], name])
        scope.found.report(
            "GS204",
            f"function `{name}` calls itself",
            declared.ident.span,
            notes=(f"the circle is {circle}",),
        )
        return None
    if name in world.functions:
        known = world.functions[name]
        return known if known.body is not None else None
    slots: list[core.Slot] = []
    world.pending.append(name)
    inside = Scope(world, declared.body.source, scope.found, MeUse(available=True), {})
    for parameter in declared.parameters:
        type_ = parameter_type(parameter.type, world, scope.found)
        slot = core.Slot(parameter.ident.name, type_, frame=False)
        slots.append(slot)
        inside = inside.introduce(parameter.ident.name, slot, parameter.ident.span)
    function = core.Function(name, tuple(slots))
    body = elaborate(declared.body, inside)
    world.pending.pop()
    world.functions[name] = function
    if isinstance(body.type, t.Bad):
        return None
    if isinstance(body.type, t.ZoneType):
        body = core.Contents(t.ListType(body.type.of, body.type.most), body.span, body)
    function.body, function.type, function.uses_me = body, body.type, inside.me.used
    return function

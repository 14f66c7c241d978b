"""Typing rules of the built-ins for cells, directions and lines."""

from __future__ import annotations

from collections.abc import Callable

from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.call import Call, optional
from gamespec.expr.operators import ANY_INT

__all__ = [
    "cell",
    "coordinate",
    "direction",
    "distance",
    "gap",
    "lines",
    "neighbours",
    "opposite",
    "ray",
    "step",
]


def neighbours(call: Call) -> core.Core:
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


def step(call: Call) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    args = [cell, call.arg(1, _direction_of(call, cell.type))]
    if len(call.node.args) > 2:  # noqa: PLR2004 - the third argument
        args.append(call.arg(2, ANY_INT))
    return call.result(t.Optional(cell.type), *args, data=space)


def ray(call: Call) -> core.Core:
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


def direction(call: Call) -> core.Core:
    return _two_cells(call, lambda cell: optional(_direction_of(call, cell)))


def distance(call: Call) -> core.Core:
    return _two_cells(call, lambda cell: t.Optional(t.Int(0, cell.size)))


def gap(call: Call) -> core.Core:
    return _two_cells(call, lambda cell: t.Optional(t.Int(0, cell.size)))


def opposite(call: Call) -> core.Core:
    direction = call.of_sort(0, "direction")
    if not isinstance(direction.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[direction.type.name.partition(".")[0]]
    if isinstance(direction, core.Const):
        return core.Const(direction.type, call.span, space.opposite[direction.value])
    return call.result(direction.type, direction, data=space)


def coordinate(call: Call) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    values = space.columns if call.node.name == "column" else space.rows
    if isinstance(cell, core.Const):
        value = values[cell.value]
        return core.Const(t.Int(value, value), call.span, value)
    return core.Column(t.Int(min(values), max(values)), call.span, cell, call.node.name, 0, values)


def cell(call: Call) -> core.Core:
    type_ = call.space(0)
    if type_ is None:
        return call.wrong
    space = call.scope.world.spaces[type_.name]
    columns, rows = (t.Int(0, max(x, default=0)) for x in (space.columns, space.rows))
    column = call.arg(1, columns)
    row: core.Core = core.Const(t.Int(1, 1), call.span, 1)
    if len(call.node.args) > 2:  # noqa: PLR2004 - the third argument
        row = call.arg(2, rows)
    if isinstance(column, core.Const) and isinstance(row, core.Const):
        cell = space.at.get((column.value, row.value))
        if cell is None:
            return call.scope.error("GS304", "there is no such cell", call.node)
        return core.Const(type_, call.span, cell)
    return call.result(type_, column, row, data=space)


def lines(call: Call) -> core.Core:
    type_ = call.space(0)
    length = call.arg(1, t.Int(1, t.INT_MAX))
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

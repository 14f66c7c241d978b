"""Typing rules of the built-ins for cells, directions and lines."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from gamespec.expr.call import Call, optional
from gamespec.expr.fit import coerce, suit
from gamespec.expr.operators import ANY_INT
from gamespec.expr.rules.outlines import pair, said, side_direction
from gamespec.space import Space, Touching
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = [
    "cell",
    "coordinate",
    "direction",
    "distance",
    "gap",
    "lines",
    "neighbours",
    "offset",
    "opposite",
    "ray",
    "step",
]

MOST_LINE_CELLS = 2**18
"""Maximum number of cells in all lines of a game together."""

MOST_BRANCHING = 256
"""Maximum number of cells of a track with branches for which `gap` is available."""

_GRIDS_AND_TRACKS = frozenset({"grid", "track"})
_WITH_DIRECTIONS = frozenset({"grid", "track", "corners"})
_SAID = {
    "grid": "a grid",
    "track": "a track",
    "branches": "a track with branches",
    "corners": "corners",
}
"""Descriptions of the kinds of spaces that have columns, rows or directions."""


def _fits(call: Call, space: Space, sorts: AbstractSet[str], cure: str) -> bool:
    """Return whether a built-in applies to a space, and report an error if it does not."""
    if space.sort in sorts:
        return True
    *others, last = (_SAID[sort] for sort in _SAID if sort in sorts)
    all_ = f"{', '.join(others)} or {last}" if others else last
    if space.sort == "edges" and call.node.name == "direction":
        cure = "`direction(cell, edge)` is the direction in which an edge of a cell lies"
    call.scope.error(
        "GS302", f"`{call.node.name}` is for cells of {all_}, but `{space.name}` {said(space)}",
        call.node.args[0], help=cure,
    )  # fmt: skip
    return False


def _cell_of(call: Call, sorts: AbstractSet[str], cure: str) -> tuple[core.Core, t.Named, Space] | None:
    """Elaborate the first argument, which must be a cell of a space of one of the given sorts.

    Returns the cell, its type and the space, or `None` after reporting an error.
    """
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return None
    space = call.scope.world.spaces[cell.type.name]
    return (cell, cell.type, space) if _fits(call, space, sorts, cure) else None


def neighbours(call: Call) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    if len(call.node.args) > 1:
        return _onward(call, cell, cell.type, space)
    type_ = t.ListType(cell.type, space.most_neighbours)
    if isinstance(cell, core.Const):
        return core.Fixed(type_, call.span, space.neighbours[cell.value])
    return call.result(type_, cell, data=space)


_NO_DIRECTIONS = "`neighbours(cell)` lists the cells beside a cell, in every space"


def _directions(cell: t.Named, space: Space) -> t.Named:
    return t.Named("direction", f"{cell.name}.direction", 0, len(space.directions))


def _onward(call: Call, cell: core.Core, type_: t.Named, space: Space) -> core.Core:
    """Type-check `neighbours(cell, direction)`.

    Several cells may lie in one direction on a track with branches.
    """
    if not space.onward:
        return call.scope.error(
            "GS302",
            f"`neighbours` in a direction is for tracks with branches, but `{space.name}` {said(space)}",
            call.node,
            help="use `step(cell, direction)` for the next cell in a direction" if space.steps else None,
        )  # fmt: skip
    way = call.arg(1, _directions(type_, space))
    lists = Touching(tuple(x for cells in zip(*space.onward, strict=True) for x in cells))
    result = t.ListType(type_, max(map(len, lists.lists)))
    if isinstance(cell, core.Const) and isinstance(way, core.Const):
        return core.Fixed(result, call.span, space.onward[way.value][cell.value])
    if isinstance(way.type, t.Bad):
        return call.wrong
    twice = core.Arithmetic(
        t.Int(0, 2 * type_.size), call.span, "*", cell, core.Const(t.Int(2, 2), call.span, 2)
    )
    place = core.Arithmetic(t.Int(0, 2 * type_.size), call.span, "+", twice, way)
    return core.BuiltIn(result, call.span, "touching_cells", (place,), lists)


def offset(call: Call) -> core.Core:
    cure = "`step(cell, direction)` is the next cell in a direction"
    found = _cell_of(call, frozenset({"grid"}), cure)
    if found is None:
        return call.wrong
    cell, type_, space = found
    x, y = (coerce(call.scope.check(call.node.args[i], _FAR), _FAR, call.scope) for i in (1, 2))
    if isinstance(cell, core.Const) and isinstance(x, core.Const) and isinstance(y, core.Const):
        to = space.offset(cell.value, x.value, y.value)
        return core.Const(optional(type_) if to == t.NONE else type_, call.span, to)
    return call.result(optional(type_), cell, x, y, data=space)


_FAR = t.Int(-4096, 4096)
"""The distances at which a cell may be looked up, forwards and backwards."""


def step(call: Call) -> core.Core:
    found = _cell_of(call, _WITH_DIRECTIONS, _NO_DIRECTIONS)
    if found is None:
        return call.wrong
    cell, type_, space = found
    args = [cell, call.arg(1, _directions(type_, space))]
    if len(call.node.args) > 2:  # noqa: PLR2004 - the third argument
        args.append(call.arg(2, ANY_INT))
    return call.result(t.Optional(type_), *args, data=space)


def ray(call: Call) -> core.Core:
    found = _cell_of(call, _WITH_DIRECTIONS, _NO_DIRECTIONS)
    if found is None:
        return call.wrong
    cell, type_, space = found
    direction = call.arg(1, _directions(type_, space))
    longest = space.longest_ray(direction.value if isinstance(direction, core.Const) else None)
    return call.result(t.ListType(type_, longest), cell, direction, data=space)


def direction(call: Call) -> core.Core:
    found = _cell_of(call, _WITH_DIRECTIONS, _NO_DIRECTIONS)
    if found is None:
        return call.wrong
    cell, type_, space = found
    other = call.scope.check(call.node.args[1], type_)
    side = side_direction(call, cell, other)
    if side is not None:
        return side
    other = suit(other, type_, call.scope)
    return call.result(optional(_directions(type_, space)), cell, other, data=space)


def distance(call: Call) -> core.Core:
    cell = call.cell(0)
    if not isinstance(cell.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[cell.type.name]
    return call.result(t.Optional(t.Int(0, cell.type.size)), cell, call.arg(1, cell.type), data=space)


def gap(call: Call) -> core.Core:
    cure = "`distance(a, b)` is the least number of steps from cell to cell"
    found = _cell_of(call, frozenset({"track", "branches"}), cure)
    if found is None:
        return call.wrong
    cell, type_, space = found
    if space.onward:
        if space.size > MOST_BRANCHING:
            return call.scope.error(
                "GS309", f"`gap` on a track with branches is for at most {MOST_BRANCHING} cells", call.span
            )
        return pair(call, cell, call.arg(1, type_), t.Optional(t.Int(0, type_.size)), space.gaps)
    return call.result(t.Optional(t.Int(0, type_.size)), cell, call.arg(1, type_), data=space)


def opposite(call: Call) -> core.Core:
    direction = call.of_sort(0, "direction")
    if not isinstance(direction.type, t.Named):
        return call.wrong
    space = call.scope.world.spaces[direction.type.name.partition(".")[0]]
    if isinstance(direction, core.Const):
        return core.Const(direction.type, call.span, space.opposite[direction.value])
    return call.result(direction.type, direction, data=space)


def coordinate(call: Call) -> core.Core:
    column = call.node.name == "column"
    cure = "`number(cell)` is the place of a cell in its space, from 1"
    found = _cell_of(call, _GRIDS_AND_TRACKS if column else frozenset({"grid"}), cure)
    if found is None:
        return call.wrong
    cell, _, space = found
    values = space.columns if column else space.rows
    if isinstance(cell, core.Const):
        value = values[cell.value]
        return core.Const(t.Int(value, value), call.span, value)
    bounds = t.Int(*space.coordinates[0 if column else 1])
    return core.Column(bounds, call.span, cell, call.node.name, 0, values)


def cell(call: Call) -> core.Core:
    type_ = call.space(0)
    if type_ is None:
        return call.wrong
    space = call.scope.world.spaces[type_.name]
    if not _fits(call, space, _GRIDS_AND_TRACKS, f"write the cell's name: `{type_.name}.{space.names[0]}`"):
        return call.wrong
    columns, rows = (t.Int(0, most) for _, most in space.coordinates)
    given = len(call.node.args) - 1
    if given != (2 if space.sort == "grid" else 1):
        has, form = "a number", "cell(track, n)"
        if space.sort == "grid":
            has, form = "a column and a row", "cell(space, column, row)"
        return call.scope.error(
            "GS305", f"a cell of {_SAID[space.sort]} has {has}", call.node, help=f"write `{form}`"
        )
    column = call.arg(1, columns)
    row: core.Core = core.Const(t.Int(1, 1), call.span, 1)
    if given > 1:
        row = call.arg(2, rows)
    if isinstance(column, core.Const) and isinstance(row, core.Const):
        cell = space.board.at.get((column.value, row.value))
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
    space = world.spaces[type_.name]
    if not _fits(call, space, _GRIDS_AND_TRACKS, _NO_DIRECTIONS):
        return call.wrong
    if name not in world.lines:
        cells_before = sum(len(all_) * len(all_[0]) for _, all_ in world.lines.values() if all_)
        if cells_before + space.cells_of_lines(length.value) > MOST_LINE_CELLS:
            return call.scope.error(
                "GS309", f"the lines of a game may have at most {MOST_LINE_CELLS} cells in all", call.span,
                help="`ray(cell, direction)` lists the cells beyond a cell",
            )  # fmt: skip
        parts = len(space.axes) * space.size * min(length.value, space.size) // 32
        if not call.scope.spend(parts, call.span):
            return call.wrong
        lines = space.lines(length.value)
        world.lines[name] = (type_, lines)
        cells = space.names
        world.values.labels[name] = tuple(" ".join(cells[c] for c in line) for line in lines)
    line = t.Named("line", name, 0, len(world.lines[name][1]))
    return core.Fixed(t.ListType(line, line.size), call.span, tuple(range(line.size)))

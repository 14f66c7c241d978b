"""Binding of spaces: grids, tracks, graphs, edges and corners, and planes."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from math import prod

from gamespec.description.diagram import CELL, NO_CELL
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fold import NotConstant, constant_value
from gamespec.model import model as m
from gamespec.resolve.binder import Binder
from gamespec.resolve.parts import bind_plane
from gamespec.resolve.types import constants
from gamespec.space import (
    Space,
    branches,
    corners,
    edges,
    graph,
    hexagon,
    hexes,
    squares,
    track,
    triangle,
)
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["bind_space", "bind_tiles"]

MOST_CELLS = 4096
"""Maximum size of a space, in cells."""

MOST_SIDE = 63
"""Maximum side of a plane, in tiles."""


def bind_space(b: Binder, declared: m.SpaceDecl) -> None:
    """Bind a space."""
    sizes = [b.constant(s, t.Int(1, MOST_CELLS)) for s in _sizes(declared)]
    name = declared.ident.name
    if any(s is None or not 1 <= s <= MOST_CELLS for s in sizes):
        b.define(declared.ident, None)
        return
    known = [s for s in sizes if s is not None]
    b.world.effort.spend(prod(known) if known else _listed(declared), declared.ident.span)
    space = _space(b, declared, known)
    if space is None or not 1 <= space.size <= MOST_CELLS:
        if space is not None:
            b.found.report(
                "GS309",
                f"a space has 1 to {MOST_CELLS} cells, but this one has {space.size}",
                declared.ident.span,
            )
        b.define(declared.ident, None)
        return
    type_ = t.Named("cell", name, 0, space.size)
    b.world.spaces[name] = space
    b.define(declared.ident, type_)
    b.world.values.add(type_, space.names)
    directions = t.Named("direction", f"{name}.direction", 0, len(space.directions))
    b.world.values.add(directions, space.directions)


def _sizes(declared: m.SpaceDecl) -> tuple[Expression, ...]:
    """Return the expressions that determine the size of a space."""
    match declared:
        case m.Hexagon(side=side) | m.Triangle(side=side):
            return (side,)
        case m.Grid(size=tuple(sizes)):
            return sizes
        case m.Track(cells=Expression() as length):
            return (length,)
        case _:
            return ()


def _listed(declared: m.SpaceDecl) -> int:
    """Return the number of cells that a space lists, or 0 if expressions determine its size."""
    match declared:
        case m.Track(cells=tuple(runs)):
            return sum(map(len, runs))
        case m.Graph(cells=cells):
            return len(cells)
        case _:
            return 0


def _space(b: Binder, declared: m.SpaceDecl, sizes: list[int]) -> Space | None:
    name = declared.ident.name
    match declared:
        case m.Grid() | m.Hexagon() | m.Triangle():
            return _grid(b, declared, sizes)
        case m.Track(cells=tuple(runs)):
            return branches(name, tuple(tuple(i.name for i in run) for run in runs))
        case m.Track():
            return track(name, sizes[0], loop=declared.loop)
        case m.Graph():
            return _graph(b, declared)
        case m.Edges() | m.Corners():
            return _outline(b, declared)
        case m.Plane():
            return None


Area = m.Grid | m.Hexagon | m.Triangle


def _grid(b: Binder, declared: Area, sizes: list[int]) -> Space | None:
    """Make a grid of squares or hexes, leaving out its missing cells.

    Returns `None` after reporting an error.
    """
    if isinstance(declared, m.Grid) and isinstance(declared.size, m.Diagram):
        drawn = _drawn(b, declared.size)
        if drawn is None:
            return None
        sizes, blank = drawn
    else:
        blank = set()
    side = 2 * sizes[0] - 1 if isinstance(declared, m.Hexagon) else sizes[0]
    if side * (sizes[1] if len(sizes) > 1 else side) > MOST_CELLS:
        b.found.report("GS309", f"a space has at most {MOST_CELLS} cells", declared.ident.span)
        return None
    whole = _shaped(declared, sizes, frozenset())
    numbers = zip(whole.names, range(whole.size), strict=True)
    without = declared.without
    lacking = without if isinstance(without, tuple) else ()
    gone = {i.name for i in lacking} | {name for name, i in numbers if i in blank}
    for ident in lacking:
        if ident.name not in whole.names and ident.name not in b.world.game.lost:
            b.found.report("GS201", f"there is no cell `{ident.name}`", ident.span)
    if isinstance(without, Expression):
        holds = _for_which(b, without, whole)
        if holds is None:
            return None
        gone |= holds
    return _shaped(declared, sizes, gone) if gone else whole


def _drawn(b: Binder, diagram: m.Diagram) -> tuple[list[int], set[int]] | None:
    """Return the size of a drawn grid, and the row-major indexes of its missing cells.

    The size is the number of columns and the number of rows. Returns `None` after reporting an error.
    """
    if not diagram.lines:
        b.found.report("GS309", "this diagram has no cells", diagram.span)
        return None
    columns, good = len(diagram.lines[0]), True
    for line in diagram.lines:
        if len(line) != columns:
            message = f"this row has {len(line)} places, but the first has {columns}"
            b.found.report("GS130", message, line[min(columns, len(line) - 1)].span)
            good = False
        for drawn in line:
            if drawn.name not in {CELL, NO_CELL}:
                message = f"`{drawn}` is neither `.` (a cell) nor `#` (a gap)"
                b.found.report("GS123", message, drawn.span)
                good = False
    places = [drawn.name for line in diagram.lines for drawn in line]
    blank = {i for i, name in enumerate(places) if name == NO_CELL}
    return ([columns, len(diagram.lines)], blank) if good else None


def _shaped(declared: Area, sizes: list[int], without: AbstractSet[str]) -> Space:
    name = declared.ident.name
    match declared:
        case m.Hexagon():
            return hexagon(name, sizes[0], without)
        case m.Triangle():
            return triangle(name, sizes[0], without)
        case m.Grid(shape="hex"):
            return hexes(name, sizes[0], sizes[1], without, upward=declared.row_1 is not None)
        case m.Grid():
            links, upward = declared.links or "orthogonal", declared.row_1 is not None
            return squares(name, sizes[0], sizes[1], links, without, upward=upward)


def _for_which(b: Binder, condition: Expression, whole: Space) -> set[str] | None:
    """Return the names of the cells of a grid that satisfy a condition on `cell`.

    Only the grid's type is known to the condition, because the names of the grid and of its cells have no
    meaning yet. Returns `None` after reporting an error.
    """
    type_ = t.Named("cell", whole.name, 0, whole.size)
    slot = core.Slot("cell", type_, frame=False)
    scope = constants(b.world, b.found, condition.source).bind_slot("cell", slot, condition.span)
    b.world.spaces[whole.name] = whole
    node = elaborate(condition, scope, t.BOOL)
    del b.world.spaces[whole.name]
    if isinstance(node.type, t.Bad):
        return None
    b.world.effort.spend(whole.size, condition.span)
    try:
        return {name for i, name in enumerate(whole.names) if constant_value(node, {slot: i})}
    except NotConstant as why:
        b.found.report(why.code, why.message, why.span)
        return None


def _graph(b: Binder, declared: m.Graph) -> Space | None:
    names = tuple(i.name for i in declared.cells)
    number = {name: len(names) - 1 - i for i, name in enumerate(reversed(names))}
    good = True
    edges: list[tuple[int, int]] = []
    for pair in declared.links:
        for end in pair:
            if end.name in b.world.game.lost.difference(names):
                good = False
            elif end.name not in number:
                b.found.report(
                    "GS201",
                    f"there is no cell `{end.name}`",
                    end.span,
                    help=did_you_mean(end.name, names),
                )
                good = False
        if good:
            edges.append((number[pair[0].name], number[pair[1].name]))
    return graph(declared.ident.name, names, tuple(edges)) if good else None


def _outline(b: Binder, declared: m.Edges | m.Corners) -> Space | None:
    """Make the edges or corners of a grid that has been bound. Returns `None` after reporting an error."""
    of, what = declared.board, "edges" if isinstance(declared, m.Edges) else "corners"
    board = b.world.spaces.get(of.name)
    grids = [name for name, space in b.world.spaces.items() if space.sort == "grid"]
    if board is None:
        if of.name not in b.world.symbols.broken and of.name not in b.world.game.lost:
            b.found.report("GS201", f"there is no grid `{of}`", of.span, help=did_you_mean(of.name, grids))
        return None
    b.world.symbols.used.add(of.name)
    if board.sort != "grid":
        b.found.report("GS302", f"only a grid has {what}, but `{of}` is not a grid", of.span)
        return None
    b.world.effort.spend(board.size, declared.ident.span)
    outline = edges if isinstance(declared, m.Edges) else corners
    return outline(declared.ident.name, board, inner=declared.inner)


def bind_tiles(b: Binder, declared: m.Plane) -> None:
    """Bind a plane of tiles, whose zone and parts have been bound."""
    side = b.constant(declared.within, t.Int(1, MOST_SIDE))
    rule = b.world.zones.get(declared.zone.name)
    parts = b.world.parts.get(declared.parts.name)
    for ident, found, what in (
        (declared.zone, rule, "zone"),
        (declared.parts, parts, "parts of a kind"),
    ):
        if found is None and ident.name not in b.world.symbols.broken:
            b.found.report("GS201", f"there is no {what} `{ident}`", ident.span)
    if side is None or not 1 <= side <= MOST_SIDE or rule is None or parts is None:
        b.define(declared.ident, None)
        return
    b.world.symbols.used |= {declared.zone.name, declared.parts.name}
    b.world.effort.spend(side * side, declared.ident.span)
    plane = bind_plane(declared, side, b.world, b.found)
    if plane is None:
        b.define(declared.ident, None)
        return
    type_ = t.Named("spot", declared.ident.name, 0, plane.spots)
    b.world.planes[declared.ident.name] = plane
    b.define(declared.ident, type_)
    b.world.values.add(type_, plane.spot_names)

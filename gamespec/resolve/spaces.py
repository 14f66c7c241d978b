"""Spaces: grids, tracks, graphs, edges and corners, and planes."""

from __future__ import annotations

from math import prod

from gamespec import model as m
from gamespec.expr import types as t
from gamespec.resolve.binder import Binder
from gamespec.resolve.parts import bind_plane
from gamespec.space import Space, cell_name, corners, edges, graph, hexes, squares, track
from gamespec.suggest import did_you_mean

__all__ = ["bind_space", "bind_tiles"]

MOST_CELLS = 4096
"""The largest space, in cells."""

MOST_SIDE = 63
"""The longest side of a plane, in tiles."""


def bind_space(b: Binder, declared: m.SpaceDecl) -> None:
    """A space."""
    sizes = [b.constant(s, t.Int(1, MOST_CELLS)) for s in declared.sizes]
    name = declared.ident.name
    if any(s is None or not 1 <= s <= MOST_CELLS for s in sizes):
        b.define(declared.ident, None)
        return
    known = [s for s in sizes if s is not None]
    b.world.effort.spend(prod(known) if known else len(declared.cells), declared.ident.span)
    space = _space(b, declared, known)
    if space is None or not 1 <= space.size <= MOST_CELLS:
        if space is not None:
            b.found.report(
                "GS309", f"a space has 1 to {MOST_CELLS} cells, this {space.size}", declared.ident.span
            )
        b.define(declared.ident, None)
        return
    type_ = t.Named("cell", name, 0, space.size)
    b.world.spaces[name] = space
    b.define(declared.ident, type_)
    b.world.values.add(type_, space.names)
    directions = t.Named("direction", f"{name}.direction", 0, len(space.directions))
    b.world.values.add(directions, space.directions)


def _space(b: Binder, declared: m.SpaceDecl, sizes: list[int]) -> Space | None:
    name, without = declared.ident.name, {i.name for i in declared.without}
    match declared.form:
        case "grid" | "hex":
            if sizes[0] * sizes[1] > MOST_CELLS:
                b.found.report("GS309", f"a space has at most {MOST_CELLS} cells", declared.ident.span)
                return None
            columns, rows = sizes
            whole = (
                {cell_name(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)}
                if without
                else ()
            )
            for ident in declared.without:
                if ident.name not in whole and ident.name not in b.world.game.lost:
                    b.found.report("GS201", f"there is no cell `{ident.name}`", ident.span)
            if declared.form == "hex":
                return hexes(name, columns, rows, without)
            return squares(name, columns, rows, declared.links, without)
        case "track":
            return track(name, sizes[0], loop=declared.loop)
        case "graph":
            return _graph(b, declared)
        case "edges" | "corners":
            return _outline(b, declared)
        case "plane":
            return None


def _graph(b: Binder, declared: m.SpaceDecl) -> Space | None:
    names = tuple(i.name for i in declared.cells)
    number = {name: len(names) - 1 - i for i, name in enumerate(reversed(names))}
    good = True
    edges: list[tuple[int, int]] = []
    for pair in declared.edges:
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


def _outline(b: Binder, declared: m.SpaceDecl) -> Space | None:
    """The edges or corners of a grid, which is known."""
    of = declared.board
    assert of is not None  # noqa: S101 - such a space names its board
    board = b.world.spaces.get(of.name)
    grids = [name for name, space in b.world.spaces.items() if space.sort == "grid"]
    if board is None:
        if of.name not in b.world.symbols.broken and of.name not in b.world.game.lost:
            b.found.report("GS201", f"there is no grid `{of}`", of.span, help=did_you_mean(of.name, grids))
        return None
    b.world.symbols.used.add(of.name)
    if board.sort != "grid":
        b.found.report("GS302", f"only a grid has {declared.form}, `{of}` is none", of.span)
        return None
    b.world.effort.spend(board.size, declared.ident.span)
    outline = edges if declared.form == "edges" else corners
    return outline(declared.ident.name, board, inner=declared.inner)


def bind_tiles(b: Binder, declared: m.SpaceDecl) -> None:
    """A plane of tiles; it uses a zone and parts."""
    side = b.constant(declared.sizes[0], t.Int(1, MOST_SIDE))
    assert declared.zone is not None  # noqa: S101 - the form of a plane
    assert declared.parts is not None  # noqa: S101 - as above
    assert declared.match is not None  # noqa: S101 - as above
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
    b.world.values.add(type_, tuple(plane.spot_name(s) for s in range(plane.spots)))

"""Random boards of all forms.

They are grids of all shapes, drawn or declared by size, tracks, graphs, and the edges and corners of grids.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamespec import space as tables
from strategies.expressions import Expressions
from strategies.words import Space

__all__ = ["declare_boards"]

ROUND = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


def declare_boards(m: Expressions) -> Mapping[str, Space]:
    """Declare some boards, and sometimes the edges and corners of the grid among them."""
    spaces: dict[str, Space] = {}
    for name in m.dice.some(["board", "ring", "web"], 1, 3):
        if name == "board":
            spaces |= _with_outlines(m, *_grid(m))
        else:
            spaces[name] = (_track if name == "ring" else _graph)(m, name)
    return spaces


def _with_outlines(m: Expressions, declared: Mapping[str, object], table: tables.Space) -> dict[str, Space]:
    """Return a grid by name, and sometimes its edges and corners.

    The checker determines the names of the edges and corners.
    """
    form = "hex" if table.hexes else "grid"
    across, down = max(table.columns), max(table.rows)
    directions = table.directions if table.hexes else _ways(declared)
    found = {"board": Space("board", form, table.names, directions, across, down, declared)}  # type: ignore[arg-type]
    if m.dice.chance(1, 2):
        found["fence"] = _outline(m, "fence", "edges", table)
        if m.dice.chance(1, 2):
            found["post"] = _outline(m, "post", "corners", table)
    return found


def _ways(declared: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the directions on a grid of squares, which depend on its declared links."""
    links = declared.get("links")
    return ROUND if links == "all" else ROUND[1::2] if links else ROUND[::2]


def _outline(m: Expressions, name: str, form: str, board: tables.Space) -> Space:
    make = tables.edges if form == "edges" else tables.corners
    made, inner = make(name, board, inner=False), make(name, board, inner=True)
    declared: dict[str, object] = {form: "board"}
    if inner.size and m.dice.chance(1, 2):
        declared["inner"], made = True, inner
    return Space(name, form, made.names, made.directions, 0, 0, declared)  # type: ignore[arg-type]


def _grid(m: Expressions) -> tuple[dict[str, object], tables.Space]:
    """Return the declaration of a grid of squares or hexes, and the checker's table for the grid."""
    match m.dice.weighted([("rectangle", 4), ("drawn", 2), ("hexagon", 1), ("triangle", 2)]):
        case "rectangle":
            declared, cells = _rectangle(m)
        case "drawn":
            declared, cells = _drawn(m)
        case shape:
            side = 2 if shape == "hexagon" else m.dice.between(2, 3)
            declared, cells = {shape: str(side)}, (shape, side)
    table = _table(declared, cells, set())
    if table.size > 2 and "\n" not in str(declared.get("grid")) and m.dice.chance(1, 3):
        gone = m.dice.pick(table.names)
        same = f"column(cell) == {'abcde'.index(gone[0]) + 1} and row(cell) == {gone[1:]}"
        declared["without"] = same if m.dice.chance(1, 2) else (gone,)
        table = _table(declared, cells, {gone})
    return declared, table


Cells = tuple[str, int] | tuple[int, int, frozenset[str]]
"""The cells of a grid: a shape and the length of its side, or columns, rows, and names of missing cells."""


def _table(declared: Mapping[str, object], cells: Cells, gone: set[str]) -> tables.Space:
    match cells:
        case (str(shape), side):
            return (tables.hexagon if shape == "hexagon" else tables.triangle)("board", side, gone)
        case (int(across), down, left_out):
            upward, without = "row_1" in declared, gone | left_out
            if "shape" in declared:
                return tables.hexes("board", across, down, without, upward=upward)
            links = str(declared.get("links", "orthogonal"))
            return tables.squares("board", across, down, links, without, upward=upward)


def _traits(m: Expressions) -> dict[str, object]:
    """Return random keys for the links or shape of a grid, and for the order of its rows."""
    found: dict[str, object] = {"row_1": "bottom"} if m.dice.chance(1, 4) else {}
    if m.dice.chance(1, 3):
        return {**found, "shape": "hex"}
    links = m.dice.pick(["", "all", "diagonal"])
    return {**found, "links": links} if links else found


def _rectangle(m: Expressions) -> tuple[dict[str, object], Cells]:
    width, height = m.dice.between(1, 3), m.dice.between(1, 3)
    return {"grid": (str(width), str(height)), **_traits(m)}, (width, height, frozenset())


def _drawn(m: Expressions) -> tuple[dict[str, object], Cells]:
    """Return the declaration and the cells of a drawn grid with at most nine and at least two cells."""
    width, height = m.dice.between(2, 3), m.dice.between(1, 3)
    gaps = set(m.dice.some(range(width * height), 0, min(3, width * height - 2)))
    lines = [["#" if y * width + x in gaps else "." for x in range(width)] for y in range(height)]
    declared = {"grid": "".join(f"{' '.join(line)}\n" for line in lines), **_traits(m)}
    rows = range(height, 0, -1) if "row_1" in declared else range(1, height + 1)
    named = [tables.cell_name(x + 1, row) for row in rows for x in range(width)]
    return declared, (width, height, frozenset(named[gap] for gap in gaps))


def _track(m: Expressions, name: str) -> Space:
    if m.dice.chance(1, 3):
        return _branches(m, name)
    length = m.dice.between(2, 5)
    declared: dict[str, object] = {"track": str(length)}
    if m.dice.chance(1, 2):
        declared["loop"] = True
    return Space(name, "track", (), ("forward", "backward"), length, 1, declared)


def _branches(m: Expressions, name: str) -> Space:
    """Declare a track with branches that meet again, stay separate, or lead back to its beginning."""
    runs = m.dice.pick([
        (("gate", "bend", "yard"), ("gate", "ramp", "yard")),
        (("gate", "bend"), ("gate", "ramp", "yard")),
        (("gate", "bend", "yard", "gate"), ("bend", "ramp")),
    ])  # fmt: skip
    cells = tuple(dict.fromkeys(cell for run in runs for cell in run))
    return Space(name, "branches", cells, ("forward", "backward"), len(cells), 1, {"track": runs})


def _graph(m: Expressions, name: str) -> Space:
    cells = ("hub", "port", "mill", "ford")[: m.dice.between(2, 4)]
    pairs = [(a, b) for i, a in enumerate(cells) for b in cells[i + 1 :]]
    links = m.dice.some(pairs, 1, 4)
    return Space(name, "graph", cells, (), len(cells), 1, {"cells": cells, "links": links})

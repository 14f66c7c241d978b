"""Boards of all kinds as their author wrote them."""

from __future__ import annotations

from typing import Annotated, Literal

from gamespec.model.basics import Diagram, Ident, Named, Text
from gamespec.model.spelling import Key, spelt
from gamespec.trees.ast import Expression

__all__ = ["Corners", "Edges", "Graph", "Grid", "Hexagon", "Plane", "SpaceDecl", "Track", "Triangle"]


@spelt("a grid", "grid")
class Grid(Named):
    """A board of squares or hexes."""

    label: Text | None = None
    """The name that people see."""
    size: Annotated[tuple[Expression, ...] | Diagram, Key("grid")]
    """The size of a board of squares or hexes, as `[columns, rows]`. The board may also be drawn, with a line
    for each row, in which `.` is a cell and `#` is not.
    """
    shape: Literal["hex"] | None = None
    """`hex` makes the board a rhombus of hexes. Without it, the board consists of squares."""
    links: Literal["all", "diagonal"] | None = None
    """`all` makes diagonal neighbours adjacent as well, and `diagonal` makes only diagonal neighbours
    adjacent.
    """
    row_1: Annotated[Literal["bottom"] | None, Key(unread="bottom")] = None
    """`bottom` means that rows count from the bottom. Without it, they count from the top."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a hexagon of hexes", "hexagon")
class Hexagon(Named):
    """A hexagon of hexes."""

    label: Text | None = None
    """The name that people see."""
    side: Annotated[Expression, Key("hexagon")]
    """The number of hexes on each side."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a triangle of hexes", "triangle")
class Triangle(Named):
    """A triangle of hexes."""

    label: Text | None = None
    """The name that people see."""
    side: Annotated[Expression, Key("triangle")]
    """The number of hexes on each side."""
    without: tuple[Ident, ...] | Expression | None = None


@spelt("a track", "track")
class Track(Named):
    """A line of cells, or several ways forward that branch and meet."""

    label: Text | None = None
    """The name that people see."""
    cells: Annotated[Expression | tuple[tuple[Ident, ...], ...], Key("track")]
    """The number of cells in the line, or a list of ways forward, each a list of cells, such as `[[a, b, c],
    [a, x, c]]`.
    """
    loop: bool = False
    """Whether the ends of the line meet, so that the track is a ring."""


@spelt("a graph", "graph")
class Graph(Named):
    """Cells with names, and the links between them."""

    label: Text | None = None
    """The name that people see."""
    cells: tuple[Ident, ...]
    """The names of the cells."""
    links: tuple[tuple[Ident, Ident], ...] = ()
    """Pairs of neighbouring cells, such as `[[a, b], [b, c]]`. Links go both ways."""


@spelt("a plane of tiles", "plane")
class Plane(Named):
    """A plane on which tiles are laid."""

    label: Text | None = None
    """The name that people see."""
    zone: Annotated[Ident, Key("plane", late=True)]
    """The zone in which the laid tiles lie."""
    parts: Annotated[Ident, Key(late=True)]
    """The parts printed on the tiles."""
    match: Annotated[Ident, Key(late=True)]
    """The attribute of parts that must agree where tiles meet."""
    within: Expression
    """The side of the plane, in tiles."""


@spelt("the edges of a grid", "edges")
class Edges(Named):
    """The edges of a grid."""

    label: Text | None = None
    """The name that people see."""
    board: Annotated[Ident, Key("edges")]
    """The grid whose edges these are."""
    inner: bool = False
    """Whether only the edges between two cells are included."""


@spelt("the corners of a grid", "corners")
class Corners(Named):
    """The corners of a grid."""

    label: Text | None = None
    """The name that people see."""
    board: Annotated[Ident, Key("corners")]
    """The grid whose corners these are."""
    inner: bool = False
    """Whether only the corners that are surrounded by cells are included."""


SpaceDecl = Grid | Hexagon | Triangle | Track | Graph | Plane | Edges | Corners
"""A space, which has one of several forms."""

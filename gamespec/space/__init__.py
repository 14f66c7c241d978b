"""Spaces, which are immutable tables of cells with their names and their adjacency."""

from gamespec.space.graph import graph
from gamespec.space.grid import cell_name, hexagon, hexes, squares, triangle
from gamespec.space.outline import between, corners, directions_to, edges, touching
from gamespec.space.plane import Plane
from gamespec.space.space import Pairs, Space, Touching
from gamespec.space.track import branches, track

__all__ = [
    "Pairs",
    "Plane",
    "Space",
    "Touching",
    "between",
    "branches",
    "cell_name",
    "corners",
    "directions_to",
    "edges",
    "graph",
    "hexagon",
    "hexes",
    "squares",
    "touching",
    "track",
    "triangle",
]

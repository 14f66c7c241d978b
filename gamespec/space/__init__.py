"""Spaces: immutable tables of cells, their names and what lies next to what."""

from gamespec.space.graph import graph
from gamespec.space.grid import cell_name, hexes, squares
from gamespec.space.outline import Pairs, Touching, between, corners, directions_to, edges, touching
from gamespec.space.plane import Plane
from gamespec.space.space import Space
from gamespec.space.track import track

__all__ = [
    "Pairs",
    "Plane",
    "Space",
    "Touching",
    "between",
    "cell_name",
    "corners",
    "directions_to",
    "edges",
    "graph",
    "hexes",
    "squares",
    "touching",
    "track",
]

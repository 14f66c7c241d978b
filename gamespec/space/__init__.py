"""Spaces: immutable tables of cells, their names and what lies next to what."""

from gamespec.space.graph import graph
from gamespec.space.grid import cell_name, hexes, squares
from gamespec.space.plane import Plane
from gamespec.space.space import Space
from gamespec.space.track import track

__all__ = ["Plane", "Space", "cell_name", "graph", "hexes", "squares", "track"]

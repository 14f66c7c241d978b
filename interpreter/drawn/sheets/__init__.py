"""Prints the components of a game: sheets to cut, pictures, and the grids that virtual tables import."""

from __future__ import annotations

from interpreter.drawn.sheets.pictures import pictures
from interpreter.drawn.sheets.sheets import Album, album_of, sheets
from interpreter.drawn.sheets.sizes import CardSize, Paper

__all__ = ["Album", "CardSize", "Paper", "album_of", "pictures", "sheets"]

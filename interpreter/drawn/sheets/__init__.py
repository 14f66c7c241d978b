"""Prints a game: sheets to cut, boards, a sheet of reference, pictures, and what virtual tables import."""

from __future__ import annotations

from interpreter.drawn.sheets.album import Album, Laid, album_of
from interpreter.drawn.sheets.pictures import LIST, list_of, pictures
from interpreter.drawn.sheets.sheets import Sheet, Wanted, made, planned, sheets_of, too_large
from interpreter.drawn.sheets.tabletop import SAVED, saved_object
from interpreter.drawn.sizes import Paper, Size
from interpreter.locale import catalogue

__all__ = [
    "LIST",
    "SAVED",
    "Album",
    "Laid",
    "Paper",
    "Sheet",
    "Size",
    "Wanted",
    "album_of",
    "catalogue",
    "list_of",
    "made",
    "pictures",
    "planned",
    "saved_object",
    "sheets_of",
    "too_large",
]

"""The names of cells, which are the sorts of places where components of a face lie."""

from __future__ import annotations

__all__ = ["owned"]


def owned(cell: str) -> tuple[str, str, int | None]:
    """Return the face, the zone and the seat (from 0) of a cell (see `Games.cells`).

    The seat is `None` for a zone without an owner.
    """
    face, _, zone = cell.rpartition(".")
    if not zone.isdecimal():
        return face, zone, None
    face, _, name = face.rpartition(".")
    return face, name, int(zone) - 1

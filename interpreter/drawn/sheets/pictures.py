"""Makes PNG pictures of components: one for each face, and sheets in the grid of Tabletop Simulator.

A sheet has room for 10 by 7 pictures. The last one is the back, which is shown while a card is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.drawn.sheets.sheets import Album, Laid
from interpreter.drawn.sheets.sizes import Size
from interpreter.drawn.sheets.typeset import Box, Page, png

__all__ = ["pictures"]

COLUMNS, ROWS = 10, 7
"""The grid of a sheet."""

LARGEST, SINGLE = 4096, 1000
"""The longer side of a sheet and of a single picture, in pixels."""


def pictures(album: Album) -> dict[str, bytes]:
    """Return the pictures by the names of their files: each face once, each back once, and the sheets."""
    found: dict[str, bytes] = {}
    for kind in dict.fromkeys(laid.kind for laid in album.laid):
        own = [laid for laid in album.laid if laid.kind == kind]
        for side, numbers in (("", [laid.front for laid in own]), ("back-", _backs(own))):
            for index, number in enumerate(dict.fromkeys(numbers), 1):
                found[f"{kind}-{side}{index:03}.png"] = _single(album, number, own[0].size)
        for index, first in enumerate(range(0, len(own), COLUMNS * ROWS - 1), 1):
            shown = own[first : first + COLUMNS * ROWS - 1]
            found[f"{kind}-sheet-{index}.png"] = _sheet(album, shown)
    return found


def _backs(laid: Sequence[Laid]) -> list[int]:
    return [each.back for each in laid if each.back is not None]


def _single(album: Album, number: int, size: Size) -> bytes:
    page = Page(size.width, size.height, [Box(0, 0, 0, size.width, size.height)])
    return png(page, [album.images[number]], SINGLE)


def _sheet(album: Album, laid: Sequence[Laid]) -> bytes:
    """Return a sheet with each component as often as it exists, and the back of the first in the corner."""
    size = laid[0].size
    places = [(index, each.front) for index, each in enumerate(laid)]
    places += [(COLUMNS * ROWS - 1, number) for number in _backs(laid)[:1]]
    boxes = [
        Box(
            image,
            place % COLUMNS * size.width,
            place // COLUMNS * size.height,
            *(size.width, size.height),
        )
        for place, image in places
    ]
    return png(Page(COLUMNS * size.width, ROWS * size.height, boxes), album.images, LARGEST)

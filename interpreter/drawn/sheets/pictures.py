"""Makes PNG pictures of what a game consists of: one for each face and board, and sheets for virtual tables.

A sheet is a grid of at most 10 by 7 pictures, and at most 4096 pixels long and high. The last picture is the
back, which is shown while a card is hidden. If the backs of a kind differ, they have a sheet of their own.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.drawn.sheets.album import Album, Laid, LaidBoard
from interpreter.drawn.sheets.typeset import Box, Page, png
from interpreter.drawn.sizes import FIGURE, Size

if TYPE_CHECKING:
    from collections.abc import Hashable

__all__ = ["COLUMNS", "LIST", "ROWS", "Deck", "Kind", "board_file", "kinds_of", "list_of", "pictures"]

COLUMNS, ROWS = 10, 7
"""The grid of a sheet."""

LARGEST, SINGLE = 4096, 1000
"""The longer side of a sheet or a board and of a single picture, in pixels."""

FIELD = 150
"""The number of pixels of a field of a board, if the board is not too large."""

LIST = "components.csv"
"""The name of the file that lists the pictures."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A sheet of pictures, with what each shows, and the files of the sheet and of the backs.

    `uniform` says whether all have the same back, which is then a single picture.
    """

    laid: tuple[Laid, ...]
    sheet: str
    back: str
    uniform: bool


@dataclass(frozen=True, slots=True)
class Kind:
    """The things of one name and size, with the files of their faces and backs by the number of the image."""

    name: str
    laid: tuple[Laid, ...]
    fronts: Mapping[int, str]
    backs: Mapping[int, str]

    @property
    def size(self) -> Size:
        """The size of all of them."""
        return self.laid[0].size

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The sheets of the things; those without a back have none."""
        if not self.backs:
            return ()
        most = COLUMNS * ROWS - 1
        parts = [self.laid[first : first + most] for first in range(0, len(self.laid), most)]
        uniform = len(self.backs) == 1
        return tuple(
            Deck(
                part,
                f"{self.name}-sheet-{number}.png",
                next(iter(self.backs.values())) if uniform else f"{self.name}-backs-{number}.png",
                uniform,
            )
            for number, part in enumerate(parts, 1)
        )


def kinds_of(album: Album) -> tuple[Kind, ...]:
    """Return the kinds of things in an album, without boards."""
    found: list[Kind] = []
    for name in dict.fromkeys(laid.kind for laid in album.laid):
        own = tuple(laid for laid in album.laid if laid.kind == name)
        fronts = dict.fromkeys(laid.front for laid in own)
        backs = dict.fromkeys(laid.back for laid in own if laid.back is not None)
        found.append(
            Kind(
                name,
                own,
                {image: f"{name}-{index:03}.png" for index, image in enumerate(fronts, 1)},
                {image: f"{name}-back-{index:03}.png" for index, image in enumerate(backs, 1)},
            )
        )
    return tuple(found)


def board_file(board: LaidBoard) -> str:
    """Return the name of the picture of a board."""
    return f"board-{board.name}.png"


def pictures(
    album: Album, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> dict[str, bytes]:
    """Return the pictures by the names of their files.

    `progress` is told how many pictures are made, and of how many.
    """
    works = [*_works(album)]
    found: dict[str, bytes] = {}
    for done, (name, page, pixels) in enumerate(works):
        progress(done, len(works))
        found[name] = png(page, album.images, pixels)
    return found


def _works(album: Album) -> Iterator[tuple[str, Page, int]]:
    """Yield each picture by its name, as a page and the number of pixels of its longer side."""
    for kind in kinds_of(album):
        for image, name in (*kind.fronts.items(), *kind.backs.items()):
            yield name, _single(image, kind.size), SINGLE
        for deck in kind.decks:
            hidden = deck.laid[0].back
            yield deck.sheet, _grid(deck.laid, [laid.front for laid in deck.laid], hidden), LARGEST
            if not deck.uniform:
                yield deck.back, _grid(deck.laid, [laid.back for laid in deck.laid], hidden), LARGEST
    for board in album.boards:
        wide, high = board.fields
        pixels = round(min(LARGEST, max(wide, high) * FIELD))
        yield board_file(board), Page(wide, high, [Box(board.image, 0, 0, wide, high)]), pixels


def _single(image: int, size: Size) -> Page:
    wide, high = (size.width, size.width) if size == FIGURE else (size.width, size.height)
    return Page(wide, high, [Box(image, 0, 0, wide, high)])


def _grid(laid: Sequence[Laid], images: Sequence[int | None], hidden: int | None) -> Page:
    """Return a sheet with the given images, and the back of the first in the last place."""
    size = laid[0].size
    places = [*enumerate(images), (COLUMNS * ROWS - 1, hidden)]
    boxes = [
        Box(image, place % COLUMNS * size.width, place // COLUMNS * size.height, size.width, size.height)
        for place, image in places
        if image is not None
    ]
    return Page(COLUMNS * size.width, ROWS * size.height, boxes)


def list_of(album: Album) -> bytes:
    """Return a table of the pictures as a CSV file, with how often each thing exists and its size in mm."""
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(("kind", "name", "count", "front", "back", "width_mm", "height_mm", "shape"))
    for kind in kinds_of(album):
        same: Counter[Hashable] = Counter((laid.front, laid.back, laid.told) for laid in kind.laid)
        size = kind.size
        shape = "figure" if size == FIGURE else "round" if size.round else "rectangle"
        for laid in dict.fromkeys(kind.laid):
            back = kind.backs[laid.back] if laid.back is not None else ""
            count = same[laid.front, laid.back, laid.told]
            high = size.width if size == FIGURE else size.height
            measures = (f"{size.width:g}", f"{high:g}", shape)
            table.writerow((kind.name, laid.told, count, kind.fronts[laid.front], back, *measures))
    for board in album.boards:
        table.writerow((board.name, board.title, board.copies, board_file(board), "", "", "", "board"))
    return written.getvalue().encode()

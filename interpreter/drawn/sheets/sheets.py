"""Lays the components of a game on sheets of paper, each as often as it exists, with backs behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.drawn.sheets.faces import back, front, size_of
from interpreter.drawn.sheets.sizes import PAPERS, CardSize, Grid, Paper, Size
from interpreter.drawn.sheets.styled import standalone
from interpreter.drawn.sheets.typeset import Box, Line, Page, pdf

if TYPE_CHECKING:
    from interpreter.drawn.html.markup import Html
    from interpreter.drawn.html.pen import Pen
    from interpreter.scene.components import Component

__all__ = ["Album", "Laid", "album_of", "pages_of", "sheets"]

MARK = 3.5
"""The length of a cut mark, in millimetres."""

AWAY = 1.0
"""The distance of a cut mark from the components, in millimetres."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A component that is printed, with its kind, its size, and the numbers of the images of its sides."""

    kind: str
    size: Size
    front: int
    back: int | None


@dataclass
class Album:
    """All components of a game, and each of their images once, with what it shows in words."""

    laid: list[Laid] = field(default_factory=list)
    images: list[tuple[str, str]] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, image: Html, told: str) -> int:
        """Return the number of an image, which is added unless one looks the same."""
        if image not in self._numbers:
            alone = standalone(image)
            if alone not in self._numbers:
                self._numbers[alone] = len(self.images)
                self.images.append((alone, told))
            self._numbers[image] = self._numbers[alone]
        return self._numbers[image]


def album_of(pen: Pen, kinds: Sequence[Sequence[Component]], cards: CardSize) -> Album:
    """Draw the components of a game, with cards of the given size."""
    album = Album()
    for component in (each for kind in kinds for each in kind):
        size = size_of(component, cards)
        behind = back(pen, component, size)
        album.laid.append(
            Laid(
                component.front.kind,
                size,
                album.number(front(pen, component, size), component.front.name),
                None if behind is None else album.number(behind, component.back.name),
            )
        )
    return album


def sheets(album: Album, paper: Paper, title: str, *, backs: bool) -> tuple[int, bytes]:
    """Return all components as a PDF file, with its number of pages.

    With `backs`, each page of fronts is followed by one with their backs.
    """
    pages = [*pages_of(album, paper, backs=backs)]
    return len(pages), pdf(pages, album.images, title)


def pages_of(album: Album, paper: Paper, *, backs: bool) -> Iterator[Page]:
    """Yield the pages. Components of one size share pages."""
    width, height = PAPERS[paper]
    for size in dict.fromkeys(laid.size for laid in album.laid):
        grid = Grid(size, width, height)
        same = [laid for laid in album.laid if laid.size == size]
        each = grid.columns * grid.rows
        for first in range(0, len(same), each):
            shown = same[first : first + each]
            lines = [] if size.round else [*_lines(grid, len(shown))]
            fronts = [_box(grid, index, laid.front) for index, laid in enumerate(shown)]
            yield Page(width, height, fronts, lines)
            behind = [
                _box(grid, index, laid.back, mirrored=True)
                for index, laid in enumerate(shown)
                if laid.back is not None
            ]
            if backs and behind:
                yield Page(width, height, behind)


def _box(grid: Grid, index: int, image: int, *, mirrored: bool = False) -> Box:
    spot, size = grid.spot(index, mirrored=mirrored), grid.size
    return Box(image, spot.x, spot.y, size.width, size.height, size.round)


def _lines(grid: Grid, count: int) -> Iterator[Line]:
    """Yield fine lines between components, and cut marks at both ends of each line."""
    for start, end in grid.cuts(count):
        right, down = end.x - start.x, end.y - start.y
        yield Line(start.x, start.y, right, down)
        if right:
            yield Line(start.x - AWAY - MARK, start.y, MARK, 0, mark=True)
            yield Line(end.x + AWAY, end.y, MARK, 0, mark=True)
        else:
            yield Line(start.x, start.y - AWAY - MARK, 0, MARK, mark=True)
            yield Line(end.x, end.y + AWAY, 0, MARK, mark=True)

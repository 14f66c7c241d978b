"""Lays what a game consists of on sheets of paper, each thing as often as it exists, with backs behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from gamespec.program.frozen import dataclass
from interpreter.drawn.sheets.boards import FEW, MANY, BoardSize, Plan, pages_of_board, plan_of
from interpreter.drawn.sheets.discs import discs
from interpreter.drawn.sheets.faces import with_bleed
from interpreter.drawn.sheets.reference import Reference, flow_of
from interpreter.drawn.sheets.typeset import Box, Flow, Line, Note, Page, pdf
from interpreter.drawn.sizes import FIGURE, PAPERS, Backs, Grid, Paper, Size
from interpreter.locale import Catalogue, catalogue

if TYPE_CHECKING:
    from interpreter.drawn.sheets.album import Album, Laid, LaidBoard

__all__ = ["Sheet", "Wanted", "made", "planned", "sheets_of", "too_large"]

MARK = 3.5
"""The length of a cut mark, in millimetres."""

AWAY = 1.0
"""The distance of a cut mark from the components, in millimetres."""

NOTE = 3.0
"""The height of the note in the lower margin, in millimetres."""

FOLDS = (9.0, 38.0, 67.0)
"""Where a figure is folded: at its feet, its heads, and its other feet."""

HEADS = (10.0, 41.0)
"""Where the two pictures of a figure begin; the first is upside down."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How sheets are wanted: the paper, backs, how far pictures reach beyond the cut, and boards."""

    paper: Paper = "a4"
    backs: Backs = "long-edge"
    bleed: float = 0.0
    boards: BoardSize = "full"
    title: str = ""
    texts: Catalogue = field(default_factory=lambda: catalogue("en"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page, with what is on it in words, and which side it is."""

    page: Page
    told: str
    side: Literal["front", "back"] = "front"


def made(
    album: Album, pages: Sequence[Sheet], wanted: Wanted, reference: Reference | None = None
) -> tuple[bytes, int]:
    """Return sheets as a PDF file, and how many pages the sheet of reference takes, which comes first."""
    images = album.images
    if wanted.bleed:
        sizes = {image: laid.size for laid in album.laid for image in (laid.front, laid.back)}
        images = [
            (_bled(svg, sizes[number], wanted.bleed) if number in sizes else svg, told)
            for number, (svg, told) in enumerate(images)
        ]
    flow = Flow() if reference is None else flow_of(reference, album.images, wanted.paper)
    return pdf([sheet.page for sheet in pages], images, wanted.title, flow), flow.pages


def _bled(svg: str, size: Size, bleed: float) -> str:
    return svg if _bare(size) else with_bleed(svg, size, bleed)


def _bare(size: Size) -> bool:
    """Return whether pictures of a size never reach beyond the cut."""
    return size.round or size == FIGURE


def sheets_of(album: Album, wanted: Wanted) -> list[Sheet]:
    """Return the sheets: first the boards, then all else. What has the same size shares sheets."""
    return [*_boards(album, wanted), *_components(album, wanted)]


# --- boards -----------------------------------------------------------------------------------------------


def too_large(album: Album, wanted: Wanted) -> list[tuple[LaidBoard, Plan]]:
    """Return the boards that are not printed because they need too many sheets."""
    return [(board, plan) for board, plan in _plans(album, wanted) if not _fits(board, plan)]


def planned(album: Album, wanted: Wanted) -> list[tuple[LaidBoard, Plan]]:
    """Return the boards that are printed, and how they lie on sheets."""
    return [(board, plan) for board, plan in _plans(album, wanted) if _fits(board, plan)]


def _fits(board: LaidBoard, plan: Plan) -> bool:
    """Return whether a board needs few enough sheets. Large boards of players are laid out on the table."""
    return plan.count <= (FEW if board.own else MANY)


def _plans(album: Album, wanted: Wanted) -> Iterator[tuple[LaidBoard, Plan]]:
    for board in album.boards if wanted.boards != "none" else ():
        yield board, plan_of(board.fields, board.sizes, wanted.boards, wanted.paper)


def _boards(album: Album, wanted: Wanted) -> Iterator[Sheet]:
    glue = wanted.texts.gettext("cut at the left and upper marks, glue on the dashed marks of the neighbour")
    for board, plan in planned(album, wanted):
        said = " \N{MIDDLE DOT} ".join(filter(None, (wanted.title, board.title)))
        for _ in range(board.copies):
            for name, page in pages_of_board(plan, board.image, said, glue):
                yield Sheet(page, f"{board.name} {name}".strip())


# --- components -------------------------------------------------------------------------------------------


def _components(album: Album, wanted: Wanted) -> Iterator[Sheet]:
    width, height = PAPERS[wanted.paper]
    for size in dict.fromkeys(laid.size for laid in album.laid if not laid.size.round):
        grid = Grid(size, width, height, 0.0 if _bare(size) else wanted.bleed)
        same = [laid for laid in album.laid if laid.size == size]
        each = grid.columns * grid.rows
        for first in range(0, len(same), each):
            yield from _sides(grid, same, range(first, min(first + each, len(same))), wanted)
    flat = [laid for laid in album.laid if laid.size.round]
    first = 0
    for here, boxes in discs(flat, width, height):
        told = _told(_in_order(flat), range(first, first + len(here)))
        first += len(here)
        yield Sheet(_page(Grid(here[0].size, width, height), boxes, (), wanted, told), told)


def _in_order(flat: Sequence[Laid]) -> list[Laid]:
    """Return discs in the order in which they are laid: the largest first."""
    return sorted(flat, key=lambda laid: -laid.size.width)


def _sides(grid: Grid, same: Sequence[Laid], here: range, wanted: Wanted) -> Iterator[Sheet]:
    """Yield the page of fronts of some of the components of one size, and the page of their backs."""
    told = _told(same, here)
    shown = [same[index] for index in here]
    lines = [*_lines(grid, len(shown))]
    fronts = [box for index, laid in enumerate(shown) for box in _boxes(grid, index, laid.front)]
    yield Sheet(_page(grid, fronts, lines, wanted, told), told)
    backs = [
        box
        for index, laid in enumerate(shown)
        if laid.back is not None
        for box in _boxes(grid, index, laid.back, mirrored=True)
    ]
    if backs and wanted.backs != "none":
        said = " \N{MIDDLE DOT} ".join((told, wanted.texts.gettext("backs")))
        page = _page(grid, backs, (), wanted, said, turned=wanted.backs == "short-edge")
        yield Sheet(page, told, "back")


def _told(same: Sequence[Laid], here: range) -> str:
    """Return which components are on a page, such as `card 10-18 of 52`."""
    said: list[str] = []
    for kind in dict.fromkeys(same[index].kind for index in here):
        own = [index for index, laid in enumerate(same) if laid.kind == kind]
        lying = [own.index(index) + 1 for index in here if same[index].kind == kind]
        first, last = lying[0], lying[-1]
        numbers = f"{first}" if first == last else f"{first}\N{EN DASH}{last}"
        said.append(f"{kind.replace('_', ' ')} {numbers}/{len(own)}")
    return ", ".join(said)


def _page(  # noqa: PLR0913 - what a page consists of
    grid: Grid,
    boxes: Sequence[Box],
    lines: Sequence[Line],
    wanted: Wanted,
    told: str,
    *,
    turned: bool = False,
) -> Page:
    said = " \N{MIDDLE DOT} ".join(filter(None, (wanted.title, told)))
    note = Note(grid.left, grid.height - NOTE - AWAY, grid.width - 2 * grid.left, said, "center")
    notes = [note] if grid.size.round or grid.foot > NOTE + 2 * AWAY + MARK else []
    return Page(grid.width, grid.height, boxes, lines, notes, turned)


def _boxes(grid: Grid, index: int, image: int, *, mirrored: bool = False) -> Iterator[Box]:
    spot, size, bleed = grid.spot(index, mirrored=mirrored), grid.size, grid.bleed
    if size == FIGURE:
        for head in HEADS:
            yield Box(image, spot.x, spot.y + head, size.width, size.width, turned=head == HEADS[0])
        return
    wide, high = size.width + 2 * bleed, size.height + 2 * bleed
    yield Box(image, spot.x - bleed, spot.y - bleed, wide, high, size.round)


def _lines(grid: Grid, count: int) -> Iterator[Line]:
    """Yield fine lines between components, and cut marks at both ends of each line.

    Where pictures reach beyond the cut, there are only the marks, outside the pictures.
    """
    away = AWAY + grid.bleed
    for start, end in grid.cuts(count):
        right, down = end.x - start.x, end.y - start.y
        if not grid.bleed:
            yield Line(start.x, start.y, right, down)
        if right:
            yield Line(start.x - away - MARK, start.y, MARK, 0, "mark")
            yield Line(end.x + away, end.y, MARK, 0, "mark")
        else:
            yield Line(start.x, start.y - away - MARK, 0, MARK, "mark")
            yield Line(end.x, end.y + away, 0, MARK, "mark")
    if grid.size == FIGURE:
        for index in range(count):
            spot = grid.spot(index)
            for fold in FOLDS:
                yield Line(spot.x, spot.y + fold, grid.size.width, 0, "fold")

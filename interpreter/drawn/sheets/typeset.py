"""Typesets pages of SVG images as PDF or PNG, with Typst. Nothing else imports `typst`.

Letters come from the fonts in the folder `fonts` and from those inside Typst, never from the machine, so the
same pages give the same file everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import typst

from gamespec.program.frozen import dataclass

__all__ = [
    "FAMILY",
    "FONTS",
    "Box",
    "Crop",
    "Flow",
    "Line",
    "Note",
    "Page",
    "families",
    "pages_of",
    "pdf",
    "png",
    "typeset",
]

INCH = 25.4
"""The number of millimetres in an inch."""

FAMILY = "Alegreya Sans"
"""The family of the fonts that are shipped."""

FONTS = Path(__file__).parent / "fonts"
"""The folder of the fonts that are shipped."""

ROUGH = 5.0
"""The density of pictures that are only counted, in pixels per inch."""

MOMENT = 0.05
"""The time between two looks at whether Typst is done, in seconds, after which Ctrl-C takes effect."""

FUNCTIONS = f"""
#set text(font: "{FAMILY}", fallback: true, size: 7pt)
"""

FUNCTIONS += """
#let picture(n, w, h) = image(bytes(sys.inputs.at("svg" + n)), format: "svg", width: w, height: h,
  fit: "stretch", alt: sys.inputs.at("alt" + n))
#let image-at(n, x, y, w, h, corner, turn) = place(dx: x, dy: y, rotate(turn, box(width: w, height: h,
  clip: true, radius: corner, picture(n, w, h))))
#let crop-at(n, x, y, w, h, left, top, wide, high) = place(dx: x, dy: y, box(width: w, height: h,
  clip: true, place(dx: -left, dy: -top, picture(n, wide, high))))
#let disc-at(x, y, w) = place(dx: x, dy: y, circle(width: w, stroke: 0.3pt + luma(45%)))
#let line-at(x, y, dx, dy, width, grey, dash) = place(dx: x, dy: y,
  line(end: (dx, dy), stroke: (paint: luma(grey), thickness: width, dash: dash)))
#let note-at(x, y, w, side, words) = place(dx: x, dy: y, box(width: w, height: 3mm,
  align(side + horizon, text(fill: luma(35%), words))))
"""


@dataclass(frozen=True, slots=True)
class Crop:
    """The part of a larger image that a box shows: where it begins, and the size of the whole image."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Box:
    """An image on a page, by its number, its upper left corner and its size. A disc has a line around it.

    `turned` turns the image upside down. `crop` says which part of the image is shown, if not all of it.
    """

    image: int
    x: float
    y: float
    width: float
    height: float
    round: bool = False
    turned: bool = False
    crop: Crop | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line from a point by `right` and `down`.

    One between components is `fine`, one in the margin is a `mark` and darker, one to fold or to glue along
    is a `fold`.
    """

    x: float
    y: float
    right: float
    down: float
    kind: Literal["fine", "mark", "fold"] = "fine"


@dataclass(frozen=True, slots=True)
class Note:
    """A small text in the margin of a page, at most `width` wide."""

    x: float
    y: float
    width: float
    text: str
    side: Literal["left", "center", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Page:
    """A page with images, and lines and notes above them. Lengths are in millimetres.

    A page that is `turned` is laid out like others, and then turned upside down.
    """

    width: float
    height: float
    boxes: Sequence[Box] = ()
    lines: Sequence[Line] = field(default=())
    notes: Sequence[Note] = field(default=())
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Flow:
    """Pages of text that come first: their Typst markup, the data that it reads as `more`, their number."""

    markup: str = ""
    more: str = ""
    pages: int = 0


def families() -> list[str]:
    """Return the families of the fonts that are used."""
    return list(typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)]).families())


def pdf(
    pages: Iterable[Page], images: Sequence[tuple[str, str]], title: str, flow: Flow | None = None
) -> bytes:
    """Return a PDF file. Each of the `images` is an SVG text and what it shows, in words.

    The same input gives the same file.
    """
    text = flow or Flow()
    inputs = {"title": title, "more": text.more, **_inputs(images)}
    return _single(typeset(_source(pages, text.markup), inputs, format="pdf", timestamp=0))


def pages_of(flow: Flow, images: Sequence[tuple[str, str]]) -> int:
    """Return how many pages a text takes."""
    inputs = {"title": "", "more": flow.more, **_inputs(images)}
    made = typeset(_source([], flow.markup), inputs, format="png", ppi=ROUGH)
    return len(made) if isinstance(made, list) else 1


def png(page: Page, images: Sequence[tuple[str, str]], pixels: int) -> bytes:
    """Return a page as a PNG picture whose longer side has at most the given number of pixels."""
    density = pixels / max(page.width, page.height) * INCH
    inputs = {"title": "", **_inputs(images, {box.image for box in page.boxes})}
    return _single(typeset(_source([page]), inputs, format="png", ppi=density))


def typeset(source: str, inputs: Mapping[str, str], **wanted: Any) -> bytes | list[bytes] | None:
    """Typeset a source in the background, so that Ctrl-C can end the wait for it."""
    made: list[bytes | list[bytes] | None] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            made.append(
                typst.compile(
                    source.encode(),
                    sys_inputs=dict(inputs),
                    font_paths=[str(FONTS)],
                    ignore_system_fonts=True,
                    **wanted,
                )
            )
        except BaseException as error:  # noqa: BLE001 - raised again where the result is awaited
            failed.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(MOMENT)
    if failed:
        raise failed[0]
    return made[0]


def _single(made: bytes | list[bytes] | None) -> bytes:
    if not isinstance(made, bytes):
        raise TypeError(f"Typst gives a {type(made).__name__}, not a file")
    return made


def _inputs(images: Sequence[tuple[str, str]], wanted: set[int] | None = None) -> Mapping[str, str]:
    """Return images and their texts by the names that the source uses, so that nothing has to be escaped."""
    return {
        name: text
        for number, (svg, told) in enumerate(images)
        if wanted is None or number in wanted
        for name, text in ((f"svg{number}", svg), (f"alt{number}", told))
    }


def _source(pages: Iterable[Page], flow: str = "") -> str:
    """Return pages in the markup of Typst."""
    head = f"#set document(title: sys.inputs.title, date: none)\n#set page(margin: 0pt)\n{FUNCTIONS}"
    return head + flow + "\n".join(_page(page) for page in pages)


def _page(page: Page) -> str:
    size = f"width: {page.width:g}mm, height: {page.height:g}mm"
    lines = [f"#page({size}, margin: 0pt)[", *_drawn(page), "]"]
    if page.turned:
        lines = [f"#page({size}, margin: 0pt, rotate(180deg, box({size})[", *lines[1:-1], "]))"]
    return "\n".join(lines)


def _drawn(page: Page) -> Iterator[str]:
    for box in page.boxes:
        yield from _boxed(box)
    for line in page.lines:
        ends = f"{line.x:g}mm, {line.y:g}mm, {line.right:g}mm, {line.down:g}mm"
        yield f"#line-at({ends}, {STROKES[line.kind]})"
    for note in page.notes:
        at = f"{note.x:g}mm, {note.y:g}mm, {note.width:g}mm, {note.side}"
        yield f"#note-at({at}, {_quoted(note.text)})"


STROKES = {
    "fine": '0.2pt, 55%, "solid"',
    "mark": '0.4pt, 0%, "solid"',
    "fold": '0.4pt, 35%, "dashed"',
}
"""The width, the grey and the dashes of each kind of line."""


def _boxed(box: Box) -> Iterator[str]:
    at = f'"{box.image}", {box.x:g}mm, {box.y:g}mm, {box.width:g}mm, {box.height:g}mm'
    if box.crop is not None:
        crop = box.crop
        yield f"#crop-at({at}, {crop.left:g}mm, {crop.top:g}mm, {crop.width:g}mm, {crop.height:g}mm)"
        return
    corner, turn = "50%" if box.round else "0pt", "180deg" if box.turned else "0deg"
    yield f"#image-at({at}, {corner}, {turn})"
    if box.round:
        yield f"#disc-at({box.x:g}mm, {box.y:g}mm, {box.width:g}mm)"


def _quoted(text: str) -> str:
    """Return a text as Typst writes it in code."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

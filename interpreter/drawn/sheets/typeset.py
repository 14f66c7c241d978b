"""Typesets pages of SVG images as PDF or PNG, with Typst. Nothing else imports `typst`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import typst

__all__ = ["Box", "Line", "Page", "pdf", "png"]

INCH = 25.4
"""The number of millimetres in an inch."""

FUNCTIONS = """
#let image-at(n, x, y, w, h, corner) = place(dx: x, dy: y, box(width: w, height: h, clip: true,
  radius: corner, image(bytes(sys.inputs.at("svg" + n)), format: "svg", width: w, height: h, fit: "stretch",
    alt: sys.inputs.at("alt" + n))))
#let disc-at(x, y, w) = place(dx: x, dy: y, circle(width: w, stroke: 0.3pt + luma(45%)))
#let line-at(x, y, dx, dy, width, grey) = place(dx: x, dy: y,
  line(end: (dx, dy), stroke: width + luma(grey)))
"""


@dataclass(frozen=True, slots=True)
class Box:
    """An image on a page, by its number, its upper left corner and its size. A disc has a line around it."""

    image: int
    x: float
    y: float
    width: float
    height: float
    round: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line from a point by `right` and `down`; one outside the components is a `mark`, and darker."""

    x: float
    y: float
    right: float
    down: float
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page with images, and lines above them. Lengths are in millimetres."""

    width: float
    height: float
    boxes: Sequence[Box]
    lines: Sequence[Line] = field(default=())


def pdf(pages: Iterable[Page], images: Sequence[tuple[str, str]], title: str) -> bytes:
    """Return a PDF file. Each of the `images` is an SVG text and what it shows, in words.

    The same input gives the same file, as long as the machine has the same fonts.
    """
    made = typst.compile(
        _source(pages).encode(), format="pdf", sys_inputs={"title": title, **_inputs(images)}, timestamp=0
    )
    return _single(made)


def png(page: Page, images: Sequence[tuple[str, str]], pixels: int) -> bytes:
    """Return a page as a PNG picture whose longer side has at most the given number of pixels."""
    density = pixels / max(page.width, page.height) * INCH
    inputs = {"title": "", **_inputs(images)}
    return _single(typst.compile(_source([page]).encode(), format="png", ppi=density, sys_inputs=inputs))


def _single(made: bytes | list[bytes] | None) -> bytes:
    if not isinstance(made, bytes):
        raise TypeError(f"Typst gives a {type(made).__name__}, not a file")
    return made


def _inputs(images: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Return images and their texts by the names that the source uses, so that nothing has to be escaped."""
    return {
        name: text
        for number, (svg, told) in enumerate(images)
        for name, text in ((f"svg{number}", svg), (f"alt{number}", told))
    }


def _source(pages: Iterable[Page]) -> str:
    """Return pages in the markup of Typst."""
    head = f"#set document(title: sys.inputs.title, date: none)\n#set page(margin: 0pt)\n{FUNCTIONS}"
    return head + "\n".join(_page(page) for page in pages)


def _page(page: Page) -> str:
    lines = [f"#page(width: {page.width:g}mm, height: {page.height:g}mm)["]
    for box in page.boxes:
        at = f"{box.x:g}mm, {box.y:g}mm, {box.width:g}mm"
        corner = "50%" if box.round else "0pt"
        lines.append(f'#image-at("{box.image}", {at}, {box.height:g}mm, {corner})')
        lines += [f"#disc-at({at})"] if box.round else []
    for line in page.lines:
        ends = f"{line.x:g}mm, {line.y:g}mm, {line.right:g}mm, {line.down:g}mm"
        lines.append(f"#line-at({ends}, {'0.4pt, 0%' if line.mark else '0.2pt, 55%'})")
    return "\n".join([*lines, "]"])

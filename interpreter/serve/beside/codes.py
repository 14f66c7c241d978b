"""QR codes of links, so that phones open them: as an SVG path for pages, and as blocks for terminals.

Only this module imports segno.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import segno

__all__ = ["Code", "code_of", "in_blocks"]

BORDER = 2
"""Width of the light border in terminals, in modules; pages have a light ground around a code."""
BLOCKS = {(True, True): "\N{FULL BLOCK}", (True, False): "\N{UPPER HALF BLOCK}",
          (False, True): "\N{LOWER HALF BLOCK}", (False, False): " "}  # fmt: skip
"""The character for two modules, one above the other; a light module is drawn, for dark terminals."""


class Code(NamedTuple):
    """A code of `size` times `size` modules, whose dark ones the SVG path `path` fills."""

    size: int
    path: str


def code_of(link: str) -> Code:
    """Return the code of a link."""
    rows = _rows(link)
    return Code(len(rows), "".join(_runs(rows)))


def _rows(link: str) -> Sequence[Sequence[int]]:
    return segno.make_qr(link, error="m").matrix


def _runs(rows: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield a rectangle for each run of dark modules in a row."""
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length


def in_blocks(link: str) -> list[str]:
    """Return the code of a link as lines of text, each of which has two rows of modules."""
    code = _rows(link)
    width = len(code) + 2 * BORDER
    blank = [True] * width
    side = [True] * BORDER
    rows = [
        *[blank] * BORDER,
        *([*side, *(not dark for dark in row), *side] for row in code),
        *[blank] * BORDER,
    ]
    if len(rows) % 2:
        rows.append([False] * width)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(BLOCKS[pair] for pair in zip(above, below, strict=True)) for above, below in pairs]

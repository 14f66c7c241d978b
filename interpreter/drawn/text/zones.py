"""Formats zones as text. Long lines are wrapped, and hidden components are only counted."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from interpreter.drawn.text.planes import turned_blocks
from interpreter.drawn.text.tokens import piece
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.scene.things import Piece, Place

__all__ = ["name_of", "place_lines", "place_text", "places_lines", "tile_lines"]

MOST = 40
"""The greatest number of pieces in a zone that are listed. Any further pieces are only counted."""


def places_lines(places: Sequence[Place], width: int, language: str) -> Iterator[str]:
    """Yield the lines that show the given zones. All empty zones are listed on one line."""
    empty: list[str] = []
    squares: list[str] = []
    for place in places:
        if not place.pieces:
            empty.append(name_of(place))
        elif place.lies == "square" and len(place.pieces) == 1 and not place.pieces[0].parts:
            squares.append(f"{name_of(place)}: {_one(place.pieces[0], place.owner)}")
        else:
            yield from place_lines(place, width, language)
    line = ""
    for text in squares:
        if line and len(line) + 3 + len(text) > width:
            yield line
            line = ""
        line = f"{line}   {text}" if line else text
    if line:
        yield from textwrap.wrap(line, width)
    if empty:
        said = catalogue(language).gettext("empty")
        yield from textwrap.wrap(f"{said}: {', '.join(empty)}", width, subsequent_indent="  ")


def name_of(place: Place) -> str:
    """Return the name of a zone, with the key that distinguishes it from others in its family."""
    return f"{place.name} {place.key}" if place.key else place.name


def place_lines(place: Place, width: int, language: str, most: int | None = MOST) -> Iterator[str]:
    """Yield the lines that show a zone which is not empty, with at most `most` of its pieces."""
    yield from textwrap.wrap(place_text(place, language, most), width, subsequent_indent="    ")
    yield from tile_lines(place, language)


def tile_lines(place: Place, language: str) -> Iterator[str]:
    """Yield the lines that show the tiles in a zone, in all their rotations."""
    for each in place.pieces:
        if each.parts:
            yield from (f"    {line}" for line in turned_blocks(each, language))


def place_text(place: Place, language: str, most: int | None = MOST) -> str:
    """Format a zone which is not empty as one text, with at most `most` of its pieces."""
    shown = place.pieces[:most]
    folded = place.pieces[len(shown) :]
    texts = [_one(each, place.owner) for each in shown]
    if folded:
        count = sum(each.count for each in folded)
        texts.append(catalogue(language).ngettext("and {count} more", "and {count} more", count))
    listed = ", ".join(texts)
    if place.ordered and len(place.pieces) > 1 and any(each.known for each in place.pieces):
        top_first = catalogue(language).gettext("top first")
        listed += f" ({top_first})"
    return f"{name_of(place)}: {listed}"


def _one(it: Piece, whose: int | None) -> str:
    text = it.name if not it.known else piece(it, whose)
    if not it.known:
        return f"{it.count} {text}"
    return text if it.count == 1 else f"{it.count} x {text}"

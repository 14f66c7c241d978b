"""Readers for values that occur only in the section `view`, and the places of the view's parts.

`resolve.views` binds the names in the view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from gamespec.description.diagram import CELL, read_lines
from gamespec.description.reader import Reader, child, entries, is_read
from gamespec.documents.document import Node, Scalar, Sequence
from gamespec.icons import found, icons
from gamespec.model import model as m
from gamespec.model.spelling import NOTHING, SPELT, keys_of
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean, fuller
from gamespec.text.visible import cell, visible

__all__ = ["COLORS", "places_in", "read_icon", "read_layout", "read_symbol"]

COLORS: tuple[str, ...] = get_args(m.Color)
"""The names of the colours in the palette."""

FEW = 3
"""Maximum number of icons that a help text lists."""

WIDEST = 2
"""Maximum width of a symbol, in columns of a terminal."""


def read_symbol(r: Reader, scalar: Scalar) -> Any:
    """Return a symbol, or `NOTHING` after reporting that it is too wide or invisible."""
    text = scalar.text
    wide = sum(cell(character)[1] for character in text)
    if 1 <= wide <= WIDEST and visible(text) == text and not any(c.isspace() for c in text):
        return text
    fault = "takes more than two columns" if wide > WIDEST else "cannot be seen"
    r.found.report("GS322", f"this symbol {fault}", scalar.span, help="choose one or two characters")
    return NOTHING


def read_icon(r: Reader, scalar: Scalar) -> Any:
    """Return the name of an icon, or `NOTHING` after reporting that there is no such icon."""
    name, known = scalar.text, icons()
    if name in known:
        return name
    fitting = ", ".join(f"`{icon.name}`" for icon in found(name)[:FEW])
    r.found.report(
        "GS322", f"there is no icon `{name}`", scalar.span,
        help=fuller(name, known)
        or did_you_mean(name, known)
        or (f"these may fit: {fitting}" if fitting else "`gamespec icons WORD` finds one"),
    )  # fmt: skip
    return NOTHING


def read_layout(r: Reader, scalar: Scalar) -> Any:
    """Return the positions of cells, or `NOTHING` after reporting that there are no lines to read."""
    lines = read_lines(scalar, r.found, "a layout")
    if lines is None:
        return NOTHING
    placed: dict[str, tuple[int, int]] = {}
    first: dict[str, Span] = {}
    for row, line in enumerate(lines):
        for column, word in enumerate(line):
            if word.name in placed:
                r.found.report(
                    "GS322", f"the cell `{word}` is here twice", word.span,
                    others=(Remark(first[word.name], "the first one"),), help="leave one of them out",
                )  # fmt: skip
            elif word.name != CELL:
                placed[word.name], first[word.name] = (column, row), word.span
    return placed


def places_in(type_: Any, node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Span]]:
    """Yield the path and the place of each part of a value of a type.

    The place is that of the part's name if the author chose the name, and that of the part's value otherwise.
    """
    parts: list[tuple[str, Span, Any, Node]] = []
    if type_ in SPELT:
        keys = ((key, child(node, key.name)) for key in keys_of(type_))
        parts = [(key.name, value.span, key.type, value) for key, value in keys if value is not None]
    elif type_ == m.Layout:
        lines = read_lines(node, Collector(), "") if is_read(node) else None
        parts = [(word.name, word.span, None, node) for line in lines or () for word in line]
    elif get_origin(type_) is Mapping:
        parts = [(e.key.text, e.key.span, get_args(type_)[1], e.value) for e in entries(node)]
    elif get_origin(type_) is tuple and isinstance(node, Sequence):
        parts = [(str(i), item.span, get_args(type_)[0], item) for i, item in enumerate(node.items)]
    for name, place, of, value in parts:
        yield (*path, name), place
        yield from places_in(of, value, (*path, name))

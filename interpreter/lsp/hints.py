"""Types that the text does not say, shown within the line: results of functions, and what locals are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from interpreter.lsp.names import Finder

__all__ = ["Hint", "hints"]


class Hint(NamedTuple):
    """A type, and the place behind which it is shown."""

    offset: int
    text: str


def hints(finder: Finder, path: Path, start: int, end: int) -> Iterator[Hint]:
    """Yield the hints in a part of a file."""
    analysis = finder.results.analysis(path)
    if analysis is None:
        return
    text = finder.texts.text(path)
    for named in finder.mentions(path, analysis):
        span, declaration = named.span, named.declaration
        if not (start <= span.start <= end and named.declares and span.text == declaration.name):
            continue
        if declaration.kind == "function" and " -> " in declaration.type and _is_key(text, span.end):
            yield Hint(span.end, f" -> {declaration.type.rpartition(' -> ')[2]}")
        elif declaration.kind == "local" and declaration.type not in {"", "?"} and not _said(text, span.end):
            yield Hint(span.end, f": {declaration.type}")


def _is_key(text: str, end: int) -> bool:
    return text[end : end + 1] == ":"


def _said(text: str, end: int) -> bool:
    """Return whether the text behind a local says its type, as `n: 1..6` does."""
    after = text[end : end + 40].lstrip()
    return after.startswith(":") and not after[1:].lstrip().startswith(("{", "\n"))

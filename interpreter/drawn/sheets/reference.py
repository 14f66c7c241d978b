"""Typesets the sheet of reference of a game: what is in the box, how to begin, the course, scores, rulings.

The letters are as large as one or two pages allow.
"""

from __future__ import annotations

import json
from dataclasses import field
from pathlib import Path
from typing import Any, TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.drawn.sheets.typeset import Flow, pages_of
from interpreter.drawn.sizes import PAPERS, Paper

__all__ = ["Listed", "Reference", "Run", "Said", "Section", "Tabled", "flow_of"]

Run: TypeAlias = tuple[str, bool]
"""A part of a text, and whether it stands for something that players choose."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Something in the box: its picture by number, how many there are, its name, and more about it."""

    count: str
    name: str
    more: str = ""
    image: int | None = None
    round: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A paragraph, which may begin with bold words and may be indented under another one."""

    lead: str
    runs: tuple[Run, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Tabled:
    """A table, with a title and headings."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the reference under a heading."""

    title: str
    entries: tuple[Listed | Said | Tabled, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """What the sheet of reference says; `pictures` are the numbers of the images beside the title."""

    title: str
    about: str
    facts: tuple[str, ...]
    sections: tuple[Section, ...]
    pictures: tuple[int, ...] = ()
    language: str = "en"
    round: frozenset[int] = field(default=frozenset())


SIZES = (11.2, 10.6, 10.0, 9.4, 8.8, 8.2, 7.6, 7.0, 6.5)
"""The sizes of letters that are tried, in points."""

READABLE = 8.2
"""The least size of letters at which one page is better than two."""

TEMPLATE = Path(__file__).with_name("reference.typ")
"""The markup of the sheet."""


def flow_of(reference: Reference, images: list[tuple[str, str]], paper: Paper) -> Flow:
    """Return the pages of a reference, with letters as large as one page allows, or else two.

    If two pages do not suffice for the smallest letters, there are more.
    """
    best: Flow | None = None
    markup = TEMPLATE.read_text(encoding="utf-8")
    for size in SIZES:
        more = json.dumps(_data(reference, size, paper), ensure_ascii=False)
        found = Flow(markup, more, pages_of(Flow(markup, more), images))
        if found.pages == 1:
            return found
        if best is None or found.pages < best.pages:
            best = found
        if size <= READABLE and best.pages <= 2:  # noqa: PLR2004 - both sides of a sheet
            return best
    assert best is not None  # noqa: S101 - at least one size is tried
    return best


def _data(reference: Reference, size: float, paper: Paper) -> dict[str, Any]:
    width, height = PAPERS["letter" if paper == "letter" else "a4"]
    sections = [
        {"title": section.title, "entries": [_entry(entry) for entry in section.entries]}
        for section in reference.sections
        if section.entries
    ]
    return {
        "title": reference.title,
        "about": reference.about,
        "facts": reference.facts,
        "sections": sections,
        "pictures": [(number, number in reference.round) for number in reference.pictures],
        "language": reference.language,
        "size": size,
        "width": width,
        "height": height,
    }


def _entry(entry: Listed | Said | Tabled) -> dict[str, Any]:
    match entry:
        case Listed(count, name, more, image, is_round):
            return {
                "kind": "listed",
                "count": count,
                "name": name,
                "more": more,
                "image": image,
                "round": is_round,
            }
        case Said(lead, runs, level):
            return {"kind": "said", "lead": lead, "runs": runs, "level": level}
        case Tabled(title, columns, rows):
            return {"kind": "tabled", "title": title, "columns": columns, "rows": rows}

"""The navigation of the site, read from `docs/index.md`.

A heading of the second level there is a tab, one of the third a section of it, and each item of a list links
to a page. `ADDED` lists pages that follow from the code, which have no file below `docs/`. Every page of the
site stands in the navigation, or the build fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gamespec.text.codes import CODES
from website.collecting import ROOT, placed
from website.running import Unbuilt

__all__ = ["listed", "navigation"]

Entry = dict[str, Any]

_HEADING = re.compile(r"^(#{2,3}) (.+)$")
_ITEM = re.compile(r"^- \[([^\]]+)\]\(([^)#]+)\)")

ADDED: dict[tuple[str, str], list[Entry]] = {
    ("Learn", "first"): [{"Install": "install.md"}],
    ("Learn", "last"): [{"All pages": "contents.md"}],
    ("Background", "first"): [{"How it compares": "explanation/how-it-compares.md"}],
}
"""Pages that are added at the beginning or the end of a tab."""

OUTSIDE = ("index.md", "project/files/*", "project/licence.md", "project/*.md", "games/*/specification.md")
"""Pages that only other pages link to."""


def navigation(folder: Path, keys: Iterable[str], python: Iterable[str], *, playground: bool) -> list[Entry]:
    """Return the navigation of the pages in `folder`, of which `keys` and `python` follow from the code.

    `playground` says whether the site has one, which then is the last tab.
    """
    tabs: list[Entry] = [{"Home": "index.md"}]
    read = _read()
    read["Reference"]["The language"] += [{_title(folder, place): place} for place in keys]
    read["Reference"]["Commands"] = [
        _codes() if "Codes" in entry else entry for entry in read["Reference"]["Commands"]
    ]
    read["Reference"]["Python"] = [{_title(folder, place): place} for place in python]
    for tab, sections in read.items():
        entries: list[Entry] = [*ADDED.get((tab, "first"), ())]
        for section, items in sections.items():
            entries += [{section: items}] if section else items
        entries += ADDED.get((tab, "last"), ())
        if tab == "Games":
            entries += _games(folder)
        tabs.append({tab: entries})
    _check(folder, set(listed(tabs)))
    return [*tabs, {"Playground": "playground/"}] if playground else tabs


def listed(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the places of all pages in a navigation."""
    for entry in entries:
        for value in entry.values():
            if isinstance(value, str):
                yield value
            else:
                yield from listed(value)


def _read() -> dict[str, dict[str, list[Entry]]]:
    """Return the tabs of `docs/index.md`: their sections, and the pages in these."""
    tabs: dict[str, dict[str, list[Entry]]] = {}
    tab = section = ""
    for line in (ROOT / "docs" / "index.md").read_text(encoding="utf-8").splitlines():
        if heading := _HEADING.match(line):
            tab, section = (heading[2], "") if heading[1] == "##" else (tab, heading[2])
        elif item := _ITEM.match(line):
            path = (ROOT / "docs" / item[2]).resolve()
            place = "codes/index.md" if path.is_dir() else placed(path.relative_to(ROOT).as_posix())
            tabs.setdefault(tab, {}).setdefault(section, []).append({item[1]: place})
    return tabs


def _codes() -> Entry:
    pages = [{f"{code} {CODES[code].title.replace('`', '')}": f"codes/{code}.md"} for code in CODES]
    return {"Codes": [{"All codes": "codes/index.md"}, *pages]}


def _games(folder: Path) -> list[Entry]:
    pages = (p for p in sorted((folder / "games").glob("*.md")) if p.stem not in {"index", "list"})
    return [{_title(folder, place): place} for place in (f"games/{page.name}" for page in pages)]


def _title(folder: Path, place: str) -> str:
    """Return the first heading of a page."""
    text = (folder / place).read_text(encoding="utf-8")
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    if found is None:
        raise Unbuilt(f"{place}: this page has no heading")
    return found[1]


def _check(folder: Path, there: set[str]) -> None:
    """Raise `Unbuilt` for a page that nobody finds in the navigation."""
    for path in sorted(folder.rglob("*.md")):
        place = path.relative_to(folder)
        if place.as_posix() not in there and not any(place.match(pattern) for pattern in OUTSIDE):
            raise Unbuilt(f"{place}: docs/index.md does not list this page")

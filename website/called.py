"""What the tables of the manual call its sections: words by which the search finds them, too.

A row such as `| fog of war | [A secret board](…) |` says how people call what another section tells. So a row
of *words you may know* is all that it takes for the search to know one more word.
"""

from __future__ import annotations

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

__all__ = ["note"]

_ROW = re.compile(r"<tr>\s*<td[^>]*>(.*?)</td>(.*?)</tr>", re.DOTALL)
_LINK = re.compile(r"<a href=\"([^\"]*)\"")
_TAG = re.compile(r"<[^>]*>")


def note(made: Path) -> None:
    """Add `called` to each section in the index of the search: the first cells of rows that link to it."""
    path = made / "search.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    called: defaultdict[str, list[str]] = defaultdict(list)
    for page in sorted(made.rglob("index.html")):
        for section, words in _rows(page.read_text(encoding="utf-8"), page.parent.relative_to(made)):
            called[section].append(words)
    for item in index["items"]:
        item["called"] = ", ".join(dict.fromkeys(called[item["location"]]))
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _rows(text: str, place: Path) -> Iterator[tuple[str, str]]:
    """Yield, for each link behind the first cell of a row, the section that it names and the cell's words."""
    for cell, rest in _ROW.findall(text):
        words = html.unescape(_TAG.sub("", cell)).strip()
        for link in _LINK.findall(rest):
            yield urljoin(f"/{place.as_posix()}/", html.unescape(link)).removeprefix("/"), words

"""What the tables of the manual call its sections: words by which the search finds them, too.

A row such as `| fog of war | [A secret board](…) |` says how people call what another section tells. So a row
of *words you may know* is all that it takes for the search to know one more word. The words stand at the end
of the section's text in the index, so that an excerpt can show them. The rows of the table `OTHER_WORDS` say
which words of the manual the search looks for, too, when it is asked for words that the manual doesn't use.
"""

from __future__ import annotations

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

from website.running import Unbuilt

__all__ = ["OTHER_WORDS", "note", "places"]

OTHER_WORDS = "how-to/words-you-may-know/#one-word-for-another"
"""The section of the manual with the table of words that mean the same, or nearly, as words of the manual."""

_ROW = re.compile(r"<tr>\s*<td[^>]*>(.*?)</td>(.*?)</tr>", re.DOTALL)
_LINK = re.compile(r"<a href=\"([^\"]*)\"")
_TAG = re.compile(r"<[^>]*>")


def places(made: Path) -> set[str]:
    """Return the places of all sections that the search can find."""
    return {
        item["location"] for item in json.loads((made / "search.json").read_text(encoding="utf-8"))["items"]
    }


def note(made: Path) -> None:
    """Add to the index of the search what tables call each section, and words for other words.

    A section gets the first cells of the rows that link to it. Raises `Unbuilt` without `OTHER_WORDS`.
    """
    path = made / "search.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    called: defaultdict[str, list[str]] = defaultdict(list)
    for page in sorted(made.rglob("index.html")):
        for section, words in _rows(page.read_text(encoding="utf-8"), page.parent.relative_to(made)):
            called[section].append(words)
    for item in index["items"]:
        if words := ", ".join(dict.fromkeys(called[item["location"]])):
            item["text"] += f"<p>Also under: {html.escape(words, quote=False)}</p>"
    index["items"] = [item for item in index["items"] if item["location"] != OTHER_WORDS]
    index["other"] = _other_words(made)
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _other_words(made: Path) -> dict[str, str]:
    """Return the manual's words for each word in a first cell of the table `OTHER_WORDS`."""
    place, _, anchor = OTHER_WORDS.partition("#")
    _, there, rest = (made / place / "index.html").read_text(encoding="utf-8").partition(f'id="{anchor}"')
    rows = _ROW.findall(rest.partition("</table>")[0])
    if not there or not rows:
        raise Unbuilt(f"{OTHER_WORDS}: the search needs the table of this section")
    others: defaultdict[str, list[str]] = defaultdict(list)
    for cell, ours in rows:
        for word in _text(cell).split(", "):
            others[word].append(_text(ours))
    return {word: " ".join(ours) for word, ours in others.items()}


def _text(cell: str) -> str:
    return html.unescape(_TAG.sub("", cell)).strip()


def _rows(text: str, place: Path) -> Iterator[tuple[str, str]]:
    """Yield, for each link behind the first cell of a row, the section that it names and the cell's words."""
    for cell, rest in _ROW.findall(text):
        words = _text(cell)
        for link in _LINK.findall(rest):
            yield urljoin(f"/{place.as_posix()}/", html.unescape(link)).removeprefix("/"), words

"""Checks of the finished site: every link leads to a page and a heading, and nothing comes from elsewhere.

A page may *link* to other hosts, for those who follow the link. It may load nothing from them: no script,
style, font or picture.
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["problems"]

_TAG = re.compile(r"<(a|audio|iframe|img|link|script|source|video)\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"\b(href|rel|src)=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_ANCHOR = re.compile(r"\b(?:id|name)=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_RELATIONS = {
    "dns-prefetch",
    "icon",
    "manifest",
    "modulepreload",
    "preconnect",
    "prefetch",
    "preload",
    "stylesheet",
}
"""Relations of `link` that make a browser load something."""
_IN_STYLES = re.compile(r"(?:url\(\s*|@import\s+)[\"']?(?:https?:)?//[^\s)\"']+")
_IN_SCRIPTS = re.compile(r"https?://(?!(?:www\.)?w3\.org/|\$)[^\s\"'`]+")
_APART = ("playground",)
"""Folders that other builds fill, with pages and scripts that have tests of their own."""


@dataclass(frozen=True)
class _Page:
    """The anchors of a page, the addresses it links to, those it loads, and its text."""

    anchors: frozenset[str]
    links: frozenset[str]
    loaded: frozenset[str]
    text: str


def problems(site: Path) -> list[str]:
    """Return what is wrong with the links and the addresses of a site, a line for each."""
    pages = {path.relative_to(site).as_posix(): _read(path) for path in sorted(site.rglob("*.html"))}
    broken = (line for place, page in pages.items() for line in _broken(site, pages, place, page))
    return [*broken, *_foreign(site, pages)]


def _read(path: Path) -> _Page:
    text = path.read_text(encoding="utf-8")
    links: set[str] = set()
    loaded: set[str] = set()
    for tag, rest in _TAG.findall(text):
        values = {name: html.unescape("".join(quoted)) for name, *quoted in _ATTRIBUTE.findall(rest)}
        address = values.get("src" if tag not in {"a", "link"} else "href")
        if address is None:
            continue
        loads = tag != "a" and (tag != "link" or values.get("rel") in _RELATIONS)
        (loaded if loads else links).add(address)
    anchors = frozenset("".join(quoted) for quoted in _ANCHOR.findall(text))
    return _Page(anchors, frozenset(links), frozenset(loaded), text)


def _broken(site: Path, pages: dict[str, _Page], place: str, page: _Page) -> Iterator[str]:
    """Yield the links of a page that lead nowhere."""
    if _apart(place):
        return
    for link in sorted(page.links | page.loaded):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = os.path.normpath(Path(place).parent / unquote(parts.path)) if parts.path else place
        if f"{target}/index.html".removeprefix("./") in pages:
            target = f"{target}/index.html".removeprefix("./")
        if target not in pages and not (site / target).is_file():
            yield f"{place}: `{link}` leads nowhere"
        elif _apart(target) or target not in pages or not parts.fragment:
            continue
        elif unquote(parts.fragment) not in pages[target].anchors:
            yield f"{place}: `{link}` names no heading there"


def _foreign(site: Path, pages: dict[str, _Page]) -> Iterator[str]:
    """Yield what a browser would load from other hosts."""
    for place, page in pages.items():
        if _apart(place):
            continue
        yield from (f"{place}: loads {each}" for each in sorted(page.loaded) if urlsplit(each).netloc)
        if found := _IN_STYLES.search(page.text):
            yield f"{place}: loads {found[0]}"
    for suffix, pattern in (("css", _IN_STYLES), ("js", _IN_SCRIPTS)):
        for path in sorted(site.rglob(f"*.{suffix}")):
            place = path.relative_to(site).as_posix()
            if not _apart(place) and (found := pattern.search(path.read_text(encoding="utf-8"))):
                yield f"{place}: names another host: {found[0]}"


def _apart(place: str) -> bool:
    return place.partition("/")[0] in _APART

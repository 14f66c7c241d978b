"""Checks of the finished site: every link leads to a page and a heading, and nothing comes from elsewhere.

A page may *link* to other hosts, for those who follow the link. It may load nothing from them: no script,
style, font or picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["problems"]

_LOADED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src"), ("audio", "src")}
_RELATIONS = {"stylesheet", "icon", "preload", "preconnect", "prefetch", "manifest", "dns-prefetch", "modulepreload"}
_IN_STYLES = re.compile(r"(?:url\(\s*|@import\s+)[\"']?(https?:)?//")
_IN_SCRIPTS = re.compile(r"https?://(?!(?:www\.)?w3\.org/|\$)[^\s\"'`]+")
_LATER = ("playground",)
"""Folders of the site that other builds put there."""


@dataclass
class _Page(HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag == "link" and values.get("rel") in _RELATIONS:
            self.loaded.append(values["href"])
        self.loaded += [values[name] for kind, name in _LOADED if kind == tag and name in values]


def problems(site: Path) -> list[str]:
    """Return what is wrong with the links and the addresses of a site, a line for each."""
    return [*_broken(site), *_foreign(site)]


def _broken(site: Path) -> Iterator[str]:
    """Yield links that lead nowhere."""
    read = lru_cache(maxsize=None)(_read)
    for path in sorted(site.rglob("*.html")):
        page = read(path)
        place = path.relative_to(site)
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or place.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_relative_to(site.resolve()) and target.relative_to(site.resolve()).parts[:1] in [(p,) for p in _LATER]:
                continue
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                yield f"{place}: {link} leads nowhere"
            elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read(target).anchors:
                yield f"{place}: {link} names no heading"


def _foreign(site: Path) -> Iterator[str]:
    """Yield what comes from other hosts."""
    for path in sorted(site.rglob("*")):
        place = path.relative_to(site)
        if path.suffix == ".html":
            yield from (f"{place}: loads {each}" for each in _read(path).loaded if urlsplit(each).netloc)
            found = _IN_STYLES.search(path.read_text(encoding="utf-8"))
        elif path.suffix == ".css":
            found = _IN_STYLES.search(path.read_text(encoding="utf-8"))
        elif path.suffix == ".js":
            found = _IN_SCRIPTS.search(path.read_text(encoding="utf-8"))
        else:
            continue
        if found:
            yield f"{place}: names another host: {found[0]}"


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page

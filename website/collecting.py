"""Collects the pages of the repository as sources of the site.

A page keeps its place below `docs/`; `PLACES` lists the others. Links are rewritten to where their targets
lie on the site. A link to any other file of the repository leads to a page that shows the file's text, so the
site refers to nothing outside itself.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath

from website.dialect import outside_code, rewritten
from website.running import Unbuilt

__all__ = ["NOT_SEARCHED", "ROOT", "Collection"]

ROOT = Path(__file__).resolve().parents[1]

PLACES = {
    "docs/index.md": "contents.md",
    "docs/games/index.md": "games/list.md",
    "docs/gallery.md": "games/index.md",
    "bench/README.md": "project/measurements.md",
    "LICENSE": "project/licence.md",
}
"""Where pages lie on the site that don't lie there as they do below `docs/`."""

SECTIONS = {
    ("README.md", "install"): "install.md",
    ("README.md", "how-it-compares"): "explanation/how-it-compares.md",
}
"""Sections of pages that are pages of their own on the site."""

FOLDERS = {"docs/codes": "codes/index.md"}
"""Folders to which pages link, and the page that lists what they contain."""

NOT_SEARCHED = "---\nsearch:\n  exclude: true\n---\n"
"""The head of pages that the search leaves out, because they quote whole files."""

_LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))")
_HEADING = re.compile(r"^(#+) +(.+?) *$", re.MULTILINE)
_NOT_SEARCHED = {"contents.md", "project/changelog.md", "games/list.md"}
_COPIED = {".html", ".ipynb", ".jpg", ".png"}
_LANGUAGES = {".py": "python", ".yaml": "yaml", ".csv": "text", ".js": "js", ".json": "json", ".toml": "toml"}


class Collection:
    """The sources of the site, written to a folder.

    `changes` maps the place of a page in the repository to functions that change its text for the site.
    `coming` are files that only the site has; pages may link to them as if they lay in the repository.
    """

    def __init__(
        self, folder: Path, changes: Mapping[str, Sequence[Callable[[str], str]]], coming: frozenset[str]
    ) -> None:
        self.folder = folder
        self.changes = changes
        self.coming = coming
        self.begun: set[str] = set()

    def collect(self) -> None:
        """Write the pages, pictures and reports of the manual, and every file to which they link."""
        for path in sorted((ROOT / "docs").rglob("*")):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix == ".md":
                self._page(place)
            elif path.suffix in _COPIED:
                target = self.folder / path.relative_to(ROOT / "docs")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
        for name, anchor in SECTIONS:
            self._section(name, anchor)
        for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "bench/README.md"):
            self._page(name)

    def write(self, place: str, text: str) -> None:
        """Write a page of the site that is no page of the repository."""
        path = self.folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def _page(self, name: str) -> None:
        if name in self.begun:
            return
        self.begun.add(name)
        text = (ROOT / name).read_text(encoding="utf-8")
        for change in self.changes.get(name, ()):
            text = change(text)
        self._write_linked(text, name, placed(name))

    def _section(self, name: str, anchor: str) -> None:
        """Write a section of a page as a page."""
        text = (ROOT / name).read_text(encoding="utf-8")
        headings = list(_HEADING.finditer(text))
        begin = next(found for found in headings if _anchor(found[2]) == anchor)
        later = (found.start() for found in headings if found.start() > begin.start())
        body = text[begin.end() : next(later, len(text))]
        self._write_linked(f"# {begin[2]}\n{body}", name, SECTIONS[name, anchor])

    def _write_linked(self, text: str, name: str, place: str) -> None:
        def relinked(prose: str) -> str:
            return _LINK.sub(lambda link: self._link(link[0], name, place), prose)

        head = NOT_SEARCHED if place in _NOT_SEARCHED else ""
        self.write(place, head + rewritten(outside_code(text, relinked)))

    def _link(self, link: str, name: str, place: str) -> str:
        """Return the link as it leads from `place` on the site to what it leads to from `name`."""
        if re.match(r"[a-z]+:", link):
            return link
        path, _, anchor = link.partition("#")
        target = os.path.normpath(PurePosixPath(name).parent / path) if path else name
        if (target, anchor) in SECTIONS:
            there, anchor = SECTIONS[target, anchor], ""
        elif target in FOLDERS:
            there = FOLDERS[target]
        elif target in self.coming:
            there = placed(target)
        elif not (ROOT / target).is_file():
            raise Unbuilt(f"{name}: `{link}` leads nowhere")
        elif target == "README.md":
            there = "index.md"
        elif placed(target).endswith(".md") and not target.endswith(".md"):
            there = placed(target)
            self._show(target, there)
        else:
            there = placed(target)
            if target.endswith(".md"):
                self._page(target)
        way = os.path.relpath(there, PurePosixPath(place).parent)
        return f"{way}#{anchor}" if anchor else way

    def _show(self, name: str, place: str) -> None:
        """Write a page that shows a file of the repository."""
        if name in self.begun:
            return
        self.begun.add(name)
        path = ROOT / name
        fence = _LANGUAGES.get(path.suffix, "text")
        text = path.read_text(encoding="utf-8")
        self.write(place, f"{NOT_SEARCHED}\n# {name}\n\n````{fence}\n{text.rstrip()}\n````\n")


def placed(name: str) -> str:
    """Return the place on the site of a file of the repository."""
    if name in PLACES:
        return PLACES[name]
    path = PurePosixPath(name)
    if path.is_relative_to("docs"):
        return path.relative_to("docs").as_posix()
    if path.parts[0] == "games" and path.name == "game.yaml":
        return f"games/{path.parts[1]}/specification.md"
    if path.suffix == ".md" and len(path.parts) == 1:
        return f"project/{path.stem.lower()}.md"
    return f"project/files/{name}.md"


def _anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")

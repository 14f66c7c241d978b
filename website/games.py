"""What the site shows of each game: gallery, specification, report and rule sheet.

The texts come from the specifications, the pictures from `docs/pictures/games` and five reports from
`docs/reports`. The other reports are made during the build, in two processes.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import gamespec
from gamespec.loader import peek
from interpreter.cli.common import describe
from website.collecting import NOT_SEARCHED, ROOT
from website.running import offered, printed

__all__ = ["changes", "coming", "lead_back", "sheets", "specifications"]

SHEETS = {"reports": ("report", "--games", "300"), "rules": ("rules",)}
"""The pages that commands make of a game: the folder of the site, and the command with its options."""
_TITLES = {"reports": "Report", "rules": "Rule sheet"}
_LANGUAGES = {".yaml": "yaml", ".csv": "text"}


def changes(*, playground: bool) -> dict[str, Callable[[str], str]]:
    """Return how the pages of the manual about games change for the site, which may have a playground."""
    pages: dict[str, Callable[[str], str]] = {"docs/gallery.md": lambda _: _gallery()}
    for name in gamespec.games():
        pages[f"docs/games/{name}.md"] = partial(_with_picture, name=name, playground=playground)
    return pages


def coming() -> frozenset[str]:
    """Return the files that `sheets` writes, as if they lay in the repository."""
    return frozenset(f"docs/{kind}/{name}.html" for kind in _shown() for name in gamespec.games())


def _shown() -> list[str]:
    return [kind for kind, command in SHEETS.items() if offered(command[0])]


def _gallery() -> str:
    """Return the gallery, with a card for each game in place of a section."""
    cards = []
    for name in gamespec.games():
        spec = peek(name)
        picture = f"![{spec.title} at a table in the browser](pictures/games/{name}.jpg){{ loading=lazy }}"
        about = f"{describe.players(spec.players)}. {describe.text_or(spec.about, 'en')}"
        cards.append(f"- [{picture} **{spec.title}**](games/{name}.md)\n\n    {about}\n")
    introduction = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8").partition("\n## ")[0]
    shown = f'<div class="gs-gallery" markdown>\n\n{"".join(cards)}\n</div>'
    return f"---\nhide: [toc]\n---\n\n{introduction}\n{shown}\n"


def _with_picture(text: str, name: str, *, playground: bool) -> str:
    """Return a game's page with its picture, and links to what else the site shows of it."""
    head, _, rest = text.partition("\n## ")
    spec = peek(name)
    picture = f"![{spec.title} at a table in the browser](../pictures/games/{name}.jpg)"
    links = f"[Try it in the browser](../playground/index.html#game={name}) " if playground else ""
    links += " ".join(f"[{_TITLES[kind]}](../{kind}/{name}.html)" for kind in _shown())
    links += f" [Specification](../../games/{name}/game.yaml)"
    return f'{head}\n<div class="gs-links" markdown>\n{links}\n</div>\n\n{picture}\n\n## {rest}'


def specifications() -> dict[str, str]:
    """Return a page for each game with the text of its files, by place on the site."""
    pages = {}
    for name in gamespec.games():
        folder = ROOT / "games" / name
        files = [folder / "game.yaml", *sorted(folder.glob("*.csv")), *sorted(folder.glob("variants/*.yaml"))]
        shown = (
            f"## {path.relative_to(folder).as_posix()}\n\n"
            f"````{_LANGUAGES[path.suffix]}\n{path.read_text(encoding='utf-8').rstrip()}\n````\n"
            for path in files
        )
        title = f"# {peek(name).title}: specification"
        about = f"The files of [{peek(name).title}](../{name}.md), as they come with gamespec."
        pages[f"games/{name}/specification.md"] = "\n".join([NOT_SEARCHED, title, "", about, "", *shown])
    return pages


def sheets(pages: Path) -> None:
    """Write a report and a rule sheet on each game that has none yet below `pages`."""
    missing = [
        (kind, name)
        for kind, command in SHEETS.items()
        for name in gamespec.games()
        if offered(command[0]) and not (pages / kind / f"{name}.html").exists()
    ]
    for kind in SHEETS:
        (pages / kind).mkdir(parents=True, exist_ok=True)
    new = get_context("spawn")  # a copy of this process could wait for a lock that a thread of it held
    with ProcessPoolExecutor(2, mp_context=new) as pool:
        list(pool.map(_sheet, missing, [pages] * len(missing)))


def lead_back(made: Path) -> None:
    """Let each report and rule sheet, which have no navigation, link to the page of its game."""
    for kind in _shown():
        for name in gamespec.games():
            title = html.escape(str(peek(name).title))
            link = f'<p class="back"><a href="../games/{name}/">← {title}: overview</a></p>'
            path = made / kind / f"{name}.html"
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("<h1", f"{link}\n<h1", 1), encoding="utf-8")


def _sheet(sheet: tuple[str, str], pages: Path) -> None:
    kind, name = sheet
    command, *options = SHEETS[kind]
    printed(command, name, *options, "-o", f"{pages / kind / name}.html")

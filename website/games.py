"""What the site shows of each game: gallery, specification, report and rule sheet.

The texts come from the specifications, the pictures from `docs/pictures/games` and five reports from
`docs/reports`. The other reports are made during the build, in two processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from click.testing import CliRunner

import gamespec
from gamespec.loader import peek
from interpreter.cli.app import cli
from interpreter.cli.common import describe
from website.collecting import NOT_SEARCHED, ROOT

__all__ = ["changes", "coming", "reports", "specifications"]

GAMES_OF_A_REPORT = 300
_LANGUAGES = {".yaml": "yaml", ".csv": "text"}


def changes() -> dict[str, Callable[[str], str]]:
    """Return how the pages of the manual about games change for the site."""
    pages: dict[str, Callable[[str], str]] = {"docs/gallery.md": lambda _: _gallery()}
    for name in gamespec.games():
        pages[f"docs/games/{name}.md"] = lambda text, name=name: _with_picture(text, name)  # type: ignore[misc]
    return pages


def coming() -> frozenset[str]:
    """Return the files that `reports` writes, as if they lay in the repository."""
    return frozenset(f"docs/reports/{name}.html" for name in gamespec.games())


def _gallery() -> str:
    """Return the gallery, with a card for each game in place of a section."""
    cards = []
    for name in gamespec.games():
        spec = peek(name)
        picture = f"![{spec.title} at a table in the browser](pictures/games/{name}.jpg){{ loading=lazy }}"
        about = f"{describe.players(spec.players)}. {describe.text_or(spec.about, 'en')}"
        cards.append(f"- [{picture} **{spec.title}**](games/{name}.md)\n\n    {about}\n")
    introduction = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8").partition("\n## ")[0]
    return f'---\nhide: [toc]\n---\n\n{introduction}\n<div class="gs-gallery" markdown>\n\n{"".join(cards)}\n</div>\n'


def _with_picture(text: str, name: str) -> str:
    """Return a game's page with its picture, and links to what else the site shows of it."""
    head, _, rest = text.partition("\n## ")
    spec = peek(name)
    picture = f"![{spec.title} at a table in the browser](../pictures/games/{name}.jpg)"
    links = f"[Report](../reports/{name}.html) [Specification](../../games/{name}/game.yaml)"
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


def reports(folder: Path) -> None:
    """Write a report on each game that has none in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [name for name in gamespec.games() if not (folder / f"{name}.html").exists()]
    with ProcessPoolExecutor(2) as pool:
        done: Iterable[None] = pool.map(_report, missing, [folder] * len(missing))
        list(done)


def _report(name: str, folder: Path) -> None:
    arguments = ["report", name, "--games", f"{GAMES_OF_A_REPORT}", "-o", f"{folder / name}.html"]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.output

"""The playground on the site, and links that open games in it.

`python -m interpreter.playground.build` makes it. Each complete game in the manual gets a link below it, so
readers can change it, play it and measure it at once.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from interpreter.playground.links import link_to_text
from website.collecting import ROOT
from website.running import Unbuilt

__all__ = ["FOLDER", "LINKED", "copied", "opened"]

FOLDER = "playground"
"""Its folder on the site."""
LINKED = f"docs/{FOLDER}/index.html"
"""Its page, as if it lay in the repository."""

_UNLINKED = 'id="manual" href="../index.html" target="_blank" hidden'
"""The link of the playground to the manual, which it shows only beside the manual."""
_LINK = _UNLINKED.removesuffix(" hidden")

_GAME = re.compile(
    r'^```yaml title="[^"]+\.yaml"\n(?P<text>language: 1\ngame: .*?)^```$\n', re.MULTILINE | re.DOTALL
)
_NEEDED = ("\nplayers:", "\nphases:", "\nlimit:")
"""Keys that every complete game has."""
_ELSEWHERE = re.compile(r"\b(table: \[?[\w/-]+\.csv|extends: )")
"""Keys by which a file needs others."""


def opened(text: str, name: str) -> str:
    """Return the text of the page `name` with a link below each game that is complete in one file."""
    way = "../" * (len(Path(name).parts) - 2) + f"{FOLDER}/index.html"

    def linked(block: re.Match[str]) -> str:
        game = block["text"]
        if any(key not in game for key in _NEEDED) or _ELSEWHERE.search(game):
            return block[0]
        return f"{block[0]}\n[Open in the playground]({link_to_text(way, game)})\n"

    return _GAME.sub(linked, text)


def pages() -> list[str]:
    """Return the pages of the manual whose games open in the playground."""
    folders = ("docs", "docs/how-to", "docs/reference", "docs/explanation")
    return [
        path.relative_to(ROOT).as_posix() for each in folders for path in sorted((ROOT / each).glob("*.md"))
    ]


def copied(source: Path, site: Path) -> None:
    """Copy the playground into a site. Raises `Unbuilt` if `source` is none."""
    if not (source / "index.html").is_file():
        raise Unbuilt(
            f"`{source}` is no playground: `python -m interpreter.playground.build {source}` makes one"
        )
    shutil.copytree(source, site / FOLDER)
    page = site / FOLDER / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace(_UNLINKED, _LINK), encoding="utf-8")

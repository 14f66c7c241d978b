"""What a reader tries on the home page: a game with edits to choose from.

The page shows the game of the README with a menu at each place that can be edited. For each choice that is
valid the build compiles a module, which `home.js` plays in the browser; for the others it asks the checker.
"""

from __future__ import annotations

import html
import itertools
import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import YamlLexer

from website.running import printed

__all__ = ["FOLDER", "Edit", "code", "modules", "said"]

FOLDER = "try"
"""The folder of the site with the modules, their loader and the script."""
LOADER = "gamespec.mjs"
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Edit:
    """A place of the game that can be edited: the text before it, and what may stand there.

    The first choice is the original.
    """

    title: str
    before: str
    choices: tuple[str, ...]

    def made(self, text: str, choice: int) -> str:
        """Return the game with one of the choices at this place."""
        return text.replace(f"{self.before}{self.choices[0]}", f"{self.before}{self.choices[choice]}", 1)


SIZE = Edit("columns and rows", "size: {type: 3..9, default: ", ("3", "4", "5"))
LINE = Edit("marks in a row", "line: {type: 3..9, default: ", ("3", "4", "5"))
NAME = Edit("a name", "all(c in l: ", ("mark", "mrk"))
WINNER = Edit("who wins by a line", "winner: ", ("me", "left(me)"))
EDITS = (SIZE, LINE, NAME, WINNER)

_PARTS = (
    (re.compile(r"^(error|warning)\[(GS\d+)\](: .*)$", re.MULTILINE), r'<b class="e">\1[\2]</b><b>\3</b>'),
    (re.compile(r"^( *\| +)(\^+.*)$", re.MULTILINE), r'\1<span class="e">\2</span>'),
    (re.compile(r"^( *)(= help:)(.*)$", re.MULTILINE), r'\1<span class="h">\2\3</span>'),
    (re.compile(r"^( *--&gt; .*| *\d* \|)", re.MULTILINE), r'<span class="d">\1</span>'),
)
"""How the parts of a diagnostic are coloured."""


def code(game: str) -> str:
    """Return the game as HTML, with a menu at the place of each edit."""
    text = game.rstrip()
    for number, edit in enumerate(EDITS):
        text = text.replace(f"{edit.before}{edit.choices[0]}", f"{edit.before}EDIT{number}", 1)
    marked: str = highlight(text, YamlLexer(), HtmlFormatter(nowrap=True))
    return re.sub(r"EDIT(\d)", lambda found: _menu(int(found[1])), marked.rstrip())


def _menu(number: int) -> str:
    options = "".join(f"<option>{html.escape(choice)}</option>" for choice in EDITS[number].choices)
    return f'<select aria-label="{EDITS[number].title}" autocomplete="off">{options}</select>'


def _chosen(game: str) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Yield each choice of edits: how the page calls it, the choices, and the game."""
    for choice in itertools.product(*(range(len(edit.choices)) for edit in EDITS)):
        text = game
        for edit, number in zip(EDITS, choice, strict=True):
            text = edit.made(text, number)
        yield "".join(map(str, choice)), choice, text


def said(game: str) -> str:
    """Return what the checker says about each choice that is wrong, as a JSON object of HTML.

    What it says depends only on the lines with mistakes, so choices that agree in them share a text.
    """
    texts: dict[str, str] = {}
    by_line: dict[str, str] = {}
    for key, choice, text in _chosen(game):
        if choice[EDITS.index(NAME)]:
            line = next(row for row in text.splitlines() if NAME.choices[1] in row)
            by_line[line] = by_line.get(line) or _checked(text)
            texts[key] = by_line[line]
    return json.dumps(texts)


def _checked(text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tic-tac-toe.yaml"
        path.write_text(text, encoding="utf-8")
        lines = printed("validate", f"{path}", status=1, errors=True).replace(f"{folder}/", "").strip()
    shown = html.escape(lines, quote=False)
    for pattern, marked in _PARTS:
        shown = pattern.sub(marked, shown)
    return shown


def modules(game: str, pages: Path) -> None:
    """Write a module for each valid choice, the loader and the script below `pages`."""
    folder = pages / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "tic-tac-toe.yaml"
        for key, choice, text in _chosen(game):
            if not choice[EDITS.index(NAME)]:
                path.write_text(text, encoding="utf-8")
                printed("compile", f"{path}", "--wasm", "-o", f"{folder / key}.wasm")
        printed("compile", f"{path}", "--wasm", "-o", f"{path}.wasm", "--loader", f"{folder / LOADER}")
    script = (_HERE / "home.js").read_text(encoding="utf-8")
    (folder / "home.js").write_text(script, encoding="utf-8")

"""The home page: a game to edit, check, play and measure, and what else there is.

The game is that of the README; `trying` makes what the page needs for its edits. The comparison comes from
the command, during the build.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import gamespec
from gamespec.loader import peek
from website import trying
from website.collecting import ROOT
from website.running import printed

__all__ = ["page", "rules"]

_BLOCK = re.compile(r'^```yaml title="tic-tac-toe.yaml"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_COMPARED = ("compare", "trapper", "--set", "hand_size=8")
_MEASURES = {
    "score": "points of a player",
    "decisions": "decisions in a game",
    "turns": "turns",
    "measure.cards.1": "cards in hand",
    "wins.1": "wins of the first seat",
}
"""The measures that the page shows, and how it calls them."""
_PLAYGROUND = '<a class="gs-button" href="playground/">Write your own in the playground</a>'


def page(*, playground: bool) -> str:
    """Return the home page as HTML, with the front matter that zensical reads.

    `playground` says whether the site has one, to which the page then leads.
    """
    game = rules()
    body = (Path(__file__).parent / "theme" / "home.html").read_text(encoding="utf-8")
    filled: dict[str, str] = {
        "code": trying.code(game),
        "wrong": trying.said(game),
        "command": html.escape("gamespec " + " ".join(_COMPARED)),
        "comparison": _comparison(),
        "gallery": _gallery(),
        "games": str(len(gamespec.games())),
        "playground": _PLAYGROUND if playground else "",
    }
    for name, text in filled.items():
        body = body.replace(f"{{{{{name}}}}}", text)
    head = "---\ntitle: gamespec\ntemplate: home_page.html\nhide: [navigation, toc, path]\n---\n\n"
    return f"{head}{body}"


def rules() -> str:
    """Return the game of the README."""
    found: list[str] = _BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    return found[0]


def _comparison() -> str:
    """Return the rows of a table that compares two rules."""
    rows = json.loads(printed(*_COMPARED, "--format", "json"))["differences"]
    found = {row["measure"]: row for row in rows}
    return "\n".join(_row(found[measure], title) for measure, title in _MEASURES.items())


def _row(row: dict[str, Any], title: str) -> str:
    """Return a measure with both values, their difference, its interval as a bar, and the verdict."""
    share = row["unit"] == "share"
    numbers = [f"{100 * row[key]:.1f}%" if share else f"{row[key]:.2f}" for key in ("a", "b")]
    difference = f"{100 * row['difference']:+.1f} pp" if share else f"{row['difference']:+.2f}"
    span = max(abs(row["low"]), abs(row["high"]))
    left, right = (50 + 48 * row[key] / span for key in ("low", "high"))
    sure = ' class="gs-sure"' if row["verdict"] == "clear" else ""
    bar = f'<span class="gs-bar"><i{sure} style="left:{left:.1f}%;right:{100 - right:.1f}%"></i></span>'
    verdict = row["verdict"].replace("_", " ")
    cells = "".join(f"<td>{cell}</td>" for cell in (*numbers, difference, bar))
    return (
        f'<tr><th scope="row">{title}</th>{cells}<td class="gs-verdict-{row["verdict"]}">{verdict}</td></tr>'
    )


def _gallery() -> str:
    """Return the pictures of all games, each a link to its page."""
    return "\n".join(
        f'<a href="games/{name}/"><img loading="lazy" src="pictures/games/{name}.jpg" alt="">'
        f"<span>{html.escape(str(peek(name).title))}</span></a>"
        for name in gamespec.games()
    )

"""The home page: a rule, a mistake in it, the table, and two rules compared, all of it made by the commands.

The rules and the mistake are those of the README. What the commands say about them comes from the commands,
during the build.
"""

from __future__ import annotations

import html
import json
import re
import tempfile
from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import YamlLexer

import gamespec
from gamespec.loader import peek
from website.collecting import ROOT
from website.running import printed

__all__ = ["page"]

_BLOCK = re.compile(
    r'^```yaml title="tic-tac-toe.yaml"(?P<part> part)?\n(?P<body>.*?)^```$', re.MULTILINE | re.DOTALL
)
_COMPARED = ("compare", "trapper", "--set", "hand_size=8")
_MEASURES = {
    "score": "points of a player",
    "decisions": "decisions in a game",
    "turns": "turns",
    "measure.cards.1": "cards in hand",
    "wins.1": "wins of the first seat",
}
"""The measures that the page shows, and how it calls them."""
_PLAYGROUND = '<a class="gs-button" href="playground/">Try it in the browser</a>'
_PARTS = (
    (re.compile(r"^(error|warning)\[(GS\d+)\](: .*)$", re.MULTILINE), r'<b class="e">\1[\2]</b><b>\3</b>'),
    (re.compile(r"^( *\| +)(\^+.*)$", re.MULTILINE), r'\1<span class="e">\2</span>'),
    (re.compile(r"^( *)(= help:)(.*)$", re.MULTILINE), r'\1<span class="h">\2\3</span>'),
    (re.compile(r"^( *--&gt; .*| *\d* \|)", re.MULTILINE), r'<span class="d">\1</span>'),
)
"""How the parts of a diagnostic are coloured."""


def page(*, playground: bool) -> str:
    """Return the home page as HTML, with the front matter that zensical reads.

    `playground` says whether the site has one, to which the page then leads.
    """
    whole, mistake = _rules()
    body = (Path(__file__).parent / "theme" / "home.html").read_text(encoding="utf-8")
    filled: dict[str, str] = {
        "rules": _yaml(whole),
        "mistake": _yaml(mistake),
        "diagnostics": _said(whole, mistake),
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


def _rules() -> tuple[str, str]:
    """Return the game of the README, and the section of it that has mistakes."""
    found = list(_BLOCK.finditer((ROOT / "README.md").read_text(encoding="utf-8")))
    whole = next(block["body"] for block in found if not block["part"])
    return whole, next(block["body"] for block in found if block["part"])


def _yaml(text: str) -> str:
    marked: str = highlight(text.rstrip(), YamlLexer(), HtmlFormatter(nowrap=True))
    return f'<pre class="highlight"><code>{marked.rstrip()}</code></pre>'


def _said(whole: str, mistake: str) -> str:
    """Return what the checker says about the game with the mistakes."""
    before, _, rest = whole.partition("end:\n")
    after = rest[rest.index("limit:") :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tic-tac-toe.yaml"
        path.write_text(f"{before}{mistake}{after}", encoding="utf-8")
        said = printed("validate", f"{path}", status=1, errors=True)
    text = html.escape(said.replace(f"{folder}/", "").strip(), quote=False)
    for pattern, marked in _PARTS:
        text = pattern.sub(marked, text)
    return text


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

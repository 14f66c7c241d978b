"""Renders a report as one HTML page.

The page is self-contained. Its style and charts are inline, and it needs no script and no network access.
Everything that comes from a specification is escaped.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from gamespec.text.plurals import counted, with_noun
from interpreter.report.facts import Facts
from interpreter.report.run import Run
from interpreter.report.sections import sections
from interpreter.report.sentences import sentences

__all__ = ["page", "rendered"]

_HERE = Path(__file__).parent
_CODE = re.compile(r"`([^`]+)`")


def page(facts: Facts) -> str:
    """Render a report as an HTML page.

    With the same version of the chart library, the same facts give the same page.
    """
    run = facts.run
    return rendered(
        "page.html.jinja",
        facts=facts,
        run=run,
        games=counted(run.games, "game"),
        told=_told(facts),
        command=run.command,
        failures=facts.failures,
        found=sentences(facts),
        sections=sections(facts),
    )


def rendered(template: str, **what: Any) -> str:
    """Render a template of this package with the common style sheet and the values in `what`."""
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "marked": _marked,
        "plain": _plain,
        "drawn": Markup,
        "games": lambda count: counted(count, "game"),
        "comparisons": lambda count: counted(count, "comparison"),
    }
    style = Markup((_HERE / "page.css").read_text(encoding="utf-8").strip())  # noqa: S704 - it is ours
    return environment.get_template(template).render(style=style, **what)


def _told(facts: Facts) -> list[tuple[str, str]]:
    """Return the description of the run as pairs of a heading and a text."""
    run = facts.run
    options = ", ".join(
        f"`{name}={str(v).lower() if isinstance(v, bool) else v}`" for name, v in run.options.items()
    )
    reach = "" if run.until is None else with_noun(f"{100 * run.until:g}", "percentage point")
    until = f", until each seat's win share was known to within {reach}" if reach else ""
    results = "all with a result" if facts.completed == run.games else f"{facts.completed:,} with a result"
    told = [
        ("Game", f"{run.title} (`{run.game}`)"),
        ("Specification", f"`{run.called}`" if run.called != run.game else ""),
        ("Options", options),
        ("Players", str(run.players)),
        ("Who played", _players(run)),
        ("Seed", str(run.seed)),
        ("Games", f"{run.games:,}, {results}{until}"),
    ]
    return [(name, value) for name, value in told if value]


def _players(run: Run) -> str:
    if set(run.seats) == {"random"}:
        return "all choose at random"
    moves = "move on by a seat from game to game" if run.rotate else "keep their seats"
    moving = f"; they {moves}" if len(run.bots) > 1 else ""
    return f"{', '.join(f'`{seat}`' for seat in run.seats)}{moving}"


def _marked(text: str) -> Markup:
    """Convert a text to HTML, turning names in backticks into code elements."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - it is escaped


def _plain(text: str) -> str:
    return text.replace("`", "")

"""Draws the end of a game: who has won, the places with the parts of the score, what decided it, a chart."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.drawn.html.chart import scores_drawn
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import Pen
from interpreter.drawn.html.values import sample, scrolling
from interpreter.scene.things import Ending, Ranked

__all__ = ["ending_drawn"]

PODIUM = 3
"""Number of places that have a medal."""


def ending_drawn(pen: Pen, ending: Ending | None) -> list[Html]:
    """Draw the end of a game if it is over. It can be folded, because it may lie on the table."""
    if ending is None:
        return []
    texts = pen.texts
    early = texts.gettext("The game was stopped before its end; the places mean nothing.")
    parts = [
        element("p", {"class": "reason"}, ending.reason),
        *([element("p", {"class": "early"}, early)] if ending.truncated else []),
        _places(pen, ending),
        *_decided(pen, ending),
        *scores_drawn(pen, ending.course),
    ]
    over = element("h2", {}, texts.gettext("game over"))
    said = [] if ending.truncated else [element("strong", {"class": "winner"}, _won(pen, ending.ranked))]
    return [
        element(
            "details",
            {"class": "ending", "open": "", "data-keep": "ending"},
            element("summary", {}, over, *said),
            *parts,
        )
    ]


def _won(pen: Pen, ranked: Sequence[Ranked]) -> str:
    """Say who has won."""
    names = [_called(pen, each) for each in ranked if each.won]
    if not names:
        return pen.texts.gettext("nobody wins")
    also = pen.texts.gettext("and")
    who = f" {also} ".join(names)
    return pen.texts.ngettext("{who} wins", "{who} win", len(names), who=who)


def _called(pen: Pen, each: Ranked) -> str:
    return pen.called(each.seat) or str(each.seat + 1)


def _places(pen: Pen, ending: Ending) -> Html:
    """Draw the ranking as a table."""
    parts = ending.parts if len(ending.parts) > 1 else ()  # a single part equals the score
    texts = pen.texts
    headings = [
        texts.gettext("place"),
        texts.gettext("player"),
        ending.counted or texts.gettext("score"),
        *parts,
    ]
    head = [element("th", {"scope": "col"}, heading) for heading in headings]
    most = 0 if ending.counted else max((each.score for each in ending.ranked), default=0)
    ranked = [_ranked(pen, each, len(parts), most) for each in ending.ranked]
    table = element(
        "table",
        {},
        element("thead", {}, element("tr", {}, *head)),
        element("tbody", {}, *ranked),
    )
    return scrolling(pen, [[heading] for heading in headings], texts.gettext("game over"), table)


def _ranked(pen: Pen, each: Ranked, parts: int, most: int) -> Html:
    """Draw a row of the ranking. A bar behind the name compares the scores, if more is better."""
    player = pen.players.get(each.seat)
    winner = "★ " + pen.texts.gettext("winner")
    won = [" ", element("span", {"class": "badge"}, winner)] if each.won else []
    share = 100 * each.score // most if most > 0 and each.score > 0 else 0
    medal = f"place place-{each.place}" if each.place <= PODIUM else "place"
    cells = [element("td", {}, str(cell)) for cell in each.parts[:parts]]
    return element(
        "tr",
        {"class": "won" if each.won else None, "data-color": (player.look.color if player else "") or None},
        element("td", {}, element("span", {"class": medal}, str(each.place))),
        element(
            "th",
            {"scope": "row", "style": f"--share:{share}%"},
            *(sample(pen, player.look) if player else []),
            _called(pen, each),
            *won,
        ),
        element("td", {"class": "total"}, str(each.shown)),
        *cells,
    )


def _decided(pen: Pen, ending: Ending) -> list[Html]:
    """List what decided the game. An item about an answer has its number, for a script that shows it."""
    if not ending.decided:
        return []
    items = [element("li", {"data-at": None if at is None else str(at)}, said) for said, at in ending.decided]
    return [
        element("h3", {}, pen.texts.gettext("what decided it")),
        element("ul", {"class": "decided"}, *items),
    ]

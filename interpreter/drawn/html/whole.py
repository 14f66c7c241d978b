"""Draws a whole scene as HTML, with the players and scores, all boards and zones, and the result."""

from __future__ import annotations

from interpreter.drawn.html.boards import board_drawn
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import Pen, classes, pen_of
from interpreter.drawn.html.values import player_drawn, sample, scrolling, table_drawn, values_drawn
from interpreter.drawn.html.zones import places_drawn
from interpreter.scene.things import Ending, Group, Ranked, Scene, Table

__all__ = ["table_of"]


def table_of(scene: Scene) -> Html:
    """Draw a scene as a `div` element."""
    pen = pen_of(scene)
    groups = sorted(scene.groups, key=lambda group: _order(scene, group))
    boarded = any(group.boards for group in groups if group.player is None)
    return element(
        "div",
        {"class": "table gamespec", "lang": scene.language},
        element(
            "div",
            {"class": "felt"},
            *_ending(pen, scene.ending),
            _players(pen, scene),
            *_asked(scene),
            element(
                "div",
                {"class": classes("groups", "boarded" if boarded else ""), "style": f"--rows:{len(groups)}"},
                *(_group(pen, each) for each in groups),
            ),
            *_legend(pen, scene),
        ),
    )


def _order(scene: Scene, group: Group) -> tuple[int, int]:
    """Return the sort key of a group.

    The shared group comes first, followed by the reader's group and those of the other players in order of
    play.
    """
    if group.player is None:
        return (0, 0)
    return (1, (group.player - (scene.seat or 0)) % max(1, len(scene.players)))


def _asked(scene: Scene) -> list[Html]:
    said = [("phase", scene.phase), ("prompt", scene.prompt)]
    return [element("p", {"class": kind}, words) for kind, words in said if words]


def _players(pen: Pen, scene: Scene) -> Html:
    """Draw the scoreboard, and a list of the players unless the scoreboard has a heading for each player."""
    board = scene.scoreboard
    strip = element(
        "ul", {"class": "strip"}, *(element("li", {}, player_drawn(pen, player)) for player in scene.players)
    )
    parts = [] if board and _names_all(scene, board) else [strip]
    parts += [table_drawn(pen, board)] if board else []
    return element("section", {"class": "players", "aria-label": pen.texts.gettext("players")}, *parts)


def _names_all(scene: Scene, board: Table) -> bool:
    named = {ref for heading in (*board.columns, *(row for row, _ in board.rows)) for ref in heading.refs}
    return {player.ref for player in scene.players} <= named


def _group(pen: Pen, group: Group) -> Html:
    """Draw a group with its boards, zones, values and tables."""
    player = None if group.player is None else pen.players.get(group.player)
    heading = player_drawn(pen, player) if player else group.title
    places = places_drawn(pen, group.places)
    return element(
        "section",
        {
            "class": classes("group", "own" if player and player.you else "", "" if player else "common"),
            "aria-label": group.title,
        },
        element("h2", {}, heading),
        *(board_drawn(pen, board) for board in group.boards),
        *([element("div", {"class": "places"}, *places)] if places else []),
        *values_drawn(pen, group.values),
        *(table_drawn(pen, table) for table in group.tables),
    )


def _ending(pen: Pen, ending: Ending | None) -> list[Html]:
    """Draw the reason why the game is over, and the ranking."""
    if ending is None:
        return []
    parts = ending.parts if len(ending.parts) > 1 else ()  # a single part equals the score
    texts = pen.texts
    over = texts.gettext("game over")
    headings = [texts.gettext("place"), texts.gettext("player"), texts.gettext("score"), *parts]
    head = [element("th", {"scope": "col"}, heading) for heading in headings]
    ranked = [_ranked(pen, each, len(parts)) for each in ending.ranked]
    early = texts.gettext("The game was stopped before its end; the places mean nothing.")
    warned = [element("p", {}, early)] if ending.truncated else []
    table = element(
        "table",
        {},
        element("thead", {}, element("tr", {}, *head)),
        element("tbody", {}, *ranked),
    )
    return [
        element(
            "section",
            {"class": "ending", "aria-label": over},
            element("h2", {}, over),
            element("p", {}, ending.reason),
            *warned,
            scrolling(pen, [[heading] for heading in headings], over, table),
        )
    ]


def _ranked(pen: Pen, each: Ranked, parts: int) -> Html:
    player = pen.players.get(each.seat)
    name = player.name if player else str(each.seat + 1)
    winner = "★ " + pen.texts.gettext("winner")
    won = [" ", element("span", {"class": "badge"}, winner)] if each.won else []
    cells = [each.score, *each.parts[:parts]]
    return element(
        "tr",
        {"class": "won" if each.won else None},
        element("td", {}, str(each.place)),
        element("th", {"scope": "row"}, *(sample(pen, player.look) if player else []), name, *won),
        *(element("td", {}, str(cell)) for cell in cells),
    )


def _legend(pen: Pen, scene: Scene) -> list[Html]:
    """Draw a list that explains the symbols and colours."""
    if not scene.legend:
        return []
    lines = [element("li", {}, *sample(pen, look), words) for words, look in scene.legend]
    summary = element("summary", {}, pen.texts.gettext("legend"))
    return [
        element("details", {"class": "legend", "data-keep": "legend"}, summary, element("ul", {}, *lines))
    ]

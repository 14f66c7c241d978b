"""Composes a whole scene as HTML: the players, the centre of the table, the reader's own things, the result.

The page around it gives each part its place; without it, the parts follow one another. The centre has the
boards and the zones in which the players meet; at its side are piles and values. Players are compact, with
what the reader sees of their things, and tables below them. The reader's hand comes last, nearest to the
reader.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.drawn.html.boards import board_drawn
from interpreter.drawn.html.ending import ending_drawn
from interpreter.drawn.html.ladders import ladder_drawn
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.pen import Pen, classes, pen_of
from interpreter.drawn.html.taken import taken_drawn
from interpreter.drawn.html.values import player_drawn, sample, table_drawn, values_drawn
from interpreter.drawn.html.zones import places_drawn
from interpreter.scene.things import Group, Place, Player, Scene, Stands, Table

__all__ = ["table_of"]


def table_of(scene: Scene) -> Html:
    """Draw a scene as a `div` element."""
    pen = pen_of(scene)
    common, own = (
        scene.groups[0],
        next((each for each in scene.groups[1:] if each.player == scene.seat), None),
    )
    return element(
        "div",
        {"class": "table gamespec", "lang": scene.language, "data-felt": scene.felt},
        element(
            "div",
            {"class": "felt"},
            *ending_drawn(pen, scene.ending),
            _seats(pen, scene),
            _center(pen, scene, common, own),
            *_mine(pen, own),
        ),
    )


def _seats(pen: Pen, scene: Scene) -> Html:
    """Draw the players in the order of play, each with the player's values and what others see of the rest.

    The first is the reader.
    """
    groups = {group.player: group for group in scene.groups[1:]}
    first = scene.seat or 0
    order = sorted(scene.players, key=lambda player: (player.seat - first) % len(scene.players))
    seats = [element("li", {}, _seat(pen, player, groups.get(player.seat))) for player in order]
    return element(
        "section",
        {"class": "seats", "aria-label": pen.texts.gettext("players"), "tabindex": 0},
        element("ul", {}, *seats),
        *_tables(pen, scene.groups[0].tables),
    )


def _tables(pen: Pen, tables: Sequence[Table]) -> list[Html]:
    """Draw tables below the players, each with as few columns as it can have."""
    drawn = [table_drawn(pen, _narrow(table)) for table in tables]
    return [element("div", {"class": "tables"}, *drawn)] if drawn else []


def _narrow(table: Table) -> Table:
    """Return a table whose columns become rows if it is wider than high."""
    if len(table.columns) <= len(table.rows):
        return table
    rows = tuple(
        (heading, tuple(values[index] for _, values in table.rows))
        for index, heading in enumerate(table.columns)
    )
    return Table(table.title, tuple(heading for heading, _ in table.rows), rows)


def _seat(pen: Pen, player: Player, group: Group | None) -> Html:
    """Draw a player. Of the reader's own things, only piles are here; all others take more room elsewhere."""
    parts = [
        element("h2", {}, player_drawn(pen, player)),
        *_score(pen, player),
        *values_drawn(pen, player.values),
    ]
    if group is not None:
        piles = [place for place in group.places if place.lies == "pile"]
        parts += _places(pen, piles if player.you else group.places)
    if group is not None and not player.you:
        parts += [board_drawn(pen, board) for board in group.boards]
    kind = classes("seat", "active" if player.deciding else "", "own" if player.you else "")
    return element("section", {"class": kind, "data-color": player.look.color or None}, *parts)


def _score(pen: Pen, player: Player) -> list[Html]:
    if player.score is None:
        return []
    name = player.score_name or pen.texts.gettext("score")
    title = pen.texts.gettext("{score}: fewer is better", score=name) if player.lowest else name
    named = [" ", element("small", {}, name)]
    kind = classes("score", "lowest" if player.lowest else "")
    return [element("p", {"class": kind, "title": title}, str(player.score), *named)]


def _center(pen: Pen, scene: Scene, common: Group, own: Group | None) -> Html:
    """Draw the centre of the table, with its boards and the zones in it, and everything beside the centre."""
    boards = [*common.boards, *(own.boards if own else ())]

    def there(where: Stands) -> list[Html]:
        there = [board for board in boards if board.stands == where]
        ladders = [ladder_drawn(pen, board) for board in there if board.ladder]
        places = [place for place in common.places if place.stands == where]
        return [board_drawn(pen, board) for board in there if not board.ladder] + _places(
            pen, places, ladders
        )

    said = [("phase", scene.phase), ("prompt", scene.prompt)]
    center = [*(element("p", {"class": kind}, words) for kind, words in said if words), *there("center")]
    side = [
        *there("side"),
        *values_drawn(pen, common.values),
        *taken_drawn(pen, scene.taken),
        *_folded(pen, there("folded")),
        *_legend(pen, scene),
    ]
    kind = classes(
        "center", "boarded" if any(board.stands == "center" and not board.ladder for board in boards) else ""
    )
    return element(
        "section",
        {"class": kind, "aria-label": common.title},
        element("div", {"class": "main", "tabindex": 0}, *center),
        *([element("div", {"class": "side", "tabindex": 0}, *side)] if side else []),
    )


def _mine(pen: Pen, own: Group | None) -> list[Html]:
    """Draw the reader's own zones, except piles, the hand first."""
    places = [place for place in own.places if place.lies != "pile"] if own else []
    if own is None or not places:
        return []
    ordered = sorted(places, key=lambda place: place.lies != "fan")
    kind = classes("mine", "held" if ordered[0].lies == "fan" else "")
    section: Attributes = {"class": kind, "aria-label": own.title, "tabindex": 0}
    return [element("section", section, *_places(pen, ordered))]


def _places(pen: Pen, places: Sequence[Place], before: Sequence[Html] = ()) -> list[Html]:
    drawn = [*before, *places_drawn(pen, places)]
    return [element("div", {"class": "places"}, *drawn)] if drawn else []


def _folded(pen: Pen, parts: Sequence[Html]) -> list[Html]:
    """Draw things out of sight, in an element that can be opened."""
    if not parts:
        return []
    summary = element("summary", {}, pen.texts.gettext("more"))
    return [element("details", {"class": "folded", "data-keep": "folded"}, summary, *parts)]


def _legend(pen: Pen, scene: Scene) -> list[Html]:
    """Draw a list that explains the symbols and colours."""
    if not scene.legend:
        return []
    lines = [element("li", {}, *sample(pen, look), words) for words, look in scene.legend]
    summary = element("summary", {}, pen.texts.gettext("legend"))
    return [
        element("details", {"class": "legend", "data-keep": "legend"}, summary, element("ul", {}, *lines))
    ]

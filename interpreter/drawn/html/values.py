"""Draws values as HTML, as pairs of name and value or as tables with headings, such as the scoreboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from interpreter.drawn.html.faces.dice import die_drawn
from interpreter.drawn.html.letters import ems
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.pen import Pen, aside, classes, own_symbol, refs
from interpreter.drawn.html.tokens import inscribed, outlined
from interpreter.scene.things import Heading, Look, Player, Table, Value

__all__ = [
    "heading_drawn",
    "player_drawn",
    "sample",
    "scrolling",
    "table_drawn",
    "value_drawn",
    "values_drawn",
]

NARROW = 300
"""The estimated width of a table, in pixels, above which the table scrolls because it may not fit on a phone.
"""

EM, BESIDE = 14, 20
"""The estimated width of an em in a table, and of the space beside each column, both in pixels."""

FEW = 4
"""The greatest number of members for which a family is drawn with its blank members."""


def values_drawn(pen: Pen, values: Sequence[Value]) -> list[Html]:
    """Draw names with their values. The members of a family share the name, and each has a key.

    Values that are not set are left out, but numbers are not.
    """
    if not values:
        return []
    values = [value for value in values if not value.blank or value.changed or value.text.isdecimal()]
    rows = []
    for (name, _), family in groupby(values, key=lambda value: (value.name, bool(value.key))):
        members = list(family)
        if len(members) > FEW:
            telling = [value for value in members if not value.blank or value.changed]
            members = telling or [replace(members[0], key="")]
        shown = [element("dd", {}, _keyed(pen, value)) for value in members]
        rows.append(element("div", {}, element("dt", {}, name), *shown))
    return [element("dl", {"class": "values"}, *rows)]


def _keyed(pen: Pen, value: Value) -> Html:
    key: list[str] = [element("span", {"class": "key"}, value.key), " "] if value.key else []
    return element("span", {}, *key, value_drawn(pen, value))


def value_drawn(pen: Pen, value: Value) -> Html:
    """Draw a value as its text, after its look if it has one. Show whether it is hidden or has changed."""
    kind = classes(
        "value",
        "blank" if value.blank else "",
        "secret" if value.hidden else "",
        "changed" if value.changed else "",
    )
    if value.hidden:
        said: list[str] = [
            die_drawn(value.text) if value.die else element("span", {"aria-hidden": "true"}, value.text),
            aside(pen.texts.gettext("hidden")),
        ]
    else:
        thrown = value.die and not value.blank
        shown = [die_drawn(value.text), aside(value.text)] if thrown else [value.text]
        picture = sample(pen, value.look)
        if picture and value.text == value.look.symbol:  # the picture is this symbol
            shown = [aside(value.text)]
        said = [*picture, *shown]
    if value.changed:
        said.append(aside(", " + pen.texts.gettext("changed")))
    return element("span", {"class": kind, "data-value": value.ref or None}, *said)


def sample(pen: Pen, look: Look) -> list[Html]:
    """Draw a small piece with the given look, if the look is not empty.

    It is hidden from screen readers, because the words beside it have the same meaning.
    """
    if look == Look():
        return []
    shape = pen.sampled(look, 44)
    picture = [*outlined(shape), *inscribed(look, own_symbol(look), shape)]
    return [
        element(
            "svg",
            {
                "class": "sample",
                "viewBox": "-50 -50 100 100",
                "aria-hidden": "true",
                "data-color": look.color or None,
            },
            *picture,
        )
    ]


def player_drawn(pen: Pen, player: Player) -> Html:
    """Draw the shape, colour and name of a player.

    Words beside the name say whether the player is the reader, or has to decide.
    """
    shape = pen.shape(player.look, player.seat, 44)
    picture = element(
        "svg",
        {
            "class": "sample",
            "viewBox": "-50 -50 100 100",
            "aria-hidden": "true",
            "data-color": player.look.color or None,
        },
        *outlined(shape),
        *inscribed(player.look, own_symbol(player.look), shape),
    )
    states = [pen.texts.gettext("you")] if player.you else []
    if player.team is not None:
        states.append(pen.texts.gettext("team {number}", number=player.team + 1))
    if player.deciding:
        states.append(pen.texts.gettext("your turn") if player.you else pen.texts.gettext("to move"))
    badges = [each for state in states for each in (" ", element("span", {"class": "badge"}, state))]
    kind = classes("player", "active" if player.deciding else "", "reader" if player.you else "")
    return element(
        "span",
        {"class": kind, **refs((player.ref,))},
        element("span", {"class": "who"}, picture, element("b", {}, player.name)),
        *badges,
    )


def heading_drawn(pen: Pen, heading: Heading) -> Html:
    """Draw the heading of a row or column, with its look."""
    return element(
        "span", {"class": "heading", **refs(heading.refs)}, *sample(pen, heading.look), heading.text
    )


def table_drawn(pen: Pen, table: Table) -> Html:
    """Draw a table with a heading for each row and column."""
    head = [element("th", {"scope": "col"}, heading_drawn(pen, each)) for each in table.columns]
    rows = [
        element(
            "tr",
            {},
            element("th", {"scope": "row"}, heading_drawn(pen, heading)),
            *(element("td", {}, *([value_drawn(pen, value)] if value else [])) for value in values),
        )
        for heading, values in table.rows
    ]
    drawn = element(
        "table",
        {},
        *([element("caption", {}, table.title)] if table.title else []),
        element("thead", {}, element("tr", {}, element("td", {}), *head)),
        element("tbody", {}, *rows),
    )
    columns = [
        [heading.text, *(value.text for _, row in table.rows if (value := row[index]))]
        for index, heading in enumerate(table.columns)
    ]
    return scrolling(pen, [[heading.text for heading, _ in table.rows], *columns], table.title, drawn)


def scrolling(pen: Pen, columns: Sequence[Sequence[str]], title: str, drawn: Html) -> Html:
    """Draw a table in a box. If the table may be too wide, the box scrolls, has a name and takes the focus.

    `columns` has the texts in each column of the table; the first column holds the headings of the rows. The
    heading of a player is wider than its text by about one column.
    """
    wide = sum(max(map(ems, column), default=0) * EM + BESIDE for column in columns) + 3 * BESIDE
    if wide <= NARROW:
        return element("div", {"class": "scroll"}, drawn)
    name = pen.texts.gettext(
        "{title} (can be scrolled)", title=title or pen.texts.pgettext("numbers", "table")
    )
    box: Attributes = {"role": "group", "aria-label": name, "tabindex": 0}
    return element("div", {"class": "scroll", **box}, drawn)

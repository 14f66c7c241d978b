"""Draws the values that functions compute as small tags on the corners of the things that they are about.

Tags are hidden from screen readers, which read the values in the names of these things.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.drawn.html.faces.signs import icon
from interpreter.drawn.html.letters import Sizes, ems, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import classes
from interpreter.drawn.html.shapes import number
from interpreter.scene.things import Value

__all__ = ["tags_drawn", "tags_on"]

SIZES = Sizes(5, 60)
"""The font sizes on tags, which are readable in the closer look."""

WIDEST = 2.6
"""Maximum width of a tag, as a multiple of its height."""


def tags_drawn(values: Sequence[Value], right: float, top: float, height: float) -> list[Html]:
    """Draw the computed values as tags from the given top right corner to the left, in user units."""
    drawn: list[Html] = []
    for value in [each for each in values if each.computed and not each.blank]:
        sign = 0.85 * height if value.look.icon else 0.0
        text = min(WIDEST, max(0.4, 0.72 * ems(value.text))) * height
        wide = text + sign + 0.5 * height
        plate = {"x": number(right - wide), "y": number(top), "width": number(wide), "height": number(height)}
        middle = top + height / 2
        said = [letters(value.text, right - 0.25 * height - text / 2, middle, text, height * 0.95, SIZES)]
        if sign:
            said.append(icon(value.look.icon, right - wide + 0.25 * height + sign / 2, middle, sign * 0.85))
        tag = {"class": _kind(value), "aria-hidden": "true", "data-value": value.ref or None}
        drawn.append(element("g", tag, element("rect", {**plate, "rx": number(height / 2)}), *said))
        right -= wide + 0.12 * height
    return drawn


def tags_on(values: Sequence[Value]) -> list[Html]:
    """Draw the computed values of a component that lies in a zone as tags on its corner."""
    shown = [value for value in values if value.computed and not value.blank]
    if not shown:
        return []
    said = [
        element(
            "span",
            {"class": _kind(value)},
            *([_sign(value)] if value.look.icon else []),
            value.text,
        )
        for value in shown
    ]
    return [element("span", {"class": "tags"}, *said)]


def _kind(value: Value) -> str:
    return classes("tag", "less" if value.text.startswith("-") else "")


def _sign(value: Value) -> Html:
    return element("svg", {"viewBox": "-50 -50 100 100"}, icon(value.look.icon, 0, 0, 90))

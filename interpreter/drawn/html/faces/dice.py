"""Draws the faces of dice: up to six spots, and any other value as text."""

from __future__ import annotations

from interpreter.drawn.html.letters import letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import rounded

__all__ = ["die_drawn"]

SPOTS = {
    "1": "M50,50h0",
    "2": "M28,28h0M72,72h0",
    "3": "M28,28h0M50,50h0M72,72h0",
    "4": "M28,28h0M72,28h0M28,72h0M72,72h0",
    "5": "M28,28h0M72,28h0M50,50h0M28,72h0M72,72h0",
    "6": "M28,26h0M72,26h0M28,50h0M72,50h0M28,74h0M72,74h0",
}
"""The path of the spots of each face, each of which is a line without length and with round ends."""


def die_drawn(text: str) -> Html:
    """Draw the face of a die. It is hidden from screen readers, which read the text beside it."""
    said = (
        element("path", {"class": "spots", "d": SPOTS[text]})
        if text in SPOTS
        else letters(text, 50, 52, 80, 66)
    )
    return element(
        "svg",
        {"class": "die sheet", "viewBox": "0 0 100 100", "aria-hidden": "true"},
        element("path", {"class": "paper", "d": rounded(4, 4, 96, 96, 18)}),
        element("path", {"class": "dent", "d": rounded(9, 9, 91, 91, 15)}),
        said,
    )

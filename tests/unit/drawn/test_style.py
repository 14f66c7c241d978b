"""Tests for the style of tables.

Colors must be readable in the light and the dark theme, rules must be scoped, and nothing may be fetched.
"""

from __future__ import annotations

import re
from importlib import resources
from itertools import product

import pytest

from interpreter.drawn import html
from interpreter.drawn.html.faces.backs import DYES
from interpreter.drawn.html.shapes import shape_of

COLORS = (
    *("black", "white", "grey", "red", "orange", "yellow", "green"),
    *("teal", "blue", "purple", "pink", "brown", "beige"),
)
SURFACES = ("paper", "soft", "card")
FELTS = tuple(f"{color}-felt" for color in ("green", "blue", "red", "brown", "grey", "purple"))
THEMES = ("light", "dark")
VARIABLE = re.compile(r"--([a-z-]+):light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)")


def palette(theme: str) -> dict[str, str]:
    """Return the colors of a theme as hexadecimal strings, keyed by name."""
    index = THEMES.index(theme)
    return {name: pair[index] for name, *pair in VARIABLE.findall(html.style())}


def luminance(color: str) -> float:
    """Return the relative luminance of a color `#rrggbb`, as defined by WCAG 2.2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors, as defined by WCAG 2.2."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_formula() -> None:
    """The contrast of black and white is 1.05 / 0.05 = 21.

    The lightest gray with a contrast of more than 4.5 on white is #767676.
    """
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") > 4.5 > contrast("#777777", "#ffffff")


@pytest.mark.parametrize(("theme", "color"), list(product(THEMES, (*COLORS, "neutral"))))
def test_letters_on_colours(theme: str, color: str) -> None:
    """On every color of the palette, text has a contrast of at least 4.5."""
    colors = palette(theme)
    assert contrast(colors[color], colors[f"{color}-ink"]) >= 4.5


@pytest.mark.parametrize(("theme", "color"), list(product(THEMES, COLORS)))
def test_signs_on_paper(theme: str, color: str) -> None:
    """On the paper of cards, signs and values in every color have a contrast of at least 4.5."""
    colors = palette(theme)
    assert contrast(colors[f"{color}-tint"], colors["ivory"]) >= 4.5
    assert contrast(colors["ivory-ink"], colors["ivory"]) >= 4.5


@pytest.mark.parametrize(("theme", "dye"), list(product(THEMES, DYES)))
def test_patterns_on_backs(theme: str, dye: str) -> None:
    """The patterns of backs are seen, because paper has a contrast of at least 3 with every dye."""
    colors = palette(theme)
    assert contrast(colors[dye], colors["ivory"]) >= 3
    assert f".gamespec [data-dye={dye}]{{--dye:var(--{dye})}}" in html.style()


@pytest.mark.parametrize(("theme", "surface"), list(product(THEMES, SURFACES)))
def test_text(theme: str, surface: str) -> None:
    """On every surface, normal and dimmed text have a contrast of at least 4.5."""
    colors = palette(theme)
    assert min(contrast(colors[name], colors[surface]) for name in ("ink", "dim")) >= 4.5


@pytest.mark.parametrize(("theme", "surface"), list(product(THEMES, SURFACES)))
def test_lines(theme: str, surface: str) -> None:
    """On every surface, the edges and highlights of pieces and cells have a contrast of at least 3."""
    colors = palette(theme)
    assert {
        name: ratio
        for name in ("edge", "line", "focus", "new")
        if (ratio := contrast(colors[name], colors[surface])) < 3
    } == {}


@pytest.mark.parametrize(("theme", "felt"), list(product(THEMES, FELTS)))
def test_felt(theme: str, felt: str) -> None:
    """On the felt of every color, words have a contrast of at least 4.5, and marks one of 3."""
    colors = palette(theme)
    assert min(contrast(colors[f"felt-{name}"], colors[felt]) for name in ("ink", "dim")) >= 4.5
    assert min(contrast(colors[f"felt-{name}"], colors[felt]) for name in ("line", "new", "focus")) >= 3
    assert f".gamespec.table[data-felt={felt.removesuffix('-felt')}]" in html.style() or felt == FELTS[0]


@pytest.mark.parametrize("theme", THEMES)
def test_what_can_be_pressed(theme: str) -> None:
    """A highlight is a bright line with a dark rim. One of them has a contrast of at least 3."""
    colors = palette(theme)
    assert contrast(colors["lit"], colors["lit-rim"]) >= 3
    below = [colors[name] for name in (*SURFACES, *FELTS, "cell", "odd", "wood", "ivory", *COLORS)]
    assert min(max(contrast(colors[name], each) for name in ("lit", "lit-rim")) for each in below) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_boards(theme: str) -> None:
    """Names on fields and headings on frames have a contrast of at least 4.5, lines on boards one of 3."""
    colors = palette(theme)
    assert contrast(colors["cell-ink"], colors["cell"]) >= 4.5
    assert contrast(colors["cell"], colors["wood"]) >= 4.5
    assert min(contrast(colors["rule"], colors[field]) for field in ("cell", "odd")) >= 3


@pytest.mark.parametrize(("theme", "color"), list(product(THEMES, COLORS)))
def test_coloured_boards(theme: str, color: str) -> None:
    """On cells of every color, names have a contrast of at least 4.5, lines and highlights one of 3.

    The headings on the frame are as light as paper; see `test_signs_on_paper`.
    """
    colors = palette(theme)
    cell = colors[f"{color}-board"]
    assert contrast(colors["dark"], cell) >= 4.5
    assert contrast(colors["rule"], cell) >= 3
    assert max(contrast(colors[name], cell) for name in ("lit", "lit-rim")) >= 3
    rule = f"--ground:var(--{color}-board);--around:var(--{color}-tint)"
    assert f".gamespec [data-ground={color}]{{{rule}}}" in html.style()


@pytest.mark.parametrize("theme", THEMES)
def test_painted_tiles(theme: str) -> None:
    """Roofs, trees and walls are seen: they have a contrast of at least 1.6 with what is below them."""
    colors = palette(theme)
    assert contrast(colors["tile"], colors["brown-land"]) >= 1.6
    assert contrast(colors["leaf"], colors["green-land"]) >= 1.6
    assert contrast(colors["plaster"], colors["brown-land"]) >= 1.6


@pytest.mark.parametrize("color", COLORS)
def test_every_colour_has_a_rule(color: str) -> None:
    """Each color that a look can name has a rule that sets the colors of its pieces."""
    given = {"fill": color, "on": f"{color}-ink", "tint": f"{color}-tint", "land": f"{color}-land"}
    rule = ";".join(f"--{name}:var(--{value})" for name, value in given.items())
    assert f".gamespec [data-color={color}]{{{rule}}}" in html.style()


def test_nothing_is_coloured_beside_the_palette() -> None:
    """The style defines colors only in its palette, each with a value for every theme."""
    rest = VARIABLE.sub("", html.style())
    assert not re.findall(r"#[0-9a-f]{3,8}\b|rgb|hsl", rest)


def test_scope() -> None:
    """Every rule applies only to elements of the class `gamespec` or to elements inside them."""
    style = re.sub(r"/\*.*?\*/", "", html.style(), flags=re.DOTALL)
    style = re.sub(r"@[^{]*\{", "", style)  # what a condition holds stands in rules
    selectors = [each.strip(" }\n") for each in re.findall(r"([^{}]+)\{[^{}]*\}", style)]
    outside = [each for each in selectors if ".gamespec" not in each]
    assert selectors
    assert not outside


def test_nothing_is_fetched() -> None:
    """The style loads no images, fonts or other style sheets."""
    assert not re.findall(r"url\(|@import|@font-face|https?:|</", html.style())


def test_it_is_shipped() -> None:
    """The parts of the style sheet are shipped as part of the package, and no other sheets."""
    folder = resources.files("interpreter.drawn.html")
    sheets = [each.read_text(encoding="utf-8") for each in folder.iterdir() if each.name.endswith(".css")]
    assert sum(map(len, sheets)) == len(html.style())


def test_shapes() -> None:
    """Six seats and pieces without a seat have seven different shapes.

    Players can therefore be told apart without color.
    """
    shapes = [shape_of(seat, 44).path for seat in (*range(6), None)]
    assert len(set(shapes)) == len(shapes) == 7

"""Tests for faces on paper: what the style sheet says, in attributes, and where components lie."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from interpreter.drawn import html
from interpreter.drawn.html.faces.signs import sign
from interpreter.drawn.html.pen import Pen
from interpreter.drawn.sheets.faces import back, front, size_of
from interpreter.drawn.sheets.styled import Unsupported, standalone
from interpreter.drawn.sheets.typeset import FAMILY
from interpreter.drawn.sizes import CARDS, DISC, MARGIN, PAPERS, SQUARE, Grid, Paper, Size
from interpreter.scene.components import Component
from interpreter.scene.things import Fact, Look, Piece

PEN = Pen("en", {})
HIDDEN = Piece(("z0.0",), "hidden", "?", "card", known=False)
LIGHT = dict(re.findall(r"--([a-z-]+):light-dark\((#[0-9a-f]{6}),", html.style()))
"""The light values of the palette."""


def image(svg: str, css: str | None = None) -> ET.Element:
    """Return an image without a style sheet, in which names have no namespace."""
    return ET.fromstring(standalone(svg, css).replace(' xmlns="http://www.w3.org/2000/svg"', ""))  # noqa: S314


def card(look: Look) -> Component:
    """Return a card with a seven and a suit."""
    facts = (Fact("suit", "hearts", look), Fact("rank", "7"))
    return Component(Piece(("z0.c0",), "7", "7♥", "card", look=look, facts=facts), HIDDEN)


@pytest.mark.parametrize("color", ["red", "orange", "black", "white", "beige"])
def test_colours_are_those_of_the_light_palette(color: str) -> None:
    """The ground of a card is ivory, its value and its sign have the tint of its colour."""
    drawn = image(front(PEN, card(Look("♥", color, "heart")), CARDS["poker"]))
    ground = drawn.find("rect")
    assert ground is not None
    assert (ground.get("fill"), ground.get("stroke")) == (LIGHT["ivory"], LIGHT["ivory-line"])
    letters = {each.get("fill") for each in drawn.iter("text")}
    assert letters == {LIGHT[f"{color}-tint"]}
    wash, *others = drawn.iter("path")
    assert wash.get("stroke") == LIGHT[f"{color}-tint"]
    signs = {each.get("fill") for each in others}
    assert signs == {LIGHT["white"] if color == "white" else LIGHT[f"{color}-tint"]}


def test_letters_are_centred_and_have_a_font() -> None:
    """What places letters stands in attributes, and the image names the font that is shipped."""
    drawn = image(front(PEN, card(Look("♥", "red", "heart")), CARDS["poker"]))
    assert drawn.get("font-family") == FAMILY
    for each in drawn.iter("text"):
        assert (each.get("text-anchor"), each.get("dominant-baseline")) == ("middle", "central")
        assert each.get("font-weight") == "700"


def test_a_stroke_keeps_its_width_in_scaled_icons() -> None:
    """White signs have an outline of 1.3 units, although an icon of 256 units is drawn 64 units wide."""
    drawn = image(f'<svg class="sheet">{sign(Look("", "white", "heart"), 50, 50, 64)}</svg>')
    (icon,) = drawn.iter("path")
    assert icon.get("stroke") == LIGHT["white-tint"]
    assert float(icon.get("stroke-width", "")) == pytest.approx(1.3 / (64 / 256))


def test_nothing_is_left_that_needs_a_style_sheet() -> None:
    """Neither classes nor references remain, and what serves scripts and screen readers is gone."""
    for drawn in (front(PEN, card(Look("♥", "red", "heart")), SQUARE), back(PEN, card(Look()), SQUARE)):
        assert drawn is not None
        for each in image(drawn).iter():
            assert not each.attrib.keys() & {"class", "role", "tabindex"}
            assert not any(name.startswith(("data-", "aria-")) for name in each.attrib)
            assert not any("var(" in value or "light-dark" in value for value in each.attrib.values())


@pytest.mark.parametrize(
    ("css", "fill"),
    [
        (".gamespec{--a:light-dark(#112233,#445566)}.x{fill:var(--a)}", "#112233"),
        (".gamespec{--a:#111111}.x{--b:var(--a);--a:#222222;fill:var(--b)}", "#222222"),
        (".x{fill:var(--none,#abcdef)}", "#abcdef"),
        (".gamespec{--b:#010203}.x{fill:var(--none,var(--b))}", "#010203"),
        (".x{fill:transparent}", "none"),
        (".x{fill:#111111}.gamespec .x{fill:#222222}.x{fill:#333333}", "#222222"),
        (".x{fill:#111111!important}.gamespec .x{fill:#222222}", "#111111"),
        ("path:not(.gamespec *){fill:#111111}.gamespec :is(.y,.x){fill:#222222}", "#222222"),
        (".x{fill:#111111}@media print{.x{fill:#222222}}.x:hover{fill:#333333}", "#111111"),
        # in Oklab, grey halfway between black and white has the lightness 0.5, thus the linear value
        # 0.5 ** 3 = 0.125, which sRGB writes as 1.055 * 0.125 ** (1 / 2.4) - 0.055 = 0.3885, or 99 of 255
        (".x{fill:color-mix(in oklab,#ffffff 50%,#000000)}", "#636363"),
        (".x{fill:color-mix(in oklab,#a4356b 100%,#000000)}", "#a4356b"),
    ],
)
def test_the_cascade(css: str, fill: str) -> None:
    """Custom properties are inherited and replaced, and the most specific rule wins."""
    (path,) = image('<svg><path class="x"/></svg>', css).iter("path")
    assert path.get("fill") == fill


@pytest.mark.parametrize(
    "css",
    [
        ".x{filter:blur(2px)}",
        ".x{fill:var(--none)}",
        ".x{stroke-width:calc(1px + 2px)}",
        "@layer base{.x{fill:#111111}}",
        ".x{fill:#111111;.y &{fill:#222222}}",
    ],
)
def test_what_attributes_cannot_say_is_refused(css: str) -> None:
    """No image is printed in a wrong look."""
    with pytest.raises(Unsupported):
        image('<svg><path class="x"/></svg>', css)


def test_sizes_follow_from_what_a_component_is() -> None:
    """Cards have the size that is asked for, squares and tokens their own."""
    facts = (Fact("rank", "7"),)
    shapes = {
        shape: Component(Piece(("z0.c0",), "7", "7", "thing", facts=facts, format=shape), HIDDEN)
        for shape in ("card", "square", "token")
    }
    assert size_of(shapes["card"], CARDS["mini"]) == CARDS["mini"]
    assert size_of(shapes["square"], CARDS["mini"]) == SQUARE
    assert size_of(shapes["token"], CARDS["mini"]) == DISC
    assert back(PEN, shapes["token"], DISC) is None


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", CARDS.values())
def test_backs_lie_behind_their_fronts(paper: Paper, size: Size) -> None:
    """If a sheet is turned along its long edge, each back covers its front, within the margin."""
    width, height = PAPERS[paper]
    grid = Grid(size, width, height)
    for index in range(grid.columns * grid.rows):
        spot, behind = grid.spot(index), grid.spot(index, mirrored=True)
        assert spot.x + grid.size.width + behind.x == pytest.approx(width)
        assert spot.y == behind.y
        assert spot.x >= MARGIN - 1e-9
        assert MARGIN - 1e-9 <= spot.y <= height - MARGIN - grid.size.height + 1e-9

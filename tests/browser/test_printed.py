"""Tests that faces on paper look as in the browser: attributes say what the browser computes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.drawn.html import style
from interpreter.drawn.html.pen import pen_of
from interpreter.drawn.sheets.faces import back, front, size_of
from interpreter.drawn.sheets.styled import standalone
from interpreter.drawn.sizes import CARDS
from interpreter.engine.game import Game
from interpreter.scene.components import components_of
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROPERTIES = (
    *("fill-opacity", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "opacity"),
    *("stroke-dasharray", "paint-order", "text-anchor", "dominant-baseline", "font-weight"),
)

COMPUTED = """([off, names]) => {
  const brush = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const known = new Map([["none", "0,0,0,0"]]);
  const painted = (said) => {
    if (known.has(said)) return known.get(said);
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = said;
    brush.fillRect(0, 0, 1, 1);
    known.set(said, brush.getImageData(0, 0, 1, 1).data.join());
    return known.get(said);
  };
  return [...document.querySelectorAll("svg *")]
    .filter((element) => element.tagName !== "title" && !element.closest(off))
    .map((element) => {
      const style = getComputedStyle(element), to = element.getCTM();
      const unit = element.ownerSVGElement.getBoundingClientRect().width / 100;
      const scale = style.vectorEffect === "none" ? 1 : Math.hypot(to.a, to.b) / unit;
      return [element.tagName, style.display === "none", painted(style.fill), painted(style.stroke),
        Math.round(parseFloat(style.strokeWidth) / scale * 10) / 10,
        ...names.map((name) => style.getPropertyValue(name))];
    });
}"""
"""Lists the style of each element: its colours as they are painted, the width of its stroke in user units."""


def drawn(game: str) -> list[str]:
    """Return an image of each face and each back of a game."""
    compiled = gamespec.load(game).compiled(None, {})
    words, begun = Words(compiled), Game(compiled.program, 0)
    pen = pen_of(scene_of(words, begun, None))
    found: dict[str, None] = {}
    for component in (each for kind in components_of(words, begun) for each in kind):
        size = size_of(component, CARDS["poker"])
        found[front(pen, component, size)] = None
        behind = back(pen, component, size)
        if behind is not None:
            found[behind] = None
    return [*found]


@pytest.mark.parametrize("game", ["trapper", "hanabi", "carcassonne"])
def test_attributes_say_what_the_browser_computes(browser: Browser, game: str) -> None:
    """For each element of each face, Chromium finds the same style with the style sheet as without it."""
    page = browser.new_page()
    images = drawn(game)
    page.set_content(
        f"<!doctype html><style>{style()}</style>"
        f'<div class="gamespec" data-theme="light">{"".join(images)}</div>'
    )
    styled = page.evaluate(COMPUTED, [".cast, .rim", PROPERTIES])
    assert len(styled) > len(images)
    page.set_content(f"<!doctype html>{''.join(map(standalone, images))}")
    assert page.evaluate(COMPUTED, ["nothing", PROPERTIES]) == styled
    page.close()

"""Tests that each shipped game can be played to its end in a browser by clicking highlighted elements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from long_checks import split

import gamespec
from interpreter import replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

CLICKING = (Path(__file__).parent / "clicking.js").read_text(encoding="utf-8")
BY_MOUSE = 4
"""Number of clicks made with the mouse, to prove that highlighted elements lie where it can hit them."""


def expect_accessible(page: Page) -> None:
    """Check that axe-core finds no violation on the page."""
    found = Axe().run(page)
    said = [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for each in found.response["violations"]
        for node in each["nodes"][:3]
    ]
    assert not said, "\n".join(said)


def click_with_the_mouse(page: Page, times: int) -> int:
    """Click the first highlighted element, or else the first button, up to `times` times.

    Return the number of clicks, which is smaller if the game ends before.
    """
    for done in range(times):
        page.wait_for_selector("#asked.yours:not([aria-busy=true]), body[data-over=true]")
        if page.get_attribute("body", "data-over") == "true":
            return done
        lit = page.locator("#table .lit")
        (lit if lit.count() else page.locator("#next button, #options button")).first.click()
    return times


SHORT = {"ogallala": 2, "trumpet": 9}
"""Seeds, by game, with which the longest games take fewer moves than usual."""


KINDS = {"hanabi", "kuhn-poker", "liars-dice", "nine-mens-morris"}
"""Games that represent kinds of scenes: visible cards, chips, dice, points and lines. Others take longer."""


@pytest.mark.parametrize(
    "name",
    split(gamespec.games(), "browser", lambda _: False, lambda name: name not in KINDS),
)
def test_a_whole_game(
    name: str,
    serve: Callable[..., Any],
    open_page: Callable[[str], Page],
    picture: Callable[[Page, str], None],
) -> None:
    """A game played in the browser ends in the position that the engine reaches with the same answers.

    At the beginning and at the end, axe-core finds no violation.
    """
    served = serve(name, seed=SHORT.get(name, 7))
    page = open_page(served.links["p1"])
    expect_accessible(page)
    picture(page, f"{name}-begin")
    assert click_with_the_mouse(page, BY_MOUSE) > 0
    page.evaluate(CLICKING, {"seed": 1, "answers": 12})
    picture(page, f"{name}-middle")
    page.evaluate(CLICKING, {"seed": 2, "answers": 100_000})
    assert page.get_attribute("body", "data-over") == "true"
    picture(page, f"{name}-end")
    page.set_viewport_size({"width": 390, "height": 844})
    expect_accessible(page)
    saved = replay.read(served.folder / "game.json")
    compiled = gamespec.load(name).compiled(saved.players, saved.options)
    again = replay.play_back(compiled, saved.seed, saved.answers)
    assert again.game.over
    assert replay.digest(compiled.program, again.game.position) == saved.digest
    assert replay.digest(compiled.program, served.table.course.game.position) == saved.digest

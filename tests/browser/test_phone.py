"""Tests that a table fits a phone: nothing moves between answers, and nothing is out of reach."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
TURN = "#asked.yours:not([aria-busy=true])"
CLICKING = (Path(__file__).parent / "clicking.js").read_text(encoding="utf-8")
RECORD = """parts => {
  window.boxes = Object.fromEntries(parts.map(part => [part, []]));
  window.buttons = [];
  const look = () => {
    const some = document.querySelector("#next button") !== null;
    if (!window.buttons.includes(some)) window.buttons.push(some);
    for (const part of parts) {
      const {left, top, width, height} = document.querySelector(part).getBoundingClientRect();
      const box = [left, top, width, height].map(each => each.toFixed(1)).join(" ");
      if (window.boxes[part].at(-1) !== box) window.boxes[part].push(box);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("how", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_nothing_moves(serve: Serve, open_page: Open, how: dict[str, object]) -> None:
    """The board, the piles, the question and the hand keep their boxes while tiles, values and buttons come and go."""
    page = open_page(serve("carcassonne").links["p1"], **how)
    page.wait_for_selector(TURN)
    page.evaluate(RECORD, ["#table .main > .board svg", "#asked", "#table .mine", "#table .side"])
    page.evaluate(CLICKING, {"seed": 1, "answers": 4})
    boxes, buttons = page.evaluate("() => [window.boxes, window.buttons]")
    assert buttons == [False, True], "a tile that was laid down is turned with buttons"
    assert {part: len(seen) for part, seen in boxes.items()} == dict.fromkeys(boxes, 1)


def test_a_hand_keeps_its_room(serve: Serve, open_page: Open) -> None:
    """The ring keeps its box while a hand of three rows empties to two."""
    page = open_page(serve("hearts").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    page.evaluate(RECORD, ["#table .ring", "#table .mine .fan"])
    page.evaluate(CLICKING, {"seed": 1, "answers": 6})
    boxes = page.evaluate("() => window.boxes")
    assert len(boxes["#table .ring"]) == 1
    assert len(boxes["#table .mine .fan"]) > 1


@pytest.mark.parametrize("how", [PHONE, SMALL, SIDEWAYS], ids=["phone", "small", "sideways"])
@pytest.mark.parametrize("game", ["trapper", "hearts"])
def test_all_fits_the_window(serve: Serve, open_page: Open, how: dict[str, Any], game: str) -> None:
    """The page is as wide as the window, and its parts lie inside of it and beside one another."""
    page = open_page(serve(game).links["p1"], **how)
    page.wait_for_selector(TURN)
    assert page.evaluate("() => [innerWidth, innerHeight]") == list(how["viewport"].values())
    assert page.evaluate("() => document.documentElement.scrollWidth") == how["viewport"]["width"]
    parts = ["#table .seats > ul", "#table .main", "#table .side", "#asked", "#table .mine"]
    boxes = [page.locator(part).bounding_box() for part in parts]
    for number, one in enumerate(boxes):
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= how["viewport"]["width"]
        assert one["y"] + one["height"] <= how["viewport"]["height"] + 0.5
        for other in boxes[:number]:
            beside = (
                other["x"] + other["width"] <= one["x"] + 0.5 or one["x"] + one["width"] <= other["x"] + 0.5
            )
            over = (
                other["y"] + other["height"] <= one["y"] + 0.5 or one["y"] + one["height"] <= other["y"] + 0.5
            )
            assert beside or over


def test_the_board_takes_the_width(serve: Serve, open_page: Open) -> None:
    """A track of eight fields by four is as wide as the window, whose rest is enough for four rows."""
    page = open_page(serve("trumpet").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    cells = page.locator("#table .main > .board .cell")
    boxes = [cells.nth(number).bounding_box() for number in range(8)]
    assert max(box["x"] + box["width"] for box in boxes) - min(box["x"] for box in boxes) > 0.85 * 390


def test_a_scale_is_in_sight(serve: Serve, open_page: Open) -> None:
    """A table with one value for each suit is one row on the phone's table, whose signs tell what each stands for."""
    page = open_page(serve("trumpet").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    values = page.locator("#table .tables [data-value]")
    boxes = [each.bounding_box() for each in values.all()]
    assert len(boxes) == 7, "six suits and the mega-trump"
    assert len({box["y"] for box in boxes}) == 1
    assert all(0 < box["x"] < 390 for box in boxes)


def test_rows_say_that_they_go_on(serve: Serve, open_page: Open) -> None:
    """A row that goes on beyond the edge fades there."""
    page = open_page(serve("trapper").links["p1"], **PHONE)
    side = page.locator("#table .side[data-beyond=after]")
    side.wait_for()
    assert "gradient" in side.evaluate("each => getComputedStyle(each).maskImage")
    page.locator("#table .side").evaluate("each => each.scrollTo(each.scrollWidth, 0)")
    page.wait_for_selector("#table .side[data-beyond=before]")
    assert page.locator("#table .mine[data-beyond]").count() == 0, "three kinds of cards fit"


def test_what_is_opened_lies_above(serve: Serve, open_page: Open) -> None:
    """What is unfolded beside the board moves nothing, and is gone after a press elsewhere."""
    page = open_page(serve("hearts").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    ring = page.locator("#table .ring").bounding_box()
    page.locator("#table .legend > summary").tap()
    page.locator("#table .legend > ul").wait_for()
    assert page.locator("#table .ring").bounding_box() == ring
    page.touchscreen.tap(195, 140)
    page.locator("#table .legend > ul").wait_for(state="hidden")
    page.locator("#all > summary").tap()
    page.locator("#options").wait_for()
    page.touchscreen.tap(195, 140)
    page.locator("#options").wait_for(state="hidden")


def test_an_enlarged_tile_leaves_its_place_in_sight(serve: Serve, open_page: Open) -> None:
    """A tile whose parts are asked for is enlarged beside its place; what closes it lies inside of the window."""
    page = open_page(serve("carcassonne").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    page.locator("#table .main .cell.lit").first.tap()
    page.locator("#next button.done, #next button.say").first.tap()
    page.locator(".enlarged:not([hidden]) button").wait_for()
    glass, close = page.locator(".enlarged").bounding_box(), page.locator(".enlarged > button").bounding_box()
    assert glass["x"] <= close["x"]
    assert close["x"] + close["width"] <= min(390, glass["x"] + glass["width"])
    assert close["width"] >= 44

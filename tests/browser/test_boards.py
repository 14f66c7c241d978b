"""Tests for boards in the browser: zoomed and moved, tiles enlarged, features lit up."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

TURN = "#asked.yours:not([aria-busy=true])"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TILE = "#table .board .printed > .frame"
FINGER = 44
"""The smallest distance at which fingers can tell two places, in pixels."""


def box(of: Locator) -> tuple[float, float, float]:
    """Return the middle of an element and its width, in pixels of the window."""
    found = of.bounding_box()
    assert found is not None
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2, found["width"]


def revision(page: Page) -> str:
    """Return the number of the table that a page shows."""
    return page.get_attribute("body", "data-revision") or ""


@pytest.fixture
def plane(serve: Serve, open_page: Open) -> Callable[..., Page]:
    """Return a function that opens a game of tiles in which the reader has to lay one."""

    def make(**how: object) -> Page:
        page = open_page(serve("carcassonne", ("human", "human")).links["p1"], drawer=False, **how)
        page.wait_for_selector(TURN)
        return page

    return make


def lay(page: Page) -> None:
    """Lay the tile in the first place where it fits, as it is shown there."""
    before = revision(page)
    page.locator("#table .cell.lit").first.dispatch_event("click")
    if page.locator("#next [data-key=lay]").count():
        page.locator("#next [data-key=lay]").click()
    page.wait_for_selector(f"body:not([data-revision='{before}'])")


def test_a_board_is_zoomed_and_fitted(plane: Callable[..., Page]) -> None:
    """The wheel zooms around the pointer; buttons and keys zoom, too; ⤢, 0 and a double press fit."""
    page = plane()
    tile = page.locator(TILE).first
    x, y, fitted = box(tile)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -200)
    page.mouse.wheel(0, -200)  # now the board is larger than the window
    first = box(tile)
    assert first[2] > 1.5 * fitted
    page.mouse.wheel(0, -200)
    second = box(tile)
    times = second[2] / first[2]
    assert times > 1.2
    for before, after, pointer in zip(first, second, (x, y), strict=False):
        assert pointer + times * (before - pointer) == pytest.approx(after, abs=1), "the pointer stays there"
    for fits in ("button", "key"):
        if fits == "button":
            page.click(".zoom button >> nth=2")
        else:
            page.keyboard.press("0")
        assert box(tile) == pytest.approx((x, y, fitted), abs=1)
        page.keyboard.press("+")
        assert box(tile)[2] > 1.2 * fitted
    page.click(".zoom button >> nth=0")
    page.click(".zoom button >> nth=1")
    assert box(tile)[2] == pytest.approx(1.4 * fitted, rel=0.02), "+ and - undo each other"
    page.mouse.dblclick(x, y)
    assert box(tile) == pytest.approx((x, y, fitted), abs=1)


def test_the_view_stays(plane: Callable[..., Page]) -> None:
    """A zoomed board stays as large as it is when a tile is laid."""
    page = plane()

    def between_cells() -> float:
        cells = [box(page.locator(f"#table .cell[aria-label^='{name}']")) for name in ("(0, 0)", "(1, 0)")]
        return cells[1][0] - cells[0][0]

    fitted = between_cells()
    page.keyboard.press("+")
    chosen = between_cells()
    lay(page)
    assert between_cells() == pytest.approx(chosen, abs=0.1)
    assert chosen == pytest.approx(1.4 * fitted, rel=0.01)


def test_what_is_asked_is_in_view(plane: Callable[..., Page]) -> None:
    """A zoomed board is fitted if what is asked next lies outside the view."""
    page = plane()
    edges = page.locator("#table .board > .scroll").bounding_box()
    assert edges is not None
    page.mouse.move(edges["x"] + edges["width"] / 2, edges["y"] + edges["height"] - 8)
    for _ in range(8):
        page.mouse.wheel(0, -200)
    assert box(page.locator("#table .cell.lit").first)[1] < edges["y"], "it lies above what is seen"
    lay(page)
    _, y, _ = box(page.locator("#table .part.lit > .reach").first)
    assert edges["y"] < y < edges["y"] + edges["height"]


def test_a_tile_is_seen_on_the_place_under_the_mouse(plane: Callable[..., Page]) -> None:
    """Before a place is pressed, the tile is seen on it faintly. Nothing is chosen by that."""
    page = plane()
    cell = page.locator("#table .cell.lit").first
    cell.hover()
    page.locator("#table .foreshown").wait_for()
    assert box(page.locator("#table .foreshown"))[:2] == pytest.approx(box(cell)[:2], abs=3)
    assert page.locator("#table .ghost").count() == 0
    page.mouse.move(3, 3)
    page.locator("#table .foreshown").wait_for(state="detached")


def test_a_board_is_moved_by_its_ground(plane: Callable[..., Page]) -> None:
    """Dragging the ground of a zoomed board moves it, and chooses nothing, even from a place to choose."""
    page = plane()
    tile, cell = page.locator(TILE).first, page.locator("#table .cell.lit[aria-label^='(0, ']").first
    for _ in range(3):
        page.keyboard.press("+")
    for start in (tile, cell):
        before = revision(page)
        x, y, wide = box(tile)
        right, down, _ = box(start)
        down -= wide / 3  # its middle may lie outside what is seen
        page.mouse.move(right, down)
        page.mouse.down()
        page.mouse.move(right + 30, down + 20, steps=4)
        page.mouse.up()
        assert box(tile)[:2] == pytest.approx((x + 30, y + 20), abs=12)
        assert box(tile)[:2] != pytest.approx((x, y), abs=5)
        assert page.locator("#table .ghost").count() == 0
        assert revision(page) == before


def test_two_fingers_zoom(plane: Callable[..., Page]) -> None:
    """Two fingers that move apart zoom the board, and choose nothing."""
    page = plane(**PHONE)
    tile = page.locator(TILE).first
    x, y, wide = box(tile)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": x + sign * apart, "y": y, "id": i} for i, sign in enumerate((-1, 1))]
        fingers.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []}
        )

    before = revision(page)
    touch("touchStart", 20)
    for apart in (25, 30, 35, 40):
        touch("touchMove", apart)
    touch("touchEnd", 40)
    assert box(tile)[2] == pytest.approx(2 * wide, rel=0.1), "the fingers are twice as far apart"
    assert page.locator("#table .ghost").count() == 0
    assert revision(page) == before


def test_a_tile_is_dragged_to_a_zoomed_board(plane: Callable[..., Page]) -> None:
    """After zooming, a tile that is dragged goes to the place under the pointer."""
    page = plane()
    page.keyboard.press("+")
    before = revision(page)
    start, end = box(page.locator("#table [data-shows]").first), box(page.locator("#table .cell.lit").first)
    page.mouse.move(*start[:2])
    page.mouse.down()
    page.mouse.move(start[0] - 12, start[1] + 12, steps=3)
    page.mouse.move(*end[:2], steps=5)
    page.mouse.up()
    page.wait_for_function(
        "before => document.querySelector('.ghost') || document.body.dataset.revision !== before", arg=before
    )


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
def test_parts_are_pressed_on_an_enlarged_tile(plane: Callable[..., Page], how: dict[str, object]) -> None:
    """The parts that are asked for lie far apart on the enlarged tile, and pressing one is an answer."""
    page = plane(**how)
    lay(page)
    page.wait_for_selector(".enlarged .target")
    assert page.locator("#table .part.lit").count() == page.locator(".enlarged .target").count()
    assert box(page.locator(".enlarged .tile .printed > .frame"))[2] >= 180
    places = [box(each) for each in page.locator(".enlarged .target").all()]
    for (x, y, _), (right, down, _) in combinations(places, 2):
        assert hypot(x - right, y - down) >= FINGER
    before = revision(page)
    told = page.locator("#table .features > [data-counts]").first.get_attribute("data-counts")
    assert page.locator(".enlarged .counts").inner_text() == told
    assert page.locator(".enlarged .target > .worth").count() > 0, "what the features count is said"
    wanted = page.locator(".enlarged .target").last.get_attribute("data-ref")
    page.mouse.click(*places[-1][:2]) if not how else page.touchscreen.tap(*places[-1][:2])
    page.wait_for_selector(f"body:not([data-revision='{before}'])")
    assert not page.locator(".enlarged").is_visible()
    lying = page.locator("#table .board .piece:not(.whole)")
    assert lying.count() == 1, "a follower stands on the tile"
    part = page.locator(f"#table .part[data-ref='{wanted}'] > .reach")
    assert box(lying.first)[:2] == pytest.approx(box(part)[:2], abs=14), "where it was put"


def test_an_enlarged_tile_is_closed(plane: Callable[..., Page]) -> None:
    """Escape closes the enlarged tile; its parts can still be chosen on the table, with the keyboard."""
    page = plane()
    lay(page)
    page.wait_for_selector(".enlarged .target")
    page.keyboard.press("Escape")
    assert not page.locator(".enlarged").is_visible()
    before = revision(page)
    page.locator("#table .part.lit").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"body:not([data-revision='{before}'])")


def test_a_feature_lights_up_as_a_whole(plane: Callable[..., Page]) -> None:
    """Resting on a part lights all that is joined to it, and tells how far it extends."""
    page = plane()
    lay(page)
    page.keyboard.press("Escape")
    name = page.evaluate(
        """() => {
          const parts = [...document.querySelectorAll("#table .part[data-feature]")];
          return parts.map((each) => each.dataset.feature).find((one, i, all) => all.indexOf(one) !== i);
        }"""
    )
    joined = page.locator(f"#table .part[data-feature={name}]")
    assert joined.count() == 2, "the second tile is joined to the first"
    point = joined.first.locator("> .reach")
    page.mouse.move(*box(point)[:2])
    page.wait_for_selector(".closer:visible")
    assert page.locator("#table .part.joined").count() == joined.count()
    assert "2 tiles" in page.locator(".closer").inner_text()
    page.mouse.move(2, 2)
    page.wait_for_function("() => !document.querySelector('.part.joined')")


def test_nothing_is_done_while_nothing_happens(plane: Callable[..., Page]) -> None:
    """A board that is shown is drawn once, and again when the window gets another size."""
    page = plane()
    board = page.locator("#table .board > .scroll > svg")
    board.evaluate(
        """(each) => {
          window.drawings = 0;
          const count = (all) => (window.drawings += all.length);
          new MutationObserver(count).observe(each, { attributes: true, attributeFilter: ["viewBox"] });
        }"""
    )
    page.wait_for_timeout(300)
    assert page.evaluate("window.drawings") == 0
    page.set_viewport_size({"width": 1000, "height": 700})
    page.wait_for_function("window.drawings > 0")

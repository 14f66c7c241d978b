"""Tests that names, numbers and what is said for a moment leave each other in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    Open = Callable[..., Any]
    Serve = Callable[..., Any]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "drawer": False}
TURN = "#asked.yours:not([aria-busy=true])"
FOUR = ("human", "good", "good", "good")
GAIN = """() => document.querySelectorAll("#table .score").forEach(score => {
  const gained = document.createElement("span");
  gained.className = "gained bad";
  gained.textContent = "+13";
  score.prepend(gained);
})"""
MOVES = """() => document.querySelectorAll("#table .seat").forEach(seat => {
  const badge = document.createElement("span");
  badge.className = "badge";
  badge.textContent = "to move";
  seat.querySelector(".player").append(badge);
  seat.classList.add("active");
})"""
COVERED = """() => [...document.querySelectorAll("#table .seat .who > b")].flatMap(name => {
  const box = name.getBoundingClientRect();
  const lies = other => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return left < box.right - .5 && box.left < right - .5 && top < box.bottom - .5 && box.top < bottom - .5;
  };
  const others = [...name.closest(".seat").querySelectorAll(".badge, .gained, .score")];
  const cut = name.scrollWidth > name.clientWidth ? [`${name.textContent} is cut`] : [];
  return [...cut, ...others.filter(lies).map(other => `${other.textContent} lies on ${name.textContent}`)];
})"""


@pytest.mark.parametrize("how", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_names_stay_whole(serve: Serve, open_page: Open, how: dict[str, Any]) -> None:
    """No name is cut or covered while its player moves and gains."""
    page = open_page(serve("hearts", FOUR).links["p1"], **how)
    page.wait_for_selector(TURN)
    page.evaluate(MOVES)
    page.evaluate(GAIN)
    assert page.evaluate(COVERED) == []


def test_names_stay_whole_beside_a_kind(serve: Serve, open_page: Open) -> None:
    """Where a name and the kind of its bot do not fit, the kind is not shown."""
    page = open_page(serve("ogallala", ("human", "good")).links["p1"], **DESKTOP)
    page.wait_for_selector(TURN)
    page.evaluate(MOVES)
    assert page.evaluate(COVERED) == []


def test_labels_end_with_whole_words(serve: Serve, open_page: Open) -> None:
    """A label that is too long for a plate has no dots."""
    page = open_page(serve("hearts", FOUR).links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    page.evaluate(
        "document.querySelectorAll('#table .seat .called').forEach(one => one.textContent = 'cards taken')"
    )
    labels = page.locator("#table .seat .called")
    assert labels.count() > 0
    assert labels.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


@pytest.mark.parametrize("how", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_notice_covers_nothing_that_is_asked(serve: Serve, open_page: Open, how: dict[str, Any]) -> None:
    """What is said for a moment stands above the board and the hand, and beside the menu."""
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"], **how)
    page.wait_for_selector(TURN)
    page.evaluate(
        "() => { const said = document.getElementById('happened'); said.hidden = false;"
        " said.textContent = 'the last 3 answers were taken back'; }"
    )
    box = page.locator("#notice").bounding_box()
    assert box["y"] + box["height"] <= page.locator("#table .main").bounding_box()["y"] + 40
    menu = page.locator("#drawer").bounding_box()
    assert box["x"] + box["width"] <= menu["x"]


def test_the_button_that_fits_a_board_comes_with_a_zoom(serve: Serve, open_page: Open) -> None:
    """A board that is seen whole has no button that shows the whole board."""
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    fit = page.locator(".zoom > button").last
    assert not fit.is_visible()
    page.keyboard.press("+")
    fit.wait_for()
    fit.tap()
    fit.wait_for(state="hidden")


def test_what_is_opened_in_the_drawer_is_in_sight(serve: Serve, open_page: Open) -> None:
    """The rules are scrolled to when they are opened at the lower end of the drawer."""
    page = open_page(serve("hearts", FOUR).links["p1"], viewport={"width": 1280, "height": 800})
    page.wait_for_selector(TURN)
    page.locator("#rules-h").click()
    page.locator("#rules h3").first.wait_for()
    drawer, title = page.locator("#beside").bounding_box(), page.locator("#rules h3").first.bounding_box()
    assert title["y"] + 250 <= drawer["y"] + drawer["height"]

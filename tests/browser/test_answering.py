"""Tests for how an answer comes about: what a press means, what is asked again, what is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

TURN = "#asked.yours:not([aria-busy=true])"
CORNER = {"x": 8, "y": 20}
"""A point of a card that the next card of a fan does not cover, in pixels from the card's corner."""


def centre(of: Locator) -> tuple[float, float]:
    """Return the middle of an element, in pixels of the window."""
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def revision(page: Page) -> int:
    """Return the number of the table that a page shows."""
    return int(page.get_attribute("body", "data-revision") or "")


def test_what_is_chosen_can_be_changed(serve: Serve, open_page: Open) -> None:
    """What was pressed is marked. Another man can be pressed instead, and the same one is put back."""
    page = open_page(serve("breakthrough", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    men = page.locator("#table .cell.lit")
    refs = [men.nth(number).get_attribute("data-ref") for number in (0, 1)]
    first, second = (page.locator(f"#table [data-ref='{ref}']") for ref in refs)
    first.click()
    assert "chosen" in (first.get_attribute("class") or "").split()
    second.click()
    assert "chosen" in (second.get_attribute("class") or "").split()
    assert "chosen" not in (first.get_attribute("class") or "").split()
    second.click()
    assert page.locator("#table .chosen").count() == 0
    assert page.locator("#next .sofar").count() == 0
    assert revision(page) == 0


def test_the_only_place_for_a_thing_is_pressed(serve: Serve, open_page: Open) -> None:
    """A stone that must use all points goes nowhere before its field is pressed, or *yes*."""
    page = open_page(serve("rufus", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#table .piece.lit").first.click()
    assert revision(page) == 0
    assert page.locator("#table .cell.lit").count() == 1
    said = page.inner_text("#prompt")
    assert said.endswith("?")
    assert "towards" in said
    page.locator("#next [data-key=back]").click()
    page.locator("#table .piece.lit").first.click()
    page.locator("#next [data-key=sure]").click()
    page.wait_for_selector("body:not([data-revision='0'])")


def test_a_card_may_come_before_a_man(serve: Serve, open_page: Open) -> None:
    """If a card that several men could use is pressed first, it is marked, and the men are lit."""
    page = open_page(serve("trapper", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#table .mine .piece.hinted").first.click(position=CORNER)
    assert page.locator("#table .mine .piece.chosen").count() == 1
    assert page.locator("#table .board .piece.lit").count() > 1
    assert page.inner_text("#prompt") == "Now choose: trapper"


def test_what_ends_the_game_for_a_seat_is_confirmed(serve: Serve, open_page: Open) -> None:
    """The button of an action to be confirmed is set apart, and one press of it is no answer."""
    page = open_page(serve("trapper", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    final = page.locator("#next .say.final")
    assert final.all_inner_texts() == ["stop playing for good"]
    assert page.locator("#next .say:not(.final)").count() == 1
    final.click()
    assert page.inner_text("#prompt") == "Is this your answer?"
    assert revision(page) == 0
    page.locator("#next [data-key=back]").click()
    assert page.locator("#next .say.final").count() == 1
    page.locator("#next .say.final").click()
    page.locator("#next [data-key=confirm]").click()
    page.wait_for_selector("body:not([data-revision='0'])")


def test_several_cards_lie_in_a_tray(serve: Serve, open_page: Open) -> None:
    """Cards to pass are counted, can be taken out again, and are passed only once that is said."""
    page = open_page(serve("hearts", ("human",) * 4, seed=5).links["p1"])
    page.wait_for_selector(TURN)
    done, count = page.locator("#next [data-key=done]"), page.locator("#next .count")
    assert count.inner_text() == "0 of 3"
    assert done.is_disabled()
    cards = page.locator("#table .mine .piece.lit")
    for number in range(3):
        cards.nth(number).click(position=CORNER)
    assert count.inner_text() == "3 of 3"
    assert revision(page) == 0
    out = page.locator("#next .out")
    names = out.all_inner_texts()
    out.nth(1).click()
    assert page.locator("#next .out").all_inner_texts() == [names[0], names[2]]
    assert done.is_disabled()
    cards.nth(1).click(position=CORNER)
    assert done.inner_text().startswith("pass ")
    done.click()
    page.wait_for_selector("body:not([data-revision='0'])")


def test_the_way_back_is_seen_after_a_single_press(serve: Serve, open_page: Open) -> None:
    """The button for taking back pulses after an answer by one press, if nobody would be asked."""
    page = open_page(serve("tic-tac-toe", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    assert page.locator("#undo.stands-out").count() == 0
    page.locator("#table .cell.lit").first.click()
    page.wait_for_selector("#undo.stands-out")


def test_what_chance_makes_final_is_asked_about(serve: Serve, open_page: Open) -> None:
    """The page asks whether an answer is meant that the server does not take as a slip, and then gives it."""
    served = serve("tic-tac-toe", ("human", "human"))
    page = open_page(served.links["p1"])
    page.wait_for_selector(TURN)
    served.table.is_for_good = lambda *_: True
    cell = page.locator("#table .cell.lit").first
    ref = cell.get_attribute("data-ref")
    cell.click()
    page.wait_for_selector("#next [data-key=confirm]")
    assert page.inner_text("#prompt") == "This can't be taken back. Is it your answer?"
    assert revision(page) == 0
    page.locator(f"#table [data-ref='{ref}']").click()
    page.wait_for_selector("body[data-revision='1']")


def test_where_a_drag_ends(serve: Serve, open_page: Open) -> None:
    """The cell under a dragged man glows. Where it cannot go, it flies back, and the page says why there."""
    page = open_page(serve("breakthrough", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    man = page.locator("#table .cell.lit").first
    page.mouse.move(*centre(man))
    page.mouse.down()
    page.mouse.move(*(value + 12 for value in centre(man)), steps=3)
    target = page.locator("#table .cell.lit").first
    page.mouse.move(*centre(target), steps=4)
    assert page.locator("#table .cell.over").count() == 1
    assert page.locator("#table .lifted").count() == 1
    far = page.locator("#table .cell:not(.lit, .chosen)").first
    page.mouse.move(*centre(far), steps=4)
    assert page.locator("#table .cell.over").count() == 0
    page.mouse.up()
    page.wait_for_selector(".bubble")
    page.wait_for_selector(".dragged", state="detached")
    assert page.locator("#table .lifted").count() == 0
    assert revision(page) == 0


def test_a_wrong_press_says_what_can_be_chosen(serve: Serve, open_page: Open) -> None:
    """Where the rules have no words for why, the few things that can be chosen are named."""
    page = open_page(serve("hearts", ("human", "random", "random"), seed=3).links["p1"])
    page.wait_for_selector(TURN)
    lit = page.locator("#table .mine .piece.lit")
    assert lit.count() == 1, "the player with the lowest club begins with it"
    page.locator("#table .mine .piece:not(.lit)").last.click(position=CORNER)
    page.wait_for_selector(".bubble")
    name = lit.get_attribute("data-was-aria-label")
    assert page.inner_text(".bubble").endswith(f"You can choose {name}")

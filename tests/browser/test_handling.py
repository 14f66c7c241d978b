"""Tests for what hands do at a table: tiles placed and turned, things dragged, things looked at closely."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse from one point of the window to another."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] - 12, steps=3)
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def revision(page: Page) -> int:
    """Return the number of the table that a page shows."""
    return int(page.get_attribute("body", "data-revision") or "")


def choose_a_place_with_rotations(page: Page) -> None:
    """Lay tiles where only one rotation fits, until a place is chosen in which several fit."""
    for _ in range(20):
        page.wait_for_selector(TURN)
        before = revision(page)
        cells = page.locator("#table .cell.lit")
        if not cells.count():  # a follower may be placed
            page.locator("#next button.say, #table .lit").last.click()
            page.wait_for_selector(f"body:not([data-revision='{before}'])")
            continue
        cells.first.click()
        if page.locator("#table .ghost").count():
            return
        page.wait_for_selector(f"body:not([data-revision='{before}'])")
    raise AssertionError("no tile fits a place in several rotations")


def test_a_tile_is_turned_in_its_place(serve: Serve, open_page: Open) -> None:
    """A tile is shown in the place that was chosen, pressing it turns it, and it is laid as it is shown."""
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"])
    choose_a_place_with_rotations(page)
    before, turn = revision(page), page.locator("#next [data-key=turn]")
    first = turn.inner_text()
    page.locator("#table .ghost").click()
    second = turn.inner_text()
    assert second != first
    degrees = re.search(r"(\d+)°", second)
    assert degrees
    page.locator("#next [data-key=lay]").click()
    page.wait_for_selector(f"body:not([data-revision='{before}'])")
    said = page.locator("#log section").last.inner_text()
    assert f"turned {degrees[1]}" in said if degrees[1] != "0" else "turned" not in said


def test_another_place_is_only_chosen(serve: Serve, open_page: Open) -> None:
    """Where a tile is shown in a place, pressing others shows it there, even if only one rotation fits."""
    page = open_page(serve("carcassonne").links["p1"], drawer=False)
    choose_a_place_with_rotations(page)
    before = revision(page)
    refs = page.evaluate("[...document.querySelectorAll('#table .main .cell')].map(each => each.dataset.ref)")
    for ref in refs:
        page.locator(f"#table .cell[data-ref='{ref}']").click(force=True)
    page.wait_for_timeout(300)
    assert revision(page) == before


def test_a_second_press_does_not_answer(serve: Serve, open_page: Open) -> None:
    """The second press of two in a row, of which the first laid a tile, places nothing; the tiles stay."""
    tall = {"width": 1280, "height": 1200}
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"], drawer=False, viewport=tall)
    page.wait_for_selector(TURN)
    start, before = page.locator("#table .main .printed").first.bounding_box(), revision(page)
    x, y = centre(page.locator("#table .cell.lit").last)
    page.mouse.click(x, y)
    if page.locator("#table .ghost").count():
        page.locator("#next [data-key=lay]").click()
    page.wait_for_selector(f"body:not([data-revision='{before}']):has(#table .part.lit)")
    laid = revision(page)
    page.mouse.move(x, y)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    now = page.locator("#table .main .printed").first.bounding_box()
    assert start is not None
    assert now is not None
    assert (round(now["x"]), round(now["y"])) == (round(start["x"]), round(start["y"]))
    page.wait_for_timeout(300)
    assert revision(page) == laid


@pytest.mark.long("browser")
def test_a_tile_is_dragged_to_its_place(serve: Serve, open_page: Open) -> None:
    """Dragging the drawn tile to a place chooses that place; letting it go elsewhere chooses none."""
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"], drawer=False)
    page.wait_for_selector(TURN)
    tile, cell = page.locator("#table [data-shows]").first, page.locator("#table .cell.lit").first
    drag(page, centre(tile), centre(page.locator("#prompt")))
    assert page.locator("#next .sofar").count() == 0
    drag(page, centre(tile), centre(cell))
    page.wait_for_function("() => document.querySelector('.ghost') || document.body.dataset.revision !== '0'")


def drag_by_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger from one point of the window to another."""
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

    touch("touchStart", {"x": start[0], "y": start[1]})
    for step in range(1, 11):
        touch("touchMove", {k: a + (b - a) * step / 10 for k, a, b in zip("xy", start, end, strict=True)})
    touch("touchEnd")


def draw_a_card(page: Page) -> Locator:
    """Draw the first card, which may lie only in the middle of the display, and return it."""
    page.wait_for_selector(TURN)
    page.locator("#table .lit").first.click()
    page.wait_for_selector("#table .cell.lit")
    return page.locator("#table .piece.draggable")


@pytest.mark.parametrize("by", ["mouse", "finger"])
def test_a_drawn_card_is_dragged_to_its_place(serve: Serve, open_page: Open, by: str) -> None:
    """A drawn card, which no option names, is dragged to a lit place; elsewhere it flies back."""
    page = open_page(serve("ogallala", ("human", "human")).links["p1"], has_touch=True, drawer=False)
    card = draw_a_card(page)
    before, cell = revision(page), page.locator("#table .cell.lit").first
    does = drag if by == "mouse" else drag_by_finger
    does(page, centre(card), centre(page.locator("#prompt")))
    assert revision(page) == before
    does(page, centre(card), centre(cell))
    page.wait_for_selector(f"body:not([data-revision='{before}'])")


def test_a_drawn_card_is_foreshown(serve: Serve, open_page: Open) -> None:
    """The drawn card is shown on the place under the mouse, inside it, until the mouse leaves."""
    page = open_page(serve("ogallala", ("human", "human")).links["p1"], drawer=False)
    draw_a_card(page)
    cell = page.locator("#table .cell.lit").first
    page.mouse.move(*centre(cell))
    shown, around = page.locator(".foreshown").bounding_box(), cell.bounding_box()
    assert shown is not None
    assert around is not None
    assert around["x"] <= shown["x"] < shown["x"] + shown["width"] <= around["x"] + around["width"]
    assert around["y"] <= shown["y"] < shown["y"] + shown["height"] <= around["y"] + around["height"]
    page.mouse.move(*centre(page.locator("#prompt")))
    assert not page.locator(".foreshown").count()


def test_lit_water_stays_water(serve: Serve, open_page: Open) -> None:
    """A lit square is brighter in red, green and blue than before; the button is only outlined."""
    page = open_page(serve("ogallala", ("human", "human")).links["p1"], drawer=False)
    draw_a_card(page)
    x, y = centre(page.locator("#table .cell.lit").first)

    def colour() -> list[int]:
        clip = {"x": x - 4, "y": y - 4, "width": 8, "height": 8}
        return middle_pixel(page, page.screenshot(clip=clip))

    lit = colour()
    page.add_style_tag(content="#table .cell > .halo { display: none }")
    assert all(now > before for now, before in zip(lit, colour(), strict=True))
    ground = "getComputedStyle(document.querySelector('#next .say')).backgroundColor"
    assert page.evaluate(ground) == "rgba(0, 0, 0, 0)"


def middle_pixel(page: Page, png: bytes) -> list[int]:
    """Return the red, green and blue of the pixel in the middle of a picture."""
    draw = """async (data) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext("2d");
        pen.drawImage(picture, 0, 0);
        return [...pen.getImageData(picture.width >> 1, picture.height >> 1, 1, 1).data].slice(0, 3);
    }"""
    blank = page.context.new_page()
    found: list[int] = blank.evaluate(draw, base64.b64encode(png).decode())
    blank.close()
    return found


def test_a_tile_is_dragged_by_a_finger(serve: Serve, open_page: Open) -> None:
    """On a phone the drawn tile is dragged to its place by a finger."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"], **phone)
    page.wait_for_selector("#table .cell.lit")
    before = revision(page)
    drag_by_finger(
        page, centre(page.locator("#table svg.alone").first), centre(page.locator("#table .cell.lit").first)
    )
    if not page.locator("#table .ghost").count():
        page.wait_for_selector(f"body:not([data-revision='{before}'])")


def test_a_man_is_dragged(serve: Serve, open_page: Open) -> None:
    """Dragging a man to a cell where it can go is an answer. Dragging it elsewhere is none."""
    page = open_page(serve("breakthrough", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    man = page.locator("#table .cell.lit").first
    drag(page, centre(man), centre(page.locator("#prompt")))
    assert revision(page) == 0
    assert page.locator("#next .sofar").count() == 0
    start = centre(man)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] - 12, steps=3)
    page.mouse.move(*centre(page.locator("#table .cell.lit").first), steps=5)
    page.mouse.up()
    page.wait_for_selector("body[data-revision='1']")


@pytest.mark.long("browser")
def test_a_card_is_dragged_to_the_centre(serve: Serve, open_page: Open) -> None:
    """Dragging a card that can be played to the centre of the table plays it; in the hand it stays."""
    page = open_page(serve("goofspiel", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    card = page.locator("#table .mine .piece.lit").first
    box = card.bounding_box()
    assert box is not None
    start = box["x"] + CORNER["x"], box["y"] + CORNER["y"]
    drag(page, start, (start[0] + 60, start[1] + 5))
    assert revision(page) == 0
    drag(page, start, centre(page.locator("#table .main")))
    page.wait_for_selector("body:not([data-revision='0'])")


def test_a_closer_look(serve: Serve, open_page: Open) -> None:
    """What the pointer rests on is shown large with its name and all that is known of it, until it leaves."""
    page = open_page(serve("trapper").links["p1"])
    page.wait_for_selector(TURN)
    piece = page.locator("#table .board .piece.tile").first
    name = piece.get_attribute("data-was-aria-label") or piece.get_attribute("aria-label") or ""
    page.mouse.move(*centre(piece))
    page.wait_for_selector("#closer:visible")
    assert page.locator("#closer li:not(.sees)").all_inner_texts() == name.split(", ")
    page.mouse.move(2, 2)
    page.wait_for_selector("#closer", state="hidden")


@pytest.mark.long("browser")
def test_a_finger_holds_a_thing(serve: Serve, open_page: Open) -> None:
    """A long press shows a thing and is no answer; a short one is."""
    page = open_page(serve("goofspiel", ("human", "human")).links["p1"], has_touch=True)
    page.wait_for_selector(TURN)
    card = page.locator("#table .mine .piece.lit").first
    touch = {"pointerType": "touch", "isPrimary": True, "bubbles": True, "pointerId": 7}
    box = card.bounding_box()
    assert box is not None
    at = {"clientX": box["x"] + CORNER["x"], "clientY": box["y"] + CORNER["y"]}
    card.dispatch_event("pointerdown", {**touch, **at})
    page.wait_for_selector("#closer:visible")
    card.dispatch_event("pointerup", {**touch, **at})
    card.dispatch_event("click", at)
    assert revision(page) == 0
    card.dispatch_event("pointerdown", {**touch, **at})
    card.dispatch_event("pointerup", {**touch, **at})
    card.dispatch_event("click", at)
    page.wait_for_selector("body:not([data-revision='0'])")


def test_a_wrong_press_says_why_not(serve: Serve, open_page: Open) -> None:
    """Pressing what cannot be chosen says why, or at least that it cannot be, and is no answer."""
    page = open_page(serve("breakthrough", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#table .cell:not(.lit)").first.click(force=True)
    page.wait_for_selector(".bubble")
    assert "not possible" in page.inner_text(".bubble"), "a pawn behind others cannot move"
    page.locator("#table .player").last.click(force=True)
    page.wait_for_selector('.bubble:has-text("White can\'t be chosen now")')
    assert revision(page) == 0


def test_any_step_may_come_first(serve: Serve, open_page: Open) -> None:
    """The cell to which a pawn goes may be pressed before the pawn."""
    page = open_page(serve("breakthrough", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    target = page.locator("#table .cell.hinted").first
    target.click()
    assert page.locator("#next .sofar").count() == 1
    page.locator("#table .cell.lit").first.click()
    page.wait_for_selector("body[data-revision='1']")


def test_a_tile_goes_elsewhere(serve: Serve, open_page: Open) -> None:
    """While a tile is shown in one place, pressing another place moves it there."""
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    before = revision(page)
    cells = page.locator("#table .cell.lit")
    places = [cells.nth(number).get_attribute("data-ref") for number in range(cells.count())]
    page.locator(f"#table [data-ref='{places[0]}']").click()
    assert page.locator("#table .ghost").count() == 1, "the first tile has a straight or bent road"
    first = page.inner_text("#next .sofar")
    page.locator(f"#table [data-ref='{places[1]}']").click()
    assert page.locator("#table .ghost").count() == 1 or revision(page) > before
    assert not page.locator("#next .sofar").count() or page.inner_text("#next .sofar") != first


def test_a_new_question_takes_no_hasty_press(serve: Serve, open_page: Open) -> None:
    """The buttons of a new question, which may stand where others just stood, cannot be pressed at once."""
    page = open_page(serve("pig", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    assert page.locator("#next.settling").count() == 0
    page.locator("#next button.say").last.wait_for()
    page.evaluate(
        """() => new MutationObserver((all, seen) => {
          if (!document.querySelector("#next.settling button")) return;
          const button = document.querySelector("#next button");
          document.body.dataset.events = getComputedStyle(button).pointerEvents;
          seen.disconnect();
        }).observe(document.getElementById("next"), {attributes: true, childList: true, subtree: true})"""
    )
    page.locator("#next button.say").first.click()  # the player rolls more than 1, and is asked again
    page.wait_for_selector("body:not([data-revision='0'])")
    page.wait_for_selector("body[data-events='none']")
    page.wait_for_selector("#next:not(.settling)")


def test_players_on_a_phone(serve: Serve, open_page: Open) -> None:
    """On a phone, players are told of in short. A press shows all that one sees of them, until Escape."""
    page = open_page(serve("carcassonne").links["p1"], viewport={"width": 390, "height": 844})
    page.wait_for_selector(TURN)
    assert not page.locator("#table .tables").is_visible()
    page.locator("#table .seat").last.click()
    page.wait_for_selector("#table .tables", state="visible")
    page.keyboard.press("Escape")
    page.wait_for_selector("#table .tables", state="hidden")


def test_escape_closes_the_list(serve: Serve, open_page: Open) -> None:
    """Escape closes the list of all options before it takes back a step."""
    page = open_page(serve("nine-mens-morris", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#all > summary").click()
    page.wait_for_selector("#options button")
    page.keyboard.press("Escape")
    page.wait_for_selector("#options button", state="hidden")


LADDER = """
language: 1
game: g
title: T
players: 2
enums: {suit: [spades, hearts, stars]}
variables: {scale: {per: suit, type: 0..7}}
functions: {next_place: {is: "first(n in 1..7: none(s in suit: scale[s] == n))"}}
actions:
  name:
    with: {trump: {from: suit, where: "scale[trump] == 0"}}
    do: [{set: {"scale[trump]": the(next_place())}}]
  leave: {do: []}
phases: {play: {turns: clockwise, do: [{offer: [name, leave]}]}}
limit: {decisions: 9, then: draw}
view:
  values: {suit: {spades: {icon: suit-spade}, hearts: {icon: suit-heart}, stars: {icon: star}}}
  variables: {scale: {ladder: true}}
"""


def test_small_things_are_buttons_too(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    """Each small chip on a ladder has a large button with its picture, and what does nothing is a quiet one.

    The ground on which chips wait can be pressed, too: it means any of the three.
    """
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.yaml").write_text(LADDER)
    link = serve(tmp_path / "game", ("human", "human")).links["p1"]
    page = open_page(link, viewport={"width": 390, "height": 844})
    page.wait_for_selector(TURN)
    chips = page.locator("#next button.say:has(.portrait)")
    names = ["spades", "hearts", "stars"]
    assert [chip.get_attribute("aria-label") for chip in chips.all()] == names
    for chip in chips.all():
        box = chip.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert page.locator("#next button.idle").inner_text() == "leave"
    page.locator("#table .block.lit").click()
    assert [chip.get_attribute("aria-label") for chip in chips.all()] == names
    assert page.locator("#next button.idle").count() == 0
    chips.nth(1).click()
    page.wait_for_selector("body[data-revision='1']")
    assert page.locator("#table [aria-label='hearts: scale 1']").count() == 1


def test_what_is_passed_stays_marked(serve: Serve, open_page: Open) -> None:
    """Cards that lie in the hand until all have chosen are raised, and the page says which they are."""
    page = open_page(serve("hearts", ("human",) * 4).links["p1"])
    page.wait_for_selector(TURN)
    for index in (0, 3, 7):
        page.locator("#table .mine .piece.lit").nth(index).click(position=CORNER)
    names = [
        (each.get_attribute("aria-label") or "").split(",")[0]
        for each in page.locator("#table .mine .piece.chosen").all()
    ]
    page.locator("#next .done").click()
    page.wait_for_selector("body[data-revision='1']")
    chosen = page.locator("#table .mine .piece.chosen")
    assert [(each.get_attribute("aria-label") or "").split(",")[0] for each in chosen.all()] == names
    assert len(names) == 3
    assert page.locator("#next .sofar").inner_text().startswith("chosen: ")


def test_a_press_that_serves_two_actions_asks_which(serve: Serve, open_page: Open) -> None:
    """The stone on field 39 goes by all 7 points to field 46, where a card can be laid, too."""
    page = open_page(serve("rufus", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#table [data-ref='s0.45']").click(position={"x": 8, "y": 8})
    assert page.locator("#next button.say").all_inner_texts() == [
        "lay card … beside field 46",
        "move the stone on field 39 by 7 towards 46",
    ]


def test_the_marker_is_dragged(serve: Serve, open_page: Open) -> None:
    """The fox, which no option names, begins the action that moves it: it is dragged two fields on."""
    page = open_page(serve("rufus", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    drag(page, *(centre(page.locator(f"#table [data-ref='s0.{cell}']")) for cell in (0, 2)))
    page.wait_for_selector("body[data-revision='1']")
    assert "by 2" in page.locator("#log section").last.inner_text()


def test_escape_closes_the_drawer(serve: Serve, open_page: Open) -> None:
    """Escape closes the drawer."""
    page = open_page(serve("hex", ("human", "human")).links["p1"])
    assert page.locator("body.opened").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("body.opened").count() == 0


def test_what_one_wants_is_pressed_first(serve: Serve, open_page: Open) -> None:
    """A tile is pressed before the piece that takes it and the card that pays, and then taken by itself.

    Only the green trapper reaches the mink on d3, and the hand has four green cards and one blue one, which
    would have to be two. Escape takes the wish back.
    """
    page = open_page(serve("trapper", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    lit = page.locator("#table .main .piece.lit").count()
    tile = page.locator("#table .main .whole.hinted[aria-label^='mink canoe 2']")
    tile.click()
    assert page.locator("#next .done").inner_text() == "green trapper: play 1 green"
    page.keyboard.press("Escape")
    assert page.locator("#table .main .piece.lit").count() == lit == 4, "all trappers"
    tile.click()
    page.locator("#next .done").click()
    page.wait_for_selector("body[data-revision='2']")
    assert page.locator("#table .mine .piece[aria-label^='mink canoe 2']").count() == 1
    assert page.locator("#table .main .piece[aria-label^='mink canoe 2']").count() == 0


def test_cards_say_what_they_pay(serve: Serve, open_page: Open) -> None:
    """The blue trapper costs two green cards, or one blue card."""
    page = open_page(serve("trapper", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#table .main .piece.lit[aria-label^='blue trapper']").click()
    says = "#table .mine .laid[data-says]"
    found = {
        each.locator(".piece").get_attribute("data-color"): each.get_attribute("data-says")
        for each in page.locator(says).all()
    }
    assert found == {"green": "2", "blue": "1"}
    page.keyboard.press("Escape")
    assert page.locator(says).count() == 0

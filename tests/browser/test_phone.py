"""Tests that a table fits a phone: nothing moves between answers, and nothing is out of reach."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from collections.abc import Callable

    Open = Callable[..., Any]
    Serve = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
TURN = "#asked.yours:not([aria-busy=true])"
ROUNDED = 0.5
"""How far a browser may round the edge of a box, in pixels."""
CLICKING = (Path(__file__).parent / "clicking.js").read_text(encoding="utf-8")
GRAVES = """\
language: 1
game: graves
title: Graves
players: 2
components:
  card: {attributes: {rank: 1..16}, all: {rank: 1..16}, start: graveyard}
zones:
  graveyard: {of: card, ordered: true}
  taken: {of: card, per: player}
actions:
  take: {with: {one: {from: graveyard}}, do: [{move: one, to: "taken[me]"}]}
phases:
  play:
    turns: clockwise
    do: [{offer: [take]}]
limit: {decisions: 16, then: draw}
view: {zones: {graveyard: {lies: pile}}}
"""
LEAVING = """\
language: 1
game: leaving
title: Leaving
players: 2
components:
  card: {attributes: {rank: 1..9}, per: player, all: {rank: 1..9}, start: "held[owner]"}
zones:
  held: {of: card, per: player, seen_by: owner}
  left: {of: card, per: player}
actions:
  leave: {with: {one: {from: "held[me]"}}, do: [{move: one, to: "left[me]"}]}
phases:
  play:
    turns: clockwise
    do: [{offer: [leave]}]
limit: {decisions: 9, then: draw}
view: {zones: {held: {lies: fan}}}
"""
SMALLEST = """() => Math.min(
  ...[...document.querySelectorAll("body *")]
    .filter(each => each.checkVisibility() && !each.closest("svg, .unseen, .hidden"))
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(each => parseFloat(getComputedStyle(each).fontSize))
    .filter(size => size > 0)
)"""
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
    """The board, the piles, the question and the hand keep their boxes as tiles and buttons come and go."""
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"], **how)
    page.wait_for_selector(TURN)
    page.evaluate(RECORD, ["#table .main > .board svg", "#asked", "#table .mine", "#table .side"])
    page.evaluate(CLICKING, {"seed": 1, "answers": 2})
    page.wait_for_selector("#asked:not(.yours)")
    boxes, buttons = page.evaluate("() => [window.boxes, window.buttons]")
    assert buttons == [False, True], "a tile that lies on the table is turned with buttons"
    assert {part: len(seen) for part, seen in boxes.items()} == dict.fromkeys(boxes, 1)


def test_a_hand_keeps_its_room(tmp_path: Path, serve: Serve, open_page: Open) -> None:
    """The centre keeps its box when a hand of 9 cards, in two rows of at most 8, loses one."""
    path = tmp_path / "leaving.yaml"
    path.write_text(LEAVING, encoding="utf-8")
    page = open_page(serve(path, ("human", "human")).links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    page.evaluate(RECORD, ["#table .center", "#table .mine", "#table .mine .fan"])
    page.evaluate(CLICKING, {"seed": 1, "answers": 1})
    page.wait_for_function("() => window.boxes['#table .mine .fan'].length > 1")
    boxes = page.evaluate("() => window.boxes")
    assert len(boxes["#table .center"]) == len(boxes["#table .mine"]) == 1


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
        assert one["y"] + one["height"] <= how["viewport"]["height"] + ROUNDED
        assert all(_apart(one, other) for other in boxes[:number])


def _apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes have nothing in common."""
    return any(
        before[at] + before[long] <= after[at] + ROUNDED
        for before, after in ((one, other), (other, one))
        for at, long in (("x", "width"), ("y", "height"))
    )


def test_the_board_takes_the_width(serve: Serve, open_page: Open) -> None:
    """A track of eight fields by four is as wide as the window, whose rest is enough for four rows."""
    page = open_page(serve("trumpet").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    cells = page.locator("#table .main > .board .cell")
    boxes = [cells.nth(number).bounding_box() for number in range(8)]
    assert max(box["x"] + box["width"] for box in boxes) - min(box["x"] for box in boxes) > 0.85 * 390


def test_a_scale_is_in_sight(serve: Serve, open_page: Open) -> None:
    """A ladder of the suits is in sight on a phone, with all its steps beside each other."""
    page = open_page(serve("trumpet").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    boxes = [each.bounding_box() for each in page.locator("#table .board[data-form=ladder] .piece").all()]
    assert len(boxes) == 7, "six suits and the mega-trump"
    assert all(box["x"] > 0 and box["x"] + box["width"] < 390 for box in boxes)
    assert all(box["y"] > 0 and box["y"] + box["height"] < 844 for box in boxes)


def test_rows_say_that_they_go_on(serve: Serve, open_page: Open) -> None:
    """A row that goes on beyond the edge fades there."""
    page = open_page(serve("trapper").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    assert page.locator("#table .mine[data-beyond]").count() == 0, "three kinds of cards fit"
    page.locator("#table .mine > .places").evaluate("each => { each.style.minWidth = '40rem' }")
    page.evaluate("window.dispatchEvent(new Event('resize'))")
    mine = page.locator("#table .mine[data-beyond=after]")
    mine.wait_for()
    assert "gradient" in mine.evaluate("each => getComputedStyle(each).maskImage")
    mine.evaluate("each => each.scrollTo(each.scrollWidth, 0)")
    page.wait_for_selector("#table .mine[data-beyond=before]")


def test_what_does_not_fit_beside_the_board_is_in_a_sheet(serve: Serve, open_page: Open) -> None:
    """Nothing beside the board is scrolled to sideways: a press at its end shows all of it, and hides it."""
    page = open_page(serve("trapper").links["p1"], **PHONE)
    page.wait_for_selector("#table .side[data-more]")
    side, chip = page.locator("#table .side"), page.locator("#table .side .token").last
    box = side.bounding_box()
    assert side.evaluate("each => each.scrollWidth <= each.clientWidth")
    end = box["x"] + box["width"] - 20, box["y"] + box["height"] / 2
    page.touchscreen.tap(*end)
    page.wait_for_selector("body.side-opened")
    shown = chip.bounding_box()
    assert 0 < shown["x"] < 390 - shown["width"]
    assert 0 < shown["y"] < 844 - shown["height"]
    page.touchscreen.tap(195, 20)
    page.wait_for_selector("body:not(.side-opened)")
    assert side.bounding_box() == box


def test_what_is_told_takes_two_lines(serve: Serve, open_page: Open) -> None:
    """On a phone what is told is two lines high, until a press shows all of it."""
    page = open_page(serve("trapper").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    text = " · ".join(f"p2 takes the lynx on d{number}" for number in range(1, 9))
    page.evaluate(
        "text => { const told = document.getElementById('told'); told.title = text; "
        "told.innerHTML = '<span></span>'; told.firstChild.textContent = text; }",
        text,
    )
    two = page.locator("#told > span").bounding_box()["height"]
    assert two < 36
    page.locator("#told > span").tap()
    assert page.locator("#told > span").bounding_box()["height"] > 1.5 * two, "over 200 letters"
    assert page.locator("#told").inner_text() == text


def test_what_is_opened_lies_above(serve: Serve, open_page: Open) -> None:
    """What is unfolded beside the board moves nothing, and is gone after a press elsewhere."""
    page = open_page(serve("trumpet").links["p1"], **PHONE)
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
    """A tile whose parts are asked for is enlarged beside its place. What closes it is in sight."""
    page = open_page(serve("carcassonne").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    page.locator("#table .main .cell.lit").first.tap()
    page.locator("#next button.done").tap()
    page.locator(".enlarged:not([hidden]) button").wait_for()
    tile = page.locator("#table .main .printed:has(.part.lit)").bounding_box()
    middle = tile["y"] + tile["height"] / 2
    glass, close = page.locator(".enlarged").bounding_box(), page.locator(".enlarged > button").bounding_box()
    assert not glass["y"] <= middle <= glass["y"] + glass["height"]
    assert glass["x"] <= close["x"]
    assert close["x"] + close["width"] <= min(390, glass["x"] + glass["width"])
    assert close["width"] >= 44


def test_a_closer_look_covers_nothing_that_is_lit(serve: Serve, open_page: Open) -> None:
    """What a finger holds is shown large elsewhere: neither over it nor over the other cards to press."""
    page = open_page(serve("hearts").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    card = page.locator("#table .mine .piece").first
    box = card.bounding_box()
    held = {"clientX": box["x"] + 9, "clientY": box["y"] + 9, "pointerType": "touch", "pointerId": 7}
    card.dispatch_event("pointerdown", {**held, "bubbles": True})
    page.locator("#closer").wait_for()
    shown = page.locator("#closer").bounding_box()
    assert shown["x"] > 0
    assert shown["x"] + shown["width"] < 390
    assert shown["y"] > 0
    assert shown["y"] + shown["height"] <= box["y"]


def test_what_is_out_of_sight_is_shown(tmp_path: Path, serve: Serve, open_page: Open) -> None:
    """What is asked lies in a pile, in a row beside the board. The button shows all of it as a sheet."""
    path = tmp_path / "graves.yaml"
    path.write_text(GRAVES, encoding="utf-8")
    page = open_page(serve(path, ("human", "human")).links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    page.wait_for_selector("#table .side[data-more]")
    side, last = page.locator("#table .side"), page.locator("#table .side details .piece.lit").last
    assert last.bounding_box()["y"] > side.bounding_box()["y"] + side.bounding_box()["height"]
    page.locator("#show").tap()  # the first card lies in sight
    assert page.locator(".bubble").inner_text().startswith("What shines can be pressed")
    box = last.bounding_box()
    assert 0 < box["x"] < 390 - box["width"]
    last.tap()
    page.wait_for_selector("#asked:not(.yours)")
    assert page.locator("#table .side details[open]").count() == 0


@pytest.mark.parametrize("how", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_it_is_accessible(serve: Serve, open_page: Open, how: dict[str, object]) -> None:
    """Axe finds no violation, and all that is shown in letters has at least 12 pixels."""
    page = open_page(serve("trumpet").links["p1"], **how)
    page.wait_for_selector(TURN)
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert page.evaluate(SMALLEST) >= 12


def test_the_button_is_whole(serve: Serve, open_page: Open) -> None:
    """The button that passes three cards is never cut, although the row is too narrow for them."""
    page = open_page(serve("hearts").links["p1"], **SMALL)
    page.wait_for_selector(TURN)
    for _ in range(3):
        page.locator("#table .mine .lit:not(.chosen)").first.tap()
    page.wait_for_selector("#next > .done:not(:disabled)")
    row, button = page.locator("#next").bounding_box(), page.locator("#next > .done").bounding_box()
    assert page.locator("#next .out").count() == 3
    assert button["x"] >= row["x"]
    assert button["x"] + button["width"] <= row["x"] + row["width"] + ROUNDED


def test_a_plate_covers_none_of_its_own_words(serve: Serve, open_page: Open) -> None:
    """The badge of the reader, the score and the values of a player lie beside one another."""
    page = open_page(serve("trapper").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    own = "#table .seat.own"
    parts = [f"{own} .who", f"{own} .badge >> nth=0", f"{own} > .score", f"{own} .values > div >> nth=0"]
    boxes = [page.locator(part).bounding_box() for part in parts]
    assert all(_apart(one, other) for number, one in enumerate(boxes) for other in boxes[:number])


def test_rows_of_a_hand_are_even(tmp_path: Path, serve: Serve, open_page: Open) -> None:
    """Nine cards, of which eight fit in a row, lie as five and four."""
    path = tmp_path / "leaving.yaml"
    path.write_text(LEAVING, encoding="utf-8")
    page = open_page(serve(path, ("human", "human")).links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    rows = page.evaluate(
        "() => Object.values(Object.groupBy(document.querySelectorAll('#table .mine .fan > .pieces > li'),"
        " each => Math.round(each.getBoundingClientRect().top))).map(each => each.length)"
    )
    assert rows == [5, 4]


def test_an_answer_closes_the_players(serve: Serve, open_page: Open) -> None:
    """What lies before the players covers the board when it is shown, until one presses anything else."""
    page = open_page(serve("tic-tac-toe").links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    page.locator("#table .seat").first.tap()
    page.wait_for_selector("body.players-opened")
    page.locator("#table .cell.lit").last.tap()
    page.wait_for_selector("body:not(.players-opened)")

"""Tests for the page of a table.

They cover reloading, a lost server, two browsers, the keyboard, languages and earlier positions.
"""

from __future__ import annotations

import re
from contextlib import closing
from socket import socket
from typing import TYPE_CHECKING, Any

import pytest
from animals import NAMES
from axe_playwright_python.sync_playwright import Axe
from long_checks import split
from served import serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

LATEST = " latest"
"""The class, after others, of what the last answer has changed."""

TURN = "#asked.yours:not([aria-busy=true])"


def shown(page: Page) -> tuple[str, str, list[str]]:
    """Return what a page shows: the HTML of the table, the prompt, and the labels of all options.

    What it has marked of what has happened is removed before.
    """
    page.evaluate("document.querySelectorAll('#table [data-answers]').forEach(each => each.remove())")
    options = page.locator("#options button").all_inner_texts()
    return page.inner_html("#table"), page.inner_text("#prompt"), options


def unfold(page: Page, *names: str) -> None:
    """Open the elements with these ids, which people open by a click."""
    for name in names:
        page.locator(f"#{name}").evaluate("each => each.open = true")


def click_an_option(page: Page, number: int = 0) -> None:
    """Click the option with the index `number` in the list, and wait for the next revision."""
    page.wait_for_selector(TURN)
    revision = page.get_attribute("body", "data-revision")
    unfold(page, "all")
    page.locator("#options button").nth(number).click()
    page.wait_for_selector(f"body:not([data-revision='{revision}'])")


@pytest.mark.long("browser")
def test_reloading(serve: Serve, open_page: Open) -> None:
    """After a reload, a page shows the same table, prompt and options."""
    page = open_page(serve("euchre").links["p1"])
    click_an_option(page)
    page.wait_for_selector(TURN)
    before = shown(page)
    page.reload()
    page.wait_for_selector(TURN)
    assert shown(page) == before


@pytest.mark.long("browser")
def test_the_server_is_killed(tmp_path: Path, open_page: Open, errors: list[str]) -> None:
    """A page reports that its server is gone, and continues without help when the server is back."""
    with closing(socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with serving(tmp_path / "t", "tic-tac-toe", "--seats", "human,human", "--port", port) as server:
        page = open_page(server.links["p1"])
        click_an_option(page, 4)
        before = shown(page)
        server.kill()
        page.wait_for_selector("body.offline")
        assert "connection is lost" in page.inner_text("#state")
    with serving(tmp_path / "t", "tic-tac-toe", "--port", port) as server:
        page.wait_for_selector("body:not(.offline)")
        assert shown(page) == before
        other = open_page(server.links["p2"])
        click_an_option(other)
        page.wait_for_selector(TURN)
        for each in (page, other):
            each.close()  # before this server is gone, too
    assert all("ERR_CONNECTION_REFUSED" in error or "WebSocket" in error for error in errors)
    errors.clear()


def test_two_browsers_and_their_secrets(serve: Serve, animals: Path, open_page: Open) -> None:
    """In a game with hidden cards, no browser receives a card in the opponent's hand or in the deck.

    When the game is over, both see all cards.
    """
    served = serve(animals, ("human", "human"))
    frames: list[list[str]] = [[], []]
    pages = []
    for seat in (0, 1):
        page = open_page(served.links[f"p{seat + 1}"])
        heard = frames[seat]
        page.on(
            "websocket",
            lambda opened, heard=heard: opened.on("framereceived", lambda text: heard.append(str(text))),
        )
        page.reload()
        page.wait_for_selector("body[data-revision]")
        pages.append(page)
    hands = [set(re.findall("|".join(NAMES), page.inner_text("#table"))) for page in pages]
    assert len(hands[0]) == len(hands[1]) == 3
    assert not hands[0] & hands[1]
    deck = set(NAMES) - hands[0] - hands[1]
    for seat in (0, 1):
        assert not [name for name in deck | hands[1 - seat] if any(name in text for text in frames[seat])]
    for turn in range(5):  # p1 plays three cards and p2 two, and p1 has none left
        if turn == 4:
            (kept,) = hands[1] - set(re.findall("|".join(NAMES), pages[0].inner_text("#table")))
            assert not [text for text in frames[0] if kept in text]
            assert not [name for name in deck if any(name in text for each in frames for text in each)]
        page, other = pages[turn % 2], pages[1 - turn % 2]
        page.wait_for_selector(TURN)
        page.locator("#table .lit").first.click()
        for each in (page, other):
            each.wait_for_selector(f"body[data-revision='{turn + 1}']")
    assert pages[1].get_attribute("body", "data-over") == "true"
    assert kept in pages[0].inner_text("#table")
    assert all(any(name in text for text in frames[0]) for name in deck)


def test_the_keyboard_alone(serve: Serve, open_page: Open) -> None:
    """Highlighted elements can be reached and activated with the keyboard alone.

    After an answer, the focus stays on the table.
    """
    page = open_page(serve("nine-mens-morris", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator("#table .lit").first.focus()
    first = page.evaluate("document.activeElement.dataset.ref")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.ref")
    assert second != first
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.ref") == first
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-revision='1']")
    assert page.evaluate("document.querySelector('#table').contains(document.activeElement)")


@pytest.mark.long("browser")
def test_a_step_back(serve: Serve, open_page: Open) -> None:
    """A step of a choice can be taken back with Escape or with a button.

    The list shows only the options that remain.
    """
    page = open_page(serve("breakthrough").links["p1"])
    page.wait_for_selector(TURN)
    every_one = page.locator("#options button").count()
    lit = page.locator("#table .lit")
    refs = [lit.nth(number).get_attribute("data-ref") for number in range(lit.count())]
    lit.first.click()
    assert page.locator("#options button").count() < every_one
    assert page.locator("#next .sofar").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#options button").count() == every_one
    assert [lit.nth(number).get_attribute("data-ref") for number in range(lit.count())] == refs
    lit.first.click()
    page.locator("#next button[data-key=back]").click()
    assert page.locator("#options button").count() == every_one
    assert page.get_attribute("body", "data-revision") == "0"


@pytest.mark.long("browser")
def test_languages(serve: Serve, open_page: Open) -> None:
    """The page switches to German and is still in German after a reload; other pages keep their languages."""
    served = serve("trapper")
    page, other = open_page(served.links["p1"]), open_page(served.links["watch"])
    page.select_option("#language", "de")
    page.wait_for_selector("html[lang=de]")
    page.wait_for_selector("text=Sie sind am Zug")
    assert page.inner_text("#log-h") == "was geschehen ist"
    page.reload()
    page.wait_for_selector("html[lang=de] body[data-revision]")
    assert other.get_attribute("html", "lang") == "en"
    theirs = open_page(served.links["watch"], locale="de-CH")
    theirs.wait_for_selector("html[lang=de]")


@pytest.mark.long("browser")
def test_what_is_announced(serve: Serve, open_page: Open) -> None:
    """A screen reader announces the other player's move and the user's own turn together, and only once."""
    served = serve("tic-tac-toe", ("human", "human"))
    first, second = open_page(served.links["p1"]), open_page(served.links["p2"])
    click_an_option(first, 4)
    second.wait_for_selector(TURN)
    second.wait_for_selector("#spoken:has-text('your turn')", state="attached")
    said = second.text_content("#spoken") or ""
    assert "X marks b2" in said, "the first player has X, and the fifth option is the middle"
    assert said.count("your turn: ") == 1


@pytest.mark.long("browser")
def test_looking_back(serve: Serve, open_page: Open) -> None:
    """The slider shows an earlier position, in which nothing can be clicked.

    The current position is unchanged.
    """
    page = open_page(serve("tic-tac-toe").links["p1"])
    empty = page.inner_html("#table .board, #table svg >> nth=0")
    click_an_option(page, 4)
    page.wait_for_selector(TURN)
    now = shown(page)
    page.locator("#slider button[data-key='to the beginning']").click()
    page.wait_for_selector("#prompt:has-text('move 0 of')")
    assert page.locator("#table .lit, #options button").count() == 0
    assert page.inner_html("#table .board, #table svg >> nth=0") == empty
    page.locator("#slider button[data-key='now']").click()
    page.wait_for_selector(TURN)
    assert shown(page) == now


def test_undo_by_agreement(serve: Serve, open_page: Open) -> None:
    """A proposed undo takes effect when the other player agrees."""
    served = serve("tic-tac-toe", ("human", "human"))
    first, second = open_page(served.links["p1"]), open_page(served.links["p2"])
    click_an_option(first, 4)
    second.wait_for_selector(TURN)
    click_an_option(second, 0)
    first.wait_for_selector(TURN)
    first.locator("#undo").click()
    second.locator("#proposal button[data-key=agree]").click()
    first.wait_for_function("() => document.querySelectorAll('#options button').length === 9")


@pytest.mark.long("browser")
def test_why_not(serve: Serve, open_page: Open) -> None:
    """Below the prompt, the page explains why an action is not on offer."""
    page = open_page(serve("trapper").links["p1"])
    page.wait_for_selector(TURN)
    unfold(page, "all")
    page.locator("#whybox summary").click()
    page.fill("#why-text", "sell")
    page.locator("#why button").click()
    page.wait_for_selector("#because:not(:empty)")


@pytest.mark.long("browser")
def test_notes(serve: Serve, open_page: Open) -> None:
    """After a reload, a note still stands beside its position, and markup in the note is shown as text."""
    page = open_page(serve("tic-tac-toe").links["p1"])
    unfold(page, "notesbox")
    page.fill("#note", "<b>not</b> markup")
    page.locator("#notes button").click()
    page.wait_for_selector("#notes li")
    page.reload()
    page.wait_for_selector("#notes li", state="attached")
    unfold(page, "notesbox")
    assert "<b>not</b> markup" in page.inner_text("#notes li")
    assert page.locator("#notes b").count() == 0


@pytest.mark.long("browser")
def test_the_rules_are_edited(serve: Serve, animals: Path, open_page: Open) -> None:
    """While the rules are edited, the page shows the checker's messages.

    Once the rules are valid again, the game can continue by them.
    """
    page = open_page(serve(animals, ("human", "human")).links["p1"])
    click_an_option(page)
    file = animals / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    file.write_text(rules.replace("empty(deck)", "emty(deck)"), encoding="utf-8")
    page.wait_for_selector("#checker pre:has-text('emty')")
    file.write_text(rules.replace("decisions: 60", "decisions: 61"), encoding="utf-8")
    page.locator("#checker button[data-key=answers]").click()
    page.wait_for_selector("#checkerbox", state="hidden")
    assert page.inner_text("#slider p") == "move 1 of 1"
    before = page.inner_html("#table").replace(LATEST, "")
    file.write_text(rules.replace("top(deck, 3)", "top(deck, 2)"), encoding="utf-8")
    page.locator("#checker button[data-key=position]").click()
    page.wait_for_selector("#checkerbox", state="hidden")
    assert "the previous game is kept as before-change-1" in page.inner_text("#happened").replace("`", "")
    assert not page.is_visible("#edited")
    page.locator("#happened button").click()
    assert not page.is_visible("#notice")
    assert page.inner_text("#slider p") == "move 0 of 0"
    assert page.inner_html("#table") == before, "nothing is marked, as there is no answer yet"


@pytest.mark.long("browser")
def test_a_pile_is_pressed(serve: Serve, open_page: Open) -> None:
    """If a decision asks for a pile, the pile itself can be clicked, and each pile is one tab stop."""
    page = open_page(serve("ogallala", ("human", "human")).links["p1"], drawer=False)
    page.wait_for_selector(TURN)
    revision = page.get_attribute("body", "data-revision")
    piles = page.locator("#table li[data-also].lit")
    assert piles.count() == page.locator("#table .lit[tabindex='0']").count() == 3
    piles.first.click()
    page.wait_for_selector(f"body:not([data-revision='{revision}'])")


@pytest.mark.long("browser")
def test_a_note_that_is_being_written_stays(serve: Serve, open_page: Open) -> None:
    """An unfinished note keeps its text and its position while others answer, until the note is saved."""
    served = serve("tic-tac-toe", ("human", "human"))
    first, second = (open_page(served.links[who]) for who in ("p1", "p2"))
    click_an_option(first)
    second.wait_for_selector("body[data-revision='1']")
    unfold(second, "notesbox", "all")
    second.fill("#note", "the corner again")
    second.locator("#options button").first.click()
    click_an_option(first)
    second.wait_for_selector("body[data-revision='3']")
    assert second.input_value("#note") == "the corner again"
    assert second.inner_text("#notes label") == "note beside answer 1"
    second.locator("#notes button").first.click()
    second.wait_for_selector("#notes li")
    assert second.inner_text("#notes li").startswith("answer 1")
    click_an_option(second)
    assert second.inner_text("#notes label") == "note beside answer 4"


@pytest.mark.long("browser")
def test_what_is_refused_is_seen(serve: Serve, open_page: Open) -> None:
    """A player whose proposal is refused is told so at the top of the window, even on a phone."""
    served = serve("tic-tac-toe", ("human", "human"))
    first = open_page(served.links["p1"], viewport={"width": 390, "height": 800})
    second = open_page(served.links["p2"], viewport={"width": 390, "height": 800})
    first.locator("#table .lit").first.click()
    second.wait_for_selector(TURN)
    second.locator("#table .lit").first.click()
    first.wait_for_selector(TURN)  # the second player has answered since, and is asked
    first.locator("#undo").click()
    assert second.locator("#proposal button[data-key=agree]").bounding_box()["y"] < 400
    second.locator("#proposal button[data-key=refuse]").click()
    first.wait_for_selector("#happened:has-text('has refused')")
    assert first.locator("#happened").bounding_box()["y"] < 400


@pytest.mark.long("browser")
def test_going_on_from_before_shows_what_is_asked(serve: Serve, open_page: Open) -> None:
    """When a game continues from an earlier position, the options of that position are shown at once."""
    page = open_page(serve("tic-tac-toe", ("human", "random")).links["p1"])
    click_an_option(page)
    click_an_option(page)
    page.locator("#slider button[data-key='to the beginning']").click()
    page.wait_for_selector("#past:visible")
    page.locator("#slider button[data-key='go on']").click()
    page.wait_for_selector(TURN)
    assert page.locator("#options button").count() == 9


@pytest.mark.long("browser")
def test_a_link_of_no_table(open_page: Open, tmp_path: Path, errors: list[str]) -> None:
    """If the table of an open page is replaced, the page says that its link is no longer valid."""
    with closing(socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with serving(tmp_path / "t", "tic-tac-toe", "--port", port) as server:
        page = open_page(server.links["p1"])
        server.kill()
    with serving(tmp_path / "t", "tic-tac-toe", "--port", port, "--new"):
        page.wait_for_selector("#refused:has-text('ask for a new one')")
    errors.clear()


@pytest.mark.long("browser")
def test_what_is_open_stays_open(serve: Serve, open_page: Open) -> None:
    """When the table is redrawn, unfolded details stay unfolded."""
    page = open_page(serve("trapper", ("human", "human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    legend = page.locator("#table .legend")
    legend.evaluate("each => each.open = true")
    click_an_option(page)
    assert legend.evaluate("each => each.open")


PAGES = [(w, la, s) for w in ("watch", "host", "p2") for la in ("en", "de") for s in ("light", "dark")]
SOME = {("watch", "en", "dark"), ("host", "de", "light"), ("p2", "de", "dark")}
"""Pages that together include each role, each language and each color scheme at least once."""


@pytest.mark.parametrize(
    ("who", "language", "scheme"),
    split(PAGES, "browser", lambda *_: False, lambda *page: page not in SOME),
)
def test_other_pages_are_accessible(
    who: str, language: str, scheme: str, serve: Serve, open_page: Open
) -> None:
    """axe-core finds no violation on the pages of spectators, of the host, and of a seat taken by a bot."""
    page = open_page(serve("trapper").links[who], color_scheme=scheme)
    page.select_option("#language", language)
    page.wait_for_selector(f"html[lang={language}]")
    for details in page.locator("details:visible").all():
        details.evaluate("each => each.open = true")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


@pytest.mark.long("browser")
def test_what_lights_up_is_shown_on_a_phone(serve: Serve, open_page: Open) -> None:
    """On a phone, a button brings what can be clicked into view. Where all is in view, there is no button."""
    page = open_page(serve("hex").links["p1"], viewport={"width": 320, "height": 480})
    page.wait_for_selector(TURN)
    lit = page.locator("#table .lit")
    last = lit.last.bounding_box()
    assert last["x"] + last["width"] > 320, "eleven hexes and ten halves of 24 pixels are wider"
    outside = [each for each in lit.all() if not 0 <= each.bounding_box()["x"] < 320]
    assert outside
    page.locator("#show").click()
    boxes = [each.bounding_box() for each in outside]
    assert any(0 <= box["x"] < 320 and 0 < box["y"] < 480 for box in boxes)
    wide = open_page(serve("hearts", name="wide").links["p1"])
    wide.wait_for_selector(TURN)
    assert not wide.locator("#show").is_visible()

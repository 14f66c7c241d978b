"""Tests for what people need while they sit at the table, apart from the game itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

TURN = "#asked.yours:not([aria-busy=true])"
HOSTILE = "<img src=x onerror=\"document.body.dataset.harmed='1'\">"


def accessible(page: Page, part: str) -> None:
    """Fail if axe finds a violation in a part of the page, given by its selector."""
    found = Axe().run(page, context=part)
    assert not found.response["violations"], found.generate_report()


@pytest.mark.long("browser")
@pytest.mark.long("browser")
def test_rules_beside_the_table(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    """The rules come when their part of the drawer is opened, in the page's language, as plain text."""
    rules = (
        "language: 1\ngame: ruled\ntitle: {en: Ruled, de: Geregelt}\nplayers: 2\n"
        f"about: {json.dumps(HOSTILE)}\nactions: {{wait: {{}}}}\n"
        "phases: {main: {turns: clockwise, do: [{offer: [wait]}]}}\nlimit: {decisions: 3, then: draw}\n"
        "rulings: {one: {heading: Waiting, says: {en: Waiting is all., de: Warten ist alles.}}}\n"
    )
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    page = open_page(serve(tmp_path / "game.yaml").links["p1"])
    assert page.inner_text("#rules") == ""
    page.click("#rules-h")
    page.wait_for_selector("#rules h3:has-text('Ruled')")
    page.click("#rules summary:has-text('rulings')")
    assert page.inner_text("#rules details:has-text('rulings') li") == "Waiting is all."
    assert HOSTILE in page.inner_text("#rules")
    page.select_option("#language", "de")
    page.wait_for_selector("#rules h3:has-text('Geregelt')")
    page.wait_for_selector("#rules li >> text=Warten ist alles.", state="attached")
    assert page.get_attribute("body", "data-harmed") is None
    accessible(page, "#beside")


COUNTING = """
language: 1
game: counting
title: Counting
players: 2
variables:
  points: {per: player, type: 0..99}
actions:
  take: {with: {n: {from: 1..3}}, do: [{set: {"points[me]": "points[me] + n"}}]}
phases:
  main: {turns: clockwise, do: [{offer: [take]}]}
end:
  enough: {when: "sum(p in players: points[p]) >= 7"}
score: points[player]
ranking: ["points[player]"]
limit: {decisions: 30, then: draw}
"""
"""A game in which both players add 1 to 3 points to their own, until they have at least 7 together."""


def answer(page: Page, number: int) -> None:
    """Choose an option by its index in the list of all options."""
    page.wait_for_selector(TURN)
    page.locator("#options button").nth(number).dispatch_event("click")
    page.wait_for_selector(f"{TURN}, body[data-over=true], #asked:not(.yours)")


@pytest.mark.long("browser")
def test_the_end_and_another_game(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    """The ranking has a chart and can be put away; another game begins if everybody agrees.

    The first player takes 3 and 2, the second 2, so their sum is 7.
    """
    (tmp_path / "game.yaml").write_text(COUNTING, encoding="utf-8")
    links = serve(tmp_path / "game.yaml", ("human", "human")).links
    first, second = open_page(links["p1"]), open_page(links["p2"])
    for page, number in ((first, 2), (second, 1), (first, 1)):
        assert page.locator(".ending").count() == 0
        answer(page, number)
    for page in (first, second):
        page.wait_for_selector("body[data-over=true]")
        assert page.locator(".ending tbody tr").first.inner_text().split()[-1] == "5"
        assert [text.split()[-1] for text in page.locator(".chart text").all_text_contents()[-2:]] == [
            "5",
            "2",
        ]
        accessible(page, "#table .ending")
    page = second
    assert page.inner_text(".ending .winner") == "p1 wins"
    assert page.inner_text(".decided li") == "p1 took the lead for good with answer 1 of 3 show"
    assert page.locator("button:has-text('play again')").count() == 1
    footer = page.locator(".ending .does").bounding_box()
    seen = "([x, y]) => document.elementFromPoint(x, y).closest('.does') !== null"
    assert page.evaluate(seen, [footer["x"] + footer["width"] - 9, footer["y"] + footer["height"] / 2])
    page.click(".ending .does button:has-text('look at the table')")
    page.wait_for_selector(".chart", state="hidden")
    page.select_option("#language", "de")
    page.wait_for_selector(".ending summary:has-text('Spielende')")
    assert page.locator(".chart").is_hidden(), "it stays put away when the table is drawn again"
    page.select_option("#language", "en")
    first.click("#again button")
    second.click("#proposal button[data-key=agree]")
    first.wait_for_selector("body[data-over=false]")
    assert first.locator("#again button, .ending").count() == 0
    second.wait_for_selector(TURN)
    second.wait_for_selector("#players li:first-child:has-text('(you)')")
    first.wait_for_selector("#players li:nth-child(2):has-text('(you)')")
    first.locator("#more-h").click()
    first.locator("#more button[data-key=leave]").click()
    first.wait_for_selector("#players li:nth-child(2):has-text('(you)')")
    second.wait_for_selector("#players li:nth-child(2):has-text('(empty)')")


@pytest.mark.long("browser")
def test_chat(serve: Serve, open_page: Open) -> None:
    """A line appears on all pages as plain text, and screen readers of others announce it.

    While a drawer is closed, its button shows the number of new lines.
    """
    links = serve("tic-tac-toe", ("human", "human")).links
    first, second, watching = (open_page(links[who]) for who in ("p1", "p2", "watch"))
    assert watching.locator("#chatbox").is_hidden()
    second.click("#drawer")
    assert second.locator("#beside").is_hidden()
    first.fill("#line", f"look:  {HOSTILE} ")
    first.press("#line", "Enter")
    for page in (first, watching):
        page.wait_for_selector("#chat li")
        assert page.inner_text("#chat li") == f"X look: {HOSTILE}"
    assert first.input_value("#line") == ""
    assert watching.locator("#say").is_hidden()
    second.wait_for_selector("#unread:has-text('1')")
    second.wait_for_selector("#spoken:has-text('X: look')", state="attached")
    assert "look" not in (first.text_content("#spoken") or "")
    second.click("#drawer")
    second.wait_for_selector("#unread:empty", state="attached")
    second.fill("#line", "where?")
    second.click("#say button")
    first.wait_for_selector("#chat li:nth-child(2):has-text('where?')")
    first.reload()
    first.wait_for_selector("#chat li:nth-child(2)")
    for page in (first, watching):
        assert page.get_attribute("body", "data-harmed") is None
        accessible(page, "#beside")


@pytest.mark.long("browser")
def test_names(serve: Serve, open_page: Open) -> None:
    """A name that somebody gives stands beside the seat's name on all pages, as plain text."""
    links = serve("tic-tac-toe", ("human", "human")).links
    first, second = open_page(links["p1"]), open_page(links["p2"])
    first.click("#more-h")
    first.fill("#called", "<b>Ann</b>")
    first.press("#called", "Enter")
    for page in (first, second):
        page.wait_for_selector("#players li:has-text('X \N{EN DASH} <b>Ann</b>')")
        assert "<b>Ann</b>" in page.inner_text("#table .seats")
    assert first.input_value("#called") == "<b>Ann</b>"
    assert first.evaluate("document.activeElement.id") == "called"
    accessible(first, "#beside")


@pytest.mark.long("browser")
def test_levels_of_bots(serve: Serve, open_page: Open) -> None:
    """The host chooses who plays from a list in which bots have words for their strength."""
    page = open_page(serve("tic-tac-toe", ("human", "human")).links["host"])
    page.click("#more-h")
    offered = page.locator("#by-1 option").all_text_contents()
    assert offered[:4] == ["human", "easy (random)", "fair (mcts:50)", "strong (good)"]
    page.select_option("#by-1", "mcts:50")
    page.wait_for_selector("#players li:nth-child(2):has-text('fair')")
    accessible(page, "#beside")


@pytest.mark.long("browser")
def test_advice(serve: Serve, open_page: Open) -> None:
    """If the host allows it, a player can ask a bot, which completes a row that is open at one end.

    X has a3 and b3, and O has a1 and b1, so X wins at c3.
    """
    links = serve("tic-tac-toe", ("human", "human")).links
    host, first, second = (open_page(links[who]) for who in ("host", "p1", "p2"))
    for page, cell in ((first, "a3"), (second, "a1"), (first, "b3"), (second, "b1")):
        page.wait_for_selector(TURN)
        page.locator(f"#options button:has-text('{cell}')").dispatch_event("click")
    first.wait_for_selector(TURN)
    assert first.locator("#advice button").count() == 0
    host.click("#more-h")
    host.check("#allowed")
    first.click("#advice button")
    first.wait_for_selector("#advice:has-text('good: c3')")
    assert second.locator("#advice button").count() == 0
    accessible(first, "#asked")
    accessible(host, "#beside")


def test_the_drawer_is_as_one_left_it(serve: Serve, open_page: Open) -> None:
    """Beside the table the drawer stays as its reader left it; on phones it is closed at first."""
    link = serve("tic-tac-toe").links["p1"]
    page = open_page(link)
    beside = page.locator("#beside")
    assert beside.is_visible()
    page.click("#drawer")
    assert not beside.is_visible()
    page.reload()
    page.wait_for_selector("body[data-revision]")
    assert not beside.is_visible()
    page.click("#drawer")
    beside.wait_for(state="visible")
    page.set_viewport_size({"width": 390, "height": 844})
    beside.wait_for(state="hidden")
    page.set_viewport_size({"width": 1280, "height": 800})
    beside.wait_for(state="visible")


def test_the_drawer_covers_nothing(serve: Serve, open_page: Open) -> None:
    """In a window of 1280 pixels the drawer stands beside the table, which makes room, until Escape."""
    page = open_page(serve("ogallala", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    beside, parts = page.locator("#beside"), page.locator("#table :is(.seats, .board svg, .side), #asked")
    left = beside.bounding_box()["x"]
    boxes = [box for each in parts.all() if (box := each.bounding_box())]
    assert len(boxes) > 3
    assert all(box["x"] + box["width"] <= left for box in boxes)
    page.keyboard.press("Escape")
    assert not beside.is_visible()
    wider = [box for each in parts.all() if (box := each.bounding_box())]
    assert max(box["x"] + box["width"] for box in wider) > left

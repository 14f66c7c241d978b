"""Tests for what people read and choose beside the table, and for the first page of several games."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from served import HERE, PATIENCE

import gamespec
from interpreter.serve.hall.hall import Hall
from interpreter.serve.rules import no_examples
from interpreter.serve.server import bound, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]


def accessible(page: Page, part: str) -> None:
    """Fail if axe finds a violation in a part of the page, given by its selector."""
    found = Axe().run(page, context=part)
    assert not found.response["violations"], found.generate_report()


@pytest.mark.long("browser")
def test_a_colour_is_chosen(serve: Serve, open_page: Open) -> None:
    """A press on a colour dyes the seat for everybody, with its name; others are no longer offered it."""
    links = serve("carcassonne", ("human", "human")).links
    first, second = open_page(links["p1"]), open_page(links["p2"])
    for page in (first, second):
        page.locator("#morebox").evaluate("box => box.open = true")
    first.click(".swatch[data-color=yellow]")
    second.wait_for_selector("#table .seat[data-color=yellow]")
    first.wait_for_selector(".swatch[data-color=yellow][aria-pressed=true]")
    assert second.locator(".swatch[data-color=yellow]").count() == 0
    assert second.locator(".swatch[data-color=red]").count() == 1
    assert "Yellow" in second.inner_text("#table .seats")
    accessible(first, "#beside")


@pytest.mark.long("browser")
def test_the_closer_look_says_who_sees_it(serve: Serve, open_page: Open) -> None:
    """A card in the hand is seen by its owner only."""
    page = open_page(serve("hearts").links["p1"])
    page.hover("#table .mine .piece >> nth=0", position={"x": 12, "y": 20})
    page.wait_for_selector("#closer .sees")
    assert page.inner_text("#closer .sees") == "seen only by you"


@pytest.mark.long("browser")
def test_who_plays_and_how_long_it_thinks(serve: Serve, open_page: Open) -> None:
    """The host lets a strong bot think for a second; a bot that thinks has a wheel at its seat."""
    served = serve("trapper", ("human", "human"))
    page = open_page(served.links["host"])
    page.locator("#morebox").evaluate("box => box.open = true")
    page.select_option("#by-1", "mcts:1000")
    page.select_option("#time-1", "mcts:1s")
    page.wait_for_selector("#time-1 option[value='mcts:1s'][selected]", state="attached")
    assert served.table.chairs.seats[1].by == "mcts:1s"
    assert page.input_value("#by-1") == "mcts:1000"
    page.select_option("#by-0", "mcts:50")
    page.wait_for_selector("#table .seat.thinks")
    page.select_option("#by-0", "human")
    page.select_option("#by-1", "human")
    page.wait_for_selector("#table .seat.thinks", state="detached")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[str]:
    """Serve two games in a thread, and yield the link of their first page."""
    specs = [gamespec.load(name) for name in ("tic-tac-toe", "hearts")]
    found, opened = Hall(specs, tmp_path, None, print, examples=no_examples), threading.Event()
    with bound(HERE, 0) as listening:
        arguments = found, HERE, listening, lambda _: opened.set()
        thread = threading.Thread(target=run, args=arguments, daemon=True)
        thread.start()
        assert opened.wait(PATIENCE)
        yield f"http://{HERE}:{listening.getsockname()[1]}/hall/{found.token}"
        found.stop()
        thread.join(PATIENCE)


@pytest.mark.long("browser")
def test_the_first_page_of_several_games(hall: str, browser: Browser) -> None:
    """Two people meet at a table: one opens it, the other takes the free seat."""
    first, second = (browser.new_page(reduced_motion="reduce", locale="en-GB") for _ in range(2))
    for page in (first, second):
        page.goto(hall)
        page.wait_for_selector("#games li:nth-child(2) .scene svg")
        accessible(page, "body")
    first.click("[data-game=tic-tac-toe] button")
    accessible(first, "#new")
    first.click("#form .begin")
    first.click("#yours a")
    first.wait_for_selector("#asked.yours")
    second.click("#tables .sit")
    second.wait_for_selector("body[data-revision]")
    first.locator("#table .lit").first.click()
    second.wait_for_selector("#asked.yours")
    for page in (first, second):
        page.close()

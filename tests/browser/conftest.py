"""Fixtures for tests in the system's Chromium, with tables that a thread serves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from animals import animals
from chromium import chromium, reason
from playwright.sync_api import sync_playwright
from served import Hosted, hosted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["Hosted", "animals"]

HERE = Path(__file__).parent
SCREENSHOTS = "GAMESPEC_SCREENSHOTS"
"""Name of the environment variable that names a folder for screenshots of the pages."""
PATIENCE = 30


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests in this folder if they cannot or should not use a browser."""
    why = reason()
    for item in items if why is not None else ():
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=why))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield one Chromium for all tests in a file.

    The tests share it because the event loop of Playwright runs until Playwright ends.
    """
    with sync_playwright() as playwright:
        found = chromium()
        assert found, "Chromium is not installed; install it, or set CHROMIUM to its path"
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


def served_table(
    game: str | Path, folder: Path, seats: tuple[str, ...] | None, seed: int
) -> AbstractContextManager[Hosted]:
    """Return a context in which a thread serves a table, with a link for each seat."""
    return hosted(folder, game, *(("--seats", ",".join(seats)) if seats else ()), "--seed", str(seed))


Serve = Callable[..., Hosted]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Yield a function that serves a game, by default with a person in the first seat and bots elsewhere."""
    with ExitStack() as stack:

        def make(
            game: str | Path, seats: tuple[str, ...] | None = None, seed: int = 7, name: str = "t"
        ) -> Hosted:
            return stack.enter_context(served_table(game, tmp_path / name, seats, seed))

        yield make


@pytest.fixture(scope="module")
def module(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yield a page that can import the JavaScript modules of a served table."""
    with served_table("tic-tac-toe", tmp_path_factory.mktemp("table"), None, 1) as served:
        page = browser.new_page()
        page.goto(served.links["p1"])
        yield page
        page.close()


@pytest.fixture
def errors() -> list[str]:
    """Return a list for the errors of pages; the test fails if it is not empty at the end."""
    return []


@pytest.fixture
def open_page(browser: Browser, errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a page in a browser context of its own, in which nothing moves by default.

    On desktops its drawer is open, unless `drawer` is false. The test fails if a page logs an error or sends
    a request to another machine.
    """
    contexts = []

    def make(link: str, **how: object) -> Page:
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        drawer = "open" if how.pop("drawer", True) else "closed"
        context = browser.new_context(**usual | how)  # type: ignore[arg-type] # its own options
        contexts.append(context)
        context.add_init_script(f"localStorage['gamespec drawer'] ??= '{drawer}'")
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: _expect_here(asked.url, errors))
        page.goto(link)
        page.wait_for_selector("body[data-revision]")
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def _expect_here(url: str, errors: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:")):
        errors.append(f"asks {url}")


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Return a function that saves screenshots of a page at two widths.

    It does nothing unless the environment names a folder for them.
    """
    place = os.environ.get(SCREENSHOTS)

    def make(page: Page, name: str) -> None:
        if not place:
            return
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=str(Path(place) / f"{name}-{width}x{height}.png"), full_page=True)
        page.set_viewport_size({"width": 1280, "height": 800})

    return make

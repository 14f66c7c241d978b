"""Opens a finished site in Chromium: `python -m website.browsing build/site/dev`.

One page of each kind is opened on a desktop in light and on a phone in dark. None may ask another host
for anything, report an error or be wider than the window. The game of the home page is edited, played and
measured. Then the search is asked what a stranger would ask, and the right page must be among the first
three. `--pictures FOLDER` saves what each page looks like, in all four ways.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError, sync_playwright  # noqa: A004 - it is called so

from website.asked import QUESTIONS, UNSEEN, answered

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

__all__ = ["main"]

KINDS = (
    "",
    "contents/",
    "tutorial/",
    "how-to/hidden-information/",
    "reference/commands/",
    "reference/keys-of-game/",
    "reference/python/interpreter/",
    "codes/GS302/",
    "games/",
    "games/trapper/",
    "games/trapper/specification/",
    "reports/trapper.html",
    "project/changelog/",
)
"""A page of each kind."""

WINDOWS = (("desktop", 1300, 850), ("phone", 390, 844))

ENOUGH = 65
"""Number of the unseen questions that the first three results have to answer."""

_LEFT = "net::ERR_ABORTED"
"""How Chromium calls a request that it gives up because another page is opened."""
_FIRST = 3
_QUIET = 250
"""Milliseconds that a page has for asking other hosts after it has loaded."""
_PATIENCE = 20_000
"""Milliseconds until a question counts as unanswered."""


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that the class above gives it
        """Log nothing."""


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    handler = functools.partial(_Silent, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def looks(browser: Browser, host: str, site: str, pictures: Path | None) -> Iterator[str]:
    """Open a page of each kind in each window, and yield what is wrong."""
    for window, width, height in WINDOWS:
        for dark in (False, True) if pictures else (window == "phone",):
            page = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
            )
            wrong: list[str] = []
            _watch(page, host, wrong)
            for kind in KINDS:
                page.goto(f"{host}/{site}/{kind}")
                page.wait_for_timeout(_QUIET)
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    wrong.append("is wider than the window")
                if pictures:
                    name = kind.strip("/").replace("/", "-") or "home"
                    page.screenshot(path=pictures / f"{name}-{window}{'-dark' if dark else ''}.png")
                yield from (f"{kind or 'the home page'} on a {window} {each}" for each in wrong)
                wrong.clear()
            page.close()


def _watch(page: Page, host: str, wrong: list[str]) -> None:
    """Note what a page asks other hosts for, what it cannot load, and its errors."""

    def asks(request: Request) -> None:
        if not request.url.startswith((f"{host}/", "data:", "blob:")):
            wrong.append(f"asks {request.url}")

    def fails(request: Request) -> None:
        if request.failure != _LEFT:
            wrong.append(f"cannot load {request.url}: {request.failure}")

    page.on("request", asks)
    page.on("requestfailed", fails)
    page.on("pageerror", lambda error: wrong.append(f"fails: {error}"))


def tries(browser: Browser, host: str, site: str) -> Iterator[str]:
    """Edit the game of the home page, play it and wait for its numbers; yield what is wrong."""
    page = browser.new_page()
    wrong: list[str] = []
    _watch(page, host, wrong)
    page.goto(f"{host}/{site}/")
    size, _, name, winner = page.locator(".gs-try select").all()
    fields, numbers = page.locator(".gs-try-board button"), page.locator(".gs-try-numbers")
    try:
        size.select_option("4")
        winner.select_option("left(me)")
        fields.nth(15).click(timeout=_PATIENCE)
        page.locator(".gs-try-board [data-seat='1']").wait_for(timeout=_PATIENCE)
        numbers.get_by_text("10,000").wait_for(timeout=_PATIENCE)
        name.select_option("mrk")
        page.get_by_text("did you mean `mark`?").wait_for(timeout=_PATIENCE)
        page.get_by_text("Apply the cure").click()
        fields.nth(15).wait_for(timeout=_PATIENCE)
    except TimeoutError as missed:
        wrong.append(f"cannot be tried: {missed.message}")
    yield from (f"the home page {each}" for each in wrong)
    page.close()


def answers(browser: Browser, host: str, site: str) -> Iterator[str]:
    """Ask the search each question, and yield what it does not answer among its first results."""
    page = browser.new_page()
    page.goto(f"{host}/{site}/install/", wait_until="load")
    page.locator(".md-search__button").click()
    for question, sections in QUESTIONS.items():
        found = _found(page, question, f"{host}/{site}/")
        if not answered(found[:_FIRST], sections):
            yield f"the search answers `{question}` with {', '.join(found[:_FIRST]) or 'nothing'}"
    missed = [
        question
        for question, sections in UNSEEN.items()
        if not answered(_found(page, question, f"{host}/{site}/")[:_FIRST], sections)
    ]
    if len(UNSEEN) - len(missed) < ENOUGH:
        yield f"the search answers fewer than {ENOUGH} unseen questions; it misses {', '.join(missed)}"
    page.close()


def _found(page: Page, question: str, base: str) -> list[str]:
    """Return the sections that the search finds, the best first."""
    box, results = page.locator("input[role=combobox]"), page.locator("a[role=option]")
    box.fill("")
    results.first.wait_for(state="detached")  # the answers to the question before
    box.fill(question)
    try:
        results.first.wait_for(timeout=_PATIENCE)
    except TimeoutError:
        return []
    links: list[str] = results.evaluate_all("links => links.map((link) => link.href)")
    return [link.removeprefix(base) for link in links]


def main() -> int:
    """Open the site that the command line names; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m website.browsing", description="Open a site in Chromium."
    )
    parser.add_argument("site", type=Path, help="the folder of a version, such as build/site/dev")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="save a picture of each page there")
    asked = parser.parse_args()
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        sys.stderr.write("there is no Chromium\n")
        return 2
    if not (asked.site / "index.html").is_file():
        sys.stderr.write(f"`{asked.site}` is no site: build it with `python -m website`\n")
        return 2
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    site = asked.site.resolve()
    with _served(site.parent) as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        wrong = [
            *looks(browser, host, site.name, asked.pictures),
            *tries(browser, host, site.name),
            *answers(browser, host, site.name),
        ]
        browser.close()
    for each in wrong:
        sys.stderr.write(f"{each}\n")
    pages = len(KINDS) * len(WINDOWS) * (2 if asked.pictures else 1)
    sys.stdout.write(
        f"{pages} pages opened, {len(QUESTIONS) + len(UNSEEN)} questions asked: {len(wrong)} wrong\n"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Measure the playground in Chromium: `python bench/playground.py FOLDER [--times N] [GAME...]`.

FOLDER is what `python -m interpreter.playground.build` has written. A plain server on this machine serves it,
so the network costs nothing. The script prints the load of the machine, then medians of N times (default 3):

- the bytes of the folder, and those that the first visit loads;
- the seconds of a first visit and of a later one, until the first game is checked and on the table;
- 10,000 games of the first game, in seconds from the press to the tables, with their parts: Python makes the
  `module`, the worker starts and plays the games (`games`), and Python makes statistics (`numbers`);
- for each game (default: the median of the shipped games by length, and the largest), milliseconds from an
  edit until its mistake is underlined (`told`), until names and types are checked (`names`), and until
  everything is checked and on the table (`all`), pauses of 0, 60 and 350 ms included; the time of Python for
  the first and the last check without pauses (`first`, `check`); and of `hover` and `complete`.

The script fails if a first visit takes over 10 s, a later one 4 s, or the check of the median game 500 ms.
Times depend on the machine, and on what else it does.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from chromium import MISSING, chromium

import gamespec

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

FIRST, LATER, CHECK = 10.0, 4.0, 500.0
"""The greatest seconds of a first visit and of a later one, and milliseconds of a check."""
COLUMNS = ("told", "names", "all", "first", "check", "hover", "complete")
PATIENCE = 120_000


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Say nothing."""


def main() -> int:
    """Measure the playground in the folder that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--times", type=int, default=3, metavar="N")
    asked = parser.parse_args()
    program = chromium()
    if program is None:
        sys.stderr.write(f"{MISSING}\n")
        return 2
    sizes = sorted(gamespec.games(), key=lambda game: (ROOT / "games" / game / "game.yaml").stat().st_size)
    games = asked.games or [sizes[len(sizes) // 2], sizes[-1]]
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=asked.folder))
    Thread(target=server.serve_forever, daemon=True).start()
    place = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        slow = _measure(browser, place, Path(asked.folder), games, asked.times)
        browser.close()
    server.shutdown()
    return int(slow and not asked.games)


def _measure(browser: Browser, place: str, folder: Path, games: list[str], times: int) -> bool:
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    files = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    firsts, laters, loaded = [], [], 0
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page, first = _opened(context, place)
        firsts.append(first)
        loaded = page.evaluate(
            "performance.getEntriesByType('resource').reduce((all, each) => all + each.encodedBodySize, 0)"
        )
        page.evaluate("navigator.serviceWorker.ready")
        page.close()
        page, later = _opened(context, place)
        laters.append(later)
        context.close()
    print(f"{files:,} bytes, of which the page, without its workers, loads {loaded:,}")
    print(f"first visit {median(firsts):.1f} s, later visit {median(laters):.1f} s")
    page, _ = _opened(browser.new_context(), place)
    parts = [_ten_thousand(page) for _ in range(times)]
    told = ", ".join(f"{key} {median(each[key] for each in parts):.3f} s" for key in parts[0])
    print(f"10,000 games: {told}")
    print(f"{'game':<18}" + "".join(f"{column:>10}" for column in COLUMNS))
    checks = []
    for game in games:
        rows = [_edited(page, f"{place}#game={game}") for _ in range(times)]
        found = {column: median(row[column] for row in rows) for column in COLUMNS}
        checks.append(found["check"])
        print(f"{game:<18}" + "".join(f"{found[column]:>10.0f}" for column in COLUMNS))
    return median(firsts) > FIRST or median(laters) > LATER or checks[0] > CHECK


def _opened(context: BrowserContext, place: str) -> tuple[Page, float]:
    """Open the page, and return the seconds until its game is on the table."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    begin = perf_counter()
    page.goto(place)
    page.wait_for_selector("body[data-sat]")
    return page, perf_counter() - begin


def _ten_thousand(page: Page) -> dict[str, float]:
    """Play 10,000 games, and return the seconds of it all and of its parts."""
    page.evaluate(
        "() => { performance.clearMeasures(); delete document.querySelector('#result').dataset.told }"
    )
    begin = perf_counter()
    page.click("#run")
    page.wait_for_selector("#result[data-told]")
    whole = perf_counter() - begin
    taken = _measures(page)
    games = json.loads(page.get_attribute("#result", "data-told") or "{}")["seconds"]
    module, numbers = taken["python: module"][-1] / 1000, taken["python: numbers"][-1] / 1000
    return {"all": whole, "module": module, "games": games, "numbers": numbers}


def _edited(page: Page, link: str) -> dict[str, float]:
    """Misspell the first key of a game and a name in it, and return the milliseconds of the answers."""
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("body[data-sat]")
    page.wait_for_selector("#shown[data-ran]", state="attached")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.evaluate("() => performance.clearMeasures()")
    page.keyboard.insert_text("\nzq: 1")
    page.wait_for_function("() => performance.getEntriesByName('told: everything').length")
    marks = _measures(page)
    told, names, whole = (marks[f"told: {stage}"][0] for stage in ("structure", "names", "everything"))
    page.keyboard.press("Control+z")
    page.wait_for_function("() => performance.getEntriesByName('told: everything').length > 1")
    check = _measures(page)["python: check"][-1]
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Space")
    page.wait_for_function("() => performance.getEntriesByName('python: complete').length")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Home")
    page.locator(".cm-line span", has_text="players").first.hover(position={"x": 20, "y": 8})
    page.wait_for_function("() => performance.getEntriesByName('python: hover').length")
    answers = _measures(page)
    return {
        "told": told,
        "names": names,
        "all": whole,
        "first": marks["python: check"][0],
        "check": check,
        "hover": answers["python: hover"][0],
        "complete": answers["python: complete"][0],
    }


def _measures(page: Page) -> dict[str, list[float]]:
    """Return what the page has measured, in milliseconds, by name."""
    found: dict[str, list[float]] = {}
    entries: list[Any] = page.evaluate(
        "() => performance.getEntriesByType('measure').map(({ name, duration }) => [name, duration])"
    )
    for name, duration in entries:
        found.setdefault(name, []).append(duration)
    return found


if __name__ == "__main__":
    sys.exit(main())

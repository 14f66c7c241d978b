"""Take the pictures of the gallery (`docs/gallery.md`): `python bench/pictures.py [GAME...]`.

For each game (default: all shipped ones), the script serves a table, opens the page of the first seat in
Chromium, plays 14 answers by random clicks against random bots, or fewer if the game would be over, and
saves a picture of the window, by default in `docs/pictures/games`. For other looks at a game, on a phone, at
its beginning or in the dark, there are `--size WIDTHxHEIGHT`, `--answers N` and `--dark`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

import gamespec

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from chromium import MISSING, chromium
from served import hosted

CLICKING = (ROOT / "tests" / "browser" / "clicking.js").read_text(encoding="utf-8")
READY = "#asked.yours:not([aria-busy=true]), body[data-over=true]"
SEED = 7
QUALITY = 72
"""The quality of the pictures, as JPEG counts it."""


def taken(page: Page, name: str, answers: int, path: Path) -> None:
    """Take a picture of a game after a number of answers, or half as many if the game is over by then."""
    with (
        tempfile.TemporaryDirectory() as folder,
        hosted(Path(folder) / "t", name, "--seed", str(SEED)) as table,
    ):
        page.goto(table.links["p1"])
        page.wait_for_selector(READY)
        page.evaluate(CLICKING, {"seed": 1, "answers": answers})
        page.wait_for_selector(READY)
        over = page.get_attribute("body", "data-over") == "true"
        if not over or not answers:
            page.screenshot(path=path, type="jpeg", quality=QUALITY)
            return
    taken(page, name, answers // 2, path)


def main() -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: all shipped games")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "pictures" / "games", metavar="F")
    parser.add_argument("--size", default="1100x700", metavar="WIDTHxHEIGHT")
    parser.add_argument("--answers", type=int, default=14, metavar="N")
    parser.add_argument("--dark", action="store_true")
    asked = parser.parse_args()
    width, height = map(int, asked.size.split("x"))
    found = chromium()
    if found is None:
        sys.stderr.write(f"{MISSING}\n")
        return 1
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name in asked.names or gamespec.games():
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark" if asked.dark else "light",
                reduced_motion="reduce",
            )
            taken(page, name, asked.answers, asked.folder / f"{name}.jpg")
            page.close()
            sys.stdout.write(f"{name}\n")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

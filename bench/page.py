"""Measure the page of a table in the browser: `python bench/page.py [--answers N] [GAME...]`.

For each game (default: carcassonne, trapper and hearts), the script serves a table, opens the page of the
first seat in Chromium, and plays by random clicks, with a pause before each, against random bots. It stops
after N answers of that seat (default 60), or when the game is over. The columns describe the last quarter,
when the table is full:

- `answers`: the number of answers in the game, of all seats, when it stopped;
- `kB`, `most`: the size of a message with the table, in thousands of bytes, median and maximum;
- `html`, `asked`: its parts that draw the table, and that describe the options if there are any, median;
- `sent`: its size when compressed for the network, median;
- `reaction ms`, `most`: from a press to the end of the first frame in which anything on the page changes,
  median and maximum;
- `server ms`: from a press that gives an answer until the page receives the next table, median;
- `redrawn ms`, `most`: from such a press to the end of the frame with that table, median and maximum.

A frame takes 17 ms. Times depend on other load on the machine; sizes do not, except that the server leaves
out tables that the page has no time to show.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import zlib
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from chromium import MISSING, chromium
from served import hosted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocket

GAMES = ("carcassonne", "trapper", "hearts")
SEED = 7
PAUSE = 100
"""Milliseconds before each click, in which the page comes to rest."""
LATE = 0.75
"""The share of the game before the part that the columns describe."""
CLICKING = (ROOT / "tests" / "browser" / "clicking.js").read_text(encoding="utf-8")
READY = "#asked.yours:not([aria-busy=true]), body[data-over=true]"

TIMED = """
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", () => { window.heard ??= performance.now(); });
    }
  };
"""
"""Notes when the page received the first message since `heard` was made `null`."""

WATCH = """() => {
  window.presses = [];
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const css = rules.map((rule) => rule.cssText).join(" ");
  const visible = (name) =>
    ["class", "style", "hidden", "open", "disabled"].includes(name) || css.includes(`[${name}`);
  const revision = () => document.body.dataset.revision;
  let last = null;
  new MutationObserver((records) => {
    if (!last) return;
    for (const { type, target, attributeName } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      if (!element || element.closest("[aria-live]")) continue;
      if (type !== "attributes" || visible(attributeName)) last.changed = true;
      if (type !== "childList" || !element.closest("#table") || revision() === last.revision) continue;
      last.swapped = true;
      last.heard ??= window.heard - last.at;
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const pressed = () => {
    const moving = new Set(document.getAnimations());
    const press = { at: performance.now(), revision: revision(), heard: null, reaction: null, redrawn: null };
    last = press;
    window.heard = null;
    window.presses.push(press);
    const frame = () => {
      const reacts = press.changed || document.getAnimations().some((each) => !moving.has(each));
      const redraws = press.swapped;
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        const passed = performance.now() - press.at;
        if (reacts) press.reaction ??= passed;
        if (redraws) press.redrawn ??= passed;
        if (press === last && press.redrawn === null) requestAnimationFrame(frame);
      };
      painted.port2.postMessage(null);
    };
    requestAnimationFrame(frame);
  };
  document.addEventListener("click", pressed, true);
}"""
"""Notes when the page changes after each press; changes only for screen readers do not count."""


class Sizes(NamedTuple):
    """The sizes of a message with the table, in bytes, after a number of answers. 0 if nothing is asked."""

    answers: int
    whole: int
    html: int
    asked: int
    sent: int


class Heard:
    """The sizes of the messages that a page receives."""

    def __init__(self, socket: WebSocket) -> None:
        self.tables: list[Sizes] = []
        self._deflated = zlib.compressobj(wbits=-12, memLevel=5)  # as uvicorn does it
        socket.on("framereceived", self._hear)

    def _hear(self, frame: bytes | str) -> None:
        data = frame if isinstance(frame, bytes) else frame.encode()
        message: dict[str, Any] = json.loads(data)
        # RFC 7692: all messages are one stream, flushed after each, without the four bytes that this adds.
        sent = len(self._deflated.compress(data) + self._deflated.flush(zlib.Z_SYNC_FLUSH)) - 4
        if message["kind"] == "table":
            html, asked = (_size(message.get(key)) for key in ("html", "asked"))
            self.tables.append(Sizes(message["answers"], len(data), html, asked, sent))


def _size(value: object) -> int:
    return 0 if value is None else len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def played(
    browser: Browser, name: str, answers: int, folder: Path
) -> tuple[list[Sizes], list[dict[str, Any]]]:
    """Play a game up to a number of answers of the first seat. Return all messages and all presses."""
    heard: list[Heard] = []
    with hosted(folder, name, "--seed", str(SEED)) as served:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(TIMED)
        page.on("websocket", lambda socket: heard.append(Heard(socket)))
        page.goto(served.links["p1"])
        page.wait_for_selector(READY)
        page.evaluate(WATCH)
        page.evaluate(CLICKING, {"seed": SEED, "answers": answers, "pause": PAUSE})
        page.wait_for_selector(READY)
        presses: list[dict[str, Any]] = page.evaluate("presses")
        page.close()
    (only,) = heard
    return only.tables, presses


def row(name: str, tables: list[Sizes], presses: list[dict[str, Any]]) -> str:
    """Return the row of the table for a game, with figures of its last quarter."""
    last = tables[-1].answers
    late = [each for each in tables if each.answers >= LATE * last]
    pressed = presses[int(LATE * len(presses)) :]
    times = {
        key: [each[key] for each in pressed if each[key] is not None] or [math.nan]
        for key in ("reaction", "heard", "redrawn")
    }
    asked = [each.asked for each in late if each.asked] or [0]
    sizes = [median(each.whole for each in late), max(each.whole for each in late)]
    sizes += [median(each.html for each in late), median(asked), median(each.sent for each in late)]
    found = [*(f"{each / 1000:.1f}" for each in sizes)]
    found += [
        f"{median(times['reaction']):.0f}",
        f"{max(times['reaction']):.0f}",
        f"{median(times['heard']):.0f}",
    ]
    found += [f"{median(times['redrawn']):.0f}", f"{max(times['redrawn']):.0f}"]
    return f"| {name} | {last} | {' | '.join(found)} |"


def main() -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"default: {' '.join(GAMES)}")
    parser.add_argument(
        "--answers", type=int, default=60, metavar="N", help="answers of the first seat, at most"
    )
    wanted = parser.parse_args()
    executable = chromium()
    if executable is None:
        raise SystemExit(MISSING)
    columns = "kB | most | html | asked | sent | reaction ms | most | server ms | redrawn ms | most"
    print(f"| game | answers | {columns} |")
    print(f"|---|{'--:|' * 11}", flush=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        for name in wanted.games or GAMES:
            print(row(name, *played(browser, name, wanted.answers, Path(place) / name)), flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Tests for the logic of the page's scripts, called in a browser on a page with nothing but what they need.

`test_choosing.py` tests how options are completed. Almost all other scripts need a document when they are
imported, so these tests run in Chromium rather than in a JavaScript engine without one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from interpreter import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

STATIC = Path(serve.__file__).parent / "static"
PLACE = "http://scripts.invalid/"
"""An address that only the page knows."""

CATALOGUES = {
    "pl": {"{count} card of {who}": ["{count} karta {who}", "{count} karty {who}", "{count} kart {who}"]},
    "sl": {"{count} card of {who}": [f"{{count}} {form} {{who}}" for form in ("one", "two", "few", "other")]},
}
"""Plural forms in the order of gettext, of languages with three and with four."""

HTML = f"""<!doctype html>
<script type="application/json" id="catalogues">{json.dumps(CATALOGUES)}</script>
<details id="all"><input id="filter"><ul id="options"></ul></details>
<div id="log"></div><div id="slider"></div><div id="spoken"></div>
"""


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[Page]:
    """Yield a page at an address that has the page's scripts."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(PLACE)
        if name:
            route.fulfill(path=STATIC / name)
        else:
            route.fulfill(body=HTML, content_type="text/html")

    page = browser.new_page()
    page.route(f"{PLACE}**", answer)
    yield page
    page.close()


@pytest.fixture
def page(opened: Page) -> Page:
    """Return the page, loaded anew, so that no script remembers anything."""
    opened.goto(PLACE)
    return opened


# --- words ----------------------------------------------------------------------------------------

NGETTEXT = """async ([language, counts]) => {
  const { ngettext, speak } = await import("/words.js");
  speak(language);
  const [one, many] = ["{count} card of {who}", "{count} cards of {who}"];
  return counts.map((count) => ngettext(one, many, count, { who: "X" }));
}"""


def cards(page: Page, language: str, *counts: int) -> list[str]:
    """Return numbers of cards in words."""
    found: list[str] = page.evaluate(NGETTEXT, [language, counts])
    return found


def test_plural_forms(page: Page) -> None:
    """A number selects the form that the plural rules of the Unicode CLDR give for the language.

    In Polish, 2 to 4 and 22 are few, but 12 is not. In Slovenian, the last two digits decide.
    """
    polish = {1: "karta", 0: "kart", 2: "karty", 4: "karty", 5: "kart", 12: "kart", 21: "kart", 22: "karty"}
    assert cards(page, "pl", *polish) == [f"{count} {form} X" for count, form in polish.items()]
    slovenian = {1: "one", 101: "one", 2: "two", 3: "few", 104: "few", 0: "other", 5: "other", 11: "other"}
    assert cards(page, "sl", *slovenian) == [f"{count} {form} X" for count, form in slovenian.items()]


def test_a_message_without_translation(page: Page) -> None:
    """A message that the catalogue lacks is shown in English, and so are all messages in English."""
    english = ["0 cards of X", "1 card of X", "2 cards of X"]
    assert cards(page, "en", 0, 1, 2) == english
    assert cards(page, "de", 0, 1, 2) == english
    text = page.evaluate("async () => (await import('/words.js')).gettext('{who} has {what}', { who: 'X' })")
    assert text == "X has {what}"


# --- lighting -------------------------------------------------------------------------------------

NEIGHBOUR = """async ([places, from, key]) => {
  const { neighbour } = await import("/lighting.js");
  const table = document.createElement("div");
  document.body.replaceChildren(table);
  for (const [name, [left, top, lit]] of Object.entries(places)) {
    const made = document.createElement("i");
    made.className = lit ? "lit" : "";
    made.dataset.ref = name;
    made.style = `position: fixed; left: ${left}px; top: ${top}px; width: 10px; height: 10px`;
    table.append(made);
  }
  return neighbour(table, table.querySelector(`[data-ref=${from}]`), key)?.dataset.ref ?? null;
}"""


@pytest.mark.parametrize(
    ("key", "expected"),
    [("ArrowRight", "near"), ("ArrowLeft", "left"), ("ArrowUp", None), ("ArrowDown", "below")],
)
def test_arrows(page: Page, key: str, expected: str | None) -> None:
    """An arrow goes to the lit element that is closest in its direction; a pixel aside counts as two ahead.

    To the right of `here` lie `near` (50 + 2 * 20 = 90), `far` (100) and `diagonal` (40 + 2 * 40 = 120), and
    `dark`, which is not lit. Below lie `diagonal` (40 + 2 * 40 = 120), `near` (20 + 2 * 50 = 120) and `below`
    (110). Nothing lies above.
    """
    places = {
        "here": (200, 200, True),
        "far": (300, 200, True),
        "diagonal": (240, 240, True),
        "dark": (220, 200, False),
        "near": (250, 220, True),
        "left": (20, 200, True),
        "below": (200, 310, True),
    }
    assert page.evaluate(NEIGHBOUR, [places, "here", key]) == expected


# --- the list of options --------------------------------------------------------------------------

LIST = """async ([labels, filter, presses]) => {
  const { list, listAnew } = await import("/listing.js");
  const choices = labels.map((label, i) => ({ number: String(i), label, action: 0, said: [] }));
  const asked = { seat: 0, prompt: "", actions: false, steps: [], members: [], choices };
  const state = { asked, action: null, spoken: [] };
  const answers = [];
  const show = () => list(state, (choice) => answers.push(choice.label));
  const filters = document.getElementById("filter");
  filters.value = filter;
  show();
  const texts = () => [...document.querySelectorAll("#options li")].map((item) => item.textContent);
  const found = [texts()];
  for (const press of presses) {
    if (press === "anew") {
      listAnew();
      show();
    } else {
      [...document.querySelectorAll("#options button")].find((each) => each.textContent === press).click();
    }
    found.push(texts());
  }
  return { found, answers };
}"""


def listed(page: Page, labels: list[str], words: str, *presses: str) -> dict[str, Any]:
    """Return what the filtered list has, at first and after each press of a button, and the answers given."""
    found: dict[str, Any] = page.evaluate(LIST, [labels, words, presses])
    return found


MOVES = ["Move a Rook to e4", "move a pawn to e4", "move a pawn to e5", "pass"]


def test_the_filter(page: Page) -> None:
    """An option is listed if it contains all words of the filter, in any order, in either case."""
    assert listed(page, MOVES, "")["found"] == [MOVES]
    assert listed(page, MOVES, "  E4 rook ")["found"] == [MOVES[:1]]
    assert listed(page, MOVES, "paw e")["found"] == [MOVES[1:3]]
    assert listed(page, MOVES, "paw e6")["found"] == [["no option fits"]]


def test_a_listed_option_is_pressed(page: Page) -> None:
    """A press answers with the option itself, whatever its index among those that fit."""
    assert listed(page, MOVES, "e5", MOVES[2])["answers"] == [MOVES[2]]


def test_many_options(page: Page) -> None:
    """Of 70 options, 60 are listed, and the other ten on request; the next decision lists 60 again."""
    labels = [f"option {number}" for number in range(70)]
    few, every_one, anew = listed(page, labels, "", "show all", "anew")["found"]
    assert few == [*labels[:60], "10 more: filter them, or show all"]
    assert every_one == labels
    assert anew == few


def test_the_next_decision_is_not_filtered(page: Page) -> None:
    """The filter is empty when the next decision is listed."""
    assert listed(page, MOVES, "rook", "anew")["found"] == [MOVES[:1], MOVES]


# --- the log --------------------------------------------------------------------------------------

TELL = """async (logs) => {
  const { tell } = await import("/log.js");
  return logs.map((log) => {
    const fresh = tell({ log, you: { role: "watch", seat: null, name: "" }, since: 0, at: 0 }, () => {});
    const texts = (section) => [...section.querySelectorAll("li")].map((line) => line.textContent);
    return { fresh, log: [...document.querySelectorAll("#log section")].map(texts) };
  });
}"""


def told(page: Page, *logs: tuple[int, list[list[str]]]) -> list[dict[str, Any]]:
    """Return the lines of the log, and those to announce, after each message with its first entry.

    The lines are consequences of answers, which no player has given.
    """
    found: list[dict[str, Any]] = page.evaluate(
        TELL,
        [
            {"from": first, "entries": [[{"text": text, "by": None} for text in lines] for lines in entries]}
            for first, entries in logs
        ],
    )
    return found


def test_what_is_new_in_the_log_is_announced(page: Page) -> None:
    """New entries are appended and announced; the whole log, sent again, replaces the old one in silence."""
    begun, more, again = told(page, (0, [["begin"]]), (1, [["a", "b"], ["c"]]), (0, [["begin"], ["d"]]))
    assert begun == {"fresh": [], "log": [["begin"]]}
    assert more == {"fresh": ["a", "b", "c"], "log": [["begin"], ["a", "b"], ["c"]]}
    assert again == {"fresh": [], "log": [["begin"], ["d"]]}


# --- the slider -----------------------------------------------------------------------------------

SLIDE = """async ([table, to]) => {
  const { slide } = await import("/slider.js");
  const looked = [];
  const you = { role: "seat", seat: 0, name: "" };
  slide({ you, ...table }, (at) => looked.push(at), (at) => looked.push(`on ${at}`));
  const range = document.querySelector("#slider input");
  for (const at of to) {
    range.value = String(at);
    range.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (to.length) await new Promise((done) => setTimeout(done, 200));
  const buttons = [...document.querySelectorAll("#slider button")];
  const enabled = buttons.filter((each) => !each.disabled);
  for (const each of enabled) each.click();
  return { enabled: enabled.map((each) => each.dataset.key), looked };
}"""

FIRST, BACK, ON, NOW, GO_ON = "to the beginning", "one back", "one on", "now", "go on"


@pytest.mark.parametrize(
    ("at", "live", "enabled", "looked"),
    [
        (3, True, [FIRST, BACK], [0, 2]),
        (2, False, [FIRST, BACK, ON, NOW, GO_ON], [0, 1, None, None, "on 2"]),
        (1, False, [FIRST, BACK, ON, NOW, GO_ON], [0, 0, 2, None, "on 1"]),
        (0, False, [ON, NOW, GO_ON], [1, None, "on 0"]),
    ],
)
def test_steps_of_the_slider(
    page: Page, at: int, *, live: bool, enabled: list[str], looked: list[int | str | None]
) -> None:
    """Of a game with three answers, each button shows a position that exists, or the current one (`None`)."""
    found = page.evaluate(SLIDE, [{"at": at, "answers": 3, "live": live}, []])
    assert found == {"enabled": enabled, "looked": looked}


def test_only_where_the_slider_stops_is_looked_at(page: Page) -> None:
    """Of a dragged slider, only the last position is requested; at the end that is the current one."""
    table = {"at": 0, "answers": 3, "live": False, "you": {"role": "watch", "seat": None, "name": ""}}
    for to, expected in (([1, 2], 2), ([1, 2, 3], None)):
        found = page.evaluate(SLIDE, [table, to])
        assert found["looked"][0] == expected
        assert found["enabled"] == [ON, NOW], "who only watches can't go on from there"

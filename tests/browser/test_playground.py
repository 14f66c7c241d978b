"""The playground in a browser, from the folder that `python -m interpreter.playground.build` writes."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner

from gamespec import check
from gamespec.system import resources
from interpreter.cli.app import cli
from interpreter.playground.links import link_to_files, link_to_game, link_to_text

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page, Route

BUILT = "GAMESPEC_PLAYGROUND"
"""Name of the environment variable that names the folder with the built playground."""

pytestmark = pytest.mark.skipif(
    BUILT not in os.environ,
    reason=f"{BUILT} names no folder that `python -m interpreter.playground.build FOLDER` has written",
)

PATIENCE = 40_000
SIMPLE = (resources.directory("games") / "tic-tac-toe" / "game.yaml").read_text(encoding="utf-8")
SHOTS = "GAMESPEC_SCREENSHOTS"


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Say nothing."""


@pytest.fixture(scope="module")
def place() -> Iterator[str]:
    """Yield the address at which a plain static server serves the playground."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=os.environ[BUILT]))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


Visit = Callable[..., "Page"]


@pytest.fixture
def visit(browser: Browser, place: str) -> Iterator[Visit]:
    """Yield a function that opens the playground in a browser that has not seen it before.

    The test fails if the page logs an error or asks another machine for anything.
    """
    contexts, errors = [], list[str]()

    def make(link: str = "", **how: Any) -> Page:
        usual = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
        context = browser.new_context(**usual | how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: _expect_from(place, asked.url, errors))
        page.goto(link or place)
        page.wait_for_selector("body[data-checked]")
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def _expect_from(place: str, url: str, errors: list[str]) -> None:
    if not url.startswith((place, "data:", "blob:")):
        errors.append(f"asks {url}")


def _table(page: Page) -> FrameLocator:
    """Return the table, once it shows a game."""
    table = page.frame_locator("#table")
    table.locator("body[data-revision]").wait_for(state="attached")  # a phone shows one tab at a time
    return table


def _write(page: Page, text: str) -> None:
    """Write a text in place of that in the editor, and wait until it is checked."""
    page.evaluate("delete document.body.dataset.checked")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.wait_for_selector("body[data-checked]")


def _written(page: Page) -> str:
    """Return the text of the file that is kept."""
    kept = json.loads(page.evaluate("localStorage['gamespec playground']"))
    return str(kept["files"][kept["main"]])


def _played(page: Page) -> dict[str, Any]:
    """Play many games, and return what the page knows of them."""
    page.evaluate("delete document.querySelector('#result').dataset.told")
    page.click("#run")
    page.wait_for_selector("#result[data-told]")
    return dict(json.loads(page.evaluate("document.querySelector('#result').dataset.told")))


def _simulated(game: str, *how: str) -> dict[str, Any]:
    """Return what `gamespec simulate` says in JSON."""
    done = CliRunner().invoke(cli, ["simulate", game, *how, "--format", "json"])
    assert done.exit_code == 0, done.output
    return dict(json.loads(done.stdout))


def _shot(page: Page, name: str) -> None:
    if SHOTS in os.environ:
        page.screenshot(path=str(Path(os.environ[SHOTS]) / f"playground-{name}.png"))


def test_a_mistake_is_underlined_told_and_cured(visit: Visit) -> None:
    """Each place is underlined, and pressing the cures one after the other leaves the text as it was."""
    page = visit()
    _table(page)
    assert page.locator("#problems li").count() == 0
    _write(page, SIMPLE.replace("lines(", "line("))
    marked = page.locator(".cm-lintRange-error")
    marked.first.wait_for()
    assert marked.first.inner_text() == "line"
    entry = page.locator("#problems li").first
    assert "GS201" in entry.inner_text()
    assert "there is no function `line`" in entry.inner_text()
    assert "keeps the last rules" in page.inner_text("#state")
    _shot(page, "mistake")
    while (cure := page.locator("#problems .cure")).count():
        left = page.locator("#problems li").count()
        page.evaluate("delete document.body.dataset.checked")
        cure.first.click()
        page.wait_for_selector("body[data-checked]")
        assert page.locator("#problems li").count() < left
    assert _written(page) == SIMPLE
    assert page.inner_text("#state") == "no mistakes"


def _counting(most: int) -> str:
    """Return a game in which players count up to 3 in turn: the count does not fit if it may be less."""
    return (
        "language: 1\ngame: count\ntitle: Count\nplayers: 2\n"
        f"variables: {{n: {{type: 0..{most}}}}}\n"
        "actions: {count: {do: [{set: {n: n + 1}}]}, wait: {do: []}}\n"
        "phases: {play: {turns: clockwise, do: [{offer: [count, wait]}]}}\n"
        "limit: {decisions: 3, then: draw}\n"
    )


def _expect_state(page: Page, text: str) -> None:
    """Wait until the header says a text, and nothing else."""
    page.wait_for_function("text => document.querySelector('#state').innerText === text", arg=text)


def test_the_header_tells_faults_beside_mistakes(visit: Visit, place: str) -> None:
    """Of all games of three decisions, one in eight counts each time, which is too much for 0..2."""
    page = visit(link_to_text(place, _counting(2)))
    _table(page).locator("h1", has_text="Count").wait_for()
    assert page.inner_text("#state") == "no mistakes"
    told = _played(page)
    stopped = 10_000 - told["games"][0]["games"]
    assert 1250 - 5 * 33 < stopped < 1250 + 5 * 33  # the standard deviation is √(10000 · 1/8 · 7/8) = 33
    state = f"no mistakes in the text · a fault stopped {stopped:,} of 10,000 games"
    page.locator("#state", has_text=state).wait_for()
    entry = page.locator("#problems li").first
    assert "GS505" in entry.inner_text()
    assert "game.yaml:6:" in entry.inner_text()
    assert "3 is not in `0..2`" in entry.inner_text()
    _shot(page, "faults")
    page.select_option("#language", "de")
    page.locator("#state", has_text="keine Fehler im Text").wait_for()
    page.wait_for_selector("body[data-checked]")
    assert "Partien" in page.inner_text("#state")
    page.select_option("#language", "en")
    _write(page, _counting(3))
    _expect_state(page, "no mistakes")


def test_a_fault_at_the_table_is_a_problem_with_a_place(visit: Visit, place: str) -> None:
    """The header and the list tell why the game stopped, and a new game takes it back."""
    page = visit(link_to_text(place, _counting(1)))
    table = _table(page)
    before = page.evaluate("document.body.dataset.sat")
    page.select_option("#seating", "all")
    page.wait_for_function("before => document.body.dataset.sat !== before", arg=before)
    table.locator("body[data-revision='1']").wait_for()  # 0 is the first decision of the game before
    table.locator("h1", has_text="Count").wait_for()
    for seat in (1, 2):
        table.locator("#players [aria-current]", has_text=f"p{seat}").wait_for()
        table.locator("#next button", has_text="count").first.click()
    _expect_state(page, "no mistakes in the text · a fault stopped the game at the table")
    assert "2 is not in `0..1`" in page.inner_text("#problems")
    page.click("#new")
    _expect_state(page, "no mistakes")


def test_moves_are_made_by_pressing_the_board_and_rules_change_under_them(visit: Visit) -> None:
    """Three marks stay where they are when the board becomes wider."""
    page = visit()
    _table(page)
    before = page.evaluate("document.body.dataset.sat")
    page.select_option("#seating", "all")
    page.wait_for_function("before => document.body.dataset.sat !== before", arg=before)
    table = _table(page)
    for revision in range(1, 4):  # 0 is the first decision of the game before
        table.locator(f"body[data-revision='{revision}']").wait_for()
        table.locator(".lit").nth(0).click()
    table.locator("body[data-revision='4']").wait_for()
    _write(page, SIMPLE.replace("columns: {type: 3..19, default: 3", "columns: {type: 3..19, default: 4"))
    table.locator("body[data-revision='5']").wait_for()  # the game goes on, on a wider board
    assert table.locator(".lit").count() == 4 * 3 - 3


def test_ten_thousand_games_are_those_of_simulate(visit: Visit) -> None:
    """All counts are those of the command, to the last game."""
    page = visit()
    page.fill("#seed", "7")
    told = _played(page)
    expected = _simulated("tic-tac-toe", "--seed", "7", "--games", "10000")
    (games,) = told["games"]
    assert told["decisions"] == expected["decisions"]
    assert games["games"] == 10000
    for seat, other in zip(games["seats"], expected["seats"], strict=True):
        assert [seat[key] for key in ("won", "shared", "drawn")] == [
            other[key] for key in ("won", "shared", "drawn")
        ]
        assert seat["share"] == other["share"]
        assert seat["score"]["mean"] == other["mean_score"]
    _shot(page, "numbers")
    page.select_option("#start", "hearts")
    page.select_option("#games", "1000")
    page.wait_for_function("() => document.querySelector('#table').contentDocument.title.includes('Hearts')")
    page.wait_for_selector("#run:enabled")
    told, expected = _played(page), _simulated("hearts", "--seed", "7", "--games", "1000")
    assert told["decisions"] == expected["decisions"]
    assert [seat["won"] for seat in told["games"][0]["seats"]] == [seat["won"] for seat in expected["seats"]]


def test_changed_rules_are_compared_with_the_start(visit: Visit) -> None:
    """Either side has the counts of the command, and the same rules have no difference."""
    page = visit()
    page.check("#compare")
    page.select_option("#games", "1000")
    told = _played(page)
    assert told["compared"]["same"] == told["compared"]["pairs"] == 1000
    _write(page, SIMPLE.replace("columns: {type: 3..19, default: 3", "columns: {type: 3..19, default: 5"))
    told = _played(page)
    usual = _simulated("tic-tac-toe", "--seed", "1", "--games", "1000")
    wider = _simulated("tic-tac-toe", "--seed", "1", "--games", "1000", "--set", "columns=5")
    assert [each["won"] for each in told["games"][0]["seats"]] == [each["won"] for each in usual["seats"]]
    assert [each["won"] for each in told["games"][1]["seats"]] == [each["won"] for each in wider["seats"]]
    change = wider["length"]["mean"] - usual["length"]["mean"]
    assert told["compared"]["length"]["mean"] == pytest.approx(change)
    assert "difference" in page.inner_text("#result")
    _shot(page, "compared")


def test_a_link_holds_the_text(visit: Visit, place: str) -> None:
    """Links open what they were made of, in other browsers, too."""
    odd = SIMPLE.replace("title: Tic-tac-toe", "title: Drei 🎲 in Reihe")
    page = visit(link_to_text(place, odd))
    assert page.locator("#problems li").count() == 0
    _write(page, odd.replace("🎲", "🃏"))
    first = page.url
    page.click("#share")
    page.wait_for_function("first => location.href !== first", arg=first)
    other = visit(page.url)
    _table(other).locator("h1", has_text="Drei 🃏 in Reihe").wait_for()
    several = {"game.yaml": SIMPLE, "more.csv": "a,b\n1,2\n"}
    assert visit(link_to_files(place, several)).locator("#files button", has_text="more.csv").count() == 1
    _table(visit(link_to_game(place, "trapper+young"))).locator("h1", has_text="Trapper").wait_for()
    damaged = visit(f"{place}#files=AAAA")
    damaged.locator(".notice", has_text="damaged").wait_for()


def test_the_editor_completes_keys_and_tells_types(visit: Visit) -> None:
    """A key comes with its colon and has its meaning beside it; an option that is pointed at has its type."""
    page = visit()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\n")
    page.keyboard.type("sco")
    page.keyboard.press("Control+Space")
    offered = page.locator(".cm-tooltip-autocomplete")
    offered.locator("li[aria-selected]", has_text="score").wait_for()
    page.locator(".cm-completionInfo").wait_for()
    _shot(page, "completed")
    offered.locator("li[aria-selected]", has_text="score").click()  # the editor ignores keys for a moment
    page.wait_for_function(
        "() => JSON.parse(localStorage['gamespec playground']).files['game.yaml'].endsWith('\\nscore: ')"
    )
    page.keyboard.press("Control+Home")
    page.locator(".cm-line span", has_text="columns").first.hover(position={"x": 50, "y": 8})
    page.locator(".told", has_text="option columns: 3..19").wait_for()
    _shot(page, "told")


def test_a_track_is_in_sight_as_a_whole(visit: Visit, place: str) -> None:
    """In a small window, no cell of a track of 106 is cut off, or lies under a button."""
    page = visit(link_to_game(place, "pig"), viewport={"width": 1280, "height": 800})
    table = _table(page)
    table.locator(".center .scroll > svg").wait_for()
    cut = table.locator(".center .scroll").first.evaluate(
        """board => {
          const around = board.getBoundingClientRect();
          const drawn = [...board.querySelectorAll("svg [data-ref]")];
          const cells = drawn.map(each => each.getBoundingClientRect());
          return [cells.length, cells.filter(({left, right, top, bottom}) =>
            left < around.left - 1 || right > around.right + 1 ||
            top < around.top - 1 || bottom > around.bottom + 1).length];
        }"""
    )
    assert cut[0] >= 106
    assert cut[1] == 0
    assert table.locator(".zoom").count() == table.locator(".zoom[hidden]").count()


def test_results_of_many_games_are_in_sight(visit: Visit, place: str) -> None:
    """In a small window, all seats and how games end can be read as soon as games have been played."""
    page = visit(link_to_game(place, "pig"), viewport={"width": 1280, "height": 800})
    _table(page)
    _played(page)
    page.locator("#result td", has_text="goal 10,000").wait_for()
    box = page.locator("#result td", has_text="goal 10,000").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 790
    assert page.evaluate("document.querySelector('#result').scrollTop") == 0
    _shot(page, "in-sight")


def test_the_line_for_other_editors_is_folded(visit: Visit) -> None:
    """It is neither read nor lost: lines keep their numbers, and what is kept has it."""
    page = visit()
    first = page.locator(".cm-line").first
    assert first.inner_text() == "a line for other editors"
    assert "yaml-language-server" not in page.inner_text(".cm-content")
    assert page.locator(".cm-line", has_text="language: 1").count() == 1
    page.keyboard.press("Control+End")
    page.locator(".cm-line", has_text="players: 2").click()
    page.keyboard.press("End")
    page.keyboard.insert_text(" # two")
    page.wait_for_function("() => localStorage['gamespec playground'].includes('# two')")
    assert _written(page) == SIMPLE.replace("players: 2", "players: 2 # two")
    page.locator(".cm-foldPlaceholder").click()
    assert first.inner_text().startswith("# yaml-language-server:")


def test_loading_is_told_from_the_beginning(browser: Browser, place: str) -> None:
    """Before anything has come, the page says that it loads; then what, how much of it, and what follows."""
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => {"
        " const place = document.querySelector('#state'), said = (window.said = [place.textContent]);"
        " new MutationObserver(() => said.push(place.textContent)).observe(place, {childList: true}); })"
    )
    page.goto(place)
    page.wait_for_selector("body[data-checked]")
    said = page.evaluate("window.said")
    assert 'role="status">loading the page …<' in page.request.get(place).text()  # before any script
    told = [
        re.fullmatch(r"Prüfer und Spieltisch werden geladen: ([\d,]+) von ([\d,]+) MB", each) for each in said
    ]
    amounts = [tuple(float(each.replace(",", ".")) for each in found.groups()) for found in told if found]
    size = sum(path.stat().st_size for path in Path(os.environ[BUILT]).rglob("*.gz")) / 1e6
    assert all(every == pytest.approx(size, abs=0.05) for _, every in amounts)
    assert amounts[0][0] == 0
    assert amounts == sorted(amounts)
    assert "Prüfer und Spieltisch werden gestartet …" in said
    assert said[-1] == "keine Fehler"
    context.close()


def test_the_menu_of_the_table_has_a_cross(visit: Visit) -> None:
    """The button that has opened it closes it, and so does Escape."""
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    table = _table(page)
    page.click(".tabs [data-opens=play]")
    button = table.locator("#drawer")
    sign = "element => getComputedStyle(element.firstElementChild, '::before').content"
    assert button.evaluate(sign) == '"☰"'
    button.click()
    assert button.evaluate(sign) == '"✕"'
    _shot(page, "menu")
    table.locator("#beside").press("Escape")
    assert button.get_attribute("aria-expanded") == "false"
    assert button.evaluate(sign) == '"☰"'


def test_phrases_are_found_and_inserted_where_they_belong(visit: Visit, place: str) -> None:
    """An option comes to the options, a step to the steps at the cursor, a built-in to the cursor itself."""
    page = visit(link_to_game(place, "pig"))
    text = page.evaluate("JSON.parse(localStorage['gamespec playground'] ?? '{}').files?.['game.yaml']")
    text = text or (resources.directory("games") / "pig" / "game.yaml").read_text(encoding="utf-8")
    page.click("#what")
    assert page.evaluate("document.activeElement.id") == "phrase"
    _expect_accessible(page)
    page.fill("#phrase", "before the game begins")
    page.locator(".phrase", has_text="Option").click()
    line = "  sides: {type: 2..20, default: 6, label: {en: Sides of the die, de: Seiten des Würfels}}\n"
    option = "  name: {type: 1..5, default: 3, label: {en: What it is}}\n"
    _expect_written(page, text := text.replace(line, line + option))
    page.fill("#phrase", "stop")
    page.locator(".phrase", has_text="Leaves the innermost").click()
    page.locator(".notice.seen", has_text="Steps stand below do:").wait_for()
    _expect_written(page, text)
    page.locator(".cm-line", has_text="random: {die").click()
    page.locator(".phrase", has_text="Leaves the innermost").click()
    line = "      - random: {die: {from: 1..sides, label: {en: the die, de: der Würfel}}}\n"
    page.keyboard.type("turn")
    _expect_written(page, text := text.replace(line, line + "      - stop: turn\n"))
    page.locator(".cm-line", has_text=re.compile("^  hold:$")).click()
    page.fill("#phrase", "when actions condition")
    page.locator(".phrase", has_text="when").first.click()
    page.keyboard.type("a")
    at = text.index("      - stop: turn\n\nphases:") + len("      - stop: turn\n")
    _expect_written(page, f"{text[:at]}    when: a\n{text[at:]}")
    _shot(page, "phrases")
    page.keyboard.press("Escape")
    page.locator("#phrase").press("Escape")
    assert page.locator("#phrases").is_hidden()


def _expect_written(page: Page, text: str) -> None:
    """Wait until the first file has a text."""
    kept = "JSON.parse(localStorage['gamespec playground']).files['game.yaml']"
    page.wait_for_function(f"text => {kept} === text", arg=text)


def test_who_opens_a_link_sees_what_differs(visit: Visit, place: str) -> None:
    """The lines are counted and marked, and one press shows what stood there in the shipped game."""
    page = visit(link_to_game(place, "tic-tac-toe"))
    assert page.locator("#changed").is_hidden()
    _write(
        page, SIMPLE.replace("title: Tic-tac-toe", "title: Mine").replace("players: 2", "players: 2 # two")
    )
    page.click("#share")
    page.wait_for_function("() => location.hash.includes('&files=')")
    other = visit(page.url)
    assert other.inner_text("#differs") == "2 lines differ from Tic-tac-toe"
    assert other.locator(".cm-changedLineGutter").count() == 2
    assert other.locator("#files button", has_text="game.yaml").locator(".differs").count() == 1
    assert other.locator("#files button", has_text="rows.yaml").locator(".differs").count() == 0
    assert "title: Tic-tac-toe" not in other.inner_text(".cm-content")
    other.click("#original")
    old = other.locator(".cm-deletedChunk")
    assert [each.strip() for each in old.all_inner_texts()] == ["title: Tic-tac-toe", "players: 2"]
    above, editor = old.first.bounding_box(), other.locator("#editor").bounding_box()
    assert above is not None
    assert editor is not None
    assert above["y"] >= editor["y"]
    _expect_accessible(other)
    _shot(other, "differs")
    other.click("#original")
    assert old.first.is_hidden()
    other.select_option("#language", "de")
    assert other.inner_text("#differs") == "2 Zeilen weichen von Tic-tac-toe ab"
    _write(other, SIMPLE)
    assert other.locator("#changed").is_hidden()


def test_a_new_line_stands_in_the_block_that_is_led_in(visit: Visit, place: str) -> None:
    """Below the head of an action, the keys of actions are offered, and no section."""
    page = visit(link_to_game(place, "pig"))
    page.locator(".cm-line", has_text=re.compile(r"^  hold:$")).click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Space")
    offered = page.locator(".cm-tooltip-autocomplete li")
    offered.first.wait_for()
    labels = {re.sub(r"\W.*", "", each) for each in offered.all_inner_texts()}
    assert {"when", "with"} <= labels
    assert labels.isdisjoint({"phases", "setup", "zones"})
    assert page.locator(".cm-activeLine").inner_text() == "    "


def test_scenarios_run_and_lead_to_what_fails(visit: Visit) -> None:
    """All hold under the shipped rules. On a wider board some fail, and the report leads to the step."""
    page = visit()
    page.click(".beside [data-opens=examples]")
    page.wait_for_selector("#shown[data-ran='5/5']")
    assert "as they were" not in page.inner_text("#shown")
    assert "scenarios: 5 of 5 hold" in page.inner_text("#state")
    _write(page, SIMPLE.replace("line: {type: 2..9, default: 3", "line: {type: 2..9, default: 2"))
    page.wait_for_selector("#shown .failed li")
    page.wait_for_function("() => /^[0-4].5$/.test(document.querySelector('#shown').dataset.ran)")
    _shot(page, "scenarios")
    told = page.inner_text("#shown")
    assert "A scenario is an example of play" in told
    assert re.search(r"[1-5] scenarios? describes? the rules as they were", told)
    assert "adapt the scenario or delete it" in told
    page.locator("#shown .link").first.click()
    assert page.locator("#files [aria-pressed=true]").inner_text() == "scenarios/rows.yaml"


def test_rules_are_told_back_in_words(visit: Visit) -> None:
    """The sheet follows the text, and a press on a place shows it in the editor."""
    page = visit()
    page.click(".beside [data-opens=sheet]")
    sheet = page.frame_locator("#sheet")
    sheet.locator("h1", has_text="Tic-tac-toe").wait_for()
    _write(page, SIMPLE.replace("title: Tic-tac-toe", "title: Three marks"))
    sheet.locator("h1", has_text="Three marks").wait_for()
    _shot(page, "sheet")
    place = sheet.locator(".place > a").first
    line = int(place.inner_text().rpartition(":")[2])
    place.click()
    page.wait_for_function(
        "line => document.querySelector('.cm-activeLineGutter').textContent.trim() === line", arg=str(line)
    )


def test_the_page_speaks_german(visit: Visit) -> None:
    """It speaks as the browser does; what is chosen counts for the page and the table."""
    page = visit(locale="de-DE")
    table = _table(page)
    assert page.inner_text("#share") == "Teilen"
    page.wait_for_selector("#shown[data-ran='5/5']", state="attached")
    assert page.inner_text("#state") == "keine Fehler · Szenarien: 5 von 5 gelten"
    folded = page.locator(".cm-foldPlaceholder")
    assert (folded.inner_text(), folded.get_attribute("title")) == (
        "eine Zeile für andere Editoren",
        "zeigen",
    )
    page.click("#what")
    page.fill("#phrase", "mischen")
    assert "Eine geordnete Zone in zufällige Reihenfolge bringen" in page.inner_text("#listed")
    page.click(".beside [data-opens=examples]")
    assert "Ein Szenario ist ein Beispiel" in page.inner_text("#shown")
    table.locator("html[lang=de]").wait_for(state="attached")
    page.select_option("#language", "en")
    assert page.inner_text("#share") == "Share"
    assert (folded.inner_text(), folded.get_attribute("title")) == ("a line for other editors", "show it")
    page.fill("#phrase", "shuffle")
    assert "Put an ordered zone into random order" in page.inner_text("#listed")
    table.locator("html[lang=en]").wait_for(state="attached")


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
def test_the_settings_stand_in_one_row(visit: Visit, place: str, language: str) -> None:
    """At 1280 pixels, a variant with options has all its settings side by side, within the part."""
    page = visit(f"{place}#game=trapper+young", viewport={"width": 1280, "height": 800}, locale=language)
    page.wait_for_selector("body[data-sat]")
    boxes = [each.bounding_box() for each in page.locator("#settings > *").all() if each.is_visible()]
    assert len(boxes) == 6
    part = page.locator("#settings").bounding_box()
    assert part is not None
    middles = [box["y"] + box["height"] / 2 for box in boxes if box is not None]
    assert max(middles) - min(middles) < 5
    assert max(box["x"] + box["width"] for box in boxes if box is not None) <= part["x"] + part["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_link_holds_what_differs_from_the_start(visit: Visit, place: str) -> None:
    """Who opens it can compare the rules with those from which they were made."""
    page = visit(link_to_game(place, "tic-tac-toe"))
    _write(page, SIMPLE.replace("columns: {type: 3..19, default: 3", "columns: {type: 3..19, default: 5"))
    page.click("#share")
    page.wait_for_function("() => location.hash.includes('&files=')")
    other = visit(page.url)
    assert other.locator("#files button", has_text="rows.yaml").count() == 1
    other.select_option("#games", "1000")
    other.check("#compare")
    told = _played(other)
    assert 0 < told["compared"]["pairs"] == 1000 > told["compared"]["same"]


@pytest.mark.parametrize("broken", [1, 9])
def test_a_download_that_breaks_off_is_repeated(browser: Browser, place: str, broken: int) -> None:
    """After one failure the page loads all the same; after several it says so, and loads when asked to."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    left = broken

    def answer(route: Route) -> None:
        nonlocal left
        left -= 1
        whole = route.fetch()
        if left >= 0:
            route.fulfill(response=whole, body=whole.body()[:1000])
        else:
            route.fulfill(response=whole)

    context.route("**/memory.gz*", answer)
    page.goto(place)
    if broken > 1:
        page.locator("#again").wait_for()
        assert "Python could not be loaded" in page.inner_text("#broken")
        _shot(page, "broken")
        left = 0
        page.click("#again")
    page.wait_for_selector("body[data-checked]")
    context.close()


def test_an_open_page_keeps_its_version(browser: Browser, tmp_path: Path) -> None:
    """A page works on with its own files when the server has only those of a newer version."""
    folder = tmp_path / "served"
    shutil.copytree(os.environ[BUILT], folder)
    old = (folder / "version.txt").read_text(encoding="utf-8").strip()
    new = old[::-1]
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context()

    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    page.wait_for_selector("body[data-checked]")
    page.evaluate("navigator.serviceWorker.ready")
    (folder / old).rename(folder / new)
    for name in ("index.html", "sw.js", "version.txt"):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    page.reload()
    waiting = "(await navigator.serviceWorker.getRegistration()).waiting"
    page.wait_for_function(f"async () => {waiting} !== null")
    page.reload()
    page.wait_for_selector("body[data-checked]")
    assert page.locator(f"script[src^='{old}']").count() == 1
    context.close()
    server.shutdown()
    server.server_close()


def test_it_works_without_a_network(visit: Visit) -> None:
    """After one visit, the page loads, plays and measures without a network."""
    page = visit()
    page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-checked]")
    _table(page)
    page.select_option("#games", "1000")
    assert _played(page)["games"][0]["games"] == 1000
    page.select_option("#start", "kuhn-poker")
    _table(page).locator("h1", has_text="Kuhn").wait_for()


def test_what_was_written_is_kept_when_another_game_is_opened(visit: Visit) -> None:
    """The list has what was written before, and the table asks what the other game asks."""
    page = visit()
    changed = SIMPLE.replace("title: Tic-tac-toe", "title: Mine")
    _write(page, changed)
    _table(page).locator("h1", has_text="Mine").wait_for()
    page.select_option("#start", "pig")
    table = _table(page)
    table.locator("h1", has_text="Pig").wait_for()
    table.locator("#next button", has_text="roll").first.wait_for()
    page.select_option("#start", "kuhn-poker")
    table.locator("h1", has_text="Kuhn").wait_for()
    table.locator("#next button", has_text="check").first.wait_for()
    assert table.locator("#next button", has_text="roll").count() == 0
    page.select_option("#start", "")
    table.locator("h1", has_text="Mine").wait_for()
    assert _written(page) == changed


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 1500,
        "a: " + "[" * 5000,
        "é\u202e🎲" * 20_000,
        "language: 1\ngame: x\ntitle: x\nplayers: 2\nvariables: {a: {type: 0..1}}\nend:\n- is: "
        + "sum(i in 0..999: " * 30
        + "1"
        + ")" * 30
        + " > 0\n",
        "x: &a [1, 2]\n" + "".join(f"y{i}: &b{i} [*a, *a, *a]\n" for i in range(2000)),
    ],
    ids=["deep", "deeper", "unicode", "endless", "many"],
)
def test_hostile_texts_do_not_freeze_the_page(visit: Visit, text: str) -> None:
    """The page answers while Python works, and Python comes to an end."""
    page = visit()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.evaluate("delete document.body.dataset.checked")
    page.keyboard.insert_text(text)
    page.evaluate("new Promise(requestAnimationFrame)")  # the page is drawn, whatever Python does
    page.wait_for_selector("body[data-checked], body[data-python=stopped]")
    assert page.locator("#problems li").count() > 0


def test_the_page_is_accessible_and_fits_a_phone(visit: Visit) -> None:
    """Axe finds nothing, nothing is wider than a phone, and a tap on the table is answered."""
    page = visit()
    _table(page)
    _played(page)
    _expect_accessible(page)
    _write(page, SIMPLE.replace("lines(", "line("))
    page.locator("#problems li").first.wait_for()
    _expect_accessible(page)
    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
    table = _table(phone)
    for tab in ("edit", "play", "numbers", "examples", "sheet"):
        phone.click(f".tabs [data-opens={tab}]")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        _shot(phone, f"phone-{tab}")
        _expect_accessible(phone)
    phone.click(".tabs [data-opens=play]")
    table.locator(".lit").first.tap()
    table.locator("body[data-revision='2']").wait_for()  # a bot has answered


def _expect_accessible(page: Page) -> None:
    """Check the page with axe.

    The table is left out, since its page has tests of its own, and so is what scrolls the editor: its text is
    editable, which axe does not take for a stop of the Tab key.
    """
    found = Axe().run(page, context={"exclude": [["#table"], [".cm-scroller"]]})
    assert found.violations_count == 0, found.generate_report()


def test_the_keyboard_does_all(visit: Visit) -> None:
    """The keyboard reaches the editor, begins a game, and plays many."""
    page = visit()
    table = _table(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the editor"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+Home")
    before = page.get_attribute("body", "data-sat")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(f"body:not([data-sat='{before}'])")
    table.locator("body[data-revision='1']").wait_for()  # 0 is the first decision of the game before
    page.press("#seed", "Enter")
    page.wait_for_selector("#result[data-told]")


def test_problems_have_the_places_that_check_has(visit: Visit, place: str, tmp_path: Path) -> None:
    """Wide characters and line breaks of Windows move no place."""
    text = "# 🎲🎲\r\n" + SIMPLE.replace("lines(", "line(")
    game = tmp_path / "game.yaml"
    game.write_text(text, encoding="utf-8", newline="")
    page = visit(link_to_text(place, text))
    told = page.locator("#problems small").all_inner_texts()
    found = [f"game.yaml:{each.span.line}:{each.span.column}" for each in check(game).diagnostics]
    assert [re.sub(r"\s", "", each) for each in told] == found
    assert set(page.locator(".cm-lintRange-error").all_inner_texts()) == {"line"}

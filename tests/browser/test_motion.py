"""Tests for what moves on the page after an answer, and for the tab that says whose turn it is."""

from __future__ import annotations

from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from animals import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

HERE = Path(__file__).parent

YOURS = "● Your turn \N{EN DASH} Animals"
TURN = "#asked.yours:not([aria-busy=true])"

FAR = 8
"""A distance that can be seen, in pixels."""

SLOW = "localStorage.setItem('gamespec speed', 'slow')"

COUNT = """() => {
  window.flown = 0;
  window.revisions = [];
  new MutationObserver((all) => {
    for (const { addedNodes } of all) for (const node of addedNodes) {
      if (node instanceof Element && node.matches(".flyer")) window.flown += 1;
    }
  }).observe(document.body, { childList: true, subtree: true });
  new MutationObserver(() => window.revisions.push(document.body.dataset.revision))
    .observe(document.body, { attributes: true, attributeFilter: ["data-revision"] });
}"""
"""Counts the things that fly, and lists the revisions that the page shows, from now on."""

HALFWAY = """() => {
  const [flyer] = document.querySelectorAll(".flyer");
  if (!flyer) return null;
  for (const each of document.getAnimations()) {
    each.pause();
    each.currentTime = each.effect.getComputedTiming().endTime / 4;
  }
  const { left, top } = flyer.getBoundingClientRect();
  return { left, top, text: flyer.textContent };
}"""
"""Stops all motion on its way, and returns where the first flying thing is and what is written on it."""

PRESS = "(button) => button.click()"
"""Presses a button, even in a list that is folded."""

UNFOLD = "(it) => { for (let on = it; on; on = on.parentElement) if ('open' in on) on.open = true; }"

GO_ON = "() => document.getAnimations().forEach((each) => each.play())"


def moving(open_page: Open, link: str) -> Page:
    """Open a page on which things move slowly, and count them."""
    page = open_page(link, reduced_motion="no-preference")
    page.evaluate(SLOW)
    page.evaluate(COUNT)
    return page


def place(page: Page, selector: str) -> tuple[float, float]:
    """Return the left and the top of the first element that matches a selector."""
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return found["x"], found["y"]


def test_a_card_flies(serve: Serve, animals: Path, open_page: Open) -> None:
    """A card that is played flies from the hand to its new place, where it is invisible until it arrives."""
    page = moving(open_page, serve(animals, ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    ref = page.locator("#table .card.lit").first.get_attribute("data-ref")
    assert ref is not None
    here = place(page, f"#table [data-ref='{ref}']")
    page.locator("#table .card.lit").first.click()
    on_the_way = page.wait_for_function(HALFWAY).json_value()
    played = f"#table [data-ref='z3.{ref.partition('.')[2]}']"
    there = place(page, played)
    halfway = on_the_way["left"], on_the_way["top"]
    assert dist(here, halfway) > FAR
    assert dist(there, halfway) > FAR
    assert dist(here, halfway) + dist(halfway, there) < dist(here, there) + FAR, "it flies straight"
    shown = f"getComputedStyle(document.querySelector(`{played}`).parentElement).opacity"
    assert page.evaluate(shown) == "0"
    page.evaluate(GO_ON)
    page.wait_for_function("() => !document.querySelector('.flyer')")
    assert page.evaluate(shown) == "1"
    assert page.evaluate("window.flown") == 1


@pytest.mark.long("browser")
def test_a_hidden_card_flies_as_a_back(serve: Serve, animals: Path, open_page: Open) -> None:
    """When a card is drawn, others see a back fly, which names no card."""
    served = serve(animals, ("human", "human"))
    page = open_page(served.links["p1"])
    other = moving(open_page, served.links["p2"])
    page.wait_for_selector(TURN)
    page.locator("#options button", has_text="draw").evaluate(PRESS)
    on_the_way = other.wait_for_function(HALFWAY).json_value()
    assert not [name for name in NAMES if name in on_the_way["text"]]
    assert other.locator(".flyer .back").count() > 0


@pytest.mark.parametrize("how", ["reduced", pytest.param("off", marks=pytest.mark.long("browser"))])
def test_nothing_moves(serve: Serve, animals: Path, open_page: Open, how: str) -> None:
    """Nothing moves for people who prefer less motion, or who have turned it off."""
    motion = "reduce" if how == "reduced" else "no-preference"
    page = open_page(serve(animals, ("human", "random")).links["p1"], reduced_motion=motion)
    page.evaluate(COUNT)
    if how == "off":
        page.locator("#speed").evaluate(UNFOLD)
        page.select_option("#speed", "off")
    page.wait_for_selector(TURN)
    page.locator("#table .card.lit").last.click()
    page.wait_for_selector("body[data-revision='2']")
    assert page.evaluate("window.flown") == 0
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.long("browser")
def test_looking_back_moves_nothing(serve: Serve, animals: Path, open_page: Open) -> None:
    """A jump in the course of the game, or another language, moves nothing."""
    page = moving(open_page, serve(animals, ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#table .card.lit").last.click()
    page.wait_for_selector(".flyer", state="attached")
    page.locator("#slider button[data-key='to the beginning']").click()
    page.wait_for_selector("#past:not([hidden])")
    page.locator("#slider button[data-key='now']").click()
    page.wait_for_selector("#past", state="hidden")
    page.select_option("#language", "de")
    page.wait_for_selector("html[lang=de]")
    assert page.evaluate("window.flown") == 1


@pytest.mark.long("browser")
def test_bots_move_one_after_another(serve: Serve, open_page: Open) -> None:
    """The page shows each answer of a bot by itself, although the bots answer at once."""
    page = moving(open_page, serve("hearts", ("human", "random", "random", "random")).links["p1"])
    page.evaluate("localStorage.setItem('gamespec speed', 'fast')")
    page.wait_for_selector(TURN)
    page.locator("#options button").first.evaluate(PRESS)
    page.wait_for_function("() => Number(document.body.dataset.revision) >= 4")
    revisions = page.evaluate("window.revisions")
    assert revisions[:4] == ["1", "2", "3", "4"]


def test_pressing_is_possible_at_once(serve: Serve, open_page: Open) -> None:
    """While something flies, the next answer can be given; it ends the motion."""
    served = serve("tic-tac-toe", ("human", "human"))
    page, other = moving(open_page, served.links["p1"]), open_page(served.links["p2"])
    page.wait_for_selector(TURN)
    page.locator("#options button").nth(4).evaluate(PRESS)
    other.wait_for_selector(TURN)
    other.locator("#options button").nth(0).evaluate(PRESS)
    page.wait_for_function("""() => {
      const lit = document.querySelector("#table .lit");
      if (document.body.dataset.revision !== "2" || !document.querySelector(".flyer") || !lit) return false;
      lit.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return document.querySelector(".flyer").getAnimations().every((each) => each.playState === "finished");
    }""")
    other.wait_for_selector("body[data-revision='3']")


def test_what_is_asked_waits(serve: Serve, open_page: Open) -> None:
    """While something flies, the eye is told and asked what it was before; the ear is asked at once."""
    served = serve("tic-tac-toe", ("human", "human"))
    page, other = moving(open_page, served.links["p1"]), open_page(served.links["p2"])
    page.wait_for_selector(TURN)
    page.evaluate("localStorage.setItem('gamespec speed', 'slow')")
    page.locator("#options button").nth(4).evaluate(PRESS)
    other.wait_for_selector(TURN)
    other.locator("#options button").nth(0).evaluate(PRESS)
    page.wait_for_selector("body.moving[data-revision='2']")
    asked, seen = page.evaluate("""() => {
      const prompt = document.getElementById("prompt");
      return [prompt.textContent, getComputedStyle(prompt, "::before").content];
    }""")
    assert asked.startswith("your turn")
    assert "decides" in seen
    page.evaluate("document.body.click()")
    page.wait_for_selector("body:not(.moving)")


HOLD = """async () => {
  const { hold } = await import("/static/holding.js");
  const { settle } = await import("/static/flying.js");
  const moving = () => document.body.classList.contains("moving");
  hold(60000);
  const before = moving();
  settle();
  await new Promise((done) => setTimeout(done));
  return [before, moving()];
}"""


def test_what_is_said_waits(module: Page) -> None:
    """What is asked and told waits until what has happened has been seen, or until the motion is ended."""
    assert module.evaluate(HOLD) == [True, False]


QUEUE = """async () => {
  const { pacing } = await import("/static/pacing.js");
  const shown = [];
  const show = (table, quick) => {
    shown.push([table.revision, quick]);
    return 100;
  };
  const { take, hurry } = pacing(show, () => {});
  const table = (revision) => ({ revision, epoch: 0, language: "en", live: true });
  for (const revision of [1, 2, 3, 4]) take(table(revision));
  const first = [...shown];
  await new Promise((done) => setTimeout(done, 600));
  const second = shown.length;
  hurry();
  const all = [...shown];
  take(table(5));
  return { first, second, all, last: shown.at(-1) };
}"""


def test_the_queue(module: Page) -> None:
    """Tables wait for the motion of the one before, in order, until somebody acts: then all are shown."""
    found = module.evaluate(QUEUE)
    assert found["first"] == [[1, False]]
    assert 1 < found["second"] < 4
    assert [revision for revision, _ in found["all"]] == [1, 2, 3, 4]
    assert found["all"][-1] == [4, True]
    assert found["last"] == [5, False], "after that, the next one need not wait"


LATE = """async () => {
  const { pacing } = await import("/static/pacing.js");
  const shown = [];
  const show = (table, quick) => {
    shown.push([table.revision, quick]);
    return quick ? 0 : 6200;
  };
  const { take } = pacing(show, () => {});
  for (const revision of [1, 2, 3, 4]) take({ revision, epoch: 0, language: "en", live: true });
  await new Promise((done) => setTimeout(done, 6900));
  return shown;
}"""


@pytest.mark.long("browser")
def test_the_page_is_never_far_behind(module: Page) -> None:
    """Tables that have waited for more than six seconds are shown without motion, except for the last."""
    assert module.evaluate(LATE) == [[1, False], [2, True], [3, True], [4, False]]


@pytest.mark.long("browser")
def test_the_last_answer_is_marked(serve: Serve, animals: Path, open_page: Open) -> None:
    """What the last answer changed is marked for everybody, until the next answer."""
    served = serve(animals, ("human", "human"))
    page, other = open_page(served.links["p1"]), open_page(served.links["p2"])
    for number, each in enumerate((page, other)):
        each.wait_for_selector(TURN)
        each.locator("#table .card.lit").first.click()
        for reader in (page, other):
            reader.wait_for_selector(f"body[data-revision='{number + 1}']")
            marked = reader.locator("#table .card.latest")
            assert marked.count() == 1
            assert (marked.get_attribute("data-ref") or "").startswith(f"z{3 + number}.c")


def test_the_tab(serve: Serve, animals: Path, open_page: Open) -> None:
    """Title and icon of the tab say whose turn it is."""
    served = serve(animals, ("human", "human"))
    page, other = open_page(served.links["p1"]), open_page(served.links["p2"])
    assert (page.title(), other.title()) == (YOURS, "P1 decides \N{EN DASH} Animals")
    icons = [each.get_attribute("link[rel=icon]", "href") for each in (page, other)]
    assert icons[0] != icons[1]
    page.wait_for_selector(TURN)
    page.locator("#table .card.lit").first.click()
    other.wait_for_selector(TURN)
    assert (page.title(), other.title()) == ("P2 decides \N{EN DASH} Animals", YOURS)
    assert [each.get_attribute("link[rel=icon]", "href") for each in (page, other)] == icons[::-1]


NOTES = """() => {
  window.notes = 0;
  const Note = window.OscillatorNode;
  window.OscillatorNode = class extends Note { start(...when) { window.notes += 1; super.start(...when); } };
}"""


@pytest.mark.long("browser")
@pytest.mark.parametrize("wanted", [True, False])
def test_a_sound(serve: Serve, animals: Path, open_page: Open, *, wanted: bool) -> None:
    """Two notes say that it is the reader's turn, if the reader has asked for them."""
    served = serve(animals, ("human", "human"))
    page, other = open_page(served.links["p1"]), open_page(served.links["p2"])
    other.evaluate(NOTES)
    if wanted:
        other.locator("#sound").evaluate(UNFOLD)
        other.check("#sound")
        assert other.evaluate("window.notes") == 2, "it is heard once when it is chosen"
    page.wait_for_selector(TURN)
    page.locator("#table .card.lit").first.click()
    other.wait_for_selector(TURN)
    assert other.evaluate("window.notes") == (4 if wanted else 0)


LASTING = (HERE / "lasting.js").read_text(encoding="utf-8")


def test_what_has_happened_stays(module: Page) -> None:
    """Numbers keep by how much they have changed, and boards where things went, until the reader answers.

    Then they show what came of that answer.

    What was hidden says nothing, even once it is known. More of a score is told as bad if less is better.
    On a track, a way leads from field to field, in the colour of the player whose piece went there; it begins
    below the pieces.
    """
    module.emulate_media(reduced_motion="reduce")
    first, second, again, third, own = module.evaluate(LASTING)
    gained = [["+10", "debts", True], ["+10", "gold", False]]
    assert first == {"chips": [], "begins": [], "ways": []}
    assert second == again == {"chips": gained, "begins": [["blue", True]], "ways": [True]}
    assert third == {
        "chips": [gained[0], ["\N{MINUS SIGN}3", "gold", False]],
        "begins": [["red", False], ["blue", True]],
        "ways": [True],
    }
    assert own == {
        "chips": [["+3", "debts", True]],
        "begins": [["red", True]],  # it goes to the next field, and passes none
        "ways": [False],
    }


RESIZED = (HERE / "resized.js").read_text(encoding="utf-8")


def test_a_value_makes_room(module: Page) -> None:
    """A value that is smaller elsewhere in its field goes there; another one comes as the old one goes."""
    assert module.evaluate(RESIZED) == [1, 2]


ROUTES = (HERE / "routes.js").read_text(encoding="utf-8")


def test_where_cards_come_from(module: Page) -> None:
    """What others lay comes from their side of the table; of a new hand, eight cards fly, in the window."""
    found = module.evaluate(ROUTES)
    assert [found[side] for side in ("left", "right", "above")] == [[100, 250], [600, 250], [350, 0]]
    assert found["own"] == [310, 65], "what is seen elsewhere comes from there"
    assert [found[name] for name in ("few", "many", "onBoard", "away")] == [8, 8, 21, 3]


FLOURISH = (HERE / "flourish.js").read_text(encoding="utf-8")


def test_short_signs(module: Page) -> None:
    """A capture flashes, a phase that begins is announced, and what a player takes flies to that player.

    What was taken is shown beside the table only when it has arrived.
    """
    module.emulate_media(reduced_motion="no-preference")
    found = module.evaluate(FLOURISH)
    assert found["lost"] == 1
    assert found["phase"] == ["two"]
    assert found["left"] == 0
    assert found["taken"] == ["p1 has taken these: +13 debts"]
    assert found["waits"]
    assert found["ends"] == [True, True]


GAINED = (HERE / "gained.js").read_text(encoding="utf-8")


def test_a_gain_rises_where_it_comes_from(module: Page) -> None:
    """What a player has gained rises in the player's colour from the place, whose whole feature lights up."""
    module.emulate_media(reduced_motion="no-preference")
    found = module.evaluate(GAINED)
    assert found["lasts"] > 0
    assert found["said"] == [["+10", "blue"]]
    assert found["there"]
    assert found["lit"] == [True, True, False]
    assert found["left"] == 0

"""Tests for how the page shows what others have done, and takes answers back before they count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

TURN = "#asked.yours:not([aria-busy=true])"

UNFOLD = """(it) => {
  for (let on = it; on; on = on.parentElement) if ("open" in on) on.open = true;
  document.body.classList.add("opened");
}"""

CELLS = 9
WIDE = 40
"""The width of the cards, in pixels."""
AT_THE_EDGE = 2
"""The number of cells to which a pawn at the edge of the board can go."""
LEG, REST = 380, 1200
"""The time that a thing flies, and that things which have met rest, in milliseconds."""

TRICK = """async () => {
  const { move, remember } = await import("/static/moving.js");
  localStorage.setItem("gamespec speed", "normal");
  const place = document.createElement("div");
  document.body.append(place);
  const zone = (ref, left, ...cards) => `<div class="place" data-left="${left}">
    <h4 class="spot" data-ref="${ref}">${ref}</h4><ul class="pieces">${cards.map(card).join("")}</ul></div>`;
  const card = (ref) => `<li class="laid"><div class="piece" data-ref="${ref}">${ref}</div></li>`;
  const table = (moves) => ({ moves, latest: [], gains: [] });
  const put = (path, was, is, legs) => ({ path, count: 1, pieces: [[was, is]], legs });
  const flyers = () => [...document.querySelectorAll(".flyer")];
  const draw = (html) => {
    place.innerHTML = html;
    for (const each of place.querySelectorAll(".place")) {
      Object.assign(each.style, { position: "fixed", top: 0, left: `${each.dataset.left}px` });
    }
    const size = { width: "40px", height: "60px" };
    for (const each of place.querySelectorAll(".laid")) Object.assign(each.style, size);
  };
  draw(zone("z0", 0, "z0.c1") + zone("z1", 300) + zone("z3", 600, "z3.c2") + zone("z2", 900));
  let memory = remember(place);
  draw(zone("z0", 0, "z0.c1") + zone("z1", 300, "z1.c2") + zone("z3", 600) + zone("z2", 900));
  const first = move(memory, place, table([put(["z3 p1", "z1"], "z3.c2", "z1.c2", [0])]));
  const alone = flyers().length;
  for (const each of document.getAnimations()) each.finish();
  await new Promise((done) => setTimeout(done));
  memory = remember(place);
  draw(zone("z0", 0) + zone("z1", 300) + zone("z3", 600) + zone("z2", 900, "z2.c1", "z2.c2"));
  const lasts = move(memory, place, table([
    put(["z0 p0", "z1", "z2 p1"], "z0.c1", "z2.c1", [0, 1]), put(["z1", "z2 p1"], "z1.c2", "z2.c2", [1]),
  ]));
  const at = (time) => {
    const all = flyers();
    for (const each of document.getAnimations()) { each.pause(); each.currentTime = time; }
    return all.map((each) => Math.round(each.getBoundingClientRect().left));
  };
  const wins = flyers().map((each) => each.querySelector(".wins") !== null);
  const times = { begins: at(0), met: at(400), rests: at(1500), ends: at(lasts - 1) };
  const found = { first, alone, lasts, wins, ...times };
  for (const each of document.getAnimations()) each.finish();
  place.remove();
  return found;
}"""
"""A card is played to a card that another player has laid; then both go to that player together."""


@pytest.fixture
def moving(open_page: Open, serve: Serve) -> Page:
    """Return a page on which things move."""
    return open_page(serve("tic-tac-toe").links["p1"], reduced_motion="no-preference")


def test_a_trick_is_seen(moving: Page) -> None:
    """What meets rests side by side until the last has come, the winner is marked, and all leave together."""
    found = moving.evaluate(TRICK)
    assert found["first"] == LEG
    assert found["alone"] == 1
    assert found["lasts"] == 2 * LEG + REST
    before, met, rests, ends = (found[name] for name in ("begins", "met", "rests", "ends"))
    assert before[1] == met[1] == rests[1], "who was there first stays"
    assert before[0] < met[0] == rests[0], "who comes rests, too"
    assert abs(met[0] - met[1]) >= WIDE, "neither lies on the other"
    assert all(end > rest for end, rest in zip(ends, rests, strict=True))
    assert found["wins"] == [False, True]


def test_what_others_have_done(serve: Serve, animals: Path, open_page: Open) -> None:
    """One line says one's own last answer and what others have done since; it can be seen again."""
    served = serve(animals, ("human", "human"))
    page = open_page(served.links["p1"], reduced_motion="no-preference")
    other = open_page(served.links["p2"])
    page.wait_for_selector(TURN)
    assert page.inner_text("#told") == ""
    page.locator("#table .card.lit").first.click()
    other.wait_for_selector(TURN)
    other.locator("#table .card.lit").first.click()
    page.wait_for_selector(TURN)
    own, said = page.inner_text("#told span").split(" · ")
    assert own.startswith("you: play ")
    assert said.startswith("p2: play ")
    assert "a card" not in said, "everybody has seen the card since"
    page.wait_for_function("() => !document.querySelector('.flyer')")
    table = page.inner_html("#table")
    page.click("#told [data-key=replay]")
    page.wait_for_selector(".flyer", state="attached")
    page.wait_for_function("() => !document.querySelector('#table.again')")
    assert page.inner_html("#table") == table
    assert other.inner_text("#told").startswith("you: play "), "nobody has answered since"


def test_answers_are_confirmed(serve: Serve, open_page: Open) -> None:
    """Who prefers to confirm answers is asked before each of them."""
    page = open_page(serve("tic-tac-toe", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#confirm").evaluate(UNFOLD)
    page.select_option("#confirm", "always")
    page.locator("#table .cell.lit").first.click()
    page.click("#next [data-key=back]")
    assert page.locator("#table .cell.lit").count() == CELLS
    page.locator("#table .cell.lit").first.click()
    assert page.get_attribute("body", "data-revision") == "0"
    page.click("#next [data-key=confirm]")
    page.wait_for_selector("body[data-revision='1']")


def test_a_slip(serve: Serve, open_page: Open) -> None:
    """An answer is taken back with one press, before a bot has answered; afterwards with that of the bot."""
    page = open_page(serve("tic-tac-toe", ("human", "random")).links["p1"])
    page.wait_for_selector(TURN)
    page.evaluate("localStorage.setItem('gamespec speed', 'slow')")
    assert not page.locator("#undo").is_visible()
    page.locator("#table .cell.lit").first.click()
    page.wait_for_selector("body[data-revision='1']")
    page.locator("#undo.free").click()
    page.wait_for_selector(TURN)
    assert page.locator("#table .cell.lit").count() == CELLS
    page.evaluate("localStorage.setItem('gamespec speed', 'off')")
    page.locator("#table .cell.lit").first.click()
    page.wait_for_function("() => document.querySelectorAll('#table .cell.lit').length === 7")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelectorAll('#table .cell.lit').length === 9")


def test_where_a_thing_can_go(serve: Serve, open_page: Open) -> None:
    """The places to which a thing can go are marked while the pointer is on it."""
    page = open_page(serve("breakthrough", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    assert page.locator("#table .foreseen").count() == 0
    page.locator("#table .cell.lit").first.hover()
    assert page.locator("#table .foreseen").count() == AT_THE_EDGE
    page.locator("#prompt").hover()
    assert page.locator("#table .foreseen").count() == 0


def test_a_press_out_of_turn(serve: Serve, open_page: Open) -> None:
    """A press while somebody else decides says so beside the pointer."""
    served = serve("tic-tac-toe", ("human", "human"))
    page = open_page(served.links["p2"])
    page.locator("#table .cell").first.click(force=True)
    page.wait_for_selector('.bubble:has-text("X decides")')


TOLD = """async ([told, forced]) => {
  const { told: tell } = await import("/static/told.js");
  const parts = told.map((each) => typeof each === "string" ? { text: each, weight: 1 } : each);
  const now = { live: true, answers: 1, since: 0, you: { seat: 0 }, latest: [], html: "" };
  const table = { ...now, told: parts, forced };
  tell(null, table, () => {}, () => {});
  return document.querySelector("#told span").textContent;
}"""
"""What the line says after some parts and forced answers."""


def test_what_began_it_stays_in_a_line_that_is_full(moving: Page) -> None:
    """A forced answer stands first; of a long line the middle is left out."""
    assert moving.evaluate(TOLD, [["p2: pass"], ["bid 13"]]) == "no choice: bid 13 · p2: pass"
    told = ["p2 bids 3", "you: bid 13"]
    assert moving.evaluate(TOLD, [told, ["bid 13"]]) == "p2 bids 3 · you: bid 13 (no choice)"
    many = [f"p2 takes the card number {number} from the pile" for number in range(40)]
    said = moving.evaluate(TOLD, [many, []])
    assert said.startswith(f"{many[0]} · … · ")
    assert said.endswith(many[-1])


def test_what_means_most_stays_in_a_line_that_is_full(moving: Page) -> None:
    """What is drawn goes first although it is the end; a gain stays, and the line says that there is more."""
    gain = {"text": "p2 gets 3 points", "weight": 2}
    much = [{"text": f"p2 takes the card number {number} from the pile", "weight": 1} for number in range(40)]
    drawn = {"text": "a tile is turned up", "weight": 0}
    said = moving.evaluate(TOLD, [[*much, gain, drawn], []])
    assert said.startswith(f"{much[0]['text']} · … · ")
    assert said.endswith(f"{gain['text']} · …")
    assert moving.locator("#told.more").count() == 1
    assert moving.evaluate(TOLD, [[gain, drawn], []]) == "p2 gets 3 points · a tile is turned up"
    assert moving.locator("#told.more").count() == 0

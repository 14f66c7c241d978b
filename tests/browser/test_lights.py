"""Tests that what is lit can be seen, and says what a press on it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import gamespec
from interpreter.engine.game import Game
from interpreter.play.luck import Draws
from interpreter.scene.asked import asked_of
from interpreter.serve.offered import as_json
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Open = Callable[..., Any]
    Serve = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TURN = "#asked.yours:not([aria-busy=true])"
FAR = """\
language: 1
game: far
title: Far
players: 2
components:
  card: {attributes: {rank: 1..4}, per: player, all: {rank: 1..4}, start: "held[owner]"}
  good: {attributes: {rank: 1..8}, per: player, all: {rank: 1..8}, start: "store[owner]"}
  coin: {attributes: {rank: 1..3}, per: player, all: {rank: 1..3}, start: "purse[owner]"}
zones:
  held: {of: card, per: player, seen_by: owner}
  store: {of: good, per: player}
  purse: {of: coin, per: player}
  away: {of: coin, per: player}
  left: {of: card, per: player}
actions:
  pay: {with: {one: {from: "purse[me]"}}, do: [{move: one, to: "away[me]"}]}
  leave: {with: {one: {from: "held[me]"}}, do: [{move: one, to: "left[me]"}]}
phases:
  play:
    turns: clockwise
    do: [{offer: [pay]}, {offer: [leave]}]
limit: {decisions: 12, then: draw}
view: {zones: {held: {lies: fan}, store: {lies: row}, purse: {lies: row}}}
"""
DECISIONS = 12
"""Number of decisions of each game whose options are all pressed."""
MOST = 300
"""Number of options above which a decision takes too long to press."""
UNSAID = """async (asked) => {
  const c = await import("/static/choosing.js");
  const said = (choice) => JSON.stringify([choice.action, choice.said]);
  const reached = (choice) => {
    let state = c.begin(asked);
    for (let press = 0; press < 40; press += 1) {
      const meant = c.meant(state) ?? c.nearly(state);
      if (meant) return said(meant) === said(choice);
      const left = (after) => after && c.remaining(after).some((each) => each.number === choice.number);
      const many = (at) => at.spoken.reduce((sum, each) => sum + each.members.length, 0);
      const more = (after) => left(after) && many(after) > many(state);
      const next = c.points(state).map((point) => c.say(state, point)).find(more);
      const after = next ?? [c.done(state)].find(left);
      if (!after) return false;
      state = after;
    }
    return false;
  };
  return asked.choices.filter((choice) => !reached(choice)).map((choice) => choice.label);
}"""
LAYING: dict[str, Any] = {
    "actions": True,
    "steps": ["action", "field", "card", "steps"],
    "members": [
        {"text": "lay", "refs": []},
        {"text": "drive", "refs": []},
        {"text": "field 7", "refs": ["s0.7"]},
        {"text": "field 8", "refs": ["s0.8"]},
        {"text": "king", "refs": ["z0.1"]},
        {"text": "queen", "refs": ["z0.2"]},
        {"text": "1", "refs": ["s0.1"]},
        {"text": "2", "refs": ["s0.2"]},
    ],
    "choices": [
        {
            "number": str(number),
            "label": str(number),
            "action": action,
            "said": [{"step": step, "members": [member], "several": False} for step, member in said],
        }
        for number, (action, said) in enumerate(
            [
                *((0, ((0, 0), (1, field), (2, card))) for field in (2, 3) for card in (4, 5)),
                *((1, ((0, 1), (3, steps))) for steps in (6, 7)),
            ]
        )
    ],
}
"""A card is laid on field 7 or 8, with the field as its first step; or the fox goes to field 1 or 2."""
IN_SIGHT = """() => [...document.querySelectorAll("#table .lit[data-ref]")].filter((each) => {
  const { left, right } = each.getBoundingClientRect();
  return left >= 0 && right <= window.innerWidth;
}).length"""


def written(tmp_path: Path, text: str) -> Path:
    """Return the path of a file with a specification."""
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_is_asked_that_cannot_be_seen(tmp_path: Path, serve: Serve, open_page: Open) -> None:
    """On a phone, the reader's row scrolls to the coins that are asked for, and back to the hand."""
    served = serve(written(tmp_path, FAR), ("human", "human"))
    page = open_page(served.links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    scrolled = "() => document.querySelector('#table .mine').scrollLeft"
    assert page.evaluate(IN_SIGHT) > 0, "a coin is seen"
    assert page.evaluate(scrolled) > 0, "it lay beyond the edge"
    page.locator("#table .mine .lit[data-ref]").first.click()
    page.wait_for_selector("#table .mine .fan .lit[data-ref]")
    assert page.evaluate(IN_SIGHT) > 0, "a card of the hand is seen"


def test_a_place_that_comes_later_is_not_lit(module: Page) -> None:
    """Laying begins with the card, not with the field; a field that is a whole answer is lit."""
    begun, whole, king = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          const texts = (points) => points.map((point) => asked.members[point.member].text).sort();
          const state = c.begin(asked);
          const whole = c.completing(state);
          const all = c.points(state);
          const king = c.say(state, all.find((point) => asked.members[point.member].text === "king"));
          return [texts(all), texts(all.filter((point) => whole.has(c.name(point)))), texts(c.points(king))];
        }""",
        {"seat": 0, "prompt": "", **LAYING},
    )
    assert begun == ["1", "2", "king", "queen"]
    assert whole == ["1", "2"]
    assert king == ["field 7", "field 8"]


def test_a_place_of_two_kinds_of_answers_is_no_whole_one(module: Page) -> None:
    """A press on field 7 drives there or lays something there, so it does not look like a whole answer."""
    members = [*LAYING["members"]]
    members[6] = {"text": "1", "refs": ["s0.7"]}
    whole = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          return [...c.completing(c.begin(asked))];
        }""",
        {"seat": 0, "prompt": "", **LAYING, "members": members},
    )
    assert whole == ["1.3.7"], "only field 2, by its action, step and member"


@pytest.mark.parametrize("name", gamespec.games())
def test_each_option_can_be_pressed(name: str, module: Page) -> None:
    """Each option of the first decisions of a game can be said by pressing one thing after another."""
    compiled = gamespec.load(name).compiled()
    words, game, draws = Words(compiled, "en"), Game(compiled.program, 1), Draws(1, "moves")
    for _ in range(DECISIONS):
        asked = asked_of(words, game)
        if game.decision is None or asked is None:
            break
        if len(asked.choices) <= MOST:
            assert module.evaluate(UNSAID, as_json(asked, game.decision)) == []
        game.apply(game.options[draws.below(len(game.options))])


@pytest.mark.parametrize(
    ("labels", "question"),
    [
        (["move by 1 to 1", "move by 2 to 2"], "move: press a field"),
        (["move to 1 (it wins)", "move to 2 (it wins)"], "move: press a field"),
        (["move beside field 1", "move beside field 2"], "move beside field …"),
        (["move 1 fields", "move 2 fields"], "move … fields"),
    ],
)
def test_an_open_value_reads_as_a_sentence(module: Page, labels: list[str], question: str) -> None:
    """A question does not end with a preposition, nor with a remark about a value that is still open."""
    choices = [each | {"label": label} for each, label in zip(LAYING["choices"][4:], labels, strict=True)]
    members = [*LAYING["members"]]
    members[1] = {"text": "move by … to …", "refs": ["s0.0"]}
    found, chosen = module.evaluate(
        """async (asked) => {
          const c = await import("/static/choosing.js");
          const { asking, chosen } = await import("/static/asking.js");
          const begun = { ...c.begin(asked), action: 1 };
          const spoken = [{ step: 0, members: [1], several: false, done: true }];
          return [asking({ ...begun, spoken }), chosen({ ...begun, spoken })];
        }""",
        {"seat": 0, "prompt": "", **LAYING, "members": members, "choices": choices},
    )
    assert found == question
    assert chosen == []


def test_a_chosen_piece_is_put_back(serve: Serve, open_page: Open) -> None:
    """A second press on a chosen piece takes the choice back, as does one on the field below it."""
    page = open_page(serve("rufus", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    box = page.locator("#table .main .piece.lit").first.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*middle)
    assert page.locator("#table .main .piece.chosen").count() == 1
    page.mouse.click(*middle)
    assert page.locator("#table .chosen").count() == 0
    assert page.locator(".bubble").count() == 0


def test_a_drag_to_a_place_says_what_comes_first(serve: Serve, open_page: Open) -> None:
    """If a thing is dragged to where it cannot go yet, the page says what it asks next."""
    page = open_page(serve("rufus", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    box = page.locator("#table .main .piece.lit").first.bounding_box()
    far = page.locator("#table .main .cell").nth(20).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(far["x"] + 10, far["y"] + 10, steps=5)
    question = page.inner_text("#prompt")
    page.mouse.up()
    page.wait_for_selector(".bubble")
    assert page.inner_text(".bubble") == f"First: {question}"


def test_a_tap_says_why_in_a_bubble(serve: Serve, open_page: Open) -> None:
    """On a phone, a tap on what is not on offer says why beside it, without the large picture."""
    page = open_page(serve("rufus", ("human", "human")).links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    page.locator("#table .main .cell:not(.lit, .hinted)").first.tap()
    page.wait_for_selector(".bubble")
    assert not page.locator("#closer").is_visible()


RISING = """async () => {
  const { numbers, textOf, tick } = await import("/static/gains.js");
  const place = document.createElement("div");
  place.style.cssText = "position: fixed; inset: 100px auto auto 50px; width: 200px";
  place.innerHTML = `<section class="seat"><dl><div><dt>gold</dt><dd><span class="value" data-value="v0">7</span></dd></div></dl></section>`;
  document.body.append(place);
  const before = new Map(numbers(place).map(([ref, element]) => [ref, textOf(element)]));
  place.querySelector(".value").textContent = "4";
  tick(before, place, 0);
  const risen = [...document.querySelectorAll(".rising")].map((each) => [each.textContent, each.getBoundingClientRect().left, each.getBoundingClientRect().top]);
  const { right, bottom } = place.querySelector(".seat").getBoundingClientRect();
  place.remove();
  return { risen, right, bottom };
}"""  # noqa: E501 - a script


def test_a_number_rises_outside_of_a_players_place(module: Page) -> None:
    """What a player gains or loses rises once: beside the place of the player, and below it on phones."""
    module.emulate_media(reduced_motion="no-preference")
    desktop = module.evaluate(RISING)
    ((text, left, _),) = desktop["risen"]
    assert text == "\N{MINUS SIGN}3"
    assert left > desktop["right"]


COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const apart = (one, other) => one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
  const names = [...document.querySelectorAll("#table .board .name.corner")].map(box);
  const tags = [...document.querySelectorAll("#table .board g.tag")].map(box);
  return [tags.length, tags.filter((tag) => !names.every((name) => apart(tag, name))).length];
}"""  # noqa: E501 - a script


def test_the_number_of_a_field_covers_no_value(serve: Serve, open_page: Open) -> None:
    """A card on a field of a track shows its value beside the number of the field."""
    page = open_page(serve("rufus", ("human", "human")).links["p1"])
    page.wait_for_selector(TURN)
    page.locator("#table .mine .fan .piece.lit").first.click()
    page.locator("#table .main .cell.lit").nth(3).click()
    page.wait_for_selector("#table .board g.tag")
    assert page.evaluate(COVERED) == [1, 0]


def test_a_hand_shows_its_values(serve: Serve, open_page: Open) -> None:
    """On a phone, the cards of a hand lie over one another, but not over the values beside them."""
    page = open_page(serve("rufus", ("human", "human")).links["p1"], **PHONE)
    page.wait_for_selector(TURN)
    reach, cards = page.evaluate(
        """() => {
          const boxes = (what) => [...document.querySelectorAll(`#table .mine .fan ${what}`)].map((each) => each.getBoundingClientRect());
          return [boxes(".tag").map((each) => each.right), boxes("li").map((each) => each.left)];
        }"""  # noqa: E501 - a script
    )
    assert len(reach) == len(cards) == 8
    assert all(right <= left for right, left in zip(reach, cards[1:], strict=False))


def test_the_rules_are_one_press_away(serve: Serve, open_page: Open) -> None:
    """A button opens the rules in a panel as high as the room; what is asked and the hand lie beside it."""
    page = open_page(serve("trapper", ("human", "human")).links["p1"], drawer=False)
    page.wait_for_selector(TURN)
    page.click("#read")
    page.wait_for_selector("#rules h3")
    panel, room = (page.locator(each).bounding_box() for each in ("#beside", ".room"))
    assert panel["height"] > 0.95 * room["height"]
    top = page.locator("#rulesbox").bounding_box()["y"]
    assert panel["y"] <= top < panel["y"] + 40, "they begin at its top"
    for each in ("#asked", "#table .mine"):
        box = page.locator(each).bounding_box()
        assert box["x"] + box["width"] <= panel["x"]
    page.keyboard.press("Escape")
    assert not page.locator("#beside").is_visible()

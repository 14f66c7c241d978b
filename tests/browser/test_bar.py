"""Tests for the bar of the question on a phone: nothing in it is covered or cut, whatever is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Open = Callable[..., Any]
    Serve = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
CORNER = {"x": 8, "y": 8}
"""What is in sight of a card of which the next one covers the rest."""
TURN = "#asked.yours:not([aria-busy=true])"
POINT = "so the turn ends without a card, and the next player begins with the card that you discard"
LONG = f"Where do you lay it? Its picture lies in your display already, {POINT}"
FAULTS = """() => {
  const asked = document.getElementById("asked");
  const parts = [...asked.querySelectorAll("h2, button, summary")]
    .filter(each => each.checkVisibility() && !each.closest(".listed"));
  const boxOf = each => each.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.getElementById("prompt"));
  const above = (one, other) => one.bottom <= other.top + .5;
  const beside = (one, other) => one.right <= other.left + .5;
  const apart = (one, other) => [above, beside].some(is => is(one, other) || is(other, one));
  const inside = ({ left, right, top, bottom }, bar) =>
    bar.left <= left && right <= bar.right && bar.top <= top && bottom <= bar.bottom;
  const cut = each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
  const name = each => each.id || each.textContent;
  const found = parts.flatMap((each, number) => [
    ...(cut(each) ? [`${name(each)} is cut`] : []),
    ...(inside(boxOf(each), boxOf(asked)) ? [] : [`${name(each)} juts out`]),
    ...parts.slice(0, number).filter(other => !apart(boxOf(each), boxOf(other)))
      .map(other => `${name(each)} lies on ${name(other)}`),
  ]);
  if (!inside(boxOf(words), boxOf(asked))) found.push("the question is cut");
  for (const part of document.querySelectorAll("#table :is(.center, .mine)")) {
    if (!apart(boxOf(part), boxOf(asked))) found.push(`the bar covers ${part.className}`);
  }
  return found;
}"""
ASKING = """\
language: 1
game: asking
title: Asking
players: 2
components:
  card: {attributes: {rank: 1..9}, per: player, all: {rank: 1..9}, start: "held[owner]"}
zones:
  held: {of: card, per: player, seen_by: owner}
  left: {of: card, per: player}
actions:
  leave: {with: {one: {from: "held[me]"}}, do: [{move: one, to: "left[me]"}]}
  discard: {do: []}
phases:
  play:
    turns: clockwise
    do: [{offer: [leave, discard], prompt: "PROMPT"}]
limit: {decisions: 9, then: draw}
view: {zones: {held: {lies: fan}}}
"""


@pytest.mark.parametrize("how", [PHONE, SMALL], ids=["phone", "small"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_button_covers_another(serve: Serve, open_page: Open, how: dict[str, Any], language: str) -> None:
    """The buttons that turn a tile, lay it and lead back stand side by side in every rotation."""
    page = open_page(serve("carcassonne", ("human", "human")).links["p1"], **how, locale=language)
    page.wait_for_selector(TURN)
    page.locator("#table .main .cell.lit").first.tap()
    page.locator("#next [data-key=turn]").wait_for()
    bar = page.locator("#asked").bounding_box()
    for _ in range(3):
        assert page.evaluate(FAULTS) == []
        assert page.locator("#asked").bounding_box() == bar
        page.locator("#next [data-key=turn]").tap()


@pytest.mark.parametrize(
    ("language", "width", "short"), [("en", 320, "pass these 3"), ("de", 360, "diese 3 weitergeben")]
)
def test_an_answer_of_several_says_how_many(
    serve: Serve, open_page: Open, language: str, width: int, short: str
) -> None:
    """The bar names no cards that stand out in the hand, and a narrow button says how many it means."""
    narrow = SMALL | {"viewport": {"width": width, "height": 640}}
    page = open_page(serve("hearts").links["p1"], **narrow, locale=language)
    page.wait_for_selector(TURN)
    box = page.locator("#asked").bounding_box()
    for number in range(3):
        page.locator("#table .mine .lit:not(.chosen)").nth(number).tap(position=CORNER)
        assert page.evaluate(FAULTS) == []
    assert page.locator("#next .out:visible").count() == 0
    assert page.locator("#next > .done").inner_text() == short
    assert page.locator("#table .mine .chosen").count() == 3
    assert page.locator("#asked").bounding_box() == box


@pytest.mark.parametrize("how", [PHONE, SMALL], ids=["phone", "small"])
def test_a_question_is_never_cut(tmp_path: Path, serve: Serve, open_page: Open, how: dict[str, Any]) -> None:
    """A question of 160 letters is read to its end, above its button; the bar is higher for it."""
    path = tmp_path / "asking.yaml"
    path.write_text(ASKING.replace("PROMPT", LONG), encoding="utf-8")
    page = open_page(serve(path, ("human", "human")).links["p1"], **how)
    page.wait_for_selector(TURN)
    assert page.inner_text("#prompt").endswith(POINT)
    assert page.evaluate(FAULTS) == []

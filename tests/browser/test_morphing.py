"""Tests that what a page makes of the messages is the drawing, and that the rest of the table stays."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter import Game, serve
from interpreter.drawn.html import table
from interpreter.play.luck import Draws
from interpreter.scene.happened.changes import changed_refs
from interpreter.scene.scene import scene_of
from interpreter.serve.patches import Patch, patch
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

STATIC = Path(serve.__file__).parent / "static"
PLACE = "http://morphing.invalid/"
"""An address that only the page knows."""

APPLY = """async (patches) => {
  const [{ morph }, { patched }] = await Promise.all([import("/morphing.js"), import("/patching.js")]);
  const place = document.getElementById("table");
  let text = "";
  const found = [];
  for (const each of patches) {
    text = patched(text, each);
    const draft = document.createElement("template");
    draft.innerHTML = text;
    const wanted = draft.innerHTML;
    const before = new Set(place.querySelectorAll("*"));
    for (const foreign of [...before].slice(0, 3)) foreign.append(document.createElement("b"));
    morph(place, draft.content);
    for (const foreign of place.querySelectorAll("b:empty")) foreign.remove();
    const now = [...place.querySelectorAll("*")];
    const stayed = now.filter((each) => before.has(each)).length / now.length;
    found.push([text, place.innerHTML === wanted, stayed]);
  }
  return found;
}"""
"""Puts drawings on a table in turn. Returns each as a text, whether it was there, and what stayed."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page with an empty table at an address that has the page's scripts."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(PLACE)
        if name:
            route.fulfill(path=STATIC / name)
        else:
            route.fulfill(body='<!doctype html><main id="table"></main>', content_type="text/html")

    opened = browser.new_page()
    opened.route(f"{PLACE}**", answer)
    yield opened
    opened.close()


def drawings(name: str, seat: int | None, answers: int) -> Iterator[str]:
    """Yield the drawings of a random game for a seat, with what each answer has changed."""
    compiled = gamespec.load(name).compiled()
    words, game, draws = Words(compiled, "en"), Game(compiled.program, 1, record=True), Draws(1, "moves")
    before = 0
    for _ in range(answers):
        yield table(scene_of(words, game, seat, changed_refs(words, game.events[before:], seat)))
        if game.over:
            return
        before = len(game.events)
        game.apply(game.options[draws.below(len(game.options))])


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("name", ["carcassonne", "hearts", "trapper", "rufus", "othello"])
def test_the_table_is_the_drawing(name: str, seat: int | None, page: Page) -> None:
    """After each message, the page has the drawing, and most of the elements that it had before."""
    drawn = list(drawings(name, seat, 30))
    patches: list[str | Patch] = [drawn[0]]
    patches += [patch(before, after) for before, after in pairwise(drawn)]
    page.goto(PLACE)
    found = page.evaluate(APPLY, patches)
    assert [text for text, _, _ in found] == drawn
    assert all(there for _, there, _ in found)
    stayed = sorted(share for _, _, share in found[1:])
    assert stayed[len(stayed) // 2] > 0.5

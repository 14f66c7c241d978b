"""Tests that the page's script reads options as they were before they were sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import gamespec
from interpreter import serve
from interpreter.engine.game import Game
from interpreter.play.luck import Draws
from interpreter.scene.asked import asked_of
from interpreter.serve.offered import Offered, as_json
from interpreter.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCRIPT = Path(serve.__file__).parent / "static" / "offered.js"

READ = """async ([text, messages]) => {
  const { offering } = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const read = offering();
  return messages.map((each) => read(each));
}"""


@pytest.mark.parametrize("name", ["carcassonne", "hearts", "hex", "rufus", "hanabi", "liars-dice"])
def test_the_page_can_tell_all_options(name: str, browser: Browser) -> None:
    """After each message, the page has all options with their labels, in order, and what they name."""
    compiled = gamespec.load(name).compiled()
    words, game, draws = Words(compiled, "en"), Game(compiled.program, 1), Draws(1, "moves")
    decisions: list[dict[str, Any]] = []
    while len(decisions) < 40 and not game.over:
        asked = asked_of(words, game)
        assert asked is not None
        assert game.decision is not None
        decisions.append(as_json(asked, game.decision))
        game.apply(game.options[draws.below(len(game.options))])
    told = Offered()
    messages = [*(told.told(each) for each in decisions), told.told(None)]
    page = browser.new_page()
    script = SCRIPT.read_text(encoding="utf-8")
    found = page.evaluate(READ, [script, json.loads(json.dumps(messages))])
    page.close()
    assert found == [*decisions, None]

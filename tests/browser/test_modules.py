"""Tests that a written module plays the same games in a browser as in Python, integer for integer."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from games_of import STUMBLES
from module_games import Games, written
from shipped import loaded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Route

    from gamespec import Spec

GAMES = Path(__file__).parents[1] / "module_games.mjs"
PLACE = "http://modules.invalid/"
"""An address that only the page knows."""

RUN = """async (asked) => {
  const { load } = await import("/gamespec.mjs");
  const { told } = await import("/module_games.mjs");
  const answer = await fetch("/game.wasm", { cache: "no-store" });
  return JSON.stringify(await told(load, await answer.arrayBuffer(), asked)); // a text travels faster
}"""


@pytest.fixture(scope="module")
def play(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., object]]:
    """Yield a function that plays games of a module in a page."""
    folder, page = tmp_path_factory.mktemp("modules"), browser.new_page()
    shutil.copy(GAMES, folder)
    (folder / "index.html").write_text("<!doctype html>", encoding="utf-8")

    def answer(route: Route) -> None:
        route.fulfill(path=folder / (route.request.url.removeprefix(PLACE) or "index.html"))

    def run(spec: Spec, games: Games) -> object:
        written(spec, folder)
        return json.loads(page.evaluate(RUN, games.asked))

    page.route(f"{PLACE}**", answer)
    page.goto(PLACE)
    yield run
    page.close()


@pytest.mark.parametrize("name", ["tic-tac-toe", "hearts", "trapper", "carcassonne"])
def test_a_browser_plays_the_same_games(name: str, play: Callable[..., object]) -> None:
    """Positions, options and results after each step are those of Python, and so are batches and runs."""
    spec = loaded(name)
    games = Games(spec, games=1)
    assert play(spec, games) == games.expected()


def test_faults(game_of: Callable[[str], Spec], play: Callable[..., object]) -> None:
    """A fault has the code, text, place and help of Python; the game, and those beside it, can go on."""
    spec = game_of(STUMBLES)
    games = Games(spec, games=8, batch=60)
    assert play(spec, games) == games.expected()

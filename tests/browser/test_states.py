"""Tests for the look of elements on a table in each of their states: selectable, new, or focused.

Each state has visual properties of its own, so no state hides another in any combination.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from long_checks import split

import gamespec
from interpreter import Game
from interpreter.drawn import html
from interpreter.play.luck import Draws
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

CHOICES = ("", "hinted", "lit", "lit chosen")
NEW = ("changed", "changed latest")
ANSWERS = (0, 7, 40)

CHANGING = {"card", "token", "cell", "edge-of", "corner-of", "piece", "mark", "zone"}
"""Classes of elements that can be marked as new; of a `face`, only the elements inside it are marked."""
LOOK = (Path(__file__).parent / "states.js").read_text("utf-8")


@pytest.fixture(scope="module")
def sheet(browser: Browser) -> Iterator[Page]:
    """Yield an empty page on which nothing has been clicked."""
    page = browser.new_page()
    yield page
    page.close()


def drawn(name: str) -> list[str]:
    """Return the HTML of a random game's table for the deciding player, at the decisions in `ANSWERS`."""
    made = gamespec.load(name).compiled()
    words, game, draws = Words(made, "en"), Game(made.program, 4, record=True), Draws(4, "states")
    found = []
    for number in range(max(ANSWERS) + 1):
        if number in ANSWERS:
            found.append(html.table(scene_of(words, game, game.player)))
        if game.over:
            break
        game.apply(game.options[draws.below(len(game.options))])
    return found


def differing(one: dict[str, str], other: dict[str, str]) -> set[str]:
    """Return the names of the properties in which the looks `one` and `other` differ."""
    return {name for name, value in one.items() if other[name] != value}


def looks(page: Page, name: str, *, focus: bool) -> dict[str, dict[str, dict[str, str]]]:
    """Return the look of each kind of element in a game, keyed by kind and then by combination of states.

    A look maps the names of properties to their values.
    """
    style = html.style() + (files("interpreter.serve") / "static" / "page.css").read_text("utf-8")
    page.set_content(f"<style>{style}</style><main class='table'>{''.join(drawn(name))}</main>")
    found: dict[str, Any] = page.evaluate(LOOK, [CHOICES, [False, True] if focus else [False]])
    return found


KINDS = {"carcassonne", "euchre", "hanabi", "hex", "ogallala", "tic-tac-toe", "trapper"}
"""Games whose scenes have the most states, and games on square and hexagonal grids."""


@pytest.mark.parametrize(
    "name", split(gamespec.games(), "browser", lambda _: False, lambda name: name not in KINDS)
)
def test_no_state_hides_another(sheet: Page, name: str) -> None:
    """The mark of a new element and the mark of a selectable element remain visible together."""
    kinds = looks(sheet, name, focus=False)
    assert kinds
    for kind, found in kinds.items():
        plain = found["//"]
        classes = set(kind.partition(" in ")[0].split())
        for state in NEW:
            alone = found[f"/{state}/"]
            new = differing(plain, alone)
            if classes & CHANGING and not classes & {"face", "said"}:
                assert new, (kind, state)
            for choice in CHOICES[1:]:
                old, both = found[f"{choice}//"], found[f"{choice}/{state}/"]
                shows, where = differing(plain, old), (kind, choice, state)
                if "with a ref" in kind and choice != "hinted":
                    assert shows, where
                assert {each: both[each] for each in shows} == {each: old[each] for each in shows}, where
                assert {each: both[each] for each in new} == {each: alone[each] for each in new}, where


@pytest.mark.parametrize("name", split(["hearts", "carcassonne", "hex"], "browser", lambda _: False))
def test_the_focus_hides_nothing(sheet: Page, name: str) -> None:
    """The focus is visible on every selectable element and hides none of its other states."""
    for kind, found in looks(sheet, name, focus=True).items():
        if "with a ref" not in kind:
            continue
        plain = found["//"]
        for choice in ("lit", "lit chosen"):
            for changed in ("", *NEW):
                old, focused = found[f"{choice}/{changed}/"], found[f"{choice}/{changed}/focus"]
                assert differing(old, focused), (kind, choice, changed)
                shows = differing(plain, old)
                assert {each: focused[each] for each in shows} == {each: old[each] for each in shows}, (
                    kind,
                    choice,
                    changed,
                )


def test_after_a_deal_what_can_be_played_is_seen(sheet: Page) -> None:
    """A card that is both newly dealt and playable has the outline of a selectable element."""
    (card,) = [
        found
        for kind, found in looks(sheet, "hearts", focus=False).items()
        if kind.startswith("DIV") and "card" in kind and "back" not in kind and "with a ref" in kind
    ][:1]
    lit, both, plain = card["lit//"], card["lit/changed/"], card["//"]
    assert lit["0 outlineStyle"] == "solid"
    assert {name: both[name] for name in both if "outline" in name} == {
        name: lit[name] for name in lit if "outline" in name
    }
    assert both["0 borderTopColor"] != plain["0 borderTopColor"]

"""Tests that a player can point, on a page, at everything that a decision in a shipped game is about."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from long_checks import sampled

from gamespec import games, load
from interpreter import Game
from interpreter.drawn.html import table
from interpreter.scene.asked import asked_of
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 40
"""Maximum number of random decisions made in each game."""


def decisions(game: Game) -> Iterator[int]:
    """Make random decisions in a game, and yield the number of each decision before it is made.

    The numbers begin with 0.
    """
    chance = random.Random(5)  # noqa: S311 - no secret
    for number in range(MOST):
        if (decision := game.decision) is None:
            return
        yield number
        game.apply(chance.choice(decision.options))


def refs_of(page: ET.Element) -> set[str]:
    """Return the refs of all elements on a page that can be pointed at."""
    return {ref for each in page.iter() for ref in each.get("data-ref", "").split()}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", sampled(games(), "commands", 5))
def test_games(name: str, language: str) -> None:
    """Pages of shipped games are well-formed XML in which every decision's refs occur and none is nested."""
    compiled = load(name).compiled()
    words, game = Words(compiled, language), Game(compiled.program, 5)
    for number in decisions(game):
        if number % 8:
            continue
        decision, asked = game.decision, asked_of(words, game)
        assert decision is not None
        assert asked is not None
        page = ET.fromstring(table(scene_of(words, game, decision.player)))  # noqa: S314 - made here
        shown = refs_of(page)
        for member in asked.members:
            lasting = {
                ref for ref in member.refs if not ref.startswith("e.")
            }  # not all values are on the table
            assert not lasting or lasting & shown, member
        for each in page.iter():
            if "data-ref" in each.attrib:
                assert not [
                    inner for inner in each.iter() if inner is not each and "data-ref" in inner.attrib
                ]
    page = ET.fromstring(table(scene_of(words, game, None)))  # noqa: S314 - made here
    assert page.get("lang") == language

"""Tests for the warning GS408, on an open zone that is shuffled and then moved onto a hidden pile.

Players can follow every card of the shuffled zone onto the pile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import check
from interpreter import Game
from interpreter.play.observation import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

GAME = """
language: 1
game: refilled
title: Refilled
players: 2
components:
  card: {attributes: {rank: 1..6}, all: {rank: 1..6}, start: discard}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  discard: {of: card, ordered: true}
  row: {of: card, ordered: true}
procedures:
  mix: {do: [{shuffle: deck}]}
actions:
  pass: {do: []}
  stir: {do: [{shuffle: deck}]}
setup: [SETUP]
phases:
  play: {turns: clockwise, do: [STEPS]}
limit: {decisions: 4, then: draw}
"""
WRONG = "{shuffle: discard}, {move: discard, to: deck}"
ASK = "{offer: [pass]}"
DRAW = '{move: "top(deck, 1)", to: row}'


@pytest.mark.parametrize(
    ("setup", "steps", "known"),
    [
        (WRONG, f"{ASK}, {DRAW}", True),
        ("{move: discard, to: deck}, {shuffle: deck}", f"{ASK}, {DRAW}", False),
        (f"{WRONG}, {{shuffle: deck}}", f"{ASK}, {DRAW}", False),
        (f"{WRONG}, {{run: mix}}", f"{ASK}, {DRAW}", False),
    ],
)
def test_what_is_told_is_so(
    game_of: Callable[[str], Spec],
    tmp_path: Path,
    setup: str,
    steps: str,
    known: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Where the checker warns, players know every card in the deck; where it does not, they know none."""
    text = GAME.replace("SETUP", setup).replace("STEPS", steps)
    game = Game(game_of(text).program())
    seen = [game.observation(player).zones[0] for player in range(2)]
    assert all((Unknown not in each) is known and (set(each) == {Unknown}) is not known for each in seen)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert [d.code for d in check(tmp_path / "game.yaml").diagnostics if d.code == "GS408"] == [
        "GS408"
    ] * known


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (f"{WRONG}, {ASK}", 1),
        (f"{{if: empty(deck), then: [{WRONG}]}}, {ASK}", 1),
        (f"{WRONG}, {ASK}, {{run: mix}}", 0),  # the next step shuffles the pile
        (f"{{if: empty(deck), then: [{{run: mix}}]}}, {WRONG}, {ASK}", 0),  # the next turn shuffles it
        (f"{WRONG}, {{offer: [pass, stir]}}", 0),  # an action shuffles it
        ("{shuffle: discard}, {offer: [pass]}, {move: discard, to: deck}", 0),  # a decision lies between
        (f'{{shuffle: discard}}, {{move: "top(discard, 3)", to: deck}}, {ASK}', 0),  # not all cards are moved
        (f"{{shuffle: row}}, {{move: discard, to: deck}}, {ASK}", 0),  # another zone is shuffled
        (f"{{shuffle: discard}}, {{move: discard, to: row}}, {ASK}", 0),  # the cards move onto an open zone
        (f"{{shuffle: deck}}, {{move: deck, to: discard}}, {ASK}", 0),  # the cards come from the hidden zone
    ],
)  # fmt: skip
def test_when_it_is_told(tmp_path: Path, steps: str, told: int) -> None:
    """GS408 requires that the move directly follows the shuffle, and that no later step shuffles the pile."""
    text = GAME.replace("SETUP", "{move: discard, to: row}").replace("STEPS", steps)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    diagnostics = check(tmp_path / "game.yaml").diagnostics
    assert not [d for d in diagnostics if d.severity == "error"], diagnostics
    assert sum(d.code == "GS408" for d in diagnostics) == told

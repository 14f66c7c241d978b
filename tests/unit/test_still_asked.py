"""Tests from whom a decision of all players at once still awaits an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gamespec
from interpreter import Game
from interpreter.inspection import still_asked

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
language: 1
game: g
title: T
players: 3
actions: {yes: {do: []}, no: {do: []}}
phases: {play: {do: [{offer: [yes, no], by: PLAYERS}, {offer: [yes, no], by: "seat(2)"}]}}
limit: {decisions: 9, then: draw}
"""


def test_all_who_have_not_answered(tmp_path: Path) -> None:
    """Three players answer at once: first all are awaited, then the other two, then the last one.

    Nobody is told so if only one is asked, or some are.
    """

    def awaited(players: str) -> list[tuple[int, ...]]:
        (tmp_path / "game.yaml").write_text(GAME.replace("PLAYERS", players))
        game = Game(gamespec.load(str(tmp_path)).compiled().program, 1)
        found = []
        while not game.over:
            found.append(still_asked(game))
            game.apply(game.options[0])
        return found

    assert awaited("players") == [(0, 1, 2), (1, 2), (2,), ()]
    assert awaited('"filter(p in players: p != seat(1))"') == [(), (), ()]

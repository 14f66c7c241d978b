"""Tests for actions that people are asked to confirm, by `confirm` in `view.actions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gamespec
from gamespec.loader import check
from gamespec.program.written import program_hash
from interpreter import Game
from interpreter.scene.asked import asked_of
from interpreter.serve.sent import as_json
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
language: 1
game: g
title: T
players: 2
actions:
  resign: {do: [{stop: phase}]}
  go_on: {do: []}
phases: {play: {turns: clockwise, do: [{offer: [resign, go_on]}]}}
limit: {decisions: 9, then: draw}
"""
FINAL = "view: {actions: {resign: {confirm: true}}}\n"


def confirmed(path: Path) -> list[str]:
    """Return the labels of the options that people are asked to confirm, as a page is told."""
    compiled = gamespec.load(str(path)).compiled()
    game = Game(compiled.program, 3)
    asked, decision = asked_of(Words(compiled, "en"), game), game.decision
    assert asked is not None
    assert decision is not None
    sent = as_json(asked, decision)["choices"]
    assert len(sent) == 2
    return [each["label"] for each in sent if each.get("confirm")]


def test_what_is_to_be_confirmed(tmp_path: Path) -> None:
    """Options of the actions that the view names are to be confirmed. This leaves the program as it is."""
    (tmp_path / "game.yaml").write_text(GAME)
    assert confirmed(tmp_path) == []
    before = program_hash(gamespec.load(str(tmp_path)).compiled().program)
    (tmp_path / "game.yaml").write_text(GAME + FINAL)
    assert confirmed(tmp_path) == ["resign"]
    assert program_hash(gamespec.load(str(tmp_path)).compiled().program) == before


def test_the_view_names_an_action(tmp_path: Path) -> None:
    """A view that names no action is reported where it does so, with the action that it may mean."""
    (tmp_path / "game.yaml").write_text(GAME + FINAL.replace("resign", "resing"))
    (wrong,) = check(str(tmp_path)).diagnostics
    assert (wrong.code, wrong.span.text, wrong.message) == ("GS201", "resing", "there is no action `resing`")

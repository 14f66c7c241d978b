"""Tests for what the metadata of a table says about components."""

from __future__ import annotations

from pathlib import Path

import gamespec
from interpreter.simulate.about import about_table

STALL = """
language: 1
game: stall
title: Stall
players: 2
enums: {ware: [tea, lamp]}
components:
  card:
    attributes: {ware: ware, value: 1..2}
    all: {ware: ware, value: 1..2}
    copies: 2
    label: "{ware} {value}"
    name: {en: {one: a card, other: cards}}
    start: deck
  stone:
    attributes: {weight: 1..2}
    all: {weight: 1..2}
    label: a stone
    start: bag
zones:
  deck: {of: card}
  bag: {of: stone}
actions: {wait: {do: []}}
phases: {main: {turns: clockwise, do: [{offer: [wait]}]}}
limit: {decisions: 4, then: draw}
"""


def test_components_have_labels_and_plurals(tmp_path: Path) -> None:
    """Faces have the labels of the game, unless several share one, and kinds have its plurals."""
    path = tmp_path / "stall.yaml"
    path.write_text(STALL, encoding="utf-8")
    told = about_table(gamespec.load(str(path)).compiled(), {}, [])
    assert told["labels"] == {
        **{f"{ware}_{value}": f"{ware} {value}" for ware in ("tea", "lamp") for value in (1, 2)},
        **{name: name for name, kind in told["faces"].items() if kind == "stone"},
    }
    assert told["kinds"] == {"card": "cards"}

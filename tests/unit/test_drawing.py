"""Tests for the step `draw`, whose diagram stands for one assignment or move per character."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import load
from gamespec.program.tables import Head
from interpreter import Game
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from pathlib import Path

MEN = """\
language: 1
game: sample
title: Sample
players: 2
enums: {sort: [king, rook, pawn]}
components:
  man:
    attributes: {side: player, sort: sort}
    rows:
      - {id: king, side: p1, sort: king}
      - {id: rook, side: p1, sort: rook, copies: 2}
      - {id: pawn, side: p1, sort: pawn, copies: 3}
      - {id: black_king, side: p2, sort: king}
      - {id: black_rook, side: p2, sort: rook}
    start: box
spaces:
  board: {grid: [4, 3], row_1: bottom}
  isle: {hexagon: 2}
  hole: {grid: [3, 2], without: [b1]}
  lane: {track: 4}
zones:
  box: {of: man}
  square: {of: man, per: board}
variables:
  mark: {per: isle, type: player?}
  deep: {per: hole, type: 0..9}
  step: {per: lane, type: bool}
setup:
"""
REST = """
phases:
  play:
    turns: clockwise
    do: [{choose: {c: {from: "filter(c in board: empty(square[c]))"}}}]
limit: {decisions: 4, then: draw}
"""

PAIRS = [
    (
        """
  - draw: square
    rows: |
      r . . k
      P P . .

      R . K R
    with: {R: rook, r: black_rook, K: king, k: black_king, P: "filter(m in man: m.sort == pawn)"}
""",
        """
  - {move: black_rook, to: "square[a3]"}
  - {move: black_king, to: "square[d3]"}
  - {move: "pawn#1", to: "square[a2]"}
  - {move: "pawn#2", to: "square[b2]"}
  - {move: "rook#1", to: "square[a1]"}
  - {move: king, to: "square[c1]"}
  - {move: "rook#2", to: "square[d1]"}
""",
    ),
    (
        """
  - draw: square
    rows: |
      ..PP
      ....
      P...
    with: {P: "filter(m in box: m.sort == pawn)"}
""",
        """
  - {move: "pawn#1", to: "square[c3]"}
  - {move: "pawn#2", to: "square[d3]"}
  - {move: "pawn#3", to: "square[a1]"}
""",
    ),
    (
        """
  - draw: mark
    rows: |
      # X O
       . X .
        O O
    with: {X: seat(1), O: seat(2)}
""",
        """
  - set: {"mark[b1]": seat(1), "mark[c1]": seat(2), "mark[b2]": seat(1)}
  - set: {"mark[a3]": seat(2), "mark[b3]": seat(2)}
""",
    ),
    (
        """
  - draw: deep
    rows: |
      1 # 2
      3 . 1
    with: {1: 1, 2: 2, 3: "4 - 1"}
  - draw: step
    rows: . x x .
    with: {x: true}
""",
        """
  - set: {"deep[a1]": 1, "deep[c1]": 2, "deep[a2]": 3, "deep[c2]": 1}
  - set: {"step[cell(lane, 2)]": true, "step[cell(lane, 3)]": true}
""",
    ),
    (
        """
  - for: {p: players}
    do:
      - draw: mark
        rows: |
          ## X .
            X . .
             . .
        with: {X: p}
""",
        """
  - set: {"mark[b1]": seat(2), "mark[a2]": seat(2)}
""",
    ),
]


def position(folder: Path, setup: str) -> list[int]:
    """Return the position after a set-up, without the program counter and local variables."""
    path = folder / "game.yaml"
    path.write_text(MEN + setup.strip("\n") + REST, encoding="utf-8")
    program = load(path).compiled().program
    return Game(program).position[Head.PC + 1 : program.layout.frames]


@pytest.mark.parametrize(("drawn", "written"), PAIRS)
def test_a_diagram_is_the_steps_it_stands_for(drawn: str, written: str, tmp_path: Path) -> None:
    """A diagram leads to the same position as the steps that it stands for."""
    assert position(tmp_path, drawn) == position(tmp_path, written)


SCENARIOS = """\
language: 1
scenarios:
  - id: drawn
    title: A position is set as a diagram
    heading: Diagrams
    given:
      - draw: square
        rows: |
          . . k .
          . K . .
          R . . {last}
        with: &men {{K: king, k: black_king, R: rook}}
      - draw: square
        rows: |
          . . . .
          . . . k
          . . . .
        with: *men
    then:
      - king in square[b2] and black_king in square[d2] and rook in square[a1]
      - size(square) == 3
"""


def test_scenarios_draw_as_games_do(tmp_path: Path) -> None:
    """In a scenario, a second diagram may reuse the legend of the first and draw a component elsewhere."""
    (tmp_path / "game.yaml").write_text(MEN.replace("setup:\n", "") + REST, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    file = tmp_path / "scenarios" / "drawn.yaml"
    file.write_text(SCENARIOS.format(last="."), encoding="utf-8")
    spec = load(tmp_path / "game.yaml")
    scenarios, found = load_scenarios(spec)
    assert not found
    assert [run_scenario(spec, s).passed for s in scenarios] == [True]


def test_a_mistake_is_told_at_its_character(tmp_path: Path) -> None:
    """A character that is missing from the legend is reported where it stands in the diagram."""
    (tmp_path / "game.yaml").write_text(MEN.replace("setup:\n", "") + REST, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    file = tmp_path / "scenarios" / "drawn.yaml"
    file.write_text(SCENARIOS.format(last="Q"), encoding="utf-8")
    spec = load(tmp_path / "game.yaml")
    scenarios, _ = load_scenarios(spec)
    (result,) = [run_scenario(spec, s) for s in scenarios]
    assert not result.passed
    (mistake,) = result.diagnostics
    assert (mistake.code, mistake.span.text) == ("GS201", "Q")
    assert mistake.span.start == file.read_text(encoding="utf-8").index("Q")

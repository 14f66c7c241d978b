"""Tests that `bench/soak.py` finds what it looks for."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from agreement import Differs

from gamespec import load
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds

SCRIPT = Path(__file__).parents[2] / "bench" / "soak.py"

COUNTING = """language: 1
game: counting
title: Counting
players: 1..2
variables: {n: {type: 0..5}}
invariants:
  small: {is: n < 4, says: n is small}
phases:
  play:
    turns: clockwise
    until: n > 4
    do: [{offer: [add]}]
actions:
  add: {do: [{set: {n: n + 1}}]}
limit: {decisions: 9, then: draw}
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """Return the script as a module."""
    spec = spec_from_file_location("soak", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["soak"] = module
    spec.loader.exec_module(module)
    return module


def test_a_sound_game_has_its_share_of_decisions(script: ModuleType) -> None:
    """A game plays as many decisions as its share, and at most one game more of each case."""
    done = script.run(script.Task("kuhn-poker", 0, 300, 1, 10))
    assert done.findings == {}
    assert 300 <= done.decisions <= 300 + 3 * done.cases  # a game has at most three
    assert done.compared >= done.games // 10
    assert script.run(script.Task("kuhn-poker", 0, 300, 1, 10)).games == done.games


def test_a_broken_invariant_is_found(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An invariant that does not hold is one finding, and its command plays the game again."""
    file = tmp_path / "game.yaml"
    file.write_text(COUNTING, encoding="utf-8")
    done = script.run(script.Task(str(file), 0, 40, 1, 1))
    (found,) = done.findings.values()
    assert done.faults == {"GS517": done.games}
    assert done.compared == done.games
    _, _, again = found.partition("again: python ")
    monkeypatch.setattr(sys, "argv", again.split())
    assert script.main() == 1
    assert capsys.readouterr().out.count(": 3 decisions, ") == 2  # the fourth answer makes `n` 4


def test_a_disagreement_is_noticed(script: ModuleType) -> None:
    """A playout that differs from that of the definitional engine in the number of decisions is noticed."""
    engine = DefinitionalEngine(load("kuhn-poker").program())
    (playout,) = engine.batch([Seeds(1, 2)])
    script.compare(engine, playout)
    with pytest.raises(Differs):
        script.compare(engine, replace(playout, decisions=playout.decisions + 1))

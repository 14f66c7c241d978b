"""Tests that programs and their machines are freed when nobody uses them any more."""
# ruff: noqa: SLF001 - the programs that are kept are private

from __future__ import annotations

import gc
import weakref

import pytest

from gamespec.loader import load
from gamespec.spec import MOST_PROGRAMS
from interpreter import Game


@pytest.mark.long("processes")
def test_a_program_goes_with_its_machine() -> None:
    """A program without references is freed together with its machine, even after games were played."""
    spec = load("tic-tac-toe")
    spec._programs.clear()
    program = spec.program(options={"columns": 4})
    game = Game(program, seed=1)
    assert Game(program, seed=2).machine is game.machine
    gone = weakref.ref(program), weakref.ref(game.machine)
    spec._programs.clear()
    del program, game
    gc.collect()
    assert [each() for each in gone] == [None, None]


def test_a_game_keeps_the_programs_asked_for_last() -> None:
    """A specification keeps only the programs that were requested last.

    Two options with six values each make 36 programs.
    """
    spec = load("tic-tac-toe")
    games = [spec.compiled(options={"columns": a, "rows": b}) for a in range(3, 9) for b in range(3, 9)]
    assert len(spec._programs) == MOST_PROGRAMS
    assert list(spec._programs.values()) == games[-MOST_PROGRAMS:]
    assert spec.program(options={"columns": 8, "rows": 8}) is games[-1].program


def test_a_game_is_shown_in_a_line() -> None:
    """The `repr` of a specification names the game and does not contain its description."""
    spec = load("trapper")
    assert repr(spec) == f"<Spec trapper, {spec.hash[:12]}>"

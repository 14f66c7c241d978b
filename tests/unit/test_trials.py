"""Tests for trials, which run the steps of an action with `keeps` on a copy before it is offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import fault_of

import gamespec
from gamespec.program import instructions as g
from interpreter import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec import Program, Spec

    Maker = Callable[[str], Spec]

NAMES = gamespec.games()
LEAVES = (g.StopTurn, g.CheckEnd, g.Finish, g.Decide, g.RunAnswer, g.NextTurn, g.StartPhase)
WAITS = (g.Throw, g.ShuffleZone)


def reached(program: Program, routine: g.Routine) -> Iterator[g.Instruction]:
    """Yield the instructions that can run between the entry and the exit of a routine."""
    left, seen = [(routine.entry.at, routine)], set()
    while left:
        at, inside = left.pop()
        if at == inside.exit.at or at in seen:
            continue
        seen.add(at)
        instruction = program.code[at]
        yield instruction
        assert not isinstance(instruction, g.Return), "a routine has one exit"
        match instruction:
            case g.Jump(_, to):
                left.append((to.at, inside))
            case g.BranchUnless(_, _, to):
                left += [(to.at, inside), (at + 1, inside)]
            case g.LoopNext(_, _, _, leave):
                left += [(leave.at, inside), (at + 1, inside)]
            case g.Call(_, called):
                left += [(called.entry.at, called), (at + 1, inside)]
            case _:
                left.append((at + 1, inside))


@pytest.mark.parametrize("name", NAMES)
def test_a_trial_cannot_leave_its_action(name: str) -> None:
    """In shipped games, no trial reaches an instruction that ends a turn, phase or game, or uses chance."""
    program = gamespec.load(name).program()
    for spec in program.actions:
        if spec.keeps is not None:
            assert spec.routine is not None
            assert not [i for i in reached(program, spec.routine) if isinstance(i, (*LEAVES, *WAITS))]


TRIED = """
variables: {n: {type: 0..9}}
procedures:
  more: {with: {k: 1..9}, do: [{for: {i: 1..9}, do: [{if: i > k, then: [{stop: loop}]}, {set: {n: n + 1}}]}]}
actions:
  go:
    with: {k: {from: 1..6}}
    do: [{run: more, with: {k: k}}]
    keeps: n <= 4
phases:
  play: {turns: clockwise, do: [{offer: [go], otherwise: []}]}
  after: {do: [{set: {n: 9}}]}
limit: {decisions: 9, then: draw}
"""


def test_what_keeps_is_offered(game_of: Maker) -> None:
    """`keeps` is evaluated in the position right after the steps.

    From 0 a player may add 1 to 4; after 3 has been added, the next player may add only 1.
    """
    game = Game(game_of(TRIED).program())
    before = game.position[:]
    assert [option.values[0] for option in game.options] == [1, 2, 3, 4]
    assert game.position == before
    game.apply(game.options[2])
    assert [option.values[0] for option in game.options] == [1]


def test_a_fault_in_a_trial_is_a_fault_of_the_game(game_of: Maker) -> None:
    """A fault in a trial is a fault of the game and is reported at the place of the step.

    The sum 5 + 5 is not in `0..9`.
    """
    text = TRIED.replace("{n: {type: 0..9}}", "{n: {type: 0..9, start: 5}}").replace("n <= 4", "n <= 9")
    spec = game_of(text)
    with pytest.raises(Fault, match=r"10 is not in `0\.\.9`") as found:
        Game(spec.program())
    assert found.value.code == "GS505"
    assert fault_of(found.value, spec.compiled()).span.text == "n + 1"

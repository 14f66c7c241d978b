"""The results of the compiler's analyses agree with what the definitional engine does in play."""

from __future__ import annotations

import random

import pytest

import gamespec
from gamespec.program import Program
from gamespec.program import instructions as g
from interpreter import Game
from interpreter.compiled.analysis.cfg import ControlFlowGraph, Point
from interpreter.compiled.analysis.liveness import Liveness
from interpreter.compiled.analysis.write_sets import write_set
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.machines import Machines
from interpreter.play.options import Value

GAMES = (
    "carcassonne",
    "euchre",
    "goofspiel",
    "hearts",
    "ogallala",
    "othello",
    "pig",
    "rufus",
    "trapper",
    "trumpet",
    "tests/games/authored/chess.yaml",
    "tests/games/authored/backgammon/game.yaml",
    "tests/games/authored/roadstead/game.yaml",
)


class Watched(Machine):
    """A machine that checks its execution against the control-flow graph and the liveness of locals."""

    def __init__(self, program: Program) -> None:
        self.course = ControlFlowGraph(program)
        self.held = Liveness(self.course)
        self.places: set[Point] = set()
        self.seen = 0
        self.changed: dict[int, set[int]] = {}
        super().__init__(program)

    def _operation(self, at: int, i: g.Instruction) -> Operation:
        usual, course = super()._operation(at, i), self.course
        held = self.held.scalars | self.held.loops
        locals_ = range(self.program.layout.frames, self.program.layout.length)

        def operation(p: Position, context: Context) -> int:
            self.seen += 1
            here = {course.number[point] for point in self.places if point.at == at and not point.taken}
            assert here, f"nothing foresees {at}"
            may = {
                place
                for n in here
                for slot in self.held.live(n)
                if not isinstance(i, g.Decide) or slot not in held
                for place in _places(self.program, slot)
            }
            assert not [place for place in locals_ if p[place] and place not in may], f"{i} at {at}"
            following = usual(p, context)
            self.places = {course.points[n] for m in here for n in course.after[m]}
            self.places |= {
                course.points[n]
                for point in self.places
                if point.taken
                for n in course.after[course.number[point]]
            }
            return following

        return operation

    def trial(self, p: Position, site: int | None, action: int, values: tuple[Value, ...]) -> Position:
        """Return the position after an action's steps, and record which of its integers they changed."""
        before = self.places
        self.places = {Point(self.program.routines[number].entry) for number in self.course.tried}
        after = super().trial(p, site, action, values)
        self.places = before
        self.changed.setdefault(action, set()).update(k for k, value in enumerate(p) if after[k] != value)
        return after


def _places(program: Program, slot: int) -> range:
    found = program.slots[slot]
    return range(found.place, found.place + found.size)


class WatchedMachines(Machines):
    """A factory that makes `Watched` machines."""

    def made(self, program: Program) -> Machine:
        """Return a new `Watched` machine."""
        return Watched(program)


@pytest.mark.long("agreement")
@pytest.mark.parametrize("name", GAMES)
def test_what_runs_is_foreseen(name: str) -> None:
    """Execution follows the control-flow graph, dead locals are 0, and trials change only what is saved.

    Slots that are kept in WebAssembly locals are not live at any decision.
    """
    program, machines = gamespec.load(name).program(), WatchedMachines()
    machine = machines.of(program)
    assert isinstance(machine, Watched)
    for seed in range(2):
        luck = random.Random(seed)  # noqa: S311 - nothing secret
        machine.places = {Point(0)}
        with machines.running():
            game = Game(program, seed)
            for _ in range(40):
                if game.over:
                    break
                game.play(luck.choice(game.options))
    assert machine.seen > 20
    for action, places in machine.changed.items():
        kept = {place for begin, end in write_set(machine.course, action) for place in range(begin, end)}
        assert places <= kept

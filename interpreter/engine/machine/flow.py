"""Compiles the instructions for control flow: loops, calls, phases and turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import instructions as g
from gamespec.program.budget import BUDGET
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.expressions.evaluate import Number
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.engine.state.position import put_local
from interpreter.kernels.budget import begin, spend
from interpreter.play import faults
from interpreter.play.events import PhaseBegan, TurnBegan

if TYPE_CHECKING:
    from interpreter.engine.machine.machine import Machine

__all__ = [
    "branch_unless",
    "call",
    "clear",
    "heavier",
    "hold",
    "leave_phase",
    "leave_routine",
    "loop_next",
    "loop_start",
    "next_turn",
    "restore",
    "start_phase",
    "stop_turn",
    "store",
]

_NONE = NONE
_ME, _TURN, _PHASE, _DECISIONS = Head.ME, Head.TURN, Head.PHASE, Head.DECISIONS


def loop_start(machine: Machine, at: int, i: g.LoopStart) -> Operation:
    over, block, after = machine.evaluator.listing(i.over), machine.program.slots[i.block].place, at + 1

    def operation(p: Position, _: Context) -> int:
        members = over(p)
        p[block], p[block + 1] = 0, len(members)
        p[block + 2 : block + 2 + len(members)] = members
        return after

    return operation


def call(machine: Machine, at: int, i: g.Call) -> Operation:
    routine, slots, after = machine.program.routines[i.routine], machine.program.slots, at + 1
    assert routine.back is not None  # noqa: S101 - only routines with a way back are called
    back, entry = slots[routine.back].place, routine.entry
    given = zip(routine.parameters, i.args, strict=True)
    parts = tuple((slots[slot].place, machine.evaluator.value(arg)) for slot, arg in given)
    as_ = machine.evaluator.number(i.as_) if i.as_ is not None else None

    def operation(p: Position, _: Context) -> int:
        values = [(place, value(p)) for place, value in parts]
        if as_ is not None:
            p[_ME] = as_(p)
        for place, value in values:
            put_local(p, place, value)
        p[back] = after
        return entry

    return operation


def leave_routine(machine: Machine, number: int) -> Operation:
    routine = machine.program.routines[number]
    assert routine.back is not None  # noqa: S101 - only routines with a way back return
    back = machine.program.slots[routine.back].place
    start, end, zeros = routine.base, routine.base + routine.size, [0] * routine.size

    def operation(p: Position, _: Context) -> int:
        following = p[back]
        p[start:end] = zeros
        return following

    return operation


def clear(machine: Machine, at: int, number: int, offset: int) -> Operation:
    routine = machine.program.routines[number]
    start, end, after = routine.base + offset, routine.base + routine.size, at + 1
    zeros = [0] * (end - start)

    def operation(p: Position, _: Context) -> int:
        p[start:end] = zeros
        return after

    return operation


def start_phase(machine: Machine, at: int, i: g.StartPhase) -> Operation:
    phase, after, scratch = i.phase, at + 1, machine.evaluator.scratch

    def operation(p: Position, context: Context) -> int:
        begin(scratch, faults.IDLE_PHASES, i.at)
        p[_PHASE], p[_TURN], p[_ME] = phase, _NONE, _NONE
        if context.events is not None:
            context.events.append(PhaseBegan(phase))
        return after

    return operation


def next_turn(machine: Machine, at: int, i: g.NextTurn) -> Operation:
    players, after, leave = machine.program.players, at + 1, i.leave
    candidate = machine.program.slots[i.candidate].place
    who = machine.evaluator.number(i.who) if i.who is not None else None
    place, scratch, step = (
        machine.evaluator.place(i.variable),
        machine.evaluator.scratch,
        1 if i.forward else -1,
    )

    def operation(p: Position, context: Context) -> int:
        begin(scratch, faults.IDLE_TURNS, i.at)
        player = p[candidate]
        for _ in range(players):
            scratch[place] = player
            if who is None or who(p):
                break
            player = (player + step) % players
        else:
            return leave
        p[candidate] = 0
        p[_TURN] = p[_ME] = player
        if context.events is not None:
            context.events.append(TurnBegan(player))
        return after

    return operation


def stop_turn(machine: Machine, *, whole_phase: bool) -> Operation:
    phases, frames = machine.program.phases, machine.program.layout.frames

    def operation(p: Position, _: Context) -> int:
        play = phases[p[_PHASE]]
        p[_ME] = p[_TURN]
        p[frames:] = [0] * (len(p) - frames)
        return play.leave if whole_phase else play.turn_end

    return operation


def leave_phase(machine: Machine, number: int) -> Operation:
    leave, frames = machine.program.phases[number].leave, machine.program.layout.frames

    def operation(p: Position, _: Context) -> int:
        p[_ME] = p[_TURN]
        p[frames:] = [0] * (len(p) - frames)
        return leave

    return operation


def branch_unless(condition: Number, after: int, to: int) -> Operation:
    return lambda p, _: after if condition(p) else to


def store(at: int, value: Number, after: int) -> Operation:
    def operation(p: Position, _: Context) -> int:
        p[at] = +value(p)
        return after

    return operation


def restore(at: int, after: int) -> Operation:
    def operation(p: Position, _: Context) -> int:
        p[_ME] = p[at]
        p[at] = 0
        return after

    return operation


def hold(machine: Machine, at: int, i: g.Hold) -> Operation:
    condition, after = machine.evaluator.number(i.condition), at + 1
    limit = machine.program.limit.decisions if i.last else 0
    said, numbers = faults.broken(i)

    def operation(p: Position, _: Context) -> int:
        if p[_DECISIONS] >= limit and not condition(p):
            raise said.at(i.at, **numbers)
        return after

    return operation


def loop_next(machine: Machine, at: int, i: g.LoopNext) -> Operation:
    slots, after, leave = machine.program.slots, at + 1, i.leave
    block, item = slots[i.block].place, slots[i.item].place

    def operation(p: Position, _: Context) -> int:
        cursor = p[block]
        if cursor >= p[block + 1]:
            return leave
        p[item] = p[block + 2 + cursor]
        p[block] = cursor + 1
        return after

    return operation


def heavier(operation: Operation, at: int, instruction: g.Instruction, scratch: list[int]) -> Operation:
    """Return an operation that also charges the instruction's cost beyond the usual one unit of work.

    An instruction without a cost belongs to a check. It has a budget of its own, and trials pass over it.
    """
    more, place, after = instruction.cost - 1, instruction.at, at + 1
    if not more:
        return operation
    if not instruction.cost:

        def apart(p: Position, context: Context) -> int:
            left = scratch[0]
            if not context.trial:
                scratch[0] = BUDGET
                operation(p, context)
            scratch[0] = left + 1
            return after

        return apart

    def heavy(p: Position, context: Context) -> int:
        spend(scratch, more, place)
        return operation(p, context)

    return heavy

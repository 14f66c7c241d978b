"""Compiles the instructions that change histories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import instructions as g
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.play import faults
from interpreter.play.events import Remembered

if TYPE_CHECKING:
    from interpreter.engine.machine.machine import Machine

__all__ = ["forget", "remember"]


def remember(machine: Machine, at: int, i: g.Remember) -> Operation:
    history, after = machine.program.histories[i.history], at + 1
    situations = machine.evaluator.situations(i.history)
    place, most, number, where = history.place, history.length, i.history, i.at

    def operation(p: Position, context: Context) -> int:
        if p[place] >= most:
            raise faults.FULL_HISTORY.at(where, history=number, most=most)
        situations.insert(p)
        if context.events is not None:
            context.events.append(Remembered(number, p[place]))
        return after

    return operation


def forget(machine: Machine, at: int, i: g.Forget) -> Operation:
    history, number, after = machine.program.histories[i.history], i.history, at + 1
    place, width = history.place, history.words

    def operation(p: Position, context: Context) -> int:
        held = p[place]
        if held:
            p[place : place + 1 + held * width] = [0] * (1 + held * width)
            if context.events is not None:
                context.events.append(Remembered(number, 0))
        return after

    return operation

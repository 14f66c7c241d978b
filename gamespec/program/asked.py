"""Determines which actions a program tests for availability in order to decide on another action.

`Can` and `InARow` evaluate the `when`, the values and the `keeps` of actions. If an action is tried, because
it has a `keeps` or because several actions in a row are wanted, its steps count as well. The relation is
acyclic, because the checker lets no action depend on itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from gamespec.program import expressions as x
from gamespec.program.instructions import Call
from gamespec.program.program import Program, Routine

__all__ = ["MOST_ASKED", "asks", "deepest"]

MOST_ASKED = 3
"""Maximum depth to which actions may test one another."""


def asks(part: object, applied: set[int]) -> Iterator[x.Can | x.InARow]:
    """Yield the questions in a part of a program, and in the functions that it applies.

    Functions whose number is in `applied` are skipped; the others are added to it.
    """
    if isinstance(part, tuple):
        for each in part:
            yield from asks(each, applied)
    elif isinstance(part, x.Function):
        if part.number not in applied:
            applied.add(part.number)
            yield from asks(part.body, applied)
    elif is_dataclass(part) and not isinstance(part, type):
        if isinstance(part, x.Can | x.InARow):
            yield part
        for field in fields(part):
            yield from asks(getattr(part, field.name), applied)


def deepest(program: Program) -> int | None:
    """Return the greatest depth to which actions test one another, or `None` if an action tests itself."""
    every = (program.code, program.functions, program.end, program.score, program.ranking, program.actions)
    rows = {n for node in asks(every, set()) if isinstance(node, x.InARow) for n in node.actions}
    led = {number: _asked_by(program, number, number in rows) for number in range(len(program.actions))}
    depths: dict[int, int] = {}

    def depth(number: int, way: tuple[int, ...]) -> int | None:
        if number in way:
            return None
        if number not in depths:
            inner = [depth(other, (*way, number)) for other in led[number]]
            if None in inner:
                return None
            depths[number] = 1 + max((n for n in inner if n is not None), default=0)
        return depths[number]

    found = [depth(n, ()) for node in asks(every, set()) for n in node.actions]
    return None if None in found else max((n for n in found if n is not None), default=0)


def _asked_by(program: Program, number: int, in_rows: bool) -> set[int]:  # noqa: FBT001 - says whether
    """Return the numbers of the actions that are tested to decide whether action `number` is available."""
    action = program.actions[number]
    parts: list[object] = [action.when, action.picks, action.keeps]
    if action.routine is not None and (in_rows or action.keeps is not None):
        parts += [program.code[r.entry : r.exit] for r in _run_by(program, action.routine)]
    return {other for node in asks(tuple(parts), set()) for other in node.actions}


def _run_by(program: Program, routine: int) -> Iterable[Routine]:
    """Return a routine and every routine that it runs, except those that players choose."""
    found = [routine]
    for number in found:
        made = program.routines[number]
        for instruction in program.code[made.entry : made.exit]:
            if isinstance(instruction, Call) and instruction.routine not in found:
                found.append(instruction.routine)
    return [program.routines[number] for number in found]

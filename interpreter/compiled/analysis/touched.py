"""Write sets: what the steps of an action may change in a position, from their start to their end.

A tried action runs on the position itself, which is restored afterwards; so only what may have changed has to
be saved. Each reachable instruction states what it writes: a member of a store means any member of it, a move
means anything about components. Whatever is not known to be a store, a history or a local counts as part of
the components.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from gamespec.program import Program
from gamespec.program import instructions as g
from gamespec.program.tables import Head
from interpreter.compiled.analysis.course import Course

__all__ = ["Ranges", "frames", "touched"]

Ranges = tuple[tuple[int, int], ...]
"""Stretches of a position: where each begins and ends; they ascend and don't meet."""

HEAD = Head.SEED_HIGH + 1
"""Number of integers before everything else."""

NEAR = 8
"""Greatest gap between ranges that are merged: it is as fast, and shorter code."""


def frames(program: Program) -> Ranges:
    """Whose turn it is, and all locals."""
    return _joined([(0, HEAD), (program.layout.frames, program.layout.length)])


def touched(course: Course, action: int, but: Collection[int] = ()) -> Ranges:
    """What the steps of an action may change, its values included, but for what they put into some stores."""
    program = course.program
    number = course.routine_tried(action)
    frame = program.routines[number]
    found: set[tuple[int, int]] = {(0, HEAD), (frame.base, frame.base + frame.size)}
    for n in course.within(number):
        i = program.code[course.points[n].at]
        if not isinstance(i, g.Put) or i.target.store not in but:
            found.update(_written(program, i))
        routine = course.routine_of(course.points[n])
        if routine is not None:
            frame = program.routines[routine]
            found.add((frame.base, frame.base + frame.size))
    return _joined(found)


def _written(program: Program, i: g.Instruction) -> Iterator[tuple[int, int]]:
    """What an instruction may write beside the head and locals of the routine in which it stands."""
    match i:
        case g.Put(target=target):
            yield _store(program, target.store)
        case g.Renew(store=store):
            yield _store(program, store)
        case g.TransferTo(source=source):
            yield _store(program, source.store)
        case g.Remember(history=history) | g.Forget(history=history):
            place = program.histories[history].place
            yield place, place + program.histories[history].size
        case g.Call(routine=routine):
            frame = program.routines[routine]
            yield frame.base, frame.base + frame.size
        case (
            g.PutLocal() | g.Jump() | g.BranchUnless() | g.LoopStart() | g.LoopNext() | g.LoopReset()
            | g.Return() | g.Clear() | g.Save() | g.SetMe() | g.Restore()
        ):  # fmt: skip
            pass
        case _:
            yield from _rest(program)


def _store(program: Program, number: int) -> tuple[int, int]:
    store = program.stores[number]
    return store.place, store.place + len(store.start)


def _rest(program: Program) -> Iterator[tuple[int, int]]:
    """All that is no store, history or local."""
    taken = [_store(program, n) for n in range(len(program.stores))]
    taken += [(history.place, history.place + history.size) for history in program.histories]
    at = 0
    for begin, end in sorted(taken):
        if at < begin:
            yield at, begin
        at = max(at, end)
    if at < program.layout.frames:
        yield at, program.layout.frames


def _joined(stretches: Iterable[tuple[int, int]]) -> Ranges:
    found: list[tuple[int, int]] = []
    for begin, end in sorted(stretches):
        if begin == end:
            continue
        if found and begin <= found[-1][1] + NEAR:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, end))
    return tuple(found)

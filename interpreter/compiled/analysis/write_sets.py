"""Write sets: the parts of a position that the steps of an action may change.

A tried action runs on the position itself, which is restored afterwards. Therefore only the parts that may
have changed need to be saved. Each reachable instruction determines what it may write. A write to one member
of a store counts as a write to all members of that store, and a move counts as a write to everything that
describes components. Every integer of a position that belongs to no store, history or local counts as part of
that description.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from gamespec.program import Program
from gamespec.program import instructions as g
from gamespec.program.tables import Head
from interpreter.compiled.analysis.cfg import ControlFlowGraph

__all__ = ["Ranges", "frames", "write_set"]

Ranges = tuple[tuple[int, int], ...]
"""Half-open ranges of indices into a position, in ascending order and with gaps between them."""

HEAD = Head.SEED_HIGH + 1
"""Number of integers at the beginning of a position, before all its other parts."""

NEAR = 8
"""Greatest gap, in integers, between two ranges that are merged.

Copying the gap as well takes no longer, and the code is shorter.
"""


def frames(program: Program) -> Ranges:
    """Return the ranges that hold the head of a position and the frames of all routines."""
    return _joined([(0, HEAD), (program.layout.frames, program.layout.length)])


def write_set(course: ControlFlowGraph, action: int, but: Collection[int] = ()) -> Ranges:
    """Return the ranges that may change when an action is given its values and its steps run.

    `Put` instructions that write to one of the stores in `but` are not taken into account.
    """
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
    """Yield the ranges that an instruction may write, except the head and the frame of its own routine."""
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
    """Yield the ranges of a position that belong to no store, history or local."""
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

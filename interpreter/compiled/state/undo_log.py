"""The undo log of a trial, from which the members of some stores are restored one by one.

Restoring a whole store copies all its members and all rows of its index twice, even if the steps have changed
only a few members. An instruction that runs at most once in a trial (none of its successors leads back to it)
assigns one member, so it can log which member this is, and the old value. Undoing the log in reverse order
restores the store and its index, even if a member was assigned twice.

A store is logged if only such instructions change it, and if there are few of them compared with what would
be copied. `notes` returns these instructions for a routine of a control-flow graph, in an order in which they
can run. If an instruction does not run on every path, its log entry is first given the index 0, at which the
position has no store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamespec.program import instructions as g
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.cfg import ControlFlowGraph, Point
from interpreter.compiled.state.indexes import Indexes
from interpreter.compiled.wasm.memory import WORD
from interpreter.compiled.wasm.wat import Body, Wat, load, store

__all__ = ["SIZE", "Note", "logged", "notes", "read"]

SIZE = 2 * WORD
"""Size of a log entry in bytes. An entry holds an index in the position and the old value there."""

AS_MANY = 8
"""How many integers can be copied in the time that it takes to log one member.

Copying includes saving an integer before the trial and restoring it afterwards. Logging a member includes
restoring it.
"""


@dataclass(frozen=True, slots=True)
class Note:
    """An instruction that logs its change: its point, its store, and whether it runs on every path."""

    point: int
    store: int
    certain: bool


def logged(at: Wat, number: int, place: Wat, value: Wat) -> Body:
    """Return instructions that write an index in the position, and the old value there, to a log entry.

    The log begins at the address `at`, and `number` is the number of the entry.
    """
    return [store(at, place, SIZE * number), store(at, value, SIZE * number + WORD)]


def read(at: Wat, number: int) -> tuple[Wat, Wat]:
    """Return trees for the index and the old value in entry `number` of the log at the address `at`."""
    return load(at, SIZE * number), load(at, SIZE * number + WORD)


def notes(course: ControlFlowGraph, routine: int, indexes: Indexes) -> tuple[Note, ...]:
    """Return the instructions of a routine that log their changes, in an order in which they can run."""
    program, after = course.program, course.within(routine)
    first = course.number[Point(program.routines[routine].entry)]
    puts, others = dict[int, dict[int, int]](), set[int]()
    for n in after:
        match program.code[course.points[n].at]:
            case g.Put(target=target):
                behind = _reached(after, after[n])
                puts.setdefault(target.store, {})[n] = len(behind)
                if n in behind:
                    others.add(target.store)
            case g.Renew(store=number):
                others.add(number)
            case g.TransferTo(source=source):
                others.add(source.store)
            case _:
                pass
    found: list[tuple[int, Note]] = []
    for number, points in puts.items():
        index = indexes.of.get(number)
        size = len(program.stores[number].start) + (0 if index is None else index.size // WORD)
        if number not in others and AS_MANY * len(points) < size:
            found += [(-many, Note(n, number, _certain(after, first, n))) for n, many in points.items()]
    return tuple(
        note for _, note in sorted(found, key=lambda one: one[0])
    )  # instructions that run earlier lead to more others


def _reached(after: Mapping[int, Sequence[int]], begins: Sequence[int], but: int = -1) -> set[int]:
    """Return all points that can be reached from `begins`, inclusive, without passing through `but`."""
    stack, found = [n for n in begins if n != but], set[int]()
    while stack:
        n = stack.pop()
        if n not in found:
            found.add(n)
            stack += [m for m in after[n] if m != but]
    return found


def _certain(after: Mapping[int, Sequence[int]], first: int, without: int) -> bool:
    """Return whether every path from the point `first` to an end passes through the point `without`."""
    return all(after[n] for n in _reached(after, [first], without))

"""Which members of stores a trial puts back one by one, because its steps note what they change.

Whoever puts back a whole store copies all its members twice, and all rows of its index, however few of them
the steps have put. Where an instruction runs no more than once (nothing that comes after it leads back to
it), what it puts is one member, so it can note which one, and what lay there. Put back in the order in which
nothing comes before what led to it, the last first, a store is as it was, also if a member was put twice; its
index follows.

A store is noted if all that changes it in the steps are such instructions, and if they are few beside what
would be copied. `notes` takes a course and a routine, and gives these instructions in an order in which they
can run. One that does not run on every way to the end leaves a 0 for its place, at which no store lies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamespec.program import instructions as g
from interpreter.compiled.course import Course, Point
from interpreter.compiled.indexes import Indexes
from interpreter.compiled.memory import WORD
from interpreter.compiled.wat import Body, Wat, load, store

__all__ = ["SIZE", "Note", "noted", "notes", "read"]

SIZE = 2 * WORD
"""Bytes of a note: a place of the position, and what lay there."""

AS_MANY = 8
"""To note a member and put it back takes about as long as to copy so many integers there and back."""


@dataclass(frozen=True, slots=True)
class Note:
    """An instruction that notes what it changes: its point, its store, and whether it runs in any case."""

    point: int
    store: int
    certain: bool


def noted(at: Wat, number: int, place: Wat, value: Wat) -> Body:
    """Write down, as a note of those that lie at an address, a place and what lies there."""
    return [store(at, place, SIZE * number), store(at, value, SIZE * number + WORD)]


def read(at: Wat, number: int) -> tuple[Wat, Wat]:
    """The place that a note says, and what lay there."""
    return load(at, SIZE * number), load(at, SIZE * number + WORD)


def notes(course: Course, routine: int, indexes: Indexes) -> tuple[Note, ...]:
    """The instructions of a routine that note what they change, in an order in which they can run."""
    program, after = course.program, course.within(routine)
    first = course.number[Point(program.routines[routine].entry)]
    order, puts, others = _once(after), dict[int, list[int]](), set[int]()
    for n in after:
        match program.code[course.points[n].at]:
            case g.Put(target=target) if n in order:
                puts.setdefault(target.store, []).append(n)
            case g.Put(target=target):
                others.add(target.store)
            case g.Renew(store=number):
                others.add(number)
            case g.TransferTo(source=source):
                others.add(source.store)
            case _:
                pass
    found: list[Note] = []
    for number, points in puts.items():
        index = indexes.of.get(number)
        size = len(program.stores[number].start) + (0 if index is None else index.size // WORD)
        if number not in others and AS_MANY * len(points) < size:
            found += [Note(n, number, _certain(after, first, n)) for n in points]
    return tuple(sorted(found, key=lambda note: order[note.point]))


def _once(after: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """The points to which nothing that comes after them leads, numbered as they can follow one another."""
    before = dict.fromkeys(after, 0)
    for onward in after.values():
        for n in onward:
            before[n] += 1
    ready, order = [n for n, ways in before.items() if not ways], dict[int, int]()
    while ready:
        n = ready.pop()
        order[n] = len(order)
        for following in after[n]:
            before[following] -= 1
            if not before[following]:
                ready.append(following)
    return order


def _certain(after: Mapping[int, Sequence[int]], first: int, without: int) -> bool:
    """Whether every way from a point to an end leads through another one."""
    stack, seen = [first], {without}
    while stack:
        n = stack.pop()
        if n not in seen:
            seen.add(n)
            if not after[n]:
                return False
            stack += after[n]
    return True

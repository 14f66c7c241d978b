"""Counts how often games reach each point, under a key that is derived from the author's text."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from gamespec.compile import Compiled
from gamespec.compile.link.names import Names
from gamespec.program import Program
from gamespec.program.expressions import Const
from gamespec.program.instructions import BranchUnless
from gamespec.text.source import Span
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.observed import ObservedMachines

__all__ = ["Key", "Tally", "key_of"]

Key = tuple[object, ...]


def key_of(what: str, span: Span) -> Key:
    """Return the key of the point at a span; `what` is the sort of point."""
    return what, span.source.name, span.start, span.end


@dataclass(eq=False, slots=True)
class _Notes:
    """The contents of a tally, without the machines that fill it."""

    hits: Counter[Key] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)
    settled: set[Key] = field(default_factory=set)
    asked: set[Key] = field(default_factory=set)


class Tally:
    """The number of times that each key was reached, and some facts about the programs.

    `tables` contains the names of the tables that are read during play. `settled` contains the conditions
    that are constant in some program, and `asked` the conditions that are not constant in some program. These
    three sets are filled when machines are made.
    """

    def __init__(self) -> None:
        notes = self._notes = _Notes()
        self.hits, self.tables, self.settled, self.asked = (
            notes.hits,
            notes.tables,
            notes.settled,
            notes.asked,
        )
        self._machines: dict[Compiled, _Machines] = {}

    def watching(self, compiled: Compiled) -> AbstractContextManager[None]:
        """Record the games of this program that begin in this thread while the context is active."""
        if compiled not in self._machines:
            self._machines[compiled] = _Machines(_Watcher(self._notes, compiled.names))
        return self._machines[compiled].running()


class _Machines(ObservedMachines):
    """The machines for a program, and for steps that are added to it later."""

    observer: _Watcher

    def made(self, program: Program) -> Machine:
        """Return a new machine that is observed by the watcher."""
        self.observer.note_conditions(program)
        return super().made(program)


class _Watcher:
    """Forwards notifications to the notes of a tally.

    It holds no reference to a machine, so machines are freed together with the tally.
    """

    def __init__(self, notes: _Notes, names: Names) -> None:
        self.notes = notes
        self.names = names
        self._keys: dict[tuple[str, int], Key] = {}

    def note_conditions(self, program: Program) -> None:
        """Record the conditions of a program's steps, keeping constant conditions apart from the others."""
        for i in program.code:
            if isinstance(i, BranchUnless):
                constant = isinstance(i.condition, Const)
                (self.notes.settled if constant else self.notes.asked).add(self._key("holds", i.at))

    def came_to(self, at: int) -> None:
        """Record that the instruction at `at` runs."""
        self.notes.hits[self._key("step", at)] += 1

    def branched(self, at: int, *, held: bool) -> None:
        """Record whether the condition of a step held."""
        self.notes.hits[self._key("holds" if held else "fails", at)] += 1

    def took(self, action: int) -> None:
        """Record that an answer chose this action."""
        self.notes.hits["action", self.names.actions[action].key] += 1

    def ended(self, entry: int) -> None:
        """Record that the condition of this entry of `end` held."""
        self.notes.hits["end", self.names.end[entry]] += 1

    def follows(self, at: int) -> bool:
        """Return whether the expression at `at` reads a table, whose rows are to be recorded."""
        table = self.names.rows.get(at)
        if table is not None:
            self.notes.tables.add(table)
        return table is not None

    def read(self, at: int, row: int) -> None:
        """Record that a column of a table was read in row `row`."""
        self.notes.hits["row", self.names.rows[at], row] += 1

    def _key(self, what: str, at: int) -> Key:
        known = self._keys.get((what, at))
        if known is None:
            known = self._keys[what, at] = key_of(what, self.names.places[at])
        return known

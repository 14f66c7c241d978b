"""Counts how often games reach each point, under keys derived from the author's text."""

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
    """Return the key of a point of the sort `what` at a span."""
    return what, span.source.name, span.start, span.end


@dataclass(eq=False, slots=True)
class _Notes:
    """The content of a tally, without the machines that fill it."""

    hits: Counter[Key] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)
    settled: set[Key] = field(default_factory=set)
    asked: set[Key] = field(default_factory=set)


class Tally:
    """The number of times that each key was reached, and facts known as soon as a machine is made.

    `tables` are those read during play. `settled` are the conditions that are constant in some program, and
    `asked` the conditions that are not constant in some program.
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
        """Record, while this context is active, the games of this program that begin in this thread."""
        if compiled not in self._machines:
            self._machines[compiled] = _Machines(_Watcher(self._notes, compiled.names))
        return self._machines[compiled].running()


class _Machines(ObservedMachines):
    """Machines for a program, and for steps that join it."""

    observer: _Watcher

    def made(self, program: Program) -> Machine:
        """Return a new machine that is observed."""
        self.observer.note_conditions(program)
        return super().made(program)


class _Watcher:
    """Forwards observations to the notes. It holds no machine, so that machines die with the tally."""

    def __init__(self, notes: _Notes, names: Names) -> None:
        self.notes = notes
        self.names = names
        self._keys: dict[tuple[str, int], Key] = {}

    def note_conditions(self, program: Program) -> None:
        """Record the conditions of steps, constant ones separately."""
        for i in program.code:
            if isinstance(i, BranchUnless):
                constant = isinstance(i.condition, Const)
                (self.notes.settled if constant else self.notes.asked).add(self._key("holds", i.at))

    def came_to(self, at: int) -> None:
        """Record that an instruction runs."""
        self.notes.hits[self._key("step", at)] += 1

    def branched(self, at: int, *, held: bool) -> None:
        """Record the outcome of a step's condition."""
        self.notes.hits[self._key("holds" if held else "fails", at)] += 1

    def took(self, action: int) -> None:
        """Record an answer."""
        self.notes.hits["action", self.names.actions[action].key] += 1

    def ended(self, entry: int) -> None:
        """Record that the condition of an entry of `end` held."""
        self.notes.hits["end", self.names.end[entry]] += 1

    def follows(self, at: int) -> bool:
        """Return whether to record the rows read by an instruction: yes for tables."""
        table = self.names.rows.get(at)
        if table is not None:
            self.notes.tables.add(table)
        return table is not None

    def read(self, at: int, row: int) -> None:
        """Record that a column of a table was read."""
        self.notes.hits["row", self.names.rows[at], row] += 1

    def _key(self, what: str, at: int) -> Key:
        known = self._keys.get((what, at))
        if known is None:
            known = self._keys[what, at] = key_of(what, self.names.places[at])
        return known

"""Counts how often games reach each point, under a key that is derived from the author's text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial

from gamespec.compile import Compiled
from gamespec.compile.link.names import Names
from gamespec.program import EndRule, Program
from gamespec.program.expressions import Const
from gamespec.program.instructions import BranchUnless
from gamespec.text.source import Span
from interpreter.engine.machine.observed import ObservedMachines
from interpreter.play.tally import failed, ran, taken

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
        self._machines: dict[Compiled, ObservedMachines] = {}

    def watching(self, compiled: Compiled) -> AbstractContextManager[None]:
        """Record the games of this program that begin in this thread while the context is active."""
        if compiled not in self._machines:
            self._machines[compiled] = ObservedMachines(partial(_Watcher, self._notes, compiled.names))
        return self._machines[compiled].running()

    def include(self, other: Tally) -> None:
        """Add what another tally has recorded, apart from tables, whose rows it may not know."""
        self.hits.update(other.hits)
        self.settled |= other.settled
        self.asked |= other.asked

    def add(self, compiled: Compiled, reached: int, ends: Iterable[EndRule]) -> None:
        """Record what games of a program have reached (`interpreter.play.tally`), and how they ended.

        Everything counts once. What they read in tables is not known.
        """
        program, watcher = compiled.program, _Watcher(self._notes, compiled.names, compiled.program)
        for number, i in enumerate(program.code):
            if isinstance(i, BranchUnless):
                if reached >> failed(number) & 1:
                    watcher.branched(number, held=False)
                if reached >> ran(number) & 1:
                    watcher.branched(number, held=True)
            elif reached >> ran(number) & 1:
                watcher.came_to(number)
        for action in range(len(program.actions)):
            if reached >> taken(program, action) & 1:
                watcher.took(action)
        for rule in ends:
            watcher.ended(program.end.index(rule))


class _Watcher:
    """Forwards notifications to the notes of a tally.

    When it is made, it records the conditions of the program's steps, constant ones apart from the others.
    """

    def __init__(self, notes: _Notes, names: Names, program: Program) -> None:
        self.notes = notes
        self.names = names
        self._places = [i.at for i in program.code]
        self._keys: dict[tuple[str, int], Key] = {}
        for number, i in enumerate(program.code):
            if isinstance(i, BranchUnless):
                constant = isinstance(i.condition, Const)
                (notes.settled if constant else notes.asked).add(self._key("holds", number))

    def came_to(self, number: int) -> None:
        """Record that an instruction runs."""
        self.notes.hits[self._key("step", number)] += 1

    def branched(self, number: int, *, held: bool) -> None:
        """Record that an instruction tests a condition, and whether it held."""
        self.came_to(number)
        self.notes.hits[self._key("holds" if held else "fails", number)] += 1

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

    def _key(self, what: str, number: int) -> Key:
        known = self._keys.get((what, number))
        if known is None:
            known = self._keys[what, number] = key_of(what, self.names.places[self._places[number]])
        return known

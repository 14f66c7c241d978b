"""What games reach, noted as it happens under keys of what the author wrote."""

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
    """The key of what stands at a place."""
    return what, span.source.name, span.start, span.end


@dataclass(eq=False, slots=True)
class _Notes:
    """What a tally holds, but for the machines that bring it."""

    hits: Counter[Key] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)
    settled: set[Key] = field(default_factory=set)
    asked: set[Key] = field(default_factory=set)


class Tally:
    """How often each key was reached, and what only shows when a machine is made.

    `tables` are those that are read while a game goes on; `settled` and `asked` the conditions that are
    constant in some program, and in some are not.
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
        """While this lasts, what games of this program begin to do in this thread is noted."""
        if compiled not in self._machines:
            self._machines[compiled] = _Machines(_Watcher(self._notes, compiled.names))
        return self._machines[compiled].running()


class _Machines(ObservedMachines):
    """Machines for a program, and for steps that join it."""

    observer: _Watcher

    def made(self, program: Program) -> Machine:
        """A new machine that is observed."""
        self.observer.note_conditions(program)
        return super().made(program)


class _Watcher:
    """Puts what it is told into the notes. It does not know the machines, so that these go with the tally."""

    def __init__(self, notes: _Notes, names: Names) -> None:
        self.notes = notes
        self.names = names
        self._keys: dict[tuple[str, int], Key] = {}

    def note_conditions(self, program: Program) -> None:
        """Note which conditions steps hang on are constant."""
        for i in program.code:
            if isinstance(i, BranchUnless):
                constant = isinstance(i.condition, Const)
                (self.notes.settled if constant else self.notes.asked).add(self._key("holds", i.at))

    def came_to(self, at: int) -> None:
        """An instruction is run."""
        self.notes.hits[self._key("step", at)] += 1

    def branched(self, at: int, *, held: bool) -> None:
        """A condition that steps hang on held, or did not."""
        self.notes.hits[self._key("holds" if held else "fails", at)] += 1

    def took(self, action: int) -> None:
        """An answer was given."""
        self.notes.hits["action", self.names.actions[action].key] += 1

    def ended(self, entry: int) -> None:
        """The condition of an entry of `end` held."""
        self.notes.hits["end", self.names.end[entry]] += 1

    def follows(self, at: int) -> bool:
        """Of tables it is noted which rows are read."""
        table = self.names.rows.get(at)
        if table is not None:
            self.notes.tables.add(table)
        return table is not None

    def read(self, at: int, row: int) -> None:
        """A column of a table was read."""
        self.notes.hits["row", self.names.rows[at], row] += 1

    def _key(self, what: str, at: int) -> Key:
        known = self._keys.get((what, at))
        if known is None:
            known = self._keys[what, at] = key_of(what, self.names.places[at])
        return known

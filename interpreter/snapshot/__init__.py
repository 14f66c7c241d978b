"""Snapshots: positions at a decision, by name, so that they survive edits of the specification.

A position is a list of integers that have a meaning in one program only. `taken` describes it by name: the
contents of zones and who knows each component, the values of variables and resources, the outcomes of chance,
and the point where the game waits, as the stack of running routines with their locals, outermost first.
`laid` makes a position of another program from it: new parts have their initial values, removed ones are
forgotten, and the pending decision must exist. Nothing is guessed: if something is ambiguous, or a value no
longer exists, it raises `CannotGoOn` with the reason.

A snapshot is JSON data, and one that was read from a file may contain anything.
"""

from interpreter.snapshot.laying import Laid, laid, resumed
from interpreter.snapshot.reading import CannotGoOn
from interpreter.snapshot.taking import Snapshot, taken

__all__ = ["CannotGoOn", "Laid", "Snapshot", "laid", "resumed", "taken"]

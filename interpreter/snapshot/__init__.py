"""Snapshots describe positions at a decision by name, and therefore survive edits of the specification.

A position is a list of integers that have a meaning in one program only. `taken` describes a position by
name. The description contains the contents of zones and who knows each component, the values of variables and
resources, the outcomes of chance, and the point where the game waits. That point is given as the stack of
running routines with their locals, outermost first. `laid` makes a position of another program from the
description. New parts have their initial values, removed parts are ignored, and the pending decision must
still exist. Nothing is guessed. If something is ambiguous, or if a value no longer exists, `laid` raises
`CannotGoOn` with the reason.

A snapshot is JSON data. If it was read from a file, it may contain anything.
"""

from interpreter.snapshot.laying import Laid, laid, resumed
from interpreter.snapshot.reading import CannotGoOn
from interpreter.snapshot.taking import Snapshot, taken

__all__ = ["CannotGoOn", "Laid", "Snapshot", "laid", "resumed", "taken"]

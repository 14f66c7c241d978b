"""Snapshots: a position at which somebody decides, by name, so that it outlives edits of the specification.

A position is a list of integers that mean something in one program only. `taken` says by name all that lies
in it: what lies where and who knows it, what variables and resources hold, what chance has brought, and where
the game waits, as the routines that run with their locals, the outermost first. `laid` makes a position of
another program of it: whatever is new begins as in a new game, what is gone is forgotten, and what the game
waits for must be there. Nothing is guessed: where it could be one of several, or a value is none any more,
`CannotGoOn` says so.

A snapshot consists of what JSON can say, and one that was read from a file may hold anything.
"""

from interpreter.snapshot.laying import Laid, laid, resumed
from interpreter.snapshot.reading import CannotGoOn
from interpreter.snapshot.taking import Snapshot, taken

__all__ = ["CannotGoOn", "Laid", "Snapshot", "laid", "resumed", "taken"]

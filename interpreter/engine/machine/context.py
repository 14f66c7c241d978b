"""The input and output of a run of the machine, besides the position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.engine.machine.reader import Reader
from interpreter.play.chance import Chance, Script
from interpreter.play.events import Event
from interpreter.play.options import Option

__all__ = ["Context", "Operation", "Position"]

Position = list[int]


@dataclass(eq=False, slots=True)
class Context:
    """The input and output of a run of the machine, besides the position.

    `events` collects the events of the run, if it is a list; `whole` says that it goes back to the beginning.
    `script` holds outcomes that the next draws of chance streams must bring. `options` are those of the
    decision at which the run stopped. With `explicit` it also stops at chance nodes; `chance` is the current
    one, and `work` counts the units of work of the run. A `reader` supplies all chance from the script of a
    history. In a `trial` no invariant is checked.
    """

    events: list[Event] | None = None
    script: Script = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    explicit: bool = False
    chance: Chance | None = None
    whole: bool = True
    reader: Reader | None = None
    trial: bool = False
    work: int = 0


Operation = Callable[[Position, Context], int]
"""One instruction: changes the position and returns the next instruction, or -1 to stop."""

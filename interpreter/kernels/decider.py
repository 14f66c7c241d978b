"""What the deciding player knows about components."""

from __future__ import annotations

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.kernels.terms import Position

__all__ = ["Decider"]


class Decider:
    """The player who decides in a given position."""

    def __init__(self, program: Program) -> None:
        self.known = program.layout.known

    def knows(self, p: Position, c: int) -> bool:
        """Return whether the deciding player knows which component `c` is."""
        return p[self.known + c] >> p[Head.ME] & 1 == 1

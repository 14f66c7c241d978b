"""How the numbers of options identify the copies of a component that are chosen from an ordered list.

Two copies at different places of a row are different options. But nobody can tell which copy lies at which
place, so the numbers of the options must not reveal it. Therefore the first copy in a list counts as the
first declared copy, the next one as the second declared copy, and so on.
"""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.decider import Decider
from interpreter.kernels.terms import Position, Room

__all__ = ["Copies", "following"]


def following(program: Program) -> tuple[int, ...]:
    """Return, for each component, the next copy of it, or -1 if it is the last copy."""
    alike = program.alike
    return tuple(alike.index(of, c + 1) if of in alike[c + 1 :] else -1 for c, of in enumerate(alike))


class Copies:
    """Records which copy each member of a list counts as, while the list is traversed."""

    def __init__(self, program: Program, room: Room) -> None:
        alike = program.alike
        self.alike, self.decider = alike, Decider(program)
        self.following = following(program)
        self.counts_as, self.left = room.words(len(alike)), room.words(len(alike))

    def begin(self) -> None:
        """Start with an empty list."""
        for c in range(len(self.alike)):
            self.counts_as[c] = -1
            self.left[c] = c

    def count(self, p: Position, c: int) -> None:
        """Add a member to the list.

        If the decider knows it, it counts as the first copy of the component that has not been counted yet.
        """
        if c >= 0 and self.counts_as[c] < 0 and self.decider.knows(p, c):
            copy = self.left[self.alike[c]]
            self.counts_as[c] = copy
            self.left[self.alike[c]] = self.following[copy]

    def counted(self, value: int) -> int:
        """Return the copy that `value` counts as, which is itself if it was not counted."""
        return self.counts_as[value] if value >= 0 and self.counts_as[value] >= 0 else value

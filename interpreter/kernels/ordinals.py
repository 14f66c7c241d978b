"""How the numbers of options count the copies of a component that are chosen from an ordered list.

Choosing a copy at one place of a row is another option than choosing a copy at another place. But nobody can
tell which copy lies where, so the numbers of options must not reveal it. Of the copies in a list, the one
that comes first counts as the first declared copy, the next one as the second, and so on.
"""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.decider import Decider
from interpreter.kernels.terms import Position, Room

__all__ = ["Copies", "following"]


def following(program: Program) -> tuple[int, ...]:
    """Return the next copy of each component; -1 for the last copy."""
    alike = program.alike
    return tuple(alike.index(of, c + 1) if of in alike[c + 1 :] else -1 for c, of in enumerate(alike))


class Copies:
    """The copies in a list, counted while the list is traversed."""

    def __init__(self, program: Program, room: Room) -> None:
        alike = program.alike
        self.alike, self.decider = alike, Decider(program)
        self.following = following(program)
        self.counts_as, self.left = room.words(len(alike)), room.words(len(alike))

    def begin(self) -> None:
        """Start an empty list."""
        for c in range(len(self.alike)):
            self.counts_as[c] = -1
            self.left[c] = c

    def count(self, p: Position, c: int) -> None:
        """Count a member that the decider knows as the first copy that has not been counted."""
        if c >= 0 and self.counts_as[c] < 0 and self.decider.knows(p, c):
            copy = self.left[self.alike[c]]
            self.counts_as[c] = copy
            self.left[self.alike[c]] = self.following[copy]

    def counted(self, value: int) -> int:
        """Return the copy that a component counts as; a component outside the list counts as itself."""
        return self.counts_as[value] if value >= 0 and self.counts_as[value] >= 0 else value

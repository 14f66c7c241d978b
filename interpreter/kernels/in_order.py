"""Sorting events so that their order reveals nothing; the rows of one kind are sorted by declared fields."""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.terms import Taped
from interpreter.play.fields import Declared, Said

__all__ = ["InOrder"]


class InOrder:
    """Sorts the rows that one kind of event has on the tape."""

    def __init__(self, program: Program, event: Declared) -> None:
        self.backs, self.size, self.order = program.backs, event.size, event.order
        self.goes_on = event.several is not None

    def sort(self, tape: Taped, begin: int, end: int) -> None:
        """Sort the rows between `begin` and `end` of the tape, stably; all rows have the same length."""
        size = self.size
        if self.goes_on:
            size += tape[begin + self.size - 1]
        at = begin + size
        while at < end:
            row = at
            while row > begin and self.comes_before(tape[row:], tape[row - size :]):
                for i in range(row, row + size):
                    tape[i], tape[i - size] = tape[i - size], tape[i]
                row -= size
            at += size

    def comes_before(self, one: Taped, other: Taped) -> bool:
        """Return whether the row `one` sorts before the row `other`."""
        for field in self.order:
            if field.said == Said.OWN:
                for i in range(field.at + 1, field.at + 1 + one[field.at]):
                    if one[i] != other[i]:
                        return one[i] < other[i]
            elif field.said == Said.KNOWN:
                if self.backs[one[field.at]] != self.backs[other[field.at]]:
                    return self.backs[one[field.at]] < self.backs[other[field.at]]
            elif one[field.at] != other[field.at]:
                return one[field.at] < other[field.at]
        return False

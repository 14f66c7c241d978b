"""The numbers of one observation that are not 0, as a list of their indexes and values.

Few numbers of an observation are not 0, so whatever adds up weighted numbers visits only these.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.kernels.arrays.rows import Rows, shares_of, tallies
from interpreter.kernels.terms import Real, Room, inline

__all__ = ["Listed"]


class Listed(Rows):
    """Lists the numbers that `Rows` writes to a row that was 0 before.

    The list is emptied before an observation, and each call adds to it. It needs no slots, because nothing is
    compared with an earlier observation. There is room for `more` numbers than an observation has.
    """

    def __init__(self, size: int, room: Room, more: int = 0) -> None:
        super().__init__(size, room.singles(size + more), room.words(tallies(size)))
        self.indexes, self.count = room.words(size), room.words(1)
        """The index of each entry, whose value is in `out`, and the number of entries."""

    def lay(self, room: Room, rows: int, listed: int, most: Iterable[int]) -> None:  # noqa: ARG002 - one row
        """Provide tables; `most` is as in `begin`."""
        self.slots = self.width = 0
        self.shares, self.starts = shares_of(most)

    def empty(self) -> None:
        """Empty the list."""
        self.count[0] = 0

    @inline
    def mark(self, slot: int, to: int, at: int) -> None:  # noqa: ARG002 - as `Rows` takes it
        """List a 1 with the index `at`, unless that is 0."""
        if at != 0:
            self.enter(to + at, 1.0)

    @inline
    def put(self, slot: int, number: int, key: int, value: Real) -> None:  # noqa: ARG002 - as above
        """List the value that a key stands for, which is 0.0 for the key 0."""
        if key != 0:
            self.enter(number, value)

    @inline
    def changes(self, slot: int, key: int) -> bool:  # noqa: ARG002 - as above
        """Return whether there is something to list, which the key 0 says there is not."""
        return key != 0

    @inline
    def set(self, number: int, value: Real) -> None:
        """List a number unless it is 0."""
        if value != 0.0:
            self.enter(number, value)

    @inline
    def erase(self, at: int, count: int) -> None:
        """Do nothing, because numbers that are not listed are 0."""

    @inline
    def share(self, row: int, to: int, first: int) -> None:  # noqa: ARG002 - as above
        """List what has been counted."""
        for i in range(self.tally[self.counted]):
            at = self.tally[self.size + i]
            step = self.tally[at]
            self.tally[at] = 0
            self.enter(to + at, self.shares[step])
        self.tally[self.counted] = 0

    @inline
    def enter(self, index: int, value: Real) -> None:
        """Add an entry to the list."""
        count = self.count[0]
        self.indexes[count], self.out[count] = index, value
        self.count[0] = count + 1

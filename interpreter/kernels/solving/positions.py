"""The game that a solver plays: positions put aside, options taken, and keys of positions."""

from __future__ import annotations

from typing import Protocol

from interpreter.kernels.solving.outcomes import Ended
from interpreter.kernels.terms import Longs, Room, Words
from interpreter.play.chance import ALL, GAMMA, WORD, Long, mix

__all__ = ["Game", "Keys"]

OTHER = 0xD1B54A32D192ED03
"""The multiplier of the second hash."""


class Game(Ended, Protocol):
    """A game in memory, which waits at a decision or is over.

    `position` is its position, and `now` the same as numbers of 64 bits, without the last integer if their
    number is odd. A *frame* holds a position that was put aside, with its listed options.
    """

    position: Words
    now: Longs

    def start(self) -> int:
        """Go to the first position and list its options. Return their number, or 0 if the game is over."""

    def take(self, k: int) -> int:
        """Take the `k`-th of the listed options, and list the next ones.

        Return their number, or 0 if the game is over.
        """

    def player(self) -> int:
        """Return the seat whose player decides."""

    def look(self) -> None:
        """Compute the keys of the position (`Keys`)."""

    def save(self, frame: int) -> None:
        """Put the position and its listed options aside in a frame."""

    def load(self, frame: int) -> None:
        """Go back to the position in a frame, whose options are then listed.

        Frames must be saved in ascending order. When a frame is saved or loaded, all later frames are lost.
        """

    def mark(self, first: int) -> None:
        """Write a mark for each listed option to `marks`, beginning at the index `first`.

        Equal options have equal marks, from 0 to `MARKS` - 1, at all positions.
        """

    def forget(self) -> None:
        """Set the number of decisions made so far to 0."""

    def resume(self) -> int:
        """List the options of a position that has been written to memory. Return their number."""


class Keys:
    """Two independent 64-bit hashes of a position, in `seen`.

    Every integer of the position counts, among them the number of decisions made so far. See `fingerprint` in
    `interpreter.kernels.trees.positions` for the shifts.
    """

    def __init__(self, room: Room) -> None:
        self.seen = room.longs(2)

    def look(self, of: Longs, count: int, last: int) -> None:
        """Hash `count` numbers of 64 bits and a last one of 32 bits."""
        first, second = Long(count), Long(count)
        for i in range(count):
            word = of[i]
            first ^= word
            second ^= word
            first = (first ^ first >> 29) * GAMMA & ALL
            second = (second ^ second >> 31) * OTHER & ALL
            first ^= first >> 32
            second ^= second >> 32
        self.seen[0] = mix(first ^ Long(last) & WORD)
        check = mix(second ^ OTHER ^ Long(last) & WORD)
        self.seen[1] = check if check != 0 else Long(1)

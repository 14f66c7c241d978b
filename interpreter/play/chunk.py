"""Consecutive games of a run, as rows of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gamespec.program.frozen import dataclass
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds

__all__ = ["BATCH", "Chunk", "most_games", "most_in_call"]

BATCH = 1024
"""Maximum number of games that a module plays in a call."""

MOST_BYTES = 1 << 23
"""Maximum size, in bytes, of the rows that a module writes in a call; a single game may exceed it."""

CALLS = 8
"""Maximum number of calls whose games are in a chunk. More games in a chunk cost less each."""

SMALL_BYTES = 1 << 19
"""Size of the rows of a chunk, in bytes, up to which it has the games of several calls.

So many bytes fit into a processor's cache.
"""


def most_in_call(size: int) -> int:
    """Return the maximum number of games that a module plays in a call if a row has `size` words."""
    return min(BATCH, max(MOST_BYTES // (4 * size), 1))


def most_games(size: int) -> int:
    """Return the maximum number of games in a chunk if a row has `size` words."""
    once = most_in_call(size)
    return once * max(1, min(CALLS, SMALL_BYTES // (4 * size * once)))


@dataclass(frozen=True, slots=True)
class Chunk:
    """The games of a run with the given `numbers`.

    `data` has the row of each game, as little-endian 32-bit words; `interpreter.kernels.statistics.game_row`
    says what is in it. `run` is the seed of the run. `faults` has the fault of each game that one stopped, by
    the index of the game in the chunk. The row of such a game has the number of its decisions, and the
    outcome -1; the rest is 0.
    """

    numbers: range
    data: bytes = field(repr=False)
    run: int
    faults: Mapping[int, Fault]

    def seeds_of(self, index: int) -> Seeds:
        """Return the seeds of the game with this index."""
        return Seeds.of(self.run, self.numbers[index])

    def part(self, first: int, end: int) -> Chunk:
        """Return the games with the indexes from `first` up to `end`."""
        count = len(self.numbers)
        if first == 0 and end == count:
            return self
        size = len(self.data) // count
        return Chunk(
            self.numbers[first:end],
            self.data[size * first : size * end],
            self.run,
            {index - first: fault for index, fault in self.faults.items() if first <= index < end},
        )

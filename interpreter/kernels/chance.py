"""Random numbers: the named streams of a game, and the options that random players take.

The generator is described in `interpreter.play.chance`. The n-th number of a stream depends only on the seed,
the stream's name and n. The position stores n.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program.tables import Head
from interpreter.kernels.terms import Long, Position, Words, inline
from interpreter.play.chance import ALL, GAMMA, WORD, fnv1a, mix, rank

__all__ = ["Streams", "drawn", "picked"]

inline(mix)
inline(rank)


class Streams:
    """The random streams of a game, numbered in the order of `names`.

    The position counts, from the index `at` on, how many numbers have been drawn from each stream.
    """

    def __init__(self, names: Sequence[str], at: int) -> None:
        self.at = at
        self.hashes = tuple(GAMMA * fnv1a(name) & ALL for name in names)

    @inline
    def key(self, p: Position, stream: int) -> Long:
        """Return the key of a stream, which depends only on the seed and the stream's name."""
        seed = (Long(p[Head.SEED_HIGH]) & WORD) << 32 | Long(p[Head.SEED_LOW]) & WORD
        return mix((seed + self.hashes[stream]) & ALL)

    @inline
    def scaled(self, p: Position, key: Long, stream: int, bound: Long) -> Long:
        """Draw the next 32-bit number of a stream, and return it multiplied by `bound`."""
        p[self.at + stream] += 1
        number = mix((key + GAMMA * Long(p[self.at + stream])) & ALL)
        return (number >> 32) * bound

    @inline
    def fair(self, p: Position, key: Long, stream: int, bound: int) -> int:
        """Return a uniform number from 0 to `bound` - 1, by Lemire's method (2019).

        The result is the high half of a 64-bit product. To avoid bias, the number is drawn again if the low
        half is less than 2³² modulo `bound`.
        """
        wide = Long(bound)
        product = self.scaled(p, key, stream, wide)
        if product & WORD < wide:
            least = (1 << 32) % wide
            while product & WORD < least:
                product = self.scaled(p, key, stream, wide)
        return int(product >> 32)

    def below(self, p: Position, stream: int, bound: int) -> int:
        """Draw a uniform number from 0 to `bound` - 1."""
        key = self.key(p, stream)
        return self.fair(p, key, stream, bound)

    def arrange(self, p: Position, stream: int, of: Words, count: int) -> None:
        """Put the first `count` members of the array `of` in random order."""
        key = self.key(p, stream)
        for i in range(count - 1, 0, -1):
            j = self.fair(p, key, stream, i + 1)
            of[i], of[j] = of[j], of[i]


@inline
def drawn(key: Long, number: int) -> Long:
    """Return the random number with the index `number` in the sequence that belongs to `key`.

    `interpreter.play.luck.Draws` uses the same sequences.
    """
    return mix((key + GAMMA * Long(number)) & ALL)


def picked(key: Long, number: int, count: int) -> int:
    """Return the index of the option that a random player takes, out of `count` options.

    The option is determined by the random number that `key` and `number` determine (`drawn`).
    """
    wide = drawn(key, number)
    low = (wide & WORD) * Long(count) >> 32
    return int(((wide >> 32) * Long(count) + low) >> 32)

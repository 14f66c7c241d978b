"""Named streams of random numbers, which depend on the game's seed.

The `n`-th number of a stream depends only on the seed, the stream's name and `n`. The generator is
counter-based: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
2014), keyed by a hash of the stream's name (FNV-1a, 64 bits). Lemire's exact method ("Fast random integer
generation in an interval", ACM TOMACS 2019) maps the generator's output to a number below `k`. The
computation uses only integer arithmetic, so any engine can reproduce it.
"""

from __future__ import annotations

from typing import TypeAlias

from gamespec.program.frozen import dataclass

__all__ = [
    "ALL",
    "GAMMA",
    "WORD",
    "Chance",
    "Long",
    "Script",
    "fnv1a",
    "mix",
    "rank",
    "split_seed",
]

Script = dict[str, list[int | tuple[int, ...]]]
"""The scripted outcomes of chance. Each stream is mapped to the values to be drawn next, in order. The
outcome of a shuffle is the tuple of components that it puts on top.
"""

Long: TypeAlias = int
"""An unsigned 64-bit integer. A result that may exceed 64 bits must be masked with `ALL`."""

GAMMA = 0x9E3779B97F4A7C15
"""The increment of SplitMix64's counter."""
ALL, WORD = (1 << 64) - 1, (1 << 32) - 1
"""The greatest unsigned integers of 64 bits and of 32 bits, used as masks."""


def mix(value: Long) -> Long:
    """Return the result of SplitMix64's finalizer for `value`. This function is a kernel."""
    value &= ALL
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & ALL
    return value ^ (value >> 31)


def rank(drawn: Long, number: Long) -> Long:
    """Return the rank of the option with the given number in a random choice. This function is a kernel.

    `drawn` is the random number of the choice. A random player takes the option of least rank. All ranks are
    different, and the rank of an option does not depend on which other options are on offer. So options that
    must be tried can be tried in the order of their ranks, until one is kept. The idea is that of rejection
    sampling in the playouts of Ludii (Soemers, Piette, Stephenson and Browne, "Optimised Playout
    Implementations for the Ludii General Game System", 2021).
    """
    return mix((drawn + GAMMA * number) & ALL)


def fnv1a(text: str) -> int:
    """Return the 64-bit FNV-1a hash of the UTF-8 encoding of `text`."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & ALL
    return value


def split_seed(seed: int) -> tuple[int, int]:
    """Return the low half and the high half of a 64-bit seed, as signed 32-bit integers."""
    halves = seed & WORD, (seed >> 32) & WORD
    low, high = (h - (1 << 32) if h >> 31 else h for h in halves)
    return low, high


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance node, with its possible outcomes and the weight of each outcome.

    `outcomes` lists the possible outcomes, and `shares` their weights in the same order. A `random` step, or
    a draw among components that were chosen unseen, draws from `stream` into `slot`. Any other chance node
    determines which component lies at `place` in `zone`. Fields that do not apply to a node are `None`. Of
    several identical components, only one is listed as an outcome. For each outcome, `alike` lists the
    components that the outcome represents, any of which may be settled.
    """

    outcomes: tuple[int, ...]
    shares: tuple[int, ...]
    stream: int | None = None
    slot: int | None = None
    zone: int | None = None
    place: int | None = None
    alike: tuple[tuple[int, ...], ...] = ()

    @property
    def total(self) -> int:
        """The sum of the weights. The probability of an outcome is its weight divided by this sum."""
        return sum(self.shares)

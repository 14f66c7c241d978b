"""Chance: named streams of random numbers, keyed by the game's seed.

A stream's n-th number depends only on the seed, the stream's name and n. The generator is counter-based:
SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014), keyed by a
hash of the name (FNV-1a, 64 bits). Lemire's exact method ("Fast random integer generation in an interval",
ACM TOMACS 2019) maps it to a number below k. All of it is integer arithmetic that any engine can reproduce.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "ALL",
    "GAMMA",
    "WORD",
    "Chance",
    "Long",
    "Script",
    "fnv1a",
    "mix",
    "split_seed",
]

Script = dict[str, list[int | tuple[int, ...]]]
"""For each stream, the next outcomes of chance: drawn values, or the components that shuffles put on top."""

Long: TypeAlias = int
"""An unsigned 64-bit integer: mask what may be longer with `ALL`."""

GAMMA = 0x9E3779B97F4A7C15
"""The increment of SplitMix64's counter."""
ALL, WORD = (1 << 64) - 1, (1 << 32) - 1
"""The greatest integers of 64 and of 32 bits."""


def mix(value: Long) -> Long:
    """Return SplitMix64's finalizer of a number: a kernel."""
    value &= ALL
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & ALL
    return value ^ (value >> 31)


def fnv1a(text: str) -> int:
    """Return the 64-bit FNV-1a hash of a text in UTF-8."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & ALL
    return value


def split_seed(seed: int) -> tuple[int, int]:
    """Return the low and high half of a 64-bit seed, as signed 32-bit integers."""
    halves = seed & WORD, (seed >> 32) & WORD
    low, high = (h - (1 << 32) if h >> 31 else h for h in halves)
    return low, high


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance node: the possible outcomes, and the weight of each; `total` is the sum of the weights.

    A `random` step, or a draw among components chosen unseen, draws from `stream` into `slot`. Any other node
    determines which component lies at `place` in `zone`. Fields that do not apply are `None`. Identical
    components are represented by one of them: for each outcome, `alike` lists the components it represents,
    any of which may be settled.
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
        """The sum of the weights: the probability of an outcome is its weight divided by this."""
        return sum(self.shares)

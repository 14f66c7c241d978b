"""The luck of those who play at random: what a policy picks.

It comes from a seed of its own, never from the game's: whoever sees all that a policy draws learns nothing
of what chance will bring in the game. A run's seed gives each of its games both seeds, and a seed gives each
purpose a key, by a hash that leads back from none of them. The n-th draw depends on the seed, the purpose and
n alone; nothing depends on the machine or on PYTHONHASHSEED.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from interpreter.play.chance import mix

__all__ = ["Draws", "Seeds", "derived"]

GAMMA = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


class Seeds(NamedTuple):
    """What one playout depends on: the seed of the game, and that of the luck of who plays it."""

    game: int
    luck: int

    @classmethod
    def of(cls, seed: int, index: int) -> Seeds:
        """Those of the `index`-th game of a run: neither tells the other one, or the run's seed."""
        return cls(derived(seed, f"game {index}"), derived(seed, f"luck {index}"))


class Draws:
    """Numbers drawn for one purpose. `drawn` says how many; setting it goes back or ahead."""

    __slots__ = ("_key", "drawn")

    def __init__(self, seed: int, purpose: str, drawn: int = 0) -> None:
        self._key = derived(seed, purpose)
        self.drawn = drawn

    @property
    def key(self) -> int:
        """That of the purpose: the n-th number follows from it and from n."""
        return self._key

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, of which each is as likely but for one part in 2**40 or less.

        Exactly one draw for each call: so the answers to the first n decisions are n draws. Raises
        ValueError if there is nothing to draw from.
        """
        if bound < 1:
            message = f"nothing to draw from: {bound}"
            raise ValueError(message)
        self.drawn += 1
        return (mix(self._key + GAMMA * self.drawn) * bound) >> 64


def derived(seed: int, purpose: str) -> int:
    """A seed of 64 bits for one purpose, from which nothing leads back to `seed` or to another purpose's.

    It is the BLAKE2b hash, of 8 bytes (the lowest first), of the seed as 8 bytes and the purpose in UTF-8.
    """
    said = (seed & _MASK).to_bytes(8, "little") + purpose.encode()
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "little")

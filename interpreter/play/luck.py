"""The randomness of players: the random numbers that a policy draws.

It comes from a seed of its own, never from the game's, so that the draws of a policy reveal nothing about the
game's future chance. A run's seed yields both seeds of each of its games, and a seed yields a key for each
purpose, by a hash that cannot be inverted. The n-th draw depends only on the seed, the purpose and n, not on
the machine or PYTHONHASHSEED.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from interpreter.play.chance import ALL, GAMMA, mix

__all__ = ["Draws", "Seeds", "derived"]


class Seeds(NamedTuple):
    """The seeds of one playout: that of the game, and that of the players' luck."""

    game: int
    luck: int

    @classmethod
    def of(cls, seed: int, index: int) -> Seeds:
        """Return the seeds of game number `index` of a run; neither reveals the other, or the run's seed."""
        return cls(derived(seed, f"game {index}"), derived(seed, f"luck {index}"))


class Draws:
    """Random numbers for one purpose. `drawn` counts them; setting it rewinds or skips."""

    __slots__ = ("_key", "drawn")

    def __init__(self, seed: int, purpose: str, drawn: int = 0) -> None:
        self._key = derived(seed, purpose)
        self.drawn = drawn

    @property
    def key(self) -> int:
        """The key of the purpose, from which the n-th number follows for any n."""
        return self._key

    def __repr__(self) -> str:
        return f"<Draws, {self.drawn} drawn>"

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1, uniform up to one part in 2**40.

        Each call makes exactly one draw, so the answers to the first n decisions take n draws. Raises
        ValueError if there is nothing to draw from.
        """
        if bound < 1:
            message = f"nothing to draw from: {bound}"
            raise ValueError(message)
        self.drawn += 1
        return (mix(self._key + GAMMA * self.drawn) * bound) >> 64


def derived(seed: int, purpose: str) -> int:
    """Derive a 64-bit seed for one purpose, which reveals neither `seed` nor that of another purpose.

    It is the 8-byte BLAKE2b hash (little-endian) of the seed as 8 bytes followed by the purpose in UTF-8.
    """
    said = (seed & ALL).to_bytes(8, "little") + purpose.encode()
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "little")

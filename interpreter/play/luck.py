"""The random numbers that players draw for their policies.

These numbers come from a seed of their own, never from the game's seed, so the draws of a policy reveal
nothing about the future chance events of the game. The seed of a run yields both seeds of each of its games,
and the seed of a game's players yields a key for each purpose. Both derivations use a hash that cannot be
inverted. The `n`-th draw depends only on the seed, the purpose and `n`; it depends neither on the machine nor
on PYTHONHASHSEED.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple, Self

from interpreter.play.chance import ALL, GAMMA, mix

__all__ = ["Draws", "Keyed", "Seeds", "derived"]


class Seeds(NamedTuple):
    """The two seeds of one playout, one for the game and one for the luck of its players."""

    game: int
    luck: int

    @classmethod
    def of(cls, seed: int, index: int) -> Seeds:
        """Return the seeds of game number `index` of a run, whose own seed is `seed`.

        Neither of the two seeds reveals the other seed or the seed of the run.
        """
        return cls(derived(seed, f"game {index}"), derived(seed, f"luck {index}"))

    @property
    def key(self) -> int:
        """The key of the random choices of the players."""
        return derived(self.luck, "policy")

    def draws(self) -> Draws:
        """Return the random numbers for the choices of the players."""
        return Draws.of(self.key)


class Keyed(Seeds):
    """Seeds whose `luck` is itself the key of the random choices."""

    __slots__ = ()

    @property
    def key(self) -> int:
        """The key of the random choices of the players."""
        return self.luck


class Draws:
    """The random numbers for one purpose.

    `drawn` counts the numbers drawn so far. Setting it rewinds the sequence or skips numbers.
    """

    __slots__ = ("_key", "drawn")

    def __init__(self, seed: int, purpose: str, drawn: int = 0) -> None:
        self._key = derived(seed, purpose)
        self.drawn = drawn

    @classmethod
    def of(cls, key: int) -> Self:
        """Return the random numbers that a key determines."""
        draws = cls.__new__(cls)
        draws._key, draws.drawn = key, 0  # noqa: SLF001 - another object of this class
        return draws

    @property
    def key(self) -> int:
        """The key of the purpose, which determines the whole sequence of numbers."""
        return self._key

    def __repr__(self) -> str:
        return f"<Draws, {self.drawn} drawn>"

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1, uniformly distributed up to one part in 2**40.

        Each call makes exactly one draw, so a policy that calls this once per decision has made n draws after
        n decisions. Raises ValueError if `bound` is less than 1.
        """
        if bound < 1:
            message = f"nothing to draw from: {bound}"
            raise ValueError(message)
        return (self.draw() * bound) >> 64

    def draw(self) -> int:
        """Draw a number of 64 bits."""
        self.drawn += 1
        return self.number(self.drawn)

    def number(self, n: int) -> int:
        """Return the `n`-th number of the sequence, counted from 1, without drawing it."""
        return mix(self._key + GAMMA * n)


def derived(seed: int, purpose: str) -> int:
    """Derive a 64-bit seed for one purpose.

    The derived seed reveals neither `seed` nor the seed for any other purpose. It is the 8-byte BLAKE2b hash,
    read as little-endian, of the 8 bytes of the seed followed by the purpose in UTF-8.
    """
    said = (seed & ALL).to_bytes(8, "little") + purpose.encode()
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "little")

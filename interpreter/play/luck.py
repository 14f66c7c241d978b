"""The luck of those who play at random: what a policy picks.

It comes from the generator of the language (reference, section 12), under names that no stream of a
game can have, so that a policy's luck is independent of the game's. The n-th draw depends on the
seed, the name and n alone; nothing depends on the machine or on PYTHONHASHSEED.
"""

from __future__ import annotations

from interpreter.play.chance import fnv1a, mix

__all__ = ["Draws", "game_seed"]

GAMMA = 0x9E3779B97F4A7C15


class Draws:
    """Numbers drawn for one purpose. `drawn` says how many; setting it goes back or ahead."""

    __slots__ = ("_key", "drawn")

    def __init__(self, seed: int, purpose: str, drawn: int = 0) -> None:
        self._key = _key(seed, f"{purpose} of playouts")
        self.drawn = drawn

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


def game_seed(seed: int, index: int) -> int:
    """The seed of the `index`-th game of a run: different for each, and of 64 bits."""
    return mix(_key(seed, "games of playouts") + GAMMA * (index + 1))


def _key(seed: int, name: str) -> int:
    return mix(seed + GAMMA * fnv1a(name))

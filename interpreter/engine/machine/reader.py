"""Reads the script of a history (`interpreter.kernels.items`), and weighs what it says."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from interpreter.kernels.items import RAISED, Item, part_of

__all__ = ["Astray", "Reader"]


class Astray(Exception):
    """The game cannot follow the script."""


class Reader:
    """A script, and how far it has been followed.

    Its items end before the word `end`, where the luck begins. `at` is the next word of an item, and `luck`
    the next one of the luck. `weight` is that of the history so far, and how often it was raised.
    """

    def __init__(self) -> None:
        self.words, self.end = array("i"), 0
        self.at = self.luck = 0
        self.weight = 1.0, 0

    def next(self) -> int:
        """Return the next word. Raises `Astray` at the end."""
        if self.at >= self.end:
            raise Astray
        self.at += 1
        return self.words[self.at - 1]

    def expect(self, item: Item) -> None:
        """Begin an item. Raises `Astray` if it is of another kind."""
        if self.next() != item:
            raise Astray

    def skip(self, count: int) -> None:
        """Skip words. Raises `Astray` if there are not as many."""
        if self.at + count > self.end:
            raise Astray
        self.at += count

    def times(self, share: int, of: int) -> None:
        """Multiply the weight by the probability `share / of`, and keep it from underflowing."""
        weight, raised = self.weight
        weight *= share / of
        if weight < 2.0**-RAISED:
            weight, raised = weight * 2.0**RAISED, raised + 1
        self.weight = weight, raised

    def order(self, p: Sequence[int], zone: int, zone_of: int, count: int) -> list[int]:
        """Return the components of a zone, from the top. Raises `Astray` unless these lie there.

        `zone_of` is the place in the position where their zones are.
        """
        if not count:
            return []
        self.expect(Item.ORDER)
        if self.next() != count:
            raise Astray
        found: list[int] = []
        for _ in range(count):
            found.append(self.next())
            if p[zone_of + found[-1]] != zone:
                raise Astray
        return found

    def thrown(self, values: Sequence[int], shares: Sequence[int]) -> int:
        """Return the value of a throw. Raises `Astray` if it has no share."""
        self.expect(Item.VALUE)
        value = self.next()
        share = sum(part for other, part in zip(values, shares, strict=True) if other == value)
        if not share:
            raise Astray
        self.times(share, sum(shares))
        return value

    def meant(self, shares: Sequence[int]) -> int:
        """Return the component that a place means. Raises `Astray` if it has no share."""
        self.expect(Item.MEANT)
        component = self.next()
        if not shares[component]:
            raise Astray
        self.times(shares[component], sum(shares))
        return component

    def lucky(self, number: int) -> int:
        """Return a number below another one by the luck. Raises `Astray` if there is none left."""
        if self.luck >= len(self.words):
            raise Astray
        self.luck += 1
        return part_of(number, self.words[self.luck - 1])

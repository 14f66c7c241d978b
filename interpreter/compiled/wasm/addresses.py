"""Addresses that know the region of a module's memory to which they belong.

A *region* is the memory of one thing: a table, a variable of the position, room for a list. `memory` returns
its address, and the results of `+` and `-` on an address still know the region, even as operands of
instructions (`Word`). Ordinary code does not depend on this: only `checked` uses the regions.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Address", "Region", "Word", "region_of"]


@dataclass(frozen=True, slots=True)
class Region:
    """A named range of memory; without a `size` it extends to the end of the memory."""

    name: str
    address: int
    size: int | None

    def __str__(self) -> str:
        end = "the end" if self.size is None else str(self.address + self.size)
        return f"{self.name} ({self.address} to {end})"

    def holds(self, address: int, size: int) -> bool:
        """Return whether `size` bytes from an address lie in it."""
        return self.address <= address and (self.size is None or address + size <= self.address + self.size)


class Address(int):
    """An address in a region, or an offset of an instruction from such an address."""

    region: Region

    def __new__(cls, value: int, region: Region) -> Address:  # noqa: PYI034 - as `int` has it
        """Make an address in a region."""
        made = super().__new__(cls, value)
        made.region = region
        return made

    def __add__(self, other: int) -> Address:
        return Address(int(self) + int(other), self.region)

    __radd__ = __add__

    def __sub__(self, other: int) -> int:
        return (
            int(self) - int(other) if isinstance(other, Address) else Address(int(self) - other, self.region)
        )

    def __deepcopy__(self, _: object) -> int:
        return int(self)

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (int(self),)


class Word(str):
    """A word of an instruction that denotes an address, or a part of one."""

    __slots__ = ("region",)

    region: Region

    def __new__(cls, text: str, region: Region) -> Word:  # noqa: PYI034 - as `str` has it
        """Make a word that belongs to a region."""
        made = super().__new__(cls, text)
        made.region = region
        return made


def region_of(word: object) -> Region | None:
    """Return the region of an address, or of a word."""
    return word.region if isinstance(word, Address | Word) else None

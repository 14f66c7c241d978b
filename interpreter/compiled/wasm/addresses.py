"""Addresses that know where they belong: of which region of a module's memory each is one.

A *region* is what one thing uses: a table, a variable of the position, room for a list. Whoever gets it from
`memory` has its address, and what is computed from an address with `+` and `-` still knows the region, also
where it is a number of an instruction (`Word`). Ordinary code is the same with and without: only `checked`
asks which region is meant.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Address", "Region", "Word", "region_of"]


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of memory, and what lies there; without a `size` it reaches to the end of the memory."""

    name: str
    address: int
    size: int | None

    def __str__(self) -> str:
        end = "the end" if self.size is None else str(self.address + self.size)
        return f"{self.name} ({self.address} to {end})"

    def holds(self, address: int, size: int) -> bool:
        """Whether so many bytes from an address on lie in it."""
        return self.address <= address and (self.size is None or address + size <= self.address + self.size)


class Address(int):
    """An address, or how far from the operand of an instruction what is meant lies, of one region."""

    region: Region

    def __new__(cls, value: int, region: Region) -> Address:  # noqa: PYI034 - as `int` has it
        """An address that is meant for a region."""
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
    """A word of an instruction that says an address, or a part of one."""

    __slots__ = ("region",)

    region: Region

    def __new__(cls, text: str, region: Region) -> Word:  # noqa: PYI034 - as `str` has it
        """A word that is meant for a region."""
        made = super().__new__(cls, text)
        made.region = region
        return made


def region_of(word: object) -> Region | None:
    """The region for which an address, or a word, is meant."""
    return word.region if isinstance(word, Address | Word) else None

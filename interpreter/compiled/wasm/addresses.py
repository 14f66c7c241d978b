"""Addresses that know to which region of a module's memory they belong.

A *region* is the memory of a single thing, such as a table, a variable of the position, or the space for a
list. `memory` returns the address of a region. Addresses computed from it with `+` and `-` still know the
region, even when they have become words of an instruction (`Word`). Ordinary code does not depend on regions.
Only the module `checked` uses them.
"""

from __future__ import annotations

from gamespec.program.frozen import dataclass

__all__ = ["Address", "Region", "Word", "region_of"]


@dataclass(frozen=True, slots=True)
class Region:
    """A named range of memory. If `size` is `None`, the range extends to the end of the memory."""

    name: str
    address: int
    size: int | None

    def __str__(self) -> str:
        end = "the end" if self.size is None else str(self.address + self.size)
        return f"{self.name} ({self.address} to {end})"

    def holds(self, address: int, size: int) -> bool:
        """Return whether `size` bytes, beginning at an address, are all within the region."""
        return self.address <= address and (self.size is None or address + size <= self.address + self.size)


class Address(int):
    """An address in a region, or the offset that an instruction adds to such an address."""

    region: Region

    def __new__(cls, value: int, region: Region) -> Address:  # noqa: PYI034 - as `int` has it
        """Make an address that belongs to a region."""
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
    """A word in an instruction that stands for an address or a part of an address."""

    __slots__ = ("region",)

    region: Region

    def __new__(cls, text: str, region: Region) -> Word:  # noqa: PYI034 - as `str` has it
        """Make a word that belongs to a region."""
        made = super().__new__(cls, text)
        made.region = region
        return made


def region_of(word: object) -> Region | None:
    """Return the region of an `Address` or a `Word`, or `None` for anything else."""
    return word.region if isinstance(word, Address | Word) else None

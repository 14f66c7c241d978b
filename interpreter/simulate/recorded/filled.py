"""The values of the columns of a table, for some consecutive games."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from gamespec.program.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.kernels.statistics.tabulating import Area
    from interpreter.simulate.columns import Column, Type, Value

__all__ = ["VALUES", "Array", "Filled", "Listed", "Missing", "most_rows", "values_of"]

GROUP, VALUES = 16_384, 8_000_000
"""Maximum number of rows, and of values, that are filled at a time."""

LETTERS = {"longs": "q", "reals": "d"}


def most_rows(columns: int, values: int = VALUES) -> int:
    """Return how many rows of a table with that many columns have at most `values` values.

    The result is a multiple of 64, at least 64 and at most `GROUP`.
    """
    return max(1, min(GROUP, values // columns) // 64) * 64


@dataclass(frozen=True, slots=True)
class Array:
    """The values of a column for `count` games, as an array in the format of Apache Arrow.

    `data` has little-endian 64-bit integers (`longs`), floating-point numbers (`reals`), or bits (`flags`).
    If there are `names`, the numbers are indexes of them. `valid`, if given, has a bit for each game, which
    says whether it has a value.
    """

    area: Area
    count: int
    data: bytes | memoryview
    valid: bytes | memoryview | None
    names: Sequence[str] = ()

    def own(self) -> Array:
        """Return the same values, which never change."""
        valid = None if self.valid is None else bytes(self.valid)
        return Array(self.area, self.count, bytes(self.data), valid, self.names)

    def values(self, type_: Type) -> list[Value]:
        """Return the values of a column of a given type as a list, with `None` where there is none."""
        found: Sequence[Any]
        if self.area == "flags":
            found = _bits(self.data, self.count)
        else:
            letter = "Q" if type_ == "uint64" else LETTERS[self.area]
            found = struct.unpack(f"<{self.count}{letter}", self.data)
        valid = [True] * self.count if self.valid is None else _bits(self.valid, self.count)
        if self.names:
            return [self.names[n] if is_ else None for n, is_ in zip(found, valid, strict=True)]
        if self.area == "reals" and type_ == "int64":
            return [int(number) if is_ else None for number, is_ in zip(found, valid, strict=True)]
        if self.valid is None:
            return [*found]
        return [value if is_ else None for value, is_ in zip(found, valid, strict=True)]


def _bits(data: bytes | memoryview, count: int) -> list[bool]:
    digits = f"{int.from_bytes(data, 'little'):0{8 * len(data)}b}"[::-1]
    return [digit == "1" for digit in digits[:count]]


@dataclass(frozen=True, slots=True)
class Listed:
    """The values of a column, in a list."""

    items: list[Value]

    @property
    def count(self) -> int:
        """The number of games."""
        return len(self.items)

    def own(self) -> Listed:
        """Return the same values, which never change."""
        return self

    def values(self, _: Type) -> list[Value]:
        """Return the values, with `None` where there is none."""
        return self.items


@dataclass(frozen=True, slots=True)
class Missing:
    """A column without a value for any of `count` games."""

    count: int

    def own(self) -> Missing:
        """Return the same column."""
        return self

    def values(self, _: Type) -> list[Value]:
        """Return `None` for each game."""
        return [None] * self.count


Filled = Array | Listed | Missing


def values_of(columns: Sequence[Column], batches: Iterable[Sequence[Filled]]) -> list[list[Value]]:
    """Return a list of values for each of the columns, given batches of games."""
    values: list[list[Value]] = [[] for _ in columns]
    for batch in batches:
        for column, found, filled in zip(columns, values, batch, strict=True):
            found.extend(filled.values(column.form.type))
    return values

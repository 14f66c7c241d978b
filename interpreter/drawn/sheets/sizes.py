"""Says how large components and papers are, and where components lie on a sheet, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["DISC", "MARGIN", "PAPERS", "SIZES", "SQUARE", "CardSize", "Grid", "Paper", "Size", "Spot"]

CardSize: TypeAlias = Literal["poker", "mini", "square"]
Paper: TypeAlias = Literal["a4", "letter"]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a component, which is a rectangle or, if it is `round`, a disc."""

    width: float
    height: float
    round: bool = False

    def __str__(self) -> str:
        return f"{self.width:g} mm" if self.round else f"{self.width:g} x {self.height:g} mm"


SQUARE, DISC = Size(40, 40), Size(25, 25, round=True)
"""The sizes of square components and of tokens."""

SIZES: dict[CardSize, Size] = {"poker": Size(63, 88), "mini": Size(44, 67), "square": SQUARE}
"""The sizes of cards."""

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
"""The width and the height of each paper."""

MARGIN = 5.0
"""The least margin of a sheet, in which printers don't print and cut marks stand."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The upper left corner of a component on a sheet."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Components of one size, side by side in the middle of a paper of the given width and height."""

    size: Size
    width: float
    height: float

    @property
    def columns(self) -> int:
        """The number of components beside each other."""
        return int((self.width - 2 * MARGIN) // self.size.width)

    @property
    def rows(self) -> int:
        """The number of components below each other."""
        return int((self.height - 2 * MARGIN) // self.size.height)

    @property
    def left(self) -> float:
        """The distance of the components from the left and the right edge."""
        return (self.width - self.columns * self.size.width) / 2

    @property
    def top(self) -> float:
        """The distance of the components from the upper and the lower edge."""
        return (self.height - self.rows * self.size.height) / 2

    def spot(self, index: int, *, mirrored: bool = False) -> Spot:
        """Return where a component lies; the other side of the sheet is `mirrored`."""
        row, column = divmod(index, self.columns)
        across = self.columns - 1 - column if mirrored else column
        return Spot(self.left + across * self.size.width, self.top + row * self.size.height)

    def cuts(self, count: int) -> Iterator[tuple[Spot, Spot]]:
        """Yield the ends of the lines along which `count` components are cut, without marks in the margin.

        They are the same on both sides of a sheet.
        """
        rows = -(-count // self.columns)
        right = self.left + self.columns * self.size.width
        bottom = self.top + rows * self.size.height
        for column in range(self.columns + 1):
            x = self.left + column * self.size.width
            yield Spot(x, self.top), Spot(x, bottom)
        for row in range(rows + 1):
            y = self.top + row * self.size.height
            yield Spot(self.left, y), Spot(right, y)

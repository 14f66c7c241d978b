"""Says how large components and papers are, and where components lie on a sheet, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from gamespec.program.frozen import dataclass

__all__ = [
    "APART",
    "CARDS",
    "COIN",
    "COUNTER",
    "DISC",
    "FIGURE",
    "FOOT",
    "LEAST",
    "MARGIN",
    "MOST",
    "PAPERS",
    "SQUARE",
    "Backs",
    "Grid",
    "Paper",
    "Size",
    "Spot",
    "size_named",
]

Paper: TypeAlias = Literal["a4", "letter", "a3"]

Backs: TypeAlias = Literal["long-edge", "short-edge", "none"]
"""The edge along which sheets are turned to print their backs, if backs are printed."""


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

COIN, COUNTER = Size(20, 20, round=True), Size(16, 16, round=True)
"""The sizes of tokens of resources, and of counters for variables."""

FIGURE = Size(25, 76)
"""The size of a figure before it is folded: a foot, both sides, and another foot."""

CARDS = {
    "poker": Size(63, 88),
    "bridge": Size(57, 88),
    "tarot": Size(70, 120),
    "mini": Size(44, 67),
    "square": SQUARE,
}
"""The sizes of cards by name."""

LEAST, MOST = 20.0, 180.0
"""The least and the greatest width and height of a card."""

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4), "a3": (297, 420)}
"""The width and the height of each paper."""


def size_named(text: str) -> Size:
    """Return the size of cards with a name, or with a width and a height as in `59x92`.

    Raises `ValueError`.
    """
    if text in CARDS:
        return CARDS[text]
    wide, _, high = text.partition("x")
    size = Size(float(wide), float(high))
    if not (LEAST <= size.width <= MOST and LEAST <= size.height <= MOST):
        raise ValueError(f"a card is {LEAST:g} to {MOST:g} mm wide and high")
    return size


FUZZ = 1e-9
"""What computing with fractions may lose."""

MARGIN = 5.0
"""The least margin of a sheet, in which printers don't print and cut marks stand."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The upper left corner of a component on a sheet."""

    x: float
    y: float


APART = 1.5
"""The distance between discs, in which they can be cut or punched out."""

FOOT = 9.0
"""The height of the lower margin that has room for a note and for cut marks."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Components of one size, side by side in the middle of a paper of the given width and height.

    With a `bleed`, pictures reach so far beyond the cut, and components lie twice as far apart.
    """

    size: Size
    width: float
    height: float
    bleed: float = 0.0

    @property
    def apart(self) -> float:
        """The distance between components."""
        return 2 * self.bleed

    @property
    def columns(self) -> int:
        """The number of components beside each other."""
        return int((self.width - 2 * MARGIN + self.apart) / (self.size.width + self.apart) + FUZZ)

    @property
    def rows(self) -> int:
        """The number of components below each other."""
        return int((self.height - 2 * MARGIN + self.apart) / (self.size.height + self.apart) + FUZZ)

    @property
    def left(self) -> float:
        """The distance of the components from the left and the right edge."""
        return (self.width - self.columns * (self.size.width + self.apart) + self.apart) / 2

    @property
    def top(self) -> float:
        """The distance of the components from the upper edge. The lower margin may be wider, for a note."""
        free = self.height - self.rows * (self.size.height + self.apart) + self.apart
        return max(MARGIN, free - FOOT) if MARGIN + FOOT <= free < 2 * FOOT else free / 2

    @property
    def foot(self) -> float:
        """The distance of the components from the lower edge."""
        return self.height - self.top - self.rows * (self.size.height + self.apart) + self.apart

    def spot(self, index: int, *, mirrored: bool = False) -> Spot:
        """Return where a component lies; the other side of the sheet is `mirrored`."""
        row, column = divmod(index, self.columns)
        across = self.columns - 1 - column if mirrored else column
        return Spot(
            self.left + across * (self.size.width + self.apart),
            self.top + row * (self.size.height + self.apart),
        )

    def cuts(self, count: int) -> Iterator[tuple[Spot, Spot]]:
        """Yield the ends of the lines along which `count` components are cut, without marks in the margin.

        They are the same on both sides of a sheet.
        """
        rows = -(-count // self.columns)
        right = self.width - self.left
        bottom = self.top + rows * (self.size.height + self.apart) - self.apart
        for x in self._edges(self.left, self.size.width, self.columns):
            yield Spot(x, self.top), Spot(x, bottom)
        for y in self._edges(self.top, self.size.height, rows):
            yield Spot(self.left, y), Spot(right, y)

    def _edges(self, start: float, long: float, count: int) -> Iterator[float]:
        """Yield where components begin and end. Without a distance, the end of one begins the next."""
        for index in range(count):
            yield start + index * (long + self.apart)
            if self.apart or index == count - 1:
                yield start + index * (long + self.apart) + long

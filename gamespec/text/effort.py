"""What it may take to check a specification, counted the same on every machine.

Work is counted in *parts*: a part of an expression each time it is typed, a declaration, a row, a cell each
time it is bound. Once the parts are used up `TooMuch` is raised, which binding and compiling turn into one
diagnostic at the place that was one too many.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span

__all__ = ["MOST_PARTS", "Effort", "TooMuch"]

MOST_PARTS = 40_000
"""The most parts that one number of players and one choice of options may take."""


class TooMuch(Exception):
    """The parts are used up at `span`."""

    def __init__(self, span: Span) -> None:
        super().__init__(str(span))
        self.span = span


@dataclass
class Effort:
    """Parts that are left."""

    left: int = MOST_PARTS
    told: bool = False

    @property
    def used_up(self) -> int:
        """Parts used so far."""
        return MOST_PARTS - self.left

    def spend(self, parts: int, span: Span) -> None:
        """Take some; raises `TooMuch` if there are not as many left."""
        self.left -= parts
        if self.left < 0:
            raise TooMuch(span)

    def tell(self, much: TooMuch, found: Collector) -> None:
        """Report that there was too much, once."""
        if not self.told:
            found.report(
                "GS318", f"this takes more than {MOST_PARTS:,} parts to check", much.span,
                help="use fewer rows, smaller spaces, or functions for what is written several times",
            )  # fmt: skip
        self.told = True

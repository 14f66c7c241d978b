"""The cost of checking a specification, counted identically on every machine.

The unit is the *part*: each typing of a part of an expression, and each binding of a declaration, row or
cell, costs one. When the parts are used up, `TooMuch` is raised; binding and compiling turn it into one
diagnostic at the place that exceeded the limit.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span

__all__ = ["MOST_PARTS", "Effort", "TooMuch"]

MOST_PARTS = 40_000
"""Maximum number of parts for one number of players and one choice of options."""


class TooMuch(Exception):
    """The parts ran out at `span`."""

    def __init__(self, span: Span) -> None:
        super().__init__(str(span))
        self.span = span


@dataclass
class Effort:
    """The remaining parts."""

    left: int = MOST_PARTS
    told: bool = False

    @property
    def used_up(self) -> int:
        """Parts used so far."""
        return MOST_PARTS - self.left

    def spend(self, parts: int, span: Span) -> None:
        """Use up parts; raises `TooMuch` if too few are left."""
        self.left -= parts
        if self.left < 0:
            raise TooMuch(span)

    def tell(self, much: TooMuch, found: Collector) -> None:
        """Report once that the parts have run out."""
        if not self.told:
            found.report(
                "GS318", f"this takes more than {MOST_PARTS:,} parts to check", much.span,
                help="use fewer rows, smaller spaces, or functions for repeated parts",
            )  # fmt: skip
        self.told = True

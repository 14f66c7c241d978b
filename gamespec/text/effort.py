"""The cost of checking a specification, counted identically on every machine.

The unit is the *part*. Each typing of a part of an expression costs one unit, and so does each binding of a
declaration, row or cell. When the parts are used up, `TooMuch` is raised. Binding and compiling turn it into
a single diagnostic at the place that exceeded the limit.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span

__all__ = ["MOST_PARTS", "Effort", "TooMuch"]

MOST_PARTS = 40_000
"""Maximum number of parts that a check may use for one number of players and one choice of options."""


class TooMuch(Exception):
    """Raised when the parts are used up. `span` is the place that exceeded the limit."""

    def __init__(self, span: Span) -> None:
        super().__init__(str(span))
        self.span = span


@dataclass
class Effort:
    """The number of parts that remain, and whether it was reported that they are used up.

    `once` is the number of parts used for what is computed only once, such as the function that a call names.
    """

    left: int = MOST_PARTS
    told: bool = False
    once: int = 0

    @property
    def used_up(self) -> int:
        """The number of parts used so far."""
        return MOST_PARTS - self.left

    @property
    def recurring(self) -> int:
        """The number of parts used so far that the same work would use again."""
        return self.used_up - self.once

    def again(self, parts: int) -> bool:
        """Use up the parts of work that is known to have the same result, and return whether they were left.

        If they were not, nothing is used up: the work itself finds the place that exceeds the limit.
        """
        if self.left < parts:
            return False
        self.left -= parts
        return True

    def spend(self, parts: int, span: Span) -> None:
        """Use up a number of parts. Raises `TooMuch` if fewer are left."""
        self.left -= parts
        if self.left < 0:
            raise TooMuch(span)

    def tell(self, much: TooMuch, found: Collector) -> None:
        """Report that the parts are used up, unless that has been reported before."""
        if not self.told:
            found.report(
                "GS318", f"this takes more than {MOST_PARTS:,} parts to check", much.span,
                help="use fewer rows, smaller spaces, or functions for repeated parts",
            )  # fmt: skip
        self.told = True

"""The time that a solver may take, and what it tells of its progress."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["OutOfTime", "Watch"]


class OutOfTime(Exception):
    """The budget has run out."""


class Watch:
    """Measures the time of a solver. `tell` gets a line about its progress from time to time."""

    def __init__(self, budget: float | None = None, tell: Callable[[str], None] | None = None) -> None:
        self._begun, self._budget, self._tell = perf_counter(), budget, tell

    def start(self) -> None:
        """Start the watch anew."""
        self._begun = perf_counter()

    @property
    def seconds(self) -> float:
        """The time since the watch was started, or made."""
        return perf_counter() - self._begun

    def check(self, text: Callable[[], str]) -> None:
        """Tell the progress, and raise `OutOfTime` if the budget has run out."""
        if self._tell is not None:
            self._tell(text())
        if self._budget is not None and self.seconds > self._budget:
            raise OutOfTime

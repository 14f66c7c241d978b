"""What a solver has found out about a game, exactly or within bounds."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass

if TYPE_CHECKING:
    from interpreter.kernels.solving.kinds import Values
    from interpreter.play.options import Option

__all__ = ["Answer", "Method", "OptionAnswer", "Stopped", "Worth"]


class Method(Enum):
    """The ways to solve a game."""

    SEARCH = "search"
    """Alpha-beta search, for two sides."""
    SITUATIONS = "situations"
    """Retrograde analysis of all situations, for two sides."""
    SHORTEST = "shortest"
    """Breadth-first search of all situations, for one side."""
    CHANCE = "chance"
    """Expectations over all situations and all outcomes of chance."""


class Stopped(Enum):
    """Why a solver has stopped before it was done."""

    BUDGET = "budget"
    INTERRUPT = "interrupt"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Worth:
    """Bounds of a value for the first side, which are equal if the value is known.

    By places, 1 is a win, 0 a draw and -1 a loss; with chance, the value is the expectation of these numbers.
    `decisions` is the number of decisions until the end with best play, if it is known: the winner wins as
    early as possible, and the loser loses as late as possible.
    """

    low: float | None
    high: float | None
    decisions: int | None = None

    @property
    def known(self) -> bool:
        """Whether the value is known."""
        return self.low is not None and self.low == self.high


@dataclass(frozen=True, slots=True)
class OptionAnswer:
    """A first option and its value."""

    option: Option
    worth: Worth


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver has found out.

    `excluded` holds two numbers of decisions if a search was stopped: neither the first side nor the other
    side can force a win within so many decisions. `way` has the options of a line of best play; for one side,
    it is one of `ways` shortest ways to the best end. `positions` counts the positions that were
    visited, or the different situations found.
    """

    method: Method
    kind: Values
    worth: Worth
    options: tuple[OptionAnswer, ...]
    positions: int
    seconds: float
    stopped: Stopped | None = None
    depth: int | None = None
    excluded: tuple[int, int] | None = None
    way: tuple[Option, ...] = ()
    ways: int | None = None
    late: bool = False
    """Whether a puzzle has a solution, but every solution takes more decisions than its limit allows."""

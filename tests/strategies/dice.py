"""Sources of choices. Generators ask only for numbers below a bound, and 0 is always the simplest choice."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

__all__ = ["Dice", "Drawn", "Made", "Replayed", "Rolled"]

T = TypeVar("T")


class Dice(ABC):
    """A source of choices."""

    @abstractmethod
    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""

    def pick(self, values: Sequence[T]) -> T:
        """Return one of the values."""
        return values[self.below(len(values))] if len(values) > 1 else values[0]

    def between(self, low: int, high: int) -> int:
        """Return a number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def chance(self, share: int, of: int = 100) -> bool:
        """Return `True` with a probability of `share` / `of`. The simplest choice is `False`."""
        return self.below(of) >= of - share

    def some(self, values: Sequence[T], least: int, most: int) -> tuple[T, ...]:
        """Return between `least` and `most` of the values, each at most once, in their original order."""
        left = self.between(least, min(most, len(values)))
        chosen: list[T] = []
        for i, value in enumerate(values):
            if left and self.below(len(values) - i) < left:
                chosen.append(value)
                left -= 1
        return tuple(chosen)

    def weighted(self, values: Sequence[tuple[T, int]]) -> T:
        """Return one of the values, with a probability that is proportional to the value's weight."""
        number = self.below(sum(weight for _, weight in values))
        for value, weight in values:
            number -= weight
            if number < 0:
                return value
        raise AssertionError("the number is below the sum of the weights")


class Rolled(Dice):
    """Choices from a seeded generator. `taken` records the numbers that it has chosen."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - reproducible, not secret
        self.taken: list[int] = []

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        number = int(self._random.random() * bound)
        self.taken.append(number)
        return number


class Replayed(Dice):
    """Choices replayed from a list, followed by zeros. `taken` records the numbers that were returned."""

    def __init__(self, choices: Sequence[int]) -> None:
        self._choices = choices
        self.taken: list[int] = []

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        at = len(self.taken)
        number = min(self._choices[at], bound - 1) if at < len(self._choices) else 0
        self.taken.append(number)
        return number


class Drawn(Dice):
    """Choices that Hypothesis draws."""

    def __init__(self, data: Any) -> None:
        self._data = data

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        return int(self._data.draw_integer(0, bound - 1))


class Made(st.SearchStrategy[T]):
    """A Hypothesis strategy for anything that can be generated from choices.

    The choices are drawn directly from Hypothesis' data, not through separate strategies. Hypothesis would
    reuse draws among similar strategies, and five of six examples would be almost equal to the previous one.
    """

    def __init__(self, make: Callable[[Dice], T]) -> None:
        super().__init__()
        self._make = make

    def do_draw(self, data: Any) -> T:
        """Return a generated example. Hypothesis calls this method."""
        return self._make(Drawn(data))

    def __repr__(self) -> str:
        return f"Made({self._make.__name__})"

"""Which choices of options and players stand, where options require something of each other.

A choice stands if it meets all requirements. Whether some values can stand together is found by giving the
other options values one after another, the likelier first, and going back where a requirement is broken; it
is asked as soon as all that it names have values. Only options that a requirement names are gone through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gamespec.configurations import PLAYERS, Choice
from gamespec.resolve import Requirements

__all__ = ["Feasible"]

MOST_TRIED = 5_000
"""How many values are given in search of one choice; what is not found by then is taken not to stand."""


@dataclass(eq=False)
class Feasible:
    """The requirements of a game, and the values that each option may have, the likelier ones first."""

    requirements: Requirements
    values: Mapping[str, Sequence[int]]
    named: tuple[frozenset[str], ...] = field(init=False)
    order: tuple[str, ...] = field(init=False)
    cut: bool = field(default=False, init=False)
    """Whether a search was given up."""

    def __post_init__(self) -> None:
        """Requirements call the number of players as expressions do."""
        self.named = tuple(
            frozenset(PLAYERS if name == "players" else name for name in names)
            for names in self.requirements.named
        )
        every = frozenset[str]().union(*self.named)
        self.order = tuple(name for name in self.values if name in every)

    def stands(self, choice: Choice) -> bool:
        """Whether a whole choice meets all requirements."""
        return all(self._holds(number, choice) for number in range(len(self.named)))

    def completed(self, part: Choice) -> Choice | None:
        """A choice that stands and has these values, with the first of each other option that can be had.

        `None` if none was found.
        """
        usual = {name: values[0] for name, values in self.values.items()}
        given = [name for name in self.order if name in part]
        chosen = {name: part[name] for name in given}
        if not all(self._holds(n, chosen) for n, names in enumerate(self.named) if names <= chosen.keys()):
            return None
        left = [MOST_TRIED]
        found = self._complete(chosen, [name for name in self.order if name not in part], left)
        return {**usual, **part, **found} if found is not None else None

    def _complete(self, chosen: Choice, rest: list[str], left: list[int]) -> Choice | None:
        if not rest:
            return chosen
        name = rest[0]
        for value in self.values[name]:
            left[0] -= 1
            if left[0] < 0:
                self.cut = True
                return None
            more = {**chosen, name: value}
            asked = (n for n, names in enumerate(self.named) if name in names and names <= more.keys())
            if all(self._holds(n, more) for n in asked):
                found = self._complete(more, rest[1:], left)
                if found is not None:
                    return found
        return None

    def _holds(self, number: int, choice: Choice) -> bool:
        options = {name: value for name, value in choice.items() if name != PLAYERS}
        return self.requirements.holds(number, choice.get(PLAYERS, self.values[PLAYERS][0]), options)

"""Finds choices of options and numbers of players that satisfy a game's requirements.

A choice is valid if it meets all requirements. A backtracking search decides whether some values can occur
together. It assigns values to the other options one by one, likelier values first, and tests each requirement
as soon as all names in it have values. Only options that a requirement names take part.

All searches together share a budget of parts (`effort`), and each search may use a fraction of what is left.
So a requirement that hardly any choice meets costs no more to check than others, and no search starves the
rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gamespec.configurations import PLAYERS, Choice
from gamespec.resolve import Requirements

__all__ = ["MOST_SEARCHED", "Feasible"]

MOST_TRIED = 5_000
"""Maximum number of values that the search for one choice tries. After that the choice counts as invalid."""

MOST_SEARCHED = 60_000
"""Maximum number of parts that all searches of a check may use together, unless the check is thorough."""

SHARE = 16
"""The divisor that limits one search: it may use one part in `SHARE` of the budget that is left."""


@dataclass(eq=False)
class Feasible:
    """The requirements of a game, and the possible values of each option, the likelier ones first.

    `left` is the number of parts that searches may still use. When it reaches zero, no search finds anything.
    """

    requirements: Requirements
    values: Mapping[str, Sequence[int]]
    left: int = MOST_SEARCHED
    named: tuple[frozenset[str], ...] = field(init=False)
    order: tuple[str, ...] = field(init=False)
    naming: Mapping[str, Sequence[int]] = field(init=False)
    usual: Choice = field(init=False)
    cut: bool = field(default=False, init=False)
    """Whether a search was given up before it was finished."""

    def __post_init__(self) -> None:
        """Index the requirements by the names that occur in them; `players` becomes the key `PLAYERS`."""
        self.named = tuple(
            frozenset(PLAYERS if name == "players" else name for name in names)
            for names in self.requirements.named
        )
        every = frozenset[str]().union(*self.named)
        self.order = tuple(name for name in self.values if name in every)
        naming: dict[str, list[int]] = {}
        for number, names in enumerate(self.named):
            for name in names:
                naming.setdefault(name, []).append(number)
        self.naming = naming
        self.usual = {name: values[0] for name, values in self.values.items()}

    def stands(self, choice: Choice) -> bool:
        """Return whether a complete choice is known to meet all requirements.

        If the budget is used up, the result is false.
        """
        return self.completed(choice) is not None

    def completed(self, part: Choice) -> Choice | None:
        """Return a valid choice that contains the values in `part`, or `None` if the search finds none.

        Each other option takes the first of its values that is possible.
        """
        if self.left <= 0:
            self.cut = True
            return None
        least = self.left - self.left // SHARE
        self.left -= 1 + (len(self.order) + len(self.named)) // SHARE
        chosen = {name: part[name] for name in self.order if name in part}
        if not self._allowed(chosen, range(len(self.named))):
            return None
        found = self._search(chosen, [name for name in self.order if name not in part], least)
        return {**self.usual, **part, **found} if found is not None else None

    def _search(self, chosen: Choice, rest: Sequence[str], least: int) -> Choice | None:
        """Return `chosen` with values for the options in `rest` as well, or `None` if the search fails.

        The search leaves at least `least` parts of the budget.
        """
        tries, open_ = MOST_TRIED, [iter(self.values[name]) for name in rest[:1]]
        while open_:
            name = rest[len(open_) - 1]
            for value in open_[-1]:
                tries, self.left = tries - 1, self.left - 1
                if tries < 0 or self.left < least:
                    self.cut = True
                    return None
                chosen[name] = value
                if self._allowed(chosen, self.naming[name]):
                    break
            else:
                del open_[-1], chosen[name]
                continue
            if len(open_) == len(rest):
                return chosen
            open_.append(iter(self.values[rest[len(open_)]]))
        return None if rest else chosen

    def _allowed(self, chosen: Choice, numbers: Iterable[int]) -> bool:
        """Return whether the requirements with these numbers hold.

        A requirement counts as met while one of its names has no value.
        """
        return all(self._holds(n, chosen) for n in numbers if self.named[n] <= chosen.keys())

    def _holds(self, number: int, choice: Choice) -> bool:
        options = {name: choice[name] for name in self.named[number] if name != PLAYERS}
        before = self.requirements.spent
        holds = self.requirements.holds(number, choice.get(PLAYERS, self.usual[PLAYERS]), options)
        self.left -= 1 + self.requirements.spent - before
        return holds

"""Which choices of options and players stand, where options require something of each other.

A choice stands if it meets all requirements. Whether some values can stand together is found by giving the
other options values one after another, the likelier first, and going back where a requirement is broken; it
is asked as soon as all that it names have values. Only options that a requirement names are gone through.

All searches together may take a number of parts (`effort`), and each of them a share of those that are left:
so a requirement that hardly any choice meets takes no longer to check than others, and none starves the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gamespec.configurations import PLAYERS, Choice
from gamespec.resolve import Requirements

__all__ = ["MOST_SEARCHED", "Feasible"]

MOST_TRIED = 5_000
"""Values tried in search of one choice; what is not found by then is taken not to stand."""

MOST_SEARCHED = 60_000
"""Parts that all searches of a check may take together, unless it is a thorough one."""

SHARE = 16
"""A search may take this fraction of the parts that are left."""


@dataclass(eq=False)
class Feasible:
    """The requirements of a game, and the values that each option may have, the likelier ones first.

    `left` are the parts that searches may still take; once they are used up nothing is found any more.
    """

    requirements: Requirements
    values: Mapping[str, Sequence[int]]
    left: int = MOST_SEARCHED
    named: tuple[frozenset[str], ...] = field(init=False)
    order: tuple[str, ...] = field(init=False)
    naming: Mapping[str, Sequence[int]] = field(init=False)
    usual: Choice = field(init=False)
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
        naming: dict[str, list[int]] = {}
        for number, names in enumerate(self.named):
            for name in names:
                naming.setdefault(name, []).append(number)
        self.naming = naming
        self.usual = {name: values[0] for name, values in self.values.items()}

    def stands(self, choice: Choice) -> bool:
        """Whether a whole choice is known to meet all requirements."""
        return self.completed(choice) is not None

    def completed(self, part: Choice) -> Choice | None:
        """A choice that stands and has these values, with the first of each other option that can be had.

        `None` if none was found.
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
        """A choice with values for the rest of the options, which leaves at least so many parts."""
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
        """Whether these requirements hold, as far as all that they name have values."""
        return all(self._holds(n, chosen) for n in numbers if self.named[n] <= chosen.keys())

    def _holds(self, number: int, choice: Choice) -> bool:
        options = {name: choice[name] for name in self.named[number] if name != PLAYERS}
        before = self.requirements.spent
        holds = self.requirements.holds(number, choice.get(PLAYERS, self.usual[PLAYERS]), options)
        self.left -= 1 + self.requirements.spent - before
        return holds

"""The combinations of options and numbers of players for which a game is checked.

Bounds and sizes depend on options, so a game may be sound for some choices and not for others. Most such
faults show at one end of an option's range, or at the ends of two ranges together. A *covering array* is a
list of choices in which every two values of different options occur together at least once. It is far shorter
than the list of all choices. It is built greedily, as by AETG (Cohen and others 1997). Each row starts with
the first pair that no row covers yet. Every further option, those with most uncovered pairs first, takes the
value that covers most pairs with the values already chosen, and its default if that covers as many. Of
several rows, which begin with different options, the one that covers most pairs is taken.

A numeric option contributes its two ends and its default, and any other option contributes all of its values.
The number of players contributes its minimum and its maximum. The defaults come first, so a fault that
depends on no option is reported as independent of options.

If options constrain each other, pairs that occur in no valid choice are left out and counted. The rest of a
row is chosen so that it is valid with the row's pair. If none of the values to cover is possible, the option
takes another of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations, islice, product
from math import prod

__all__ = [
    "MOST_COVERING",
    "MOST_THOROUGH",
    "PLAYERS",
    "Choice",
    "Factors",
    "Rows",
    "total",
]

MOST_COVERING = 64
"""Maximum number of choices that a check tries."""

MOST_THOROUGH = 4096
"""Maximum number of choices that a thorough check tries."""

MOST_LOOKED_AT = 16 * MOST_THOROUGH
"""Maximum number of choices that are examined to find the valid ones."""

MOST_PAIRS = 20_000
"""Maximum number of pairs to cover. If there are more, the values are tried one by one."""

PLAYERS = ""
"""The key under which the number of players stands among the options."""

Choice = dict[str, int]
"""The value of each option by its name, and the number of players under `PLAYERS`."""

Factors = Mapping[str, tuple[int, ...]]
"""The values to try for each option, its default first. The numbers of players stand under `PLAYERS`."""

CANDIDATES = 4
"""Number of rows of which the best one is taken."""

Value = tuple[str, int]
"""An option and one of its values."""

Uncovered = dict[Value, set[Value]]
"""For each value, those values of other options with which no row contains it yet."""

Completed = Callable[[Choice], Choice | None]
"""A function that extends some values to a valid choice, or returns `None` if they cannot occur together."""


def total(factors: Factors) -> int:
    """Return how many combinations of values there are."""
    return prod(len(values) for values in factors.values())


@dataclass(eq=False)
class Rows:
    """The choices to try. `left_out` counts the pairs of values that occur in no valid choice.

    `completed` extends some values to a valid choice. Without it every choice is valid.
    """

    factors: Factors
    completed: Completed | None = None
    left_out: int = field(default=0, init=False)

    def covering(self) -> Iterator[Choice]:
        """Yield a covering array of at most `MOST_COVERING` choices.

        The defaults come first, with the minimum and then with the maximum number of players.
        """
        return islice(self._rows(), MOST_COVERING)

    def every(self) -> Iterator[Choice]:
        """Yield up to `MOST_THOROUGH` valid choices, beginning with a covering array."""
        first = list(self.covering())
        done = {tuple(row.items()) for row in first}
        rows = (dict(zip(self.factors, row, strict=True)) for row in product(*self.factors.values()))
        rest = (row for row in islice(rows, MOST_LOOKED_AT) if tuple(row.items()) not in done)
        feasible = (row for row in rest if self._whole(row) is not None)
        return islice(chain(first, feasible), MOST_THOROUGH)

    def _whole(self, part: Choice) -> Choice | None:
        """Return a valid choice that contains the values in `part`, or `None` if there is none.

        Without `completed`, every other option takes its first value.
        """
        if self.completed is not None:
            return self.completed(part)
        return {name: part.get(name, values[0]) for name, values in self.factors.items()}

    def _rows(self) -> Iterator[Choice]:
        factors = self.factors
        defaults = {name: values[0] for name, values in factors.items()}
        yield defaults
        first = [defaults]
        for number in factors[PLAYERS][1:]:
            first.append({**defaults, PLAYERS: number})
            yield first[-1]
        sizes = [len(values) for values in factors.values()]
        if sum(a * b for a, b in combinations(sizes, 2)) > MOST_PAIRS:
            yield from self._singly()
            return
        values = {name: [(name, x) for x in factors[name]] for name in factors}
        uncovered = {
            one: {two for other in values if other != name for two in values[other]}
            for name in values for one in values[name]
        }  # fmt: skip
        for row in first:
            _cover(uncovered, row)
        names = sorted(factors, key=lambda name: -len(factors[name]))
        for a, b in combinations(names, 2):
            for one, two in product(values[a], values[b]):
                if two not in uncovered[one]:
                    continue
                whole = self._whole(dict((one, two)))
                if whole is None:
                    self.left_out += 1
                    continue
                row = self._row(one, two, whole, uncovered)
                _cover(uncovered, row)
                yield row

    def _singly(self) -> Iterator[Choice]:
        for name, values in self.factors.items():
            for value in values[1:] if name != PLAYERS else ():
                row = self._whole({name: value})
                if row is not None:
                    yield row

    def _row(self, one: Value, two: Value, whole: Choice, uncovered: Uncovered) -> Choice:
        """Return a valid row with two values that the valid choice `whole` contains.

        It is the one that covers most of several such rows.
        """
        rest = [name for name in self.factors if name not in (one[0], two[0])]
        rest.sort(key=lambda name: -sum(len(uncovered[name, x]) for x in self.factors[name]))
        starts = 1 if self.completed is not None else max(1, min(CANDIDATES, len(rest)))
        rows = [self._filled((one, two), rest[k:] + rest[:k], whole, uncovered) for k in range(starts)]
        best = max(rows, key=lambda row: _covers(row, uncovered))
        return {name: best[name] for name in self.factors}

    def _filled(
        self, pair: tuple[Value, Value], rest: list[str], whole: Choice, uncovered: Uncovered
    ) -> Choice:
        """Return a row with a pair of values, and with values for the other options, chosen in this order.

        An option takes its value in the latest valid choice, if no better one is found in the effort left.
        """
        row, values = dict(pair), {*pair}
        for name in rest:
            gains = {x: len(uncovered[name, x] & values) for x in self.factors[name]}
            for x in sorted(gains, key=lambda x: -gains[x]):
                with_it = self._whole({**row, name: x}) if self.completed is not None else {name: x}
                if with_it is not None:
                    whole = with_it
                    break
            row[name] = whole[name]
            values.add((name, row[name]))
        return row


def _covers(row: Choice, uncovered: Uncovered) -> int:
    """Return twice the number of pairs that a row covers."""
    values = {*row.items()}
    return sum(len(uncovered[value] & values) for value in values)


def _cover(uncovered: Uncovered, row: Choice) -> None:
    values = {*row.items()}
    for value in values:
        uncovered[value] -= values

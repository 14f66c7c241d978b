"""For which options and numbers of players a game is checked.

Bounds and sizes depend on options, so a game may be sound with some and not with others. Most such faults
show at an end of one option, or of two together. A *covering array* is a list of combinations in which every
two values of different options stand together at least once; it is far shorter than the list of all
combinations. It is made greedily: a row begins with the first pair that is not covered yet, and each further
option gets the value that covers most pairs with those already chosen, its default if that covers as many.

Numbers count with their two ends and their default, other options with all of their values, players with the
least and the greatest number. First come the defaults, so that a fault that needs no option is told as one.

Where options require something of each other, two values that cannot stand together in any choice are left
out, and counted. What else is chosen in a row is what can stand with it: if none of the values that count
can, another one of that option.
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
"""How many combinations a check tries."""

MOST_THOROUGH = 4096
"""How many combinations a thorough check tries."""

MOST_LOOKED_AT = 16 * MOST_THOROUGH
"""How many combinations are looked at for those that stand."""

MOST_PAIRS = 20_000
"""Up to how many pairs of values are covered; with more, values are tried one by one."""

PLAYERS = ""
"""The name of the number of players among the options."""

Choice = dict[str, int]
"""A value for each option, and the number of players."""

Factors = Mapping[str, tuple[int, ...]]
"""The values of each option, its default first, and the numbers of players under `PLAYERS`."""

Pair = tuple[str, int, str, int]


Completed = Callable[[Choice], Choice | None]
"""What makes a choice that stands of some values; `None` if they cannot stand together."""


def total(factors: Factors) -> int:
    """How many combinations there are."""
    return prod(len(values) for values in factors.values())


@dataclass(eq=False)
class Rows:
    """The combinations of some factors that are tried; `left_out` are the pairs of values that cannot stand.

    `completed` makes a choice of some values that stands. Without it all do.
    """

    factors: Factors
    completed: Completed | None = None
    left_out: int = field(default=0, init=False)

    def covering(self) -> Iterator[Choice]:
        """A covering array; the defaults, with the least and greatest number of players, come first."""
        return islice(self._rows(), MOST_COVERING)

    def every(self) -> Iterator[Choice]:
        """All combinations that stand, a covering array first; no more than can be tried."""
        first = list(self.covering())
        done = {tuple(row.items()) for row in first}
        rows = (dict(zip(self.factors, row, strict=True)) for row in product(*self.factors.values()))
        rest = (row for row in islice(rows, MOST_LOOKED_AT) if tuple(row.items()) not in done)
        feasible = (row for row in rest if self._whole(row) is not None)
        return islice(chain(first, feasible), MOST_THOROUGH)

    def _whole(self, part: Choice) -> Choice | None:
        """A choice that stands with some values, the first of each other option unless that is impossible."""
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
        uncovered = dict.fromkeys(
            (a, x, b, y) for a, b in combinations(factors, 2) for x in factors[a] for y in factors[b]
        )
        for row in first:
            _cover(uncovered, row)
        while uncovered:
            pair = next(iter(uncovered))
            row_of = self._row(pair, uncovered)
            if row_of is None:
                del uncovered[pair]
                self.left_out += 1
                continue
            _cover(uncovered, row_of)
            yield row_of

    def _singly(self) -> Iterator[Choice]:
        for name, values in self.factors.items():
            for value in values[1:] if name != PLAYERS else ():
                row = self._whole({name: value})
                if row is not None:
                    yield row

    def _row(self, pair: Pair, uncovered: Mapping[Pair, None]) -> Choice | None:
        """A row with a pair; `None` if its values cannot stand together."""
        a, x, b, y = pair
        row = {a: x, b: y}
        whole, order = self._whole(row), {name: i for i, name in enumerate(self.factors)}
        if whole is None:
            return None
        for name, values in self.factors.items():
            if name in row:
                continue
            gains = {value: _gain(name, value, row, order, uncovered) for value in values}
            for value in sorted(values, key=lambda value: -gains[value]):
                with_it = self._whole({**row, name: value})
                if with_it is not None:
                    whole = with_it
                    break
            row[name] = whole[name]
        return {name: row[name] for name in self.factors}


def _gain(
    name: str, value: int, row: Choice, order: Mapping[str, int], uncovered: Mapping[Pair, None]
) -> int:
    """How many pairs a value would cover with those chosen; of equal values the first is taken."""
    return sum(
        ((name, value, other, y) if order[name] < order[other] else (other, y, name, value)) in uncovered
        for other, y in row.items()
    )


def _cover(uncovered: dict[Pair, None], row: Choice) -> None:
    for (a, x), (b, y) in combinations(row.items(), 2):
        uncovered.pop((a, x, b, y), None)

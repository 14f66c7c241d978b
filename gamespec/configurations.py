"""For which options and numbers of players a game is checked.

Bounds and sizes depend on options, so a game may be sound with some and not with others. Most such faults
show at an end of one option, or of two together. A *covering array* is a list of combinations in which every
two values of different options stand together at least once; it is far shorter than the list of all
combinations. It is made greedily: a row begins with the first pair that is not covered yet, and each further
option gets the value that covers most pairs with those already chosen, its default if that covers as many.

Numbers count with their two ends and their default, other options with all of their values, players with the
least and the greatest number. First come the defaults, so that a fault that needs no option is told as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice, product
from math import prod

__all__ = ["MOST_COVERING", "MOST_THOROUGH", "PLAYERS", "Choice", "Factors", "covering", "every", "total"]

MOST_COVERING = 64
"""How many combinations a check tries."""

MOST_THOROUGH = 4096
"""How many combinations a thorough check tries."""

MOST_PAIRS = 20_000
"""Up to how many pairs of values are covered; with more, values are tried one by one."""

PLAYERS = ""
"""The name of the number of players among the options."""

Choice = dict[str, int]
"""A value for each option, and the number of players."""

Factors = Mapping[str, tuple[int, ...]]
"""The values of each option, its default first, and the numbers of players under `PLAYERS`."""

Pair = tuple[str, int, str, int]


def total(factors: Factors) -> int:
    """How many combinations there are."""
    return prod(len(values) for values in factors.values())


def every(factors: Factors) -> Iterator[Choice]:
    """All combinations, the defaults first; the first of them, if there are more than can be tried."""
    rows = (dict(zip(factors, row, strict=True)) for row in product(*factors.values()))
    return islice(rows, MOST_THOROUGH)


def covering(factors: Factors) -> Iterator[Choice]:
    """A covering array; the defaults, with the least and greatest number of players, are its first rows."""
    return islice(_rows(factors), MOST_COVERING)


def _rows(factors: Factors) -> Iterator[Choice]:
    defaults = {name: values[0] for name, values in factors.items()}
    yield defaults
    first = [defaults]
    for number in factors[PLAYERS][1:]:
        first.append({**defaults, PLAYERS: number})
        yield first[-1]
    sizes = [len(values) for values in factors.values()]
    if sum(a * b for a, b in combinations(sizes, 2)) > MOST_PAIRS:
        yield from _singly(factors, defaults)
        return
    uncovered = dict.fromkeys(
        (a, x, b, y) for a, b in combinations(factors, 2) for x in factors[a] for y in factors[b]
    )
    for row in first:
        _cover(uncovered, row)
    while uncovered:
        row = _row(next(iter(uncovered)), factors, uncovered)
        _cover(uncovered, row)
        yield row


def _singly(factors: Factors, defaults: Choice) -> Iterator[Choice]:
    for name, values in factors.items():
        yield from ({**defaults, name: value} for value in values[1:] if name != PLAYERS)


def _row(pair: Pair, factors: Factors, uncovered: Mapping[Pair, None]) -> Choice:
    a, x, b, y = pair
    row, order = {a: x, b: y}, {name: i for i, name in enumerate(factors)}
    for name, values in factors.items():
        if name not in row:
            gains = [_gain(name, value, row, order, uncovered) for value in values]
            row[name] = values[gains.index(max(gains))]
    return {name: row[name] for name in factors}


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

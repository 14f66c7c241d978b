"""In the shipped games, explicit chance and deals from seeds give the same frequencies.

The tests compare two samples of each game with chance. One consists of games dealt from seeds, the other of
games whose outcomes are drawn with the probabilities that explicit chance gives. Both are played to the third
decision, always with the first option. Then the options of the first and third decisions are counted.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

from gamespec import load
from interpreter import Game
from interpreter.simulate import Draws

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

GAMES = 80
DECISIONS = 3
CLASSES = 6


LUCK = [
    path.parent.name
    for path in sorted((Path(__file__).parents[2] / "games").glob("*/game.yaml"))
    if re.search(r"\b(?:shuffle|random): ", path.read_text(encoding="utf-8"))
]
"""The shipped games in which something is shuffled or drawn at random."""


def drawn(game: Game, luck: Draws) -> None:
    """Settle all pending chance, drawing each outcome with its probability."""
    while game.chance is not None:
        number = luck.below(game.chance.total)
        for outcome, share in zip(game.chance.outcomes, game.chance.shares, strict=True):
            if number < share:
                game.settle(outcome)
                break
            number -= share


def course(game: Game, luck: Draws | None) -> Iterator[Hashable]:
    """Yield, for each of the first decisions, a class that depends on the options.

    It consists of the number of options, and a remainder computed from the numbers of the first and last
    option.
    """
    for _ in range(DECISIONS):
        if luck is not None:
            drawn(game, luck)
        if game.over:
            yield "over"
            return
        yield len(game.options), (game.options[0].number + game.options[-1].number) % CLASSES
        game.apply(game.options[0])


def chi_square(one: Counter[Hashable], other: Counter[Hashable]) -> tuple[float, int]:
    """Return the chi-square statistic for two samples of equal size, and its degrees of freedom.

    Values that occur fewer than ten times in both samples together are merged into one class.
    """
    both = one + other
    often = [x for x, n in both.items() if n >= 10]
    pairs = [(one[x], other[x]) for x in often]
    rest = (one.total() - sum(a for a, _ in pairs), other.total() - sum(b for _, b in pairs))
    pairs += [rest] if sum(rest) else []
    return sum((a - b) ** 2 / (a + b) for a, b in pairs), len(pairs) - 1


@pytest.mark.parametrize("name", sampled(LUCK, "generated", 3))
def test_both_samples_are_alike(name: str) -> None:
    """For both samples, chi-square stays below its critical value for a probability of 1 in 10,000.

    The critical value is approximated according to Wilson and Hilferty, with z = 3.72.
    """
    program = load(name).program()
    luck = Draws(1, "outcomes of explicit chance")
    seeds = [tuple(course(Game(program, seed), None)) for seed in range(GAMES)]
    outcomes = [tuple(course(Game(program, explicit=True), luck)) for _ in range(GAMES)]
    for at in (0, DECISIONS - 1):
        one, other = (Counter(x[min(at, len(x) - 1)] for x in sample) for sample in (seeds, outcomes))
        far, freedom = chi_square(one, other)
        if freedom:
            part = 2 / (9 * freedom)
            assert far < freedom * (1 - part + 3.72 * part**0.5) ** 3

"""Learns from random games how large a game is, and whether its situations repeat.

What is found decides which method is tried, what is estimated, and whether the margin or the winner is
sought, unless the user has chosen that; the answer says which. No value depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log10
from time import perf_counter
from typing import TYPE_CHECKING

from gamespec.program.tables import Head
from interpreter.kernels.solving.outcomes import sides_of
from interpreter.play.luck import Draws

if TYPE_CHECKING:
    from interpreter.protocol import Engine

__all__ = ["Probe", "probed"]

GAMES, SECONDS, LONGEST = 100, 2.0, 5_000
"""Number of random games, the time that they may take, and the number of decisions after which one is given
up.
"""


@dataclass
class Probe:
    """What random games have shown.

    `repeats` says whether a situation occurred twice in a game. `plays` is the logarithm, to base 10, of the
    estimated number of ways in which the game can go (D. Knuth, "Estimating the efficiency of backtrack
    programs", 1975), and `longest` the greatest number of decisions in a game. `by_scores` says whether in
    each finished game, the side with the greater score came first, and equal scores were a draw.
    """

    repeats: bool = False
    plays: float = -inf
    longest: int = 0
    by_scores: bool = True


def probed(engine: Engine) -> Probe:
    """Play random games of a game without chance. Raises `Fault`."""
    found, begun, total, games = Probe(), perf_counter(), 0.0, 0
    start, sides = engine.begin(0), sides_of(engine.program)
    while games < GAMES and perf_counter() - begun < SECONDS:
        game, draws, seen, plays = start.clone(), Draws(games, "probe"), set[tuple[int, ...]](), 0.0
        decisions = 0
        while not game.over and decisions < LONGEST:
            position = [*game.position]
            position[Head.DECISIONS] = 0
            situation = tuple(position)
            found.repeats |= situation in seen
            seen.add(situation)
            count = game.branching
            plays += log10(count)
            game.take(draws.below(count))
            decisions += 1
        games += 1
        found.longest = max(found.longest, decisions)
        total = plays if games == 1 else _sum(total, plays)
        if game.result is not None and engine.program.score and 1 in sides:
            scores, places = [0, 0], [0, 0]
            for seat, side in enumerate(sides):
                scores[side] += game.result.scores[seat]
                places[side] = game.result.places[seat]
            ahead, before = _sign(scores[0] - scores[1]), _sign(places[1] - places[0])
            found.by_scores &= ahead == before
    found.plays = total - log10(max(games, 1))
    return found


def _sum(first: float, second: float) -> float:
    """Return the logarithm of the sum of two numbers, given their logarithms."""
    high, low = max(first, second), min(first, second)
    return high + log10(1 + 10 ** (low - high))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)

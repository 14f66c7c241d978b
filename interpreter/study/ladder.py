"""How much stronger one bot is than another: games in pairs, and differences by Elo.

A. Elo, "The Rating of Chessplayers" (1978): who is *d* points stronger than another scores on average
1 / (1 + 10^(-d/400)) of a point against him, a draw being half a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf, log10
from statistics import fmean

from gamespec.program import Program
from interpreter.bots.match import Match
from interpreter.bots.worth import is_cooperative
from interpreter.play.luck import Seeds, derived
from interpreter.play.playout import Playout
from interpreter.simulate.intervals import wilson
from interpreter.simulate.statistics import Mean

__all__ = ["Meeting", "elo", "meetings", "seating"]


def seating(program: Program, game: int) -> tuple[int, ...]:
    """By seat whether the first of two bots (0) or the second (1) sits there in a game, by its number.

    Partners are one bot, and the two take turns round the table; from game to game all move on, and the two
    change their places. Where all win or lose together one of them sits everywhere, the two by turns.
    """
    if is_cooperative(program):
        return (game % 2,) * program.players
    units = sorted(set(program.teams))
    moved = game // 2 % len(units)
    return tuple(((units.index(t) + moved) % len(units) % 2) ^ game % 2 for t in program.teams)


def elo(share: float) -> float:
    """By how many points who scores so is stronger."""
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share / (1 - share))


@dataclass(slots=True)
class Meeting:
    """What the games between two bots came to, which are given by their numbers.

    `points` adds up for each game the mean, over all pairs of a team that the first bot plays and one that
    the second plays, of 1 for a better place and ½ for the same one. `scores` are those of the seats of each.
    Where all win or lose together there are no points. `stopped` counts games that were cut short or came to
    a fault, of which nothing else is counted.
    """

    bots: tuple[int, int]
    games: int = 0
    won: int = 0
    drawn: int = 0
    stopped: int = 0
    points: float = 0.0
    scores: tuple[Mean, Mean] = field(default_factory=lambda: (Mean(), Mean()))

    def add(self, program: Program, game: Match, played: Playout) -> None:
        """Count a game."""
        result = played.result
        if result is None or result.truncated:
            self.stopped += 1
            return
        self.games += 1
        for who, score in zip(game.seats, result.scores, strict=True):
            self.scores[who == self.bots[1]].add(score)
        first, second = (
            [result.places[team] for team in sorted(set(program.teams)) if game.seats[team] == number]
            for number in self.bots
        )
        if not is_cooperative(program):
            share = fmean(0.5 + 0.5 * ((b > a) - (b < a)) for a in first for b in second)
            self.points += share
            self.won += share > 0.5  # noqa: PLR2004 - more than a draw
            self.drawn += share == 0.5  # noqa: PLR2004 - a draw

    @property
    def share(self) -> float:
        """The share of the points that the first has; ½ of none."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval of the share: Wilson's, which is somewhat too wide where there are draws."""
        return wilson(self.points, self.games)


def meetings(
    program: Program, names: Sequence[str], games: int, seed: int
) -> dict[tuple[int, int], list[Match]]:
    """The games of each two bots, by their numbers, the later one first: so many, half of them changed about.

    Those of two bots follow from the seed and their names, whoever else is on the ladder.
    """
    found: dict[tuple[int, int], list[Match]] = {}
    for second, first in combinations(range(len(names)), 2):
        own, both = derived(seed, f"{names[first]} against {names[second]}"), (first, second)
        found[both] = [
            Match(Seeds.of(own, game), tuple(both[who] for who in seating(program, game)))
            for game in range(games)
        ]
    return found

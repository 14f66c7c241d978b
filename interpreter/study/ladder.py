"""How much stronger one bot is than another: games in pairs, and differences by Elo.

A. Elo, "The Rating of Chessplayers" (1978): who is *d* points stronger than another scores on average 1 /
(1 + 10^(-d/400)) of a point against him, a draw being half a point. With two teams a point is the win, and
its parts are those of a share of the wins (`interpreter.simulate.wins`), but that a game which all lose is
half a point for each: it tells nobody the stronger. With more teams each two of them have a point between
them, which goes to the one in the better place: so Elo's formula speaks of two, however many sit at the
table.

A ladder of many bots compares many pairs, so verdicts take all of them into account, as those of a
comparison do (`interpreter.study.verdicts`). The interval of a pair is one by itself. Where one has won all
points, it has one end, which is exact (`interpreter.simulate.intervals.bounded_mean_of`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import hypot, inf, log10
from statistics import fmean

from gamespec.program import Program
from interpreter.bots.match import Match
from interpreter.play.luck import Seeds, derived
from interpreter.play.playout import Playout
from interpreter.play.together import is_cooperative
from interpreter.simulate.intervals import Fixed, bounded_mean_of
from interpreter.simulate.statistics import Mean
from interpreter.study.verdicts import Verdict, discoveries, holm

__all__ = ["Meeting", "elo", "meetings", "seating", "sign_test", "verdicts"]


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

    `points` has of each game the mean, over all pairs of a team that the first bot plays and one that the
    second plays, of 1 for a better place and ½ for the same one. `scores` are those of the seats of each,
    on average of a game. Where all win or lose together there are no points. `stopped` counts games that
    were cut short or came to a fault, of which nothing else is counted.
    """

    bots: tuple[int, int]
    games: int = 0
    won: int = 0
    drawn: int = 0
    stopped: int = 0
    points: Mean = field(default_factory=Mean)
    scores: tuple[Mean, Mean] = field(default_factory=lambda: (Mean(), Mean()))

    def add(self, program: Program, game: Match, played: Playout) -> None:
        """Count a game."""
        result = played.result
        if result is None or result.truncated:
            self.stopped += 1
            return
        self.games += 1
        for number, mean in zip(self.bots, self.scores, strict=True):
            own = [score for who, score in zip(game.seats, result.scores, strict=True) if who == number]
            if own:
                mean.add(fmean(own))
        first, second = (
            [result.places[team] for team in sorted(set(program.teams)) if game.seats[team] == number]
            for number in self.bots
        )
        if not is_cooperative(program):
            self.count(fmean(0.5 + 0.5 * ((b > a) - (b < a)) for a in first for b in second))

    def count(self, points: float) -> None:
        """Count a game of which the first bot has so great a part of the point."""
        self.points.add(points)
        self.won += points > 0.5  # noqa: PLR2004 - more than a draw
        self.drawn += points == 0.5  # noqa: PLR2004 - a draw

    @property
    def share(self) -> float:
        """The share of the points that the first has; ½ of none."""
        return 0.5 if self.points.mean is None else self.points.mean

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval of the share, by itself."""
        return bounded_mean_of(self.points, Fixed())

    @property
    def ahead(self) -> float:
        """How many games the first has won more; where all win or lose together, how much it scores more."""
        if self.points.count:
            return 2 * self.won + self.drawn - self.games
        mine, theirs = self.scores
        return (mine.mean or 0.0) - (theirs.mean or 0.0)

    @property
    def chance(self) -> float:
        """The probability that one is as far ahead, or further, if none is stronger."""
        if self.points.count:
            return sign_test(self.won, self.games - self.won - self.drawn)
        mine, theirs = self.scores
        if mine.error is None or theirs.error is None:
            return 1.0
        error = hypot(mine.error, theirs.error)
        seen = abs(self.ahead) / error if error else (inf if self.ahead else 0.0)
        games = min(mine.count, theirs.count)
        return max(Fixed().chance(seen, games), 2.0 ** (1 - games))


def sign_test(won: int, lost: int) -> float:
    """The probability that of so many coins as many, or more, fall on one side, whichever: exact.

    J. Arbuthnot's test (Philosophical Transactions 27, 1710). Student's, which estimates how much games
    differ, calls one that is none in 24 of 100 ladders of 90 pairs with 20 games each.
    """
    coins, fewer = won + lost, min(won, lost)
    ways = term = 1
    for number in range(fewer):
        term = term * (coins - number) // (number + 1)
        ways += term
    return min(1.0, ways / (1 << coins) * 2)


def verdicts(meetings: Sequence[Meeting]) -> list[Verdict]:
    """Of each meeting how sure it is that one bot is stronger, with all of them in mind."""
    chances = [meeting.chance for meeting in meetings]
    return [
        "clear" if clear else "suggestive" if suggestive else "open"
        for clear, suggestive in zip(holm(chances), discoveries(chances), strict=True)
    ]


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

"""How much stronger one bot is than another, measured by games between pairs of bots and by Elo differences.

A. Elo, "The Rating of Chessplayers" (1978): a player who is *d* points stronger than another scores 1 / (1 +
10^(-d/400)) of a point on average, where a draw is half a point. With two teams the point is the win, and it
is shared like the wins (see `interpreter.simulate.wins`), except that a game which all lose is half a point
for each, because it does not show who is stronger. With more than two teams, every pair of teams plays for a
point, which goes to the better placed one. So Elo's formula is always applied to two teams, however many sit
at the table.

A ladder compares many pairs of bots, so verdicts correct for all of them, as those of a comparison do (see
`interpreter.study.verdicts`). The interval of a pair is uncorrected. If one bot has won all points, the
interval is one-sided and exact (see `interpreter.simulate.intervals.bounded_mean_of`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import hypot, inf, log10

from gamespec.program import Program
from interpreter.bots.match import Match
from interpreter.kernels.statistics.by_player import ByPlayer
from interpreter.kernels.statistics.measuring import Measuring
from interpreter.kernels.terms import Lists
from interpreter.play.luck import Seeds, derived
from interpreter.play.playout import Playout
from interpreter.play.tally import NOTHING
from interpreter.play.together import is_cooperative
from interpreter.simulate.game_numbers import enter
from interpreter.simulate.intervals import Fixed, bounded_mean_of
from interpreter.simulate.statistics import Mean
from interpreter.simulate.wins import Deciding
from interpreter.study.verdicts import Verdict, discoveries, holm

__all__ = [
    "Meeting", "elo", "meetings", "pairs", "seating", "seatings", "seed_of", "sign_test", "verdicts",
]  # fmt: skip


def seating(program: Program, game: int) -> tuple[int, ...]:
    """Return, for each seat, which of two bots sits there in game number `game`, as 0 (first) or 1 (second).

    Partners are played by the same bot, and the two bots alternate around the table. From game to game the
    bots exchange their places or all move on. If all players win or lose together, one bot takes every seat,
    and the bots take turns from game to game.
    """
    if is_cooperative(program):
        return (game % 2,) * program.players
    units = _teams(program)
    moved = game // 2 % len(units)
    return tuple(((units.index(t) + moved) % len(units) % 2) ^ game % 2 for t in program.teams)


def seatings(program: Program) -> tuple[tuple[int, ...], ...]:
    """Return the `seating` of the first games; the next games begin again with them."""
    ways = 1 if is_cooperative(program) else len(_teams(program))
    return tuple(seating(program, game) for game in range(2 * ways))


def _teams(program: Program) -> list[int]:
    return sorted(set(program.teams))


def elo(share: float) -> float:
    """Return by how many Elo points a player that gets this share of the points is stronger."""
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share / (1 - share))


@dataclass(slots=True)
class Meeting:
    """The results of the games between two bots, which are given by their numbers.

    For each game, every team of the first bot is compared with every team of the second. A comparison counts
    1 if the first bot's team has the better place and ½ if the places are equal, and the game adds the mean
    of these numbers to `points`. If all players win or lose together, there are no points. `scores` are the
    mean scores of the seats of each bot. `stopped` counts games that were truncated or stopped by a fault,
    which count nowhere else.
    """

    bots: tuple[int, int]
    games: int = 0
    won: int = 0
    drawn: int = 0
    stopped: int = 0
    points: Mean = field(default_factory=Mean)
    scores: tuple[Mean, Mean] = field(default_factory=lambda: (Mean(), Mean()))

    def add(self, program: Program, game: Match, played: Playout) -> None:
        """Count a game between the two bots."""
        result = played.result
        if result is None or result.truncated:
            self.stopped += 1
            return
        self.games += 1
        kernel = _kernel(program)
        measuring = kernel.measuring
        kernel.seated[: len(game.seats)] = map(self.bots.index, game.seats)
        enter(measuring, 0, Deciding.of(program).of_game(result), result.scores)
        row = measuring.row.row(played.decisions, result, None)
        measuring.measure(row, 0)
        kernel.add(row, 0, 0)
        self.include(kernel)
        for array in kernel.arrays:
            array[:] = [0] * len(array)

    def include(self, kernel: ByPlayer) -> None:
        """Count the points and scores of games that a kernel has summed."""
        for player, mean in enumerate(self.scores):
            mean.merge(Mean(*kernel.scores.sums(player)))
        if kernel.meets:
            self.points.merge(Mean(*kernel.points.sums(0)))
            self.won += kernel.won[0]
            self.drawn += kernel.won[1]

    def merge(self, other: Meeting) -> None:
        """Count the games that another object has counted."""
        self.games += other.games
        self.won += other.won
        self.drawn += other.drawn
        self.stopped += other.stopped
        for mean, more in zip((self.points, *self.scores), (other.points, *other.scores), strict=True):
            mean.merge(more)

    def count(self, points: float) -> None:
        """Count a game in which `points` is the first bot's share of the points."""
        self.points.add(points)
        self.won += points > 0.5  # noqa: PLR2004 - more than a draw
        self.drawn += points == 0.5  # noqa: PLR2004 - a draw

    @property
    def share(self) -> float:
        """The first bot's share of the points, or ½ if no points have been counted."""
        return 0.5 if self.points.mean is None else self.points.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the uncorrected 95 % interval of the first bot's share."""
        return bounded_mean_of(self.points, Fixed())

    @property
    def ahead(self) -> float:
        """The number of games that the first bot has won, minus the number that the second bot has won.

        If all players win or lose together, it is the difference of the bots' mean scores.
        """
        if self.points.count:
            return 2 * self.won + self.drawn - self.games
        mine, theirs = self.scores
        return (mine.mean or 0.0) - (theirs.mean or 0.0)

    @property
    def chance(self) -> float:
        """The p-value, which is the probability of a lead at least this large if neither bot is stronger."""
        if self.points.count:
            return sign_test(self.won, self.games - self.won - self.drawn)
        mine, theirs = self.scores
        if mine.error is None or theirs.error is None:
            return 1.0
        error = hypot(mine.error, theirs.error)
        seen = abs(self.ahead) / error if error else (inf if self.ahead else 0.0)
        games = min(mine.count, theirs.count)
        return max(Fixed().chance(seen, games), 2.0 ** (1 - games))


@lru_cache(maxsize=4)
def _kernel(program: Program) -> ByPlayer:
    """Return the kernel that counts single games."""
    return ByPlayer(Measuring.of(program, NOTHING, Lists(), 1), 1, Lists(), pair=True)


def sign_test(won: int, lost: int) -> float:
    """Return the exact probability that `won + lost` fair coins fall at least as unevenly as observed.

    Heads or tails may be in the majority. This is J. Arbuthnot's test (Philosophical Transactions 27, 1710).
    Student's test, which estimates the variance, would give a false positive in 24 of 100 ladders of 90 pairs
    with 20 games each.
    """
    coins, fewer = won + lost, min(won, lost)
    ways = term = 1
    for number in range(fewer):
        term = term * (coins - number) // (number + 1)
        ways += term
    return min(1.0, ways / (1 << coins) * 2)


def verdicts(meetings: Sequence[Meeting]) -> list[Verdict]:
    """Return the verdict on each meeting, corrected for the number of meetings."""
    chances = [meeting.chance for meeting in meetings]
    return [
        "clear" if clear else "suggestive" if suggestive else "open"
        for clear, suggestive in zip(holm(chances), discoveries(chances), strict=True)
    ]


def meetings(
    program: Program, names: Sequence[str], games: int, seed: int
) -> dict[tuple[int, int], list[Match]]:
    """Map each pair of bot numbers, with the later bot first, to the games that the pair is to play.

    In half of these games the bots have exchanged seats. The games of a pair depend only on the seed and the
    two names, whoever else is on the ladder.
    """
    found: dict[tuple[int, int], list[Match]] = {}
    for both in pairs(names):
        own = seed_of(names, both, seed)
        found[both] = [
            Match(Seeds.of(own, game), tuple(both[who] for who in seating(program, game)))
            for game in range(games)
        ]
    return found


def pairs(names: Sequence[str]) -> list[tuple[int, int]]:
    """Return all pairs of bot numbers, with the later bot first."""
    return [(first, second) for second, first in combinations(range(len(names)), 2)]


def seed_of(names: Sequence[str], both: tuple[int, int], seed: int) -> int:
    """Return the seed of the run that two bots play against each other."""
    first, second = both
    return derived(seed, f"{names[first]} against {names[second]}")

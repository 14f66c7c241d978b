"""How often 95-percent intervals hold the truth, on games whose probabilities are known.

`python bench/intervals.py [RUNS [JOBS]]` plays so many runs (2,000) of random tic-tac-toe: of 100 games, of
1,000, and until every share of wins is known to so many percentage points, and counts in how many of them the
interval of each share and each mean holds what the enumeration of all 255,168 games says; then the same of
throws of a die: how often there is a six, and the mean. Two standard errors of such a count of 2,000 are 1
percentage point.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial, sqrt

import gamespec
from gamespec.program import Program
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.tally import Counts
from interpreter.simulate import (
    Confidence,
    Draws,
    Fixed,
    Mean,
    Playout,
    Seeds,
    Summary,
    Until,
    enough,
    share_of,
)
from interpreter.simulate.intervals import mean_of

LENGTHS = {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
"""How many games of tic-tac-toe have each length; 46,080 of the last are drawn."""

CHANCE = {n: count * factorial(9 - n) / factorial(9) for n, count in LENGTHS.items()}
DRAWN = 46_080 / factorial(9)
FIRST = CHANCE[5] + CHANCE[7] + CHANCE[9] - DRAWN
TRUTH = {
    "wins of seat 1": FIRST,
    "wins of seat 2": CHANCE[6] + CHANCE[8],
    "advantage": FIRST + DRAWN / 2 - 1 / 2,
    "drawn": DRAWN,
    "decisions": sum(n * p for n, p in CHANCE.items()),
    "rounds": sum((n + 1) // 2 * p for n, p in CHANCE.items()),
    "branching": sum((19 - n) / 2 * p for n, p in CHANCE.items()),
    "choice": 1 - CHANCE[9] / 9,
}

FACES = 6
DIE = (1 + FACES) / 2
"""The mean of a throw."""


@dataclass
class Held:
    """Of how many runs intervals held the truth, by what they are of; and how many games the runs had."""

    runs: int
    games: int
    by: Counter[str]

    def told(self, what: str) -> None:
        """Print it."""
        shares = ", ".join(f"{name} {count / self.runs:.1%}" for name, count in self.by.items())
        print(f"{what}: {self.runs:,} runs of {self.games / self.runs:,.0f} games: {shares}", flush=True)


def intervals(summary: Summary, confidence: Confidence) -> Iterator[tuple[str, float, float]]:
    """All intervals of a run."""
    for number, seat in enumerate(summary.seats, 1):
        yield f"wins of seat {number}", *share_of(seat.wins, summary.completed, confidence)
    for estimate in summary.measures.estimates(confidence):
        if estimate.measure.key not in TRUTH or estimate.seats not in {(), (1,)}:
            continue
        if estimate.low is not None and estimate.high is not None:
            yield estimate.measure.key, estimate.low, estimate.high


def run(program: Program, played: Iterator[Playout], rule: Until | int) -> Summary:
    """The next run of a stream of games."""
    summary = Summary.of(program)
    for game in played:
        summary.add(game)
        if isinstance(rule, int):
            ended = summary.games == rule
        else:
            ended = rule.is_due(summary.completed) and enough(summary, rule)
        if ended:
            return summary
    raise AssertionError


def runs_of_games(runs: int, rule: Until | int, jobs: int) -> Held:
    """Runs of tic-tac-toe, one after another."""
    program = gamespec.load("tic-tac-toe").program()
    endless = (Seeds.of(1, index) for index in range(2**40))
    played = CompiledEngine(program, jobs=jobs).batch(endless, tally=Counts(pace=True))
    held = Held(runs, 0, Counter(dict.fromkeys(TRUTH, 0)))
    confidence = Fixed() if isinstance(rule, int) else rule
    for _ in range(runs):
        summary = run(program, played, rule)
        held.games += summary.games
        for name, low, high in intervals(summary, confidence):
            held.by[name] += low <= TRUTH[name] <= high
    return held


def runs_of_dice(runs: int, rule: Until | int) -> Held:
    """Runs of throws of a die: how often a six, and the mean."""
    draws, confidence = Draws(1, "die"), Fixed() if isinstance(rule, int) else rule
    held = Held(runs, 0, Counter({"sixes": 0, "mean": 0}))
    for _ in range(runs):
        faces, sixes = Mean(), 0
        while True:
            face = 1 + draws.below(FACES)
            faces.add(face)
            sixes += face == FACES
            n = faces.count
            if n == rule or (not isinstance(rule, int) and rule.is_due(n) and rule.narrow(sixes, n)):
                break
        held.games += n
        low, high = share_of(sixes, n, confidence)
        held.by["sixes"] += low <= 1 / FACES <= high
        ends = mean_of(faces, confidence)
        held.by["mean"] += ends is not None and ends[0] <= DIE <= ends[1]
    return held


def main(runs: int, jobs: int) -> None:
    """Print a line for each way to end a run."""
    print(f"two standard errors of {runs:,} runs: {2 * sqrt(0.95 * 0.05 / runs):.1%}")
    for rule in (100, 1000, Until(0.05), Until(0.03)):
        what = f"{rule:,} games" if isinstance(rule, int) else f"until {rule.half:.0%} to each side"
        runs_of_games(runs, rule, jobs).told(f"tic-tac-toe, {what}")
        runs_of_dice(runs, rule).told(f"die, {what}")


if __name__ == "__main__":
    main(*(int(argument) for argument in (*sys.argv[1:], *("2000", "2")[len(sys.argv) - 1 :])))

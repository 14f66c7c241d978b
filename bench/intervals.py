"""Measure how often 95-percent intervals contain the truth, for games with known probabilities.

`python bench/intervals.py [RUNS [JOBS]]` plays RUNS runs (default 2,000) of random tic-tac-toe. There are
runs of 100 games, runs of 1,000 games, and runs that last until every share of the wins is known to within a
number of percentage points. The script counts the runs in which the interval of each share and mean contains
the value from the enumeration of all 255,168 games. It does the same for throws of a die (the share of sixes,
and the mean) and for differences in Elo. It also simulates 500 ladders of 90 pairs of equally strong bots,
and counts the ladders that call a bot stronger. Two standard errors of a share in 2,000 runs are 1 percentage
point. `bench/coverage.py` covers all measures, with small games whose values follow by arithmetic.
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
)
from interpreter.simulate.intervals import bounded_mean_of, mean_of
from interpreter.study.ladder import Meeting, elo, verdicts

LENGTHS = {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
"""The number of games of tic-tac-toe of each length. Of the longest games, 46,080 are draws."""

CHANCE = {n: count * factorial(9 - n) / factorial(9) for n, count in LENGTHS.items()}
DRAWN = 46_080 / factorial(9)
FIRST = CHANCE[5] + CHANCE[7] + CHANCE[9] - DRAWN
TRUTH = {
    "wins of seat 1": FIRST + DRAWN / 2,
    "wins of seat 2": CHANCE[6] + CHANCE[8] + DRAWN / 2,
    "advantage": FIRST + DRAWN / 2 - 1 / 2,
    "drawn": DRAWN,
    "decisions": sum(n * p for n, p in CHANCE.items()),
    "rounds": sum((n + 1) // 2 * p for n, p in CHANCE.items()),
    "branching": sum((19 - n) / 2 * p for n, p in CHANCE.items()),
    "choice": 1 - CHANCE[9] / 9,
}

FACES = 6
DIE = (1 + FACES) / 2
"""The mean number that a throw of a die gives."""


@dataclass
class Held:
    """The number of runs in which each interval contains the truth, out of `runs` runs with `games` games."""

    runs: int
    games: int
    by: Counter[str]

    def told(self, what: str) -> None:
        """Print the share of runs in which each interval contains the truth, after the heading `what`."""
        shares = ", ".join(f"{name} {count / self.runs:.1%}" for name, count in self.by.items())
        print(f"{what}: {self.runs:,} runs of {self.games / self.runs:,.0f} games: {shares}", flush=True)


def intervals(summary: Summary, confidence: Confidence) -> Iterator[tuple[str, float, float]]:
    """Yield the name, the lower end and the upper end of each interval that a run gives."""
    for number, seat in enumerate(summary.seats, 1):
        yield f"wins of seat {number}", *bounded_mean_of(seat.share, confidence)
    for estimate in summary.measures.estimates(confidence):
        if estimate.measure.key not in TRUTH or estimate.seats not in {(), (1,)}:
            continue
        if estimate.low is not None and estimate.high is not None:
            yield estimate.measure.key, estimate.low, estimate.high


def run(program: Program, played: Iterator[Playout], rule: Until | int) -> Summary:
    """Return the summary of a run, for which games are taken from a stream until `rule` ends the run."""
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
    """Count the runs of tic-tac-toe in which each interval contains the truth."""
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
    """Count the runs of throws in which the intervals of the mean and the share of sixes are right."""
    draws, confidence = Draws(1, "die"), Fixed() if isinstance(rule, int) else rule
    held = Held(runs, 0, Counter({"sixes": 0, "mean": 0}))
    for _ in range(runs):
        faces, sixes = Mean(), Mean()
        while True:
            face = 1 + draws.below(FACES)
            faces.add(face)
            sixes.add(face == FACES)
            n = faces.count
            if n == rule or (not isinstance(rule, int) and rule.is_due(n) and rule.narrow(sixes)):
                break
        held.games += n
        low, high = bounded_mean_of(sixes, confidence)
        held.by["sixes"] += low <= 1 / FACES <= high
        ends = mean_of(faces, confidence)
        held.by["mean"] += ends is not None and ends[0] <= DIE <= ends[1]
    return held


def alarms(ladders: int, pairs: int, games: int, *, ties: bool) -> float:
    """Return the share of ladders of equally strong bots that call any bot stronger."""
    draws, called = Draws(3, "ladder"), 0
    for _ in range(ladders):
        meetings = [Meeting((0, 1)) for _ in range(pairs)]
        for meeting in meetings:
            for _ in range(games):
                meeting.games += 1
                meeting.count((0, 0.5, 1)[draws.below(3)] if ties else draws.below(2))
        called += any(verdict != "open" for verdict in verdicts(meetings))
    return called / ladders


def runs_of_matches(runs: int, games: int, strength: float) -> float:
    """Return the share of runs whose Elo interval contains the truth.

    `strength` is the true share of games that the first bot wins.
    """
    draws, held = Draws(4, f"match {games} {strength}"), 0
    for _ in range(runs):
        meeting = Meeting((0, 1))
        for _ in range(games):
            meeting.points.add(draws.below(1000) < 1000 * strength)
        low, high = map(elo, meeting.interval)
        held += low <= elo(strength) <= high
    return held / runs


def main(runs: int, jobs: int) -> None:
    """Print a line for each rule that ends a run, and for each kind of match."""
    print(f"two standard errors of {runs:,} runs: {2 * sqrt(0.95 * 0.05 / runs):.1%}")
    for rule in (100, 1000, Until(0.05), Until(0.03)):
        what = f"{rule:,} games" if isinstance(rule, int) else f"until {rule.half:.0%} to each side"
        runs_of_games(runs, rule, jobs).told(f"tic-tac-toe, {what}")
        runs_of_dice(runs, rule).told(f"die, {what}")
    for strength in (0.5, 0.75, 0.9, 0.95, 0.98):
        found = ", ".join(
            f"{games} games {runs_of_matches(runs, games, strength):.1%}" for games in (40, 100, 400)
        )
        print(f"Elo of a bot that wins {strength:.0%}: {found}", flush=True)
    for ties in (False, True):
        found = ", ".join(
            f"{games} games {alarms(runs // 4, 90, games, ties=ties):.1%}" for games in (20, 40, 100)
        )
        what = "with" if ties else "without"
        print(
            f"ladders of 90 pairs of equally strong bots, {what} draws, with a false alarm: {found}",
            flush=True,
        )


if __name__ == "__main__":
    main(*(int(argument) for argument in (*sys.argv[1:], *("2000", "2")[len(sys.argv) - 1 :])))

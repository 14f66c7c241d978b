"""Measure how often intervals of differences contain the truth, and the rate of false alarms.

`python bench/comparisons.py [RUNS]` compares games in RUNS runs (default 2,000), and prints the following:

1. For differences that are known by arithmetic, the share of runs in which the uncorrected interval contains
   the truth: a die of 6 sides against one of 8, with the same luck, and tic-tac-toe against Kuhn poker under
   random play. Two standard errors of a share in 2,000 runs are 1 percentage point.
2. For games that do not differ, the share of reports that call anything clear, and of those that call
   anything clear or suggestive; it should be at most 5 %. Games are compared with themselves under different
   luck, and with an option that changes nothing under the same luck.
3. For an option of each published game, the standard error of a difference with and without common luck, and
   the factor by which the number of games would have to grow without it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import factorial, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import gamespec
from interpreter.simulate import Fixed, Plan, Run, Until, plan_of
from interpreter.study.comparison import Comparison, until_differences
from interpreter.study.quantities import COUNTED

DIE = """
language: 1
game: die
title: A die
players: 2
options:
  sides: {type: 2..20, default: 6}
  highest: {type: bool, default: false}
  swapped: {type: bool, default: false}
variables:
  thrown: {type: 0..20}
actions:
  left: {do: [{random: {n: {from: 1..sides}}}, {set: {thrown: n}}]}
  right: {do: [{random: {n: {from: 1..sides}}}, {set: {thrown: n}}]}
phases:
  throw:
    turns: clockwise
    do:
      - if: swapped
        then: [{offer: [right, left]}]
        else: [{offer: [left, right]}]
end:
  hit: {when: "thrown == (sides if highest else 1)", winner: seat(1)}
  missed: {when: thrown > 0, winner: seat(2)}
score: thrown
limit: {decisions: 9, then: draw}
"""
"""A game of one throw, in which seat 1 wins with a one.

With the option `highest`, the highest number wins instead, which is equally likely. The two actions, one for
each hand, have the same effect.
"""

SIDES = 6, 8

LENGTHS = {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
"""The number of games of tic-tac-toe of each length. Of the longest games, 46,080 are draws."""

CHANCE = {n: count * factorial(9 - n) / factorial(9) for n, count in LENGTHS.items()}
DRAWN = 46_080 / factorial(9)
WON = CHANCE[5] + CHANCE[7] + CHANCE[9] - DRAWN
LOST = CHANCE[6] + CHANCE[8]
MOVES = sum(n * p for n, p in CHANCE.items())

KUHN_WON = 1 / 2 * (1 / 2 + 1 / 2 * 1 / 2) + 1 / 2 * (1 / 2 * 1 / 2 + 1 / 2 * (1 / 2 * 1 / 2))
"""Probability that seat 1 wins a random game of Kuhn poker.

Seat 1 either bets or checks. A bet wins if the other player folds. In a showdown, each of the two cards is
equally likely to be the better one.
"""
KUHN_DECISIONS = 2 + 1 / 2 * 1 / 2
"""Mean number of decisions in a random game of Kuhn poker.

There are two decisions, and a third one if seat 1 checks and seat 2 bets.
"""

DICE_TRUTH = {
    "wins.1": 1 / SIDES[1] - 1 / SIDES[0],
    "score": (SIDES[1] - SIDES[0]) / 2,
    "chosen.left": 0.0,
}
GAMES_TRUTH = {
    "wins.1": KUHN_WON - WON,
    "wins.2": 1 - KUHN_WON - LOST,
    "drawn": -DRAWN,
    "advantage.1": KUHN_WON - (WON + DRAWN / 2),
    "decisions": KUHN_DECISIONS - MOVES,
}

OPTIONS: Mapping[str, tuple[str, int | bool]] = {
    "trapper": ("hand_size", 8),
    "trumpet": ("hand_size", 8),
    "carcassonne": ("followers", 6),
    "ogallala": ("shifting", False),
    "rufus": ("budget", 8),
}
"""An option of each published game, with a value that differs from the default."""


@dataclass
class Counted:
    """The number of runs that have each property, out of `runs` runs with `games` games in total."""

    runs: int
    games: int
    by: Counter[str]

    def told(self, what: str) -> None:
        """Print the share of runs that have each property, after the heading `what`."""
        shares = ", ".join(f"{name} {count / self.runs:.1%}" for name, count in self.by.items())
        print(f"{what}: {self.runs:,} runs of {self.games / self.runs:,.0f} games: {shares}", flush=True)


def compared(first: Plan, second: Plan, seed: int, rule: Until | int, other: int | None = None) -> Comparison:
    """Compare two games that have the luck of the same seed.

    If `other` is given, the second game has the luck of that seed instead.
    """
    plans = [replace(plan, seed=seed) for plan in (first, second)]
    comparison = Comparison(*plans)
    if other is not None:
        apart = replace(comparison.runs[1].plan, seed=other)
        comparison.runs = (comparison.runs[0], Run(apart))
    if isinstance(rule, int):
        return comparison.play(rule)
    return comparison.play(10 * rule.most, rule)


def coverage(runs: int, first: Plan, second: Plan, rule: Until | int, truth: Mapping[str, float]) -> Counted:
    """Count the runs in which the interval of each difference in `truth` contains the true value."""
    held = Counted(runs, 0, Counter(dict.fromkeys(truth, 0)))
    for run in range(runs):
        comparison = compared(first, second, run, rule)
        held.games += comparison.games
        for found in comparison.differences(Fixed() if isinstance(rule, int) else rule):
            key = found.quantity.key
            if key in truth:
                held.by[key] += found.low <= truth[key] <= found.high
    return held


def alarms(runs: int, first: Plan, second: Plan, rule: Until | int, *, apart: bool) -> Counted:
    """Count the runs that call any difference clear, or clear or suggestive, between equal games.

    With `apart`, the two games have different luck.
    """
    called = Counted(runs, 0, Counter({"clear": 0, "clear or suggestive": 0}))
    for run in range(runs):
        comparison = compared(first, second, run, rule, runs + run if apart else None)
        called.games += comparison.games
        verdicts = {
            found.verdict for found in comparison.differences(Fixed() if isinstance(rule, int) else rule)
        }
        called.by["clear"] += "clear" in verdicts
        called.by["clear or suggestive"] += not verdicts.isdisjoint({"clear", "suggestive"})
    return called


def common_luck(game: str, games: int, measures: tuple[str, ...]) -> None:
    """Print the standard errors of an option's effects, with and without common luck."""
    option, value = OPTIONS[game]
    chosen: tuple[dict[str, int | bool], ...] = ({}, {option: value})
    first, second = (plan_of(game, options=each, jobs=2, tally=COUNTED) for each in chosen)
    found = {each.quantity.key: each for each in Comparison(first, second).play(games).differences()}
    cells = [
        f"{each.error:.4f}, {each.apart:.4f}: {(each.apart / each.error) ** 2:.1f}"
        if each.error
        else "the same"
        for each in (found[key] for key in measures)
    ]
    print(f"| {game} | `{option}={str(value).lower()}` | {' | '.join(cells)} |", flush=True)


def main(runs: int) -> None:
    """Print the coverage, the false alarms and the effect of common luck."""
    print(f"two standard errors of {runs:,} runs: {2 * sqrt(0.95 * 0.05 / runs):.1%}")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "die.yaml"
        file.write_text(DIE, encoding="utf-8")
        spec = gamespec.load(file)
        six, eight = (plan_of(spec, options={"sides": sides}, jobs=1, tally=COUNTED) for sides in SIDES)
        turned, swapped = (
            plan_of(spec, options={name: True}, jobs=1, tally=COUNTED) for name in ("highest", "swapped")
        )
    noughts, kuhn, trapper = (
        plan_of(game, jobs=1, tally=COUNTED) for game in ("tic-tac-toe", "kuhn-poker", "trapper")
    )
    until = until_differences(0.1)
    rules: tuple[Until | int, ...] = (100, 400, until)
    for rule in rules:
        what = f"{rule} games" if isinstance(rule, int) else "until 10 pp"
        coverage(runs, six, eight, rule, DICE_TRUTH).told(f"6 and 8 sides, {what}")
        coverage(runs, noughts, kuhn, rule, GAMES_TRUTH).told(f"tic-tac-toe and Kuhn poker, {what}")
    for rule in rules:
        what = f"{rule} games" if isinstance(rule, int) else "until 10 pp"
        alarms(runs, six, turned, rule, apart=False).told(f"another side wins, {what}")
        alarms(runs, six, swapped, rule, apart=False).told(f"another order of actions, {what}")
        alarms(runs, noughts, noughts, rule, apart=True).told(f"tic-tac-toe by other luck, {what}")
        alarms(runs, trapper, trapper, rule, apart=True).told(f"Trapper by other luck, {what}")
    for game in OPTIONS:
        common_luck(game, 2000, ("wins.1", "score", "decisions"))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)

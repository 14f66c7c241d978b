"""Measure how often the intervals of all measures contain the truth, and the false alarms of reports.

`python bench/coverage.py [RUNS [GAMES]]` plays RUNS runs (default 2,000) of GAMES games (default 100) of each
game of `tests/known_games.py`, whose true values follow by arithmetic. It counts the runs in which each
interval contains the truth. The intervals are those of

1. the measures of `gamespec simulate`, the mean scores, and the frequency of each end;
2. the effects of actions, as in a report; the script also counts the reports that call an action clear, or
   suggestive, although it has no effect;
3. the measures that estimate the winner, from 20, 50 and 400 random games per moment, drawn with the exact
   chances. The intervals that use bounds may contain the truth in more than 95 % of the runs.

Two standard errors of a share in 2,000 runs are 1 percentage point. A value that is the same in all games is
left out, because its interval is a single point and always contains it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from known_games import KNOWN, Known

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.estimated import Moment, estimated
from interpreter.play.playout import Playout
from interpreter.play.result import Result
from interpreter.play.tally import ALL, Choices
from interpreter.report.experiment import Offer, Trial
from interpreter.report.verdicts import Comparisons, Strength
from interpreter.simulate import Fixed, Mean, Measures, Seeds, Summary
from interpreter.simulate.intervals import mean_of, share_of
from interpreter.simulate.wins import Deciding

MOMENTS = (20, 50, 400)
DUST = 1e-9


def intervals(summary: Summary, known: Known) -> Iterator[tuple[str, float, float]]:
    """Yield the name, the lower end and the upper end of each interval that a run gives."""
    for entry, fate in known.ends:
        hits = sum(
            n for end, n in summary.ends.items() if (end.outcome - Head.END, end.fate) == (entry, fate)
        )
        yield f"end.{entry}.{fate}", *share_of(hits, summary.completed, Fixed())
    for estimate in summary.measures.estimates(Fixed()):
        if estimate.low is not None and estimate.high is not None:
            where = f".{estimate.seats[0]}" if estimate.seats else ""
            yield f"{estimate.measure.key}{where}", estimate.low, estimate.high
    for number, seat in enumerate(summary.seats, 1):
        if ends := mean_of(seat.score, Fixed()):
            yield f"score.{number}", *ends


def told(what: str, held: Counter[str], runs: int) -> None:
    """Print the share of runs in which each interval contains the truth, after the heading `what`."""
    print(f"{what}: {', '.join(f'{key} {count / runs:.1%}' for key, count in held.items())}", flush=True)


class OfMeasures:
    """A count of the runs in which the intervals of measures contain the truth."""

    def __init__(self, program: Program, known: Known) -> None:
        self._program, self._known = program, known
        self._truths = {
            **known.truths,
            **{f"end.{n}.{fate}": share for (n, fate), share in known.ends.items()},
        }
        self._held, self._varies = Counter(dict.fromkeys(self._truths, 0)), set[str]()

    def add(self, run: Sequence[Playout]) -> None:
        """Count a run, given its games."""
        summary = Summary.of(self._program)
        for game in run:
            summary.add(game)
        for key, low, high in intervals(summary, self._known):
            if key in self._truths:
                truth = float(self._truths[key])
                self._held[key] += low - DUST <= truth <= high + DUST
                if high - low > DUST and (key not in {"shared", "drawn", "lost"} or truth):
                    self._varies.add(key)

    def tell(self, runs: int) -> None:
        """Print the share of `runs` runs in which each interval contains the truth."""
        told(
            self._known.name,
            Counter({key: self._held[key] for key in self._held if key in self._varies}),
            runs,
        )


class OfEffects:
    """A count of the runs in which the intervals of effects contain the truth, and of false alarms."""

    def __init__(self, program: Program, known: Known, names: Sequence[str]) -> None:
        self._program, self._known, self._names = program, known, names
        self._deciding = Deciding.of(program)
        self._held, self._told, self._called = (Counter[str]() for _ in range(3))

    def add(self, run: Sequence[Playout]) -> None:
        """Count a run, given its games."""
        results = [
            (self._deciding.shares(game.result), game.tally.actions)
            for game in run
            if game.result is not None and game.tally is not None and game.tally.actions is not None
        ]
        even = [Mean() for _ in range(self._program.players)]
        for points, _ in results:
            for mean, won in zip(even, points, strict=True):
                mean.add(won)
        usual = [mean.mean or 0.0 for mean in even]
        comparisons = Comparisons(Fixed())
        for number, name in enumerate(self._names):
            trial, truth = Trial(), self._known.effects[name]
            for points, choices in results:
                trial.add(_offers(points, usual, choices, number))
            if (effect := trial.effect(Fixed())) is not None:
                self._told[name] += 1
                self._held[name] += effect.low <= truth <= effect.high
                comparisons.add_effect(name, effect)
        verdicts = comparisons.settled()
        nothing = [verdicts.of(name) for name, truth in self._known.effects.items() if not truth]
        found = {each.strength for each in nothing if each is not None}
        self._called["clear"] += Strength.CLEAR in found
        self._called["clear or suggestive"] += bool(found - {Strength.OPEN})

    def tell(self, runs: int) -> None:
        """Print the coverage of each effect, and the share of `runs` runs with false alarms."""
        shares = ", ".join(f"{name} {self._held[name] / count:.1%}" for name, count in self._told.items())
        alarms = ", ".join(f"{what} {count / runs:.1%}" for what, count in self._called.items())
        print(f"{self._known.name}, effects: {shares}; false alarms: {alarms}", flush=True)


def _offers(points: Sequence[float], even: Sequence[float], choices: Choices, action: int) -> list[Offer]:
    """Return the first free offer of an action to each player in a game, if there was one."""
    return [
        Offer(first[action] / of[action], took[action] > 0, won - mean)
        for first, of, took, won, mean in zip(
            choices.first, choices.of, choices.took, points, even, strict=True
        )
        if first[action]
    ]


def of_estimates(known: Known, runs: int, games: int, playouts: int) -> None:
    """Print how often the intervals of estimated measures contain the truth.

    The moments of each game are drawn with the exact chances.
    """
    draws, held = Random(1), Counter(dict.fromkeys(known.estimated, 0))  # noqa: S311 - chance, no secrets
    weights = [float(chance) for chance, _, _ in known.courses]
    ends: dict[str, list[Mean]] = {key: [Mean(), Mean()] for key in known.estimated}
    for _ in range(runs):
        measures = Measures.decided(Deciding((0, 1)))
        for _, chances, winner in draws.choices(known.courses, weights, k=games):
            moments = [_moment(draws, ended, float(p), playouts) for ended, p in enumerate(chances)]
            result = Result((1, 2), (0, 0), 0, (winner,))
            measures.add(len(moments), result, None, estimated(moments, len(moments), winner))
        for estimate in measures.estimates(Fixed()):
            truth = known.estimated.get(estimate.measure.key)
            if truth is not None and estimate.low is not None and estimate.high is not None:
                held[estimate.measure.key] += estimate.low <= truth <= estimate.high
                for mean, end in zip(ends[estimate.measure.key], (estimate.low, estimate.high), strict=True):
                    mean.add(end)
    told(f"{known.name}, {playouts} games a moment", held, runs)
    widths = (f"{key} {low.mean:.3f} to {high.mean:.3f}" for key, (low, high) in ends.items())
    print(f"    on average: {', '.join(widths)}", flush=True)


def _moment(draws: Random, ended: int, chance: float, playouts: int) -> Moment:
    """Return a moment at which the first of two teams has the given chance of winning.

    The outcomes of its playouts are random.
    """
    outcomes = tuple(draws.choices((0, 1), (chance, 1 - chance), k=playouts))
    picked, recurs = outcomes[draws.randrange(playouts)], 0
    if outcomes.count(picked) == 1:
        recurs = 1
        while (draws.random() < chance) != (picked == 0):
            recurs += 1
    return Moment(ended, 2, outcomes, outcomes, recurs)


def main(runs: int, games: int) -> None:
    """Print a line for each game and for each kind of interval."""
    print(f"{runs:,} runs of {games:,} games; two standard errors: {2 * sqrt(0.95 * 0.05 / runs):.1%}")
    with TemporaryDirectory() as folder:
        for known in KNOWN.values():
            compiled = known.load(Path(folder)).compiled(known.players)
            endless = (Seeds.of(1, index) for index in range(2**40))
            played = CompiledEngine(compiled.program, jobs=1).batch(endless, tally=ALL)
            names = [action.key for action in compiled.names.actions]
            counted: list[OfMeasures | OfEffects] = [OfMeasures(compiled.program, known)]
            if known.effects:
                counted.append(OfEffects(compiled.program, known, names))
            for _ in range(runs):
                run = list(islice(played, games))
                for each in counted:
                    each.add(run)
            for each in counted:
                each.tell(runs)
    for known in KNOWN.values():
        for playouts in MOMENTS if known.courses else ():
            of_estimates(known, runs, games // 2, playouts)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("runs", nargs="?", type=int, default=2000, metavar="RUNS")
    parser.add_argument("games", nargs="?", type=int, default=100, metavar="GAMES", help="games of each run")
    main(**vars(parser.parse_args()))

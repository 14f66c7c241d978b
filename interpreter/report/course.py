"""How much players had to decide in the course of games, by stages of equal numbers of turns."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.play.tally import STAGES
from interpreter.report.record import Record
from interpreter.simulate.intervals import Confidence, mean_of
from interpreter.simulate.statistics import Mean

__all__ = ["CourseFacts", "Courses", "StageFact", "width_of"]

REACHED = 0.05
"""Minimum share of games that must reach a stage for the stage to be reported.

At least two games must reach it as well.
"""


@dataclass(frozen=True, slots=True)
class StageFact:
    """A stage of games, with its first and its last turn, which are counted from 1.

    `games` is the number of games that reached the stage. `options` is the mean number of options per
    decision, over games with a decision in the stage, and `decisions` is the mean number of decisions per
    turn. Each mean comes with the ends of its interval.
    """

    first: int
    last: int
    games: int
    options: tuple[float, float, float] | None
    decisions: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class CourseFacts:
    """The stages that enough games reached.

    `longer` is the number of games that were left out because they had too many turns.
    """

    stages: tuple[StageFact, ...]
    longer: int


def width_of(turns: int) -> int:
    """Return the number of turns per stage, for games with the given number of turns."""
    width = 1
    while turns > STAGES * width:
        width *= 2
    return width


class Courses:
    """Counts the games with a result, by stages of `width` turns."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._options, self._decisions = ([Mean() for _ in range(STAGES)] for _ in range(2))
        self._games = self._longer = 0

    def add(self, record: Record) -> None:
        """Count a game, unless it has no result or no turns."""
        tally = record.tally
        if record.result is None or tally is None or tally.course is None or tally.pace is None:
            return
        turns, course = tally.pace.turns, tally.course
        if not turns:
            return
        if course.width > self._width:
            self._longer += 1
            return
        self._games += 1
        joined = self._width // course.width
        for stage in range(-(-turns // self._width)):
            among = range(stage * joined, min((stage + 1) * joined, STAGES))
            decisions = sum(course.decisions[i] for i in among)
            if decisions:
                self._options[stage].add(sum(course.options[i] for i in among) / decisions)
            self._decisions[stage].add(decisions / min(self._width, turns - stage * self._width))

    def facts(self, confidence: Confidence) -> CourseFacts:
        """Return the stages that enough games reached, with their means and intervals."""
        least = max(2, REACHED * self._games)
        stages = tuple(
            StageFact(
                stage * self._width + 1,
                (stage + 1) * self._width,
                decisions.count,
                _told(options, confidence),
                _told(decisions, confidence),
            )
            for stage, (options, decisions) in enumerate(zip(self._options, self._decisions, strict=True))
            if decisions.count >= least
        )
        return CourseFacts(stages, self._longer)


def _told(mean: Mean, confidence: Confidence) -> tuple[float, float, float] | None:
    ends = mean_of(mean, confidence)
    return None if mean.mean is None or ends is None else (mean.mean, *ends)

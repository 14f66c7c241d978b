"""How much players had to decide in the course of games, by stages of equal numbers of turns."""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.kernels.statistics.reporting import GAMES, LONGER
from interpreter.play.tally import STAGES
from interpreter.report.counted import GameCounts
from interpreter.simulate.intervals import Confidence, mean_of
from interpreter.simulate.statistics import Mean

__all__ = ["CourseFacts", "StageFact", "course_of"]

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


def course_of(counted: GameCounts, confidence: Confidence) -> CourseFacts:
    """Return the stages that enough games reached, with their means and intervals."""
    kernel, width = counted.kernel, counted.width
    least = max(2, REACHED * kernel.staged[GAMES])
    stages = tuple(
        StageFact(
            stage * width + 1,
            (stage + 1) * width,
            decisions.count,
            _told(counted.mean(kernel.options + stage), confidence),
            _told(decisions, confidence),
        )
        for stage in range(STAGES)
        if (decisions := counted.mean(kernel.decisions + stage)).count >= least
    )
    return CourseFacts(stages, kernel.staged[LONGER])


def _told(mean: Mean, confidence: Confidence) -> tuple[float, float, float] | None:
    ends = mean_of(mean, confidence)
    return None if mean.mean is None or ends is None else (mean.mean, *ends)

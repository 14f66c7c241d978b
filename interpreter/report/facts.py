"""The content of a report on a run, as numbers and verdicts without words and pictures.

The table is read twice. The first pass determines how much each seat and bot wins on average. The second pass
measures how the use of an action relates to winning beyond that average.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from gamespec.text.codes import CODES
from interpreter.play.result import LIMITS
from interpreter.report.actions import ActionFact, Actions
from interpreter.report.components import Components, FaceFact
from interpreter.report.contrast import Won
from interpreter.report.course import CourseFacts, Courses, width_of
from interpreter.report.held import HeldFact, Holders
from interpreter.report.players import Players, PlayersFacts
from interpreter.report.record import Record, Records
from interpreter.report.run import Run
from interpreter.report.seats import SeatFact, Seats
from interpreter.report.verdicts import Comparisons
from interpreter.simulate.formats.saved_table import SavedTable
from interpreter.simulate.measures import Estimate, Measures
from interpreter.simulate.statistics import Mean
from interpreter.simulate.wins import Fate

__all__ = ["EndFact", "Facts", "Failure", "Spread", "facts_of"]

MOST_TOLD = 0.95
"""Minimum share of games that the stages must cover.

If the stages had to cover the longest games, too, each stage would have more turns.
"""


@dataclass(frozen=True, slots=True)
class Failure:
    """The number of games that stopped in one way, and the command that replays the first of them.

    `code` is the code of the fault, or `None` for games that reached the limit. `title` describes the fault,
    or says how games that reach the limit count.
    """

    code: str | None
    title: str
    games: int
    command: str


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution, as pairs of a value and the number of games that have this value."""

    counts: tuple[tuple[int, int], ...]

    @property
    def games(self) -> int:
        """The total number of games."""
        return sum(count for _, count in self.counts)

    def quantile(self, share: float) -> int:
        """Return the smallest value that is not exceeded in at least the given share of games."""
        seen, wanted = 0, share * self.games
        for value, count in self.counts:
            seen += count
            if seen >= wanted:
                return value
        return self.counts[-1][0]


class Ended(NamedTuple):
    """How a game ended, given by the entry of `end`, the fate, and the winning seats (from 0)."""

    end: str
    fate: Fate
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndFact:
    """The games that ended in one way, with the entry of `end`, the winners, and a player's mean score."""

    end: str
    fate: Fate
    winners: tuple[int, ...]
    games: int
    score: float


@dataclass(frozen=True)
class Facts:
    """The facts about a run.

    `completed` is the number of games with a result, and only `failures` is about other games. `teams` are
    single players if nobody has partners, and one team if all players win or lose together. `turns` is empty
    for a game without turns. `branching` is in tenths of an option per decision, and `choice` in hundredths
    of the decisions that had more than one option. `own` has the means of the game's own measures, in the
    order of `Records.own`. `comparisons` is the number of differences tested together. It excludes
    associations, because they are never called clear.
    """

    run: Run
    failures: tuple[Failure, ...]
    completed: int
    seats: tuple[SeatFact, ...]
    teams: tuple[SeatFact, ...]
    estimates: tuple[Estimate, ...]
    turns: Spread
    decisions: Spread
    scores: Spread
    branching: Spread
    choice: Spread
    most_options: int
    actions: tuple[ActionFact, ...]
    components: tuple[FaceFact, ...]
    held: tuple[HeldFact, ...]
    players: PlayersFacts | None
    ends: tuple[EndFact, ...]
    own: tuple[tuple[str, Mean], ...]
    course: CourseFacts
    comparisons: int

    def estimate(self, key: str) -> Estimate | None:
        """Return the estimate of the measure `key` for the whole game, or `None` if there is none."""
        return next((each for each in self.estimates if each.measure.key == key and not each.seats), None)


def facts_of(run: Run, table: SavedTable) -> Facts:
    """Read a run's table, and return the facts about the run.

    Raises `MissingColumn`, `BadRecord`, and whatever reading the table raises.
    """
    records = Records(run, table)
    first = _First(run, records)
    for record in records:
        first.add(record)
    turns = _spread(first.turns)
    course = Courses(width_of(turns.quantile(MOST_TOLD) if turns.counts else 0))
    actions, players = Actions(run), Players(run, first.seats.by_bot)
    holders = Holders(run, records.cells)
    for record in records:
        course.add(record)
        players.add(record)
        if record.result is not None:
            won = Won(run.deciding.shares(record.result), first.seats.expected(record))
            actions.add(record, won)
            holders.add(record, won)
    comparisons, associations = Comparisons(run.confidence), Comparisons(run.confidence)
    first.seats.compare(comparisons, first.measures.even)
    for counted in (actions, players):
        counted.compare(comparisons)
    for linked in (actions, holders):
        linked.associate(associations)
    verdicts, links = comparisons.settled(), associations.settled()
    return Facts(
        run=run,
        failures=tuple(first.failures()),
        completed=first.completed,
        seats=first.seats.facts(verdicts),
        teams=first.seats.teams(verdicts),
        estimates=tuple(first.measures.estimates(run.confidence)),
        turns=turns,
        decisions=_spread(first.decisions),
        scores=_spread(first.scores),
        branching=_spread(first.branching),
        choice=_spread(first.choice),
        most_options=first.most_options,
        actions=actions.facts(verdicts, links),
        components=first.components.facts(),
        held=holders.facts(links),
        players=players.facts(verdicts),
        ends=tuple(
            EndFact(*ended, games, first.ends_scores[ended].mean or 0.0)
            for ended, games in sorted(first.ends.items(), key=lambda end: (-end[1], end[0]))
        ),
        own=tuple((name, mean) for name, mean in zip(records.own, first.own, strict=True) if mean.count),
        course=course.facts(run.confidence),
        comparisons=verdicts.many,
    )


def _spread(counts: Counter[int]) -> Spread:
    return Spread(tuple(sorted(counts.items())))


class _First:
    """The counts that the first pass over the table collects."""

    def __init__(self, run: Run, records: Records) -> None:
        self._run, self.seats, self.components = run, Seats(run), Components(run, records.cells)
        self.measures = Measures.decided(run.deciding, scored=run.scored)
        self.completed = self.most_options = 0
        self.turns, self.decisions, self.scores, self.branching, self.choice = (
            Counter[int]() for _ in range(5)
        )
        self.ends = Counter[Ended]()
        self.ends_scores: dict[Ended, Mean] = {}
        self.own = [Mean() for _ in records.own]
        self._faults: dict[str, tuple[Record, int]] = {}
        self._limited: dict[int, tuple[Record, int]] = {}

    def add(self, record: Record) -> None:
        """Count a game."""
        if record.fault is not None:
            first, count = self._faults.get(record.fault, (record, 0))
            self._faults[record.fault] = first, count + 1
            return
        assert record.outcome is not None  # noqa: S101 - no fault stopped it
        if record.outcome in LIMITS:
            first, count = self._limited.get(record.outcome, (record, 0))
            self._limited[record.outcome] = first, count + 1
        if record.result is None or record.tally is None or record.tally.pace is None:
            return
        run = self._run
        self.completed += 1
        won = run.deciding.of_game(record.result)
        ended = Ended(record.end or "", won.fate, won.winners)
        self.ends[ended] += 1
        scores = record.result.scores
        self.ends_scores.setdefault(ended, Mean()).add(sum(scores) / len(scores))
        self.measures.add(record.decisions, record.result, record.tally, record.estimated)
        self.seats.add(record, record.result)
        self.components.add(record)
        for mean, value in zip(self.own, record.own, strict=True):
            if value is not None:
                mean.add(value)
        pace = record.tally.pace
        self.decisions[record.decisions] += 1
        if pace.turns:
            self.turns[pace.turns] += 1
        self.scores.update(record.result.scores)
        self.most_options = max(self.most_options, pace.most)
        if all_ := record.decisions + pace.alone:
            self.branching[round(10 * pace.options / all_)] += 1
            self.choice[round(100 * (1 - pace.forced / all_))] += 1

    def failures(self) -> list[Failure]:
        """Return the faults that stopped games, most frequent first, then the limits that games reached."""
        found = [
            Failure(code, CODES[code].title if code in CODES else "unknown here", count, self._again(first))
            for code, (first, count) in sorted(self._faults.items(), key=lambda item: -item[1][1])
        ]
        found += [
            Failure(None, LIMITED[outcome], count, self._again(first))
            for outcome, (first, count) in sorted(self._limited.items())
        ]
        return found

    def _again(self, record: Record) -> str:
        return self._run.again(record.seats, record.seed, record.luck)


LIMITED = dict(
    zip(
        sorted(LIMITS),
        ("are ranked as they stand", "count as draws", "are cut short, without a result"),
        strict=True,
    )
)
"""Maps the outcome of games that reach their limit to a phrase that says how they count."""

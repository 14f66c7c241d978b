"""The content of a report on a run, as numbers and verdicts without words and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gamespec.program.frozen import dataclass
from interpreter.report.actions import ActionFact, Actions
from interpreter.report.components import FaceFact, components_of
from interpreter.report.counted import GameCounts, Spread
from interpreter.report.course import CourseFacts, course_of
from interpreter.report.failures import Failure, failures_of
from interpreter.report.games import Games
from interpreter.report.held import HeldFact, Holders
from interpreter.report.players import Players, PlayersFacts
from interpreter.report.run import Run
from interpreter.report.seats import SeatFact, Seats
from interpreter.report.verdicts import Comparisons
from interpreter.simulate.measures import Estimate
from interpreter.simulate.statistics import Mean
from interpreter.simulate.summary import Summary
from interpreter.simulate.wins import Fate

__all__ = ["EndFact", "Facts", "Spread", "facts_of"]


@dataclass(frozen=True, slots=True)
class EndFact:
    """The games that ended in one way, with the entry of `end`, the fate, and the winning seats (from 0)."""

    end: str
    fate: Fate
    winners: tuple[int, ...]
    games: int


@dataclass(frozen=True)
class Facts:
    """The facts about a run.

    `completed` is the number of games with a result, and only `failures` is about other games. `teams` are
    single players if nobody has partners, and one team if all players win or lose together. `turns` is empty
    for a game without turns. `branching` is in tenths of an option per decision, and `choice` in hundredths
    of the decisions that had more than one option. `own` has the game's own measures, with their names; a
    measure of each seat is named `MEASURE.SEAT`. `comparisons` is the number of differences tested together.
    It excludes associations, because they are never called clear.
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


def facts_of(run: Run, games: Games) -> Facts:
    """Return the facts about a run, given its games. Raises whatever reading them raises."""
    counted = GameCounts(run, games)
    summary, seats = games.summary, Seats(run, games.summary)
    actions, players, holders = Actions(run, counted), Players(run, counted), Holders(run, counted)
    comparisons, associations = Comparisons(run.confidence), Comparisons(run.confidence)
    for each in (seats, actions, players):
        each.compare(comparisons)
    for linked in (actions, holders):
        linked.associate(associations)
    verdicts, links = comparisons.settled(), associations.settled()
    return Facts(
        run=run,
        failures=tuple(failures_of(summary, lambda seeds: run.again(games.stopped(seeds), *seeds))),
        completed=summary.completed,
        seats=seats.facts(verdicts),
        teams=seats.teams(verdicts),
        estimates=tuple(summary.measures.estimates(run.confidence)),
        turns=counted.turns,
        decisions=counted.decisions,
        scores=counted.scores,
        branching=counted.branching,
        choice=counted.choice,
        most_options=counted.most_options,
        actions=actions.facts(verdicts, links),
        components=components_of(run, counted, summary.completed),
        held=holders.facts(links),
        players=players.facts(verdicts),
        ends=_ends(summary, games),
        own=tuple(_own(run, summary)),
        course=course_of(counted, run.confidence),
        comparisons=verdicts.many,
    )


def _ends(summary: Summary, games: Games) -> tuple[EndFact, ...]:
    """Return how games ended, most frequent first."""
    ends = Counter[tuple[str, Fate, tuple[int, ...]]]()
    for decided, count in summary.ends.items():
        ends[games.end(decided.outcome), decided.fate, decided.winners] += count
    return tuple(EndFact(*end, n) for end, n in sorted(ends.items(), key=lambda end: (-end[1], end[0])))


def _own(run: Run, summary: Summary) -> Iterator[tuple[str, Mean]]:
    """Yield the names and the means of the game's own measures, if there are any games that have them."""
    for (number, seat), mean in summary.measures.own.items():
        of = run.measures[number]
        if mean.count:
            yield f"{of.name}.{seat + 1}" if of.seats else of.name, mean

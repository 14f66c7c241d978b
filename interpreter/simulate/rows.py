"""Converts games to rows of a table, and rows to games (see `interpreter.simulate.columns`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, starmap
from typing import TYPE_CHECKING, Any

from interpreter.play.estimated import Bounds, Estimated
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.result import Result
from interpreter.play.tally import (
    STAGES,
    Cells,
    Choices,
    Course,
    Last,
    Lead,
    Measured,
    Pace,
    Tally,
    Turns,
    Ways,
    asked_at,
    has_leader,
)
from interpreter.simulate.columns import ESTIMATED, Column, Value, actions_of, columns_of
from interpreter.simulate.wins import Deciding
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled

__all__ = ["Rows", "estimates_of", "margin"]


def margin(teams: Sequence[int], scores: Sequence[int]) -> int | None:
    """Return the highest score minus the highest score of another team, or `None` if there is only one team.

    `teams` and `scores` have one entry per seat.
    """
    high, team = max(zip(scores, teams, strict=True))
    others = [score for score, of in zip(scores, teams, strict=True) if of != team]
    return high - max(others) if others else None


class Rows:
    """Converts the games of one program to rows, and rows to games.

    A row records only the code of a fault. To restore a game that a fault stopped, `replay` plays it again,
    given its number and its seeds.
    """

    def __init__(
        self, compiled: Compiled, replay: Callable[[int, Seeds], Playout], *, estimated: bool = False
    ) -> None:
        self._program, self._words, self._replay = compiled.program, Words(compiled), replay
        self.columns: tuple[Column, ...] = columns_of(compiled, estimated=estimated)
        self._estimated = estimated
        self.actions = actions_of(compiled)
        self._cells = len(Cells(compiled.program))
        self._deciding = Deciding.of(compiled.program)
        self._leads = has_leader(compiled.program)
        self._at_turns, self._at_end = (asked_at(compiled.program, turn=turn) for turn in (True, False))
        self._parts = len(self._words.score_names)
        """Number of named parts of the score, or 0 if the score is a single number without a name."""

    def row(self, game: int, seats: Sequence[str], played: Playout) -> list[Value]:
        """Return the row of a game.

        `game` is the number of the game in the run, and `seats` are the players' names by seat. The playout
        must include every tally (`interpreter.play.tally.ALL`).
        """
        result, fault, tally = played.result, played.fault, played.tally
        return [
            game,
            *played.seeds,
            *seats,
            None if result is None else self._words.names.reason(result.outcome),
            None if result is None else result.outcome,
            result is not None and result.truncated,
            None if fault is None else fault.code,
            played.decisions,
            *_pace(played.decisions, None if tally is None else tally.pace),
            *self._result(result),
            *self._lead(tally),
            *self._last(tally),
            *_course(None if tally is None else tally.course),
            *self._counted(tally),
            *self._measured(tally),
            *(_estimated(played.estimated) if self._estimated else ()),
        ]

    def _result(self, result: Result | None) -> Iterator[Value]:
        program = self._program
        if result is None or result.truncated:
            yield from [None] * (program.players * (4 + self._parts) + 1)
            return
        yield from result.scores
        if self._parts:
            yield from chain.from_iterable(result.parts)
        yield from result.places
        for seat in range(program.players):
            yield seat in result.winners
        yield from self._deciding.shares(result)
        yield margin(program.teams, result.scores) if program.score else None

    def _lead(self, tally: Tally | None) -> Sequence[Value]:
        if tally is None or tally.lead is None:
            return [None] * (1 + self._program.players)
        return [tally.lead.changes, *tally.lead.led]

    def _last(self, tally: Tally | None) -> Iterator[Value]:
        if tally is None or tally.last is None:
            yield from [None] * (2 * self._program.players)
            return
        asked = [action >= 0 for action in tally.last.actions]
        yield from (
            self.actions[a] if is_ else None for a, is_ in zip(tally.last.actions, asked, strict=True)
        )
        yield from (turn if is_ else None for turn, is_ in zip(tally.last.turns, asked, strict=True))

    def _counted(self, tally: Tally | None) -> Iterator[Value]:
        if tally is None or tally.actions is None or tally.components is None:
            return iter([None] * (6 * self._program.players * len(self._program.actions) + 2 * self._cells))
        actions, ways = tally.actions, tally.components
        by_seat = (*actions.offered, *actions.options, *actions.chosen)
        first = [chain.from_iterable(counts) for counts in (actions.first, actions.of, actions.took)]
        free = [
            (mine, of, took) if mine else (None, None, None) for mine, of, took in zip(*first, strict=True)
        ]
        return chain(*by_seat, *zip(*free, strict=True), ways.came, ways.left)

    def _measured(self, tally: Tally | None) -> Iterator[Value]:
        if tally is None or tally.measures is None:
            yield from [None] * (len(self._at_end) + 3 * len(self._at_turns))
            return
        turns = tally.measures.turns
        for told in _values(tally.measures, self._at_end):
            assert isinstance(told, int)  # noqa: S101 - it is asked when the game is over
            yield told
        of_turns = [told for told in _values(tally.measures, self._at_turns) if isinstance(told, Turns)]
        yield from (told.total / turns if turns else None for told in of_turns)
        yield from (told.greatest if turns else None for told in of_turns)
        yield from (told.last if turns else None for told in of_turns)

    # --- from rows to games ---------------------------------------------------------------------------------

    def playout(self, row: Sequence[Any]) -> Playout:
        """Return the playout that a row describes.

        The result of a truncated game has no places, scores or winners. A game that a fault stopped is
        replayed.
        """
        values = iter(row)
        players = self._program.players

        def some(count: int) -> tuple[Any, ...]:
            return tuple([next(values) for _ in range(count)])

        number, game, luck = some(3)
        seeds = Seeds(game, luck)
        some(players)
        _, outcome, truncated, fault, decisions = some(5)
        if fault is not None:
            return self._replay(number, seeds)
        alone, turns, rounds, options, most, forced, _, _ = some(8)
        scores, parts = some(players), tuple(some(self._parts) for _ in range(players))
        places, won, _ = some(players), some(players), some(players + 1)
        winners = tuple(seat for seat in range(players) if won[seat])
        if not self._parts:
            parts = tuple((score,) for score in scores) if self._program.score else ()
        result = Result((), (), outcome, ()) if truncated else Result(places, scores, outcome, winners, parts)
        changes, led = some(1)[0], some(players)
        last = [-1 if name is None else self.actions.index(name) for name in some(players)]
        last_turns = [turn or 0 for turn in some(players)]
        course = Course(some(1)[0], some(STAGES), some(STAGES))
        by_seat = [tuple(some(len(self._program.actions)) for _ in range(players)) for _ in range(6)]
        first = (tuple(tuple(count or 0 for count in seat) for seat in counts) for counts in by_seat[3:])
        tally = Tally(
            Pace(turns, rounds, alone, forced, options, most),
            Choices(*by_seat[:3], *first),
            Lead(changes, led) if self._leads else None,
            Ways(some(self._cells), some(self._cells)),
            self._told(turns, some),
            Last(tuple(last), tuple(last_turns), by_seat[2]),
            course,
        )
        estimates = estimates_of(some(len(ESTIMATED))) if self._estimated else None
        return Playout(seeds, decisions, result, None, tally, estimates)

    def _told(self, turns: int, some: Callable[[int], tuple[Any, ...]]) -> Measured | None:
        """Return the measures in a row, or `None` if the program has no measures.

        `some` returns the next values of the row, as many as requested. A row holds the mean over the game's
        turns, and the sum, a 32-bit integer, is recovered from it exactly.
        """
        if not self._program.measures:
            return None
        count = len(self._at_turns)
        final, means, greatest, last = some(len(self._at_end)), some(count), some(count), some(count)
        found: dict[tuple[int, int], int | Turns] = dict(zip(self._at_end, final, strict=True))
        for asked, mean, most, value in zip(self._at_turns, means, greatest, last, strict=True):
            found[asked] = Turns(round(mean * turns), most, value) if turns else Turns()
        values = tuple(
            tuple(value for (of, _), value in found.items() if of == number)
            for number in range(len(self._program.measures))
        )
        return Measured(turns if self._at_turns else 0, values)


def _estimated(told: Estimated | None) -> Sequence[Value]:
    if told is None:
        return [None] * len(ESTIMATED)
    pairs = (told.drama, told.comeback, told.known, told.ahead)
    ends = ((None, None) if each is None else (each.low, each.high) for each in pairs)
    return [told.moments, told.uncertainty, told.halfway, *chain.from_iterable(ends)]


def estimates_of(told: Sequence[Any]) -> Estimated | None:
    """Return the estimates of a row, given the values of its columns `ESTIMATED`.

    Return `None` for a game without a result.
    """
    moments, uncertainty, halfway, *ends = told
    if moments is None:
        return None
    if halfway is None:
        return Estimated(moments, uncertainty)
    return Estimated(moments, uncertainty, halfway, *starmap(Bounds, zip(ends[::2], ends[1::2], strict=True)))


def _course(course: Course | None) -> Sequence[Value]:
    if course is None:
        return [None] * (1 + 2 * STAGES)
    return [course.width, *course.decisions, *course.options]


def _values(measured: Measured, asked: Sequence[tuple[int, int]]) -> Iterator[int | Turns]:
    return (measured.values[number][seat] for number, seat in asked)


def _pace(decisions: int, pace: Pace | None) -> Sequence[Value]:
    if pace is None:
        return [None] * 8
    all_ = decisions + pace.alone
    ratios = (pace.options / all_, pace.forced / all_) if all_ else (None, None)
    return [pace.alone, pace.turns, pace.rounds, pace.options, pace.most, pace.forced, *ratios]

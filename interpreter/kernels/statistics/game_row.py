"""The row of a finished game: its result and its counters, as 32-bit words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from interpreter.kernels.statistics.counters import Counters
from interpreter.kernels.statistics.tallying import Tallying
from interpreter.kernels.terms import Real, Words, inline
from interpreter.play.chance import WORD
from interpreter.play.tally import NOTHING, STAGES, Cells, Counts, Measured, Turns, asked_at

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.play.result import Result
    from interpreter.play.tally import Tally

__all__ = ["DECISIONS", "FAULTED", "OUTCOME", "PLACES", "WORD_BYTES", "GameRow"]

DECISIONS, OUTCOME, PLACES = range(3)
"""Indexes of the number of decisions, of the outcome, and of the place of the first seat."""

FAULTED = -1
"""The outcome in the row of a game that a fault stopped; what follows it in such a row is 0."""

HALF = float(1 << 32)
"""The value of a long's high word, in units of its low word."""

WORD_BYTES = 4


@dataclass(frozen=True)
class GameRow:
    """Where the numbers of a game are in its row, as indexes of words.

    A row holds the number of decisions, the outcome (`Head.OUTCOME`), the place of each seat and, for each
    seat, the `parts` of its score. The counters of `Tallying` follow. Counters of 64 bits occupy two words,
    the low one first. Indexes of counters that a row lacks are meaningless.
    """

    teams: tuple[int, ...]
    parts: int
    counts: Counts
    actions: int
    """The number of actions, for which `chosen` has counters by seat."""
    of_turns: tuple[tuple[int, int], ...]
    """The measures that are evaluated at the ends of turns, each given by its number and a seat."""
    of_end: tuple[tuple[int, int], ...]
    """The measures that are evaluated at the end of the game."""
    size: int
    options: int = 0
    pace: int = 0
    lead: int = 0
    totals: int = 0
    ended: int = 0
    final: int = 0
    chosen: int = 0
    offers: int = 0
    options_of: int = 0
    first: int = 0
    first_of: int = 0
    took: int = 0
    last_action: int = 0
    last_turn: int = 0
    came: int = 0
    left: int = 0
    greatest: int = 0
    latest: int = 0
    halvings: int = 0
    stage_decisions: int = 0
    stage_options: int = 0
    cells: int = 0
    """The number of counters in `came`, and in `left`."""

    @classmethod
    def of(cls, program: Program, counts: Counts) -> GameRow:
        """Return the form of the rows that a module of a program writes if it counts `counts`."""
        counters = Counters()
        own = Tallying(program, counts, Cells(program), counters, Counters())
        first = PLACES + program.players * (1 + len(program.score))
        arrays = {
            "options": own.options_of_all, "pace": own.pace, "lead": own.lead, "totals": own.totals,
            "ended": own.ended, "final": own.final, "chosen": own.chosen, "offers": own.offers,
            "options_of": own.options, "first": own.first, "first_of": own.first_of, "took": own.took,
            "last_action": own.last_action, "last_turn": own.last_turn, "came": own.came, "left": own.left,
            "greatest": own.greatest, "latest": own.latest, "halvings": own.halvings,
            "stage_decisions": own.stage_decisions, "stage_options": own.stage_options,
        }  # fmt: skip
        places = {name: first + counters.place(array)[0] // WORD_BYTES for name, array in arrays.items()}
        of_turns, of_end = (asked_at(program, turn=turn) if own.measured else [] for turn in (True, False))
        has = {
            "pace": counts.pace, "actions": counts.actions, "lead": own.leads, "measures": own.measured,
            "last": own.last, "components": counts.components, "course": own.course,
        }  # fmt: skip
        return cls(
            program.teams,
            len(program.score),
            replace(NOTHING, **has),
            len(program.actions),
            tuple(of_turns),
            tuple(of_end),
            first + counters.form.size // WORD_BYTES,
            cells=len(own.came),
            **places,
        )

    @classmethod
    def without_program(
        cls, teams: Sequence[int], counts: Counts, *, parts: int, actions: int = 0, cells: int = 0
    ) -> GameRow:
        """Return the form of the rows of games whose program is not known.

        They lack the game's own measures and the last decisions, even if `counts` has them.
        """
        players, numbers = len(teams), {team: number for number, team in enumerate(dict.fromkeys(teams))}
        sizes = {
            "options": 2, "pace": 5, "lead": 1 + players,
            **dict.fromkeys(("chosen", "offers", "first", "first_of", "took"), players * actions),
            "options_of": 2 * players * actions, "came": cells, "left": cells,
            "halvings": 1, "stage_decisions": STAGES, "stage_options": 2 * STAGES,
        }  # fmt: skip
        *places, size = accumulate(sizes.values(), initial=PLACES + players * (1 + parts))
        return cls(
            tuple(numbers[team] for team in teams), parts, replace(counts, measures=False, last=False),
            actions, (), (), size, cells=cells, **dict(zip(sizes, places, strict=True)),
        )  # fmt: skip

    @classmethod
    def of_last(cls, players: int, actions: int) -> GameRow:
        """Return the form of the rows of games of which only the pace and the last decisions are known."""
        pace = PLACES + players + 2
        chosen = pace + 5
        last = chosen + players * actions
        return cls(
            tuple(range(players)), 0, Counts(pace=True, last=True), actions, (), (),
            size=last + 2 * players, options=pace - 2, pace=pace, chosen=chosen, last_action=last,
            last_turn=last + players,
        )  # fmt: skip

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.teams)

    # --- kernels --------------------------------------------------------------------------------------

    @inline
    def long(self, row: Words, at: int) -> Real:
        """Return the signed number in two words of a row, which must be exact as a `Real`."""
        low = Real(row[at])
        if row[at] < 0:
            low += HALF
        return low + Real(row[at + 1]) * HALF

    # --- rows of games that are known otherwise -------------------------------------------------------

    def row(self, decisions: int, result: Result, tally: Tally | None) -> list[int]:
        """Return the row of a game with a result."""
        row = [0] * self.size
        row[DECISIONS], row[OUTCOME] = decisions, result.outcome
        row[PLACES : PLACES + self.players] = result.places or [0] * self.players
        if self.parts:
            scores: Sequence[Sequence[int]] = result.parts
            if len(scores) != self.players or any(len(parts) != self.parts for parts in scores):
                scores = [(score, *[0] * (self.parts - 1)) for score in result.scores]
            first = PLACES + self.players
            row[first : first + self.players * self.parts] = [part for parts in scores for part in parts]
        if tally is not None:
            self.count(row, tally)
        return row

    def count(self, row: list[int], tally: Tally) -> None:
        """Write the counters of a game into its row."""
        has = self.counts
        if has.pace and (pace := tally.pace) is not None:
            self._put_longs(row, self.options, [pace.options])
            row[self.pace : self.pace + 5] = pace.turns, pace.rounds, pace.alone, pace.forced, pace.most
        if has.lead and tally.lead is not None:
            row[self.lead] = tally.lead.changes
            for team, led in zip(self.teams, tally.lead.led, strict=True):
                row[self.lead + 1 + team] = led
        if has.last and (last := tally.last) is not None:
            row[self.last_action : self.last_action + self.players] = [action + 1 for action in last.actions]
            row[self.last_turn : self.last_turn + self.players] = last.turns
            self._put_by_seat(row, self.chosen, last.chosen)
        if has.actions and (actions := tally.actions) is not None:
            self._put_by_seat(row, self.chosen, actions.chosen)
            self._put_by_seat(row, self.offers, actions.offered)
            self._put_longs(row, self.options_of, [number for seat in actions.options for number in seat])
            for at, counts in (
                (self.first, actions.first), (self.first_of, actions.of), (self.took, actions.took)
            ):  # fmt: skip
                self._put_by_seat(row, at, counts)
        if has.components and (components := tally.components) is not None:
            row[self.came : self.came + self.cells] = components.came
            row[self.left : self.left + self.cells] = components.left
        if has.course and (course := tally.course) is not None:
            row[self.halvings] = course.width.bit_length() - 1
            row[self.stage_decisions : self.stage_decisions + STAGES] = course.decisions
            self._put_longs(row, self.stage_options, course.options)
        if has.measures and tally.measures is not None:
            self._measure(row, tally.measures)

    def _measure(self, row: list[int], measured: Measured) -> None:
        for i, (number, seat) in enumerate(self.of_turns):
            told = measured.values[number][seat]
            assert isinstance(told, Turns)  # noqa: S101 - it is evaluated at the ends of turns
            self._put_longs(row, self.totals + 2 * i, [told.total])
            row[self.greatest + i], row[self.latest + i] = told.greatest, told.last
        if self.of_turns:
            row[self.ended] = measured.turns
        for i, (number, seat) in enumerate(self.of_end):
            value = measured.values[number][seat]
            assert isinstance(value, int)  # noqa: S101 - it is evaluated at the end of the game
            row[self.final + i] = value

    @staticmethod
    def _put_by_seat(row: list[int], at: int, counts: Sequence[Sequence[int]]) -> None:
        numbers = [count for seat in counts for count in seat]
        row[at : at + len(numbers)] = numbers

    @staticmethod
    def _put_longs(row: list[int], at: int, values: Sequence[int]) -> None:
        for i, value in enumerate(values):
            low = value & WORD
            row[at + 2 * i], row[at + 2 * i + 1] = low - ((low >> 31) << 32), value >> 32

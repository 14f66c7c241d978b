"""Writes games to the columns of a table, from their packed rows.

`interpreter.simulate.columns` says what the columns mean. A column is an array with an entry for each game,
and a flag of each game can say whether the game has a value in the column. The arrays are those of Apache
Arrow: numbers in machine format, and flags as bits, those of the first game lowest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from gamespec.program.tables import Head
from interpreter.kernels.statistics.endings import FREE, Endings
from interpreter.kernels.statistics.game_row import DECISIONS, FAULTED, OUTCOME, PLACES
from interpreter.kernels.statistics.measuring import ENDINGS, Measuring
from interpreter.kernels.statistics.packing import BLOCK, Unpacking
from interpreter.kernels.statistics.tallying import ALONE, FORCED, MOST, ROUNDS, TURNS
from interpreter.kernels.terms import Long, Longs, Real, Room, Words, clear, inline
from interpreter.play.tally import ALL, STAGES

if TYPE_CHECKING:
    from gamespec.program import Program

__all__ = ["ALWAYS", "GAMES", "NEVER", "STOPPED", "TO", "UNKNOWN", "Area", "Source", "Tabulating"]

Area: TypeAlias = Literal["longs", "reals", "flags"]
"""An array of `Tabulating` that holds columns."""

STOPPED, TO, GAMES = range(3)
"""Indexes of the words that say why `run` stopped, how many games the columns had before it began, and how
many games the chunk has.
"""

UNKNOWN = 1
"""The value of `STOPPED` before a game whose ending is unknown."""

ALWAYS, NEVER = -1, -2
"""Take the place of a flag if all games have a value in a column, or if none has."""

PLAYED, RESULT, DECIDED, TRUNCATED = range(4)
"""Flags of games: whether no fault stopped a game, it had a result, it had a decision, or it was cut off."""

BITS = 64
"""Number of bits in a `Long`."""


class Source(NamedTuple):
    """Where a column is: its area, its number there, and the flag of games that have a value in it."""

    area: Area
    at: int
    valid: int


class Tabulating:
    """Fills columns for up to `most` games, a multiple of `BITS`, whose rows have all counters.

    The columns of an area follow one another, with `most` entries each.
    """

    def __init__(self, program: Program, state: Room, given: Room, most: int) -> None:
        self.measuring = measuring = Measuring.of(program, ALL, state, ENDINGS)
        self.row = row = measuring.row
        self.size, self.most, self.players = row.size, most, row.players
        self.endings = Endings(row.players, state)
        self._at: list[tuple[int, bool]] = []
        self._real_of: list[int] = []
        self._nonzero: list[int] = []
        self.sources = self._sources()
        """Where the columns of each family are, in the order of `interpreter.simulate.columns.FORMS`."""
        self.real_of = tuple(enumerate(self._real_of))
        self.many_longs = len(self._at)
        self.many_nonzero, self.first_nonzero = len(self._nonzero), self._first_nonzero
        self.control = state.words(3)
        self.won = state.words(ENDINGS * row.players)
        """Whether each seat has won, by ending."""
        self.at, self.is_long = state.words(self.many_longs), state.words(self.many_longs)
        """The index in a row of the number of each column of `longs`, and whether it has two words there."""
        self.nonzero = state.words(len(self._nonzero))
        """The index in a row of the numbers that must not be 0, for the last flags."""
        self.unpacking = Unpacking(row.size, given)
        self.flag_words = most // BITS * (self._first_nonzero + len(self._nonzero))
        self.flags: Longs = given.longs(self.flag_words)
        self.reals = given.reals(most * len(self._real_of))
        self.longs: Words = given.words(2 * most * self.many_longs)
        """Columns of 64-bit numbers, each as two words, the low one first."""

    def fill(self) -> None:
        """Write the numbers that say where columns come from."""
        self.at[:], self.is_long[:] = [at for at, _ in self._at], [int(long) for _, long in self._at]
        self.nonzero[:] = self._nonzero

    # --- where columns come from ------------------------------------------------------------------------

    @property
    def _first_nonzero(self) -> int:
        """The first of the flags that say whether a number of a row is not 0."""
        return TRUNCATED + 1 + self.players

    def _sources(self) -> dict[str, list[Source]]:
        row, numbers, seats, word = self.row, self.measuring, range(self.row.players), self._word
        pace, by_seat = row.pace, range(row.players * row.actions)
        self.stage = word(row.halvings, PLAYED)
        free = [self._not_zero(row.first + i) for i in by_seat]
        asked = [self._not_zero(row.last_action + seat) for seat in seats]
        turned = self._not_zero(row.ended) if row.of_turns else NEVER
        parts = [PLACES + row.players + i for i in range(row.players * row.parts)]
        led, margin = (PLAYED if row.counts.lead else NEVER), (RESULT if numbers.margin else NEVER)
        self.forced_share = self._real(0, DECIDED)
        unit_of = {seat: unit for unit, seats in enumerate(numbers.units) for seat in seats}
        return {
            "outcome": [word(OUTCOME, PLAYED)],
            "truncated": [Source("flags", TRUNCATED, ALWAYS)],
            "decisions": [word(DECISIONS, ALWAYS)],
            "alone": [word(pace + ALONE, PLAYED)],
            "turns": [word(pace + TURNS, PLAYED)],
            "rounds": [word(pace + ROUNDS, PLAYED)],
            "options": [self._long(row.options, PLAYED)],
            "most_options": [word(pace + MOST, PLAYED)],
            "forced": [word(pace + FORCED, PLAYED)],
            "branching": [self._real(numbers.branching, DECIDED)],
            "forced_share": [self.forced_share],
            "score.SEAT": [self._real(numbers.score + seat, RESULT) for seat in seats],
            "score.SEAT.PART": [word(at, RESULT) for at in parts],
            "place.SEAT": [word(PLACES + seat, RESULT) for seat in seats],
            "won.SEAT": [Source("flags", TRUNCATED + 1 + seat, RESULT) for seat in seats],
            "share.SEAT": [self._real(numbers.share + unit_of[seat], RESULT) for seat in seats],
            "margin": [self._real(numbers.margin, margin)],
            "lead_changes": [word(row.lead, led)],
            "led.SEAT": [word(row.lead + 1 + team, led) for team in row.teams],
            "last.SEAT": [word(row.last_action + seat, asked[seat]) for seat in seats],
            "last_turn.SEAT": [word(row.last_turn + seat, asked[seat]) for seat in seats],
            "stage": [self.stage],
            "decisions.STAGE": [word(row.stage_decisions + stage, PLAYED) for stage in range(STAGES)],
            "options.STAGE": [self._long(row.stage_options + 2 * stage, PLAYED) for stage in range(STAGES)],
            "offered.SEAT.ACTION": [word(row.offers + i, PLAYED) for i in by_seat],
            "options.SEAT.ACTION": [self._long(row.options_of + 2 * i, PLAYED) for i in by_seat],
            "chosen.SEAT.ACTION": [word(row.chosen + i, PLAYED) for i in by_seat],
            "first.SEAT.ACTION": [word(row.first + i, free[i]) for i in by_seat],
            "first_of.SEAT.ACTION": [word(row.first_of + i, free[i]) for i in by_seat],
            "took.SEAT.ACTION": [word(row.took + i, free[i]) for i in by_seat],
            "came.COMPONENT.ZONE": [word(row.came + i, PLAYED) for i in range(row.cells)],
            "left.COMPONENT.ZONE": [word(row.left + i, PLAYED) for i in range(row.cells)],
            "measure.MEASURE": [word(row.final + i, PLAYED) for i in range(len(row.of_end))],
            "measure.MEASURE.mean": [self._real(at, turned) for _, at in numbers.at_turns],
            "measure.MEASURE.greatest": [word(row.greatest + i, turned) for i in range(len(row.of_turns))],
            "measure.MEASURE.last": [word(row.latest + i, turned) for i in range(len(row.of_turns))],
        }  # fmt: skip

    def _word(self, at: int, valid: int) -> Source:
        """Add a column of the word at an index of a row, and return where the column is."""
        self._at.append((at, False))
        return Source("longs", len(self._at) - 1, valid)

    def _long(self, at: int, valid: int) -> Source:
        """Add a column of the two words at an index of a row, and return where the column is."""
        self._at.append((at, True))
        return Source("longs", len(self._at) - 1, valid)

    def _real(self, number: int, valid: int) -> Source:
        """Add a column of a number of `Measuring`, and return where the column is."""
        self._real_of.append(number)
        return Source("reals", len(self._real_of) - 1, valid)

    def _not_zero(self, at: int) -> int:
        """Add a flag for games in whose rows the number at an index is not 0, and return the flag."""
        self._nonzero.append(at)
        return self._first_nonzero + len(self._nonzero) - 1

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Write the games with the numbers from `first` up to `end` in their chunk.

        There must be room for them in the columns. The chunk is unpacked if `first` is 0. Return the number
        of the next game to be written, which is less than `end` if its ending is unknown.
        """
        at, to = first, self.control[TO]
        if first == 0:
            self.unpacking.run(0, self.control[GAMES])
        if to == 0:
            clear(self.flags, 0, self.flag_words)
        self.control[STOPPED] = 0
        while at < end:
            if not self.add(self.unpacking.rows[self.size * at :], to + at - first):
                self.control[STOPPED] = UNKNOWN
                break
            at += 1
        game = first
        while game < at:
            left = at - game
            count = min(left, BLOCK)
            self.copy(game, count, to + game - first)
            game += count
        return at

    def add(self, row: Words, to: int) -> bool:
        """Write what must be computed from a row, and return whether the game's ending is known."""
        outcome, ending = row[OUTCOME], 0
        if outcome == FAULTED:
            return True
        result = outcome != Head.TRUNCATED
        if result:
            ending = self.endings.entry(self.endings.key(row, outcome))
            if self.endings.keys[ending] == FREE:
                return False
        self.flag(PLAYED, to)
        if result:
            self.flag(RESULT, to)
            for seat in range(self.players):
                if self.won[self.players * ending + seat]:
                    self.flag(TRUNCATED + 1 + seat, to)
        else:
            self.flag(TRUNCATED, to)
        self.measuring.measure(row, ending)
        for column, number in self.real_of:
            self.reals[column * self.most + to] = self.measuring.values[number]
        every = row[DECISIONS] + row[self.row.pace + ALONE]
        if every != 0:
            self.flag(DECIDED, to)
            forced = Real(row[self.row.pace + FORCED]) / Real(every)
            self.reals[self.forced_share.at * self.most + to] = forced
        return True

    @inline
    def flag(self, flag: int, to: int) -> None:
        """Set a flag of a game."""
        self.flags[flag * (self.most // BITS) + to // BITS] |= Long(1) << to % BITS

    def copy(self, first: int, count: int, to: int) -> None:
        """Write what is copied from the rows of some games, which are few enough to stay in the cache."""
        rows, begin = self.unpacking.rows, self.size * first
        for column in range(self.many_longs):
            at, row = 2 * (column * self.most + to), begin + self.at[column]
            if self.is_long[column]:
                for _ in range(count):
                    self.longs[at] = rows[row]
                    self.longs[at + 1] = rows[row + 1]
                    row += self.size
                    at += 2
            else:
                for _ in range(count):
                    number = rows[row]
                    self.longs[at] = number
                    self.longs[at + 1] = -(number < 0)
                    row += self.size
                    at += 2
        for flag in range(self.many_nonzero):
            row = begin + self.nonzero[flag]
            for game in range(count):
                if rows[row] != 0:
                    self.flag(self.first_nonzero + flag, to + game)
                row += self.size
        for game in range(count):
            width = 1 << rows[begin + self.row.halvings + self.size * game]
            self.longs[2 * (self.stage.at * self.most + to + game)] = width

"""The numbers that one finished game contributes to statistics.

The manual explains them (`interpreter.simulate.measures`). A game that lacks a number has NaN for it. What
follows from how a game ended, such as the share of the win, is looked up among the known *endings*: games
with the same outcome and the same seats in first place have the same ending.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.kernels.statistics.game_row import DECISIONS, PLACES, GameRow
from interpreter.kernels.statistics.tallying import ALONE, FORCED, ROUNDS, TURNS
from interpreter.kernels.terms import Real, Room, Words, inline
from interpreter.play.together import all_may_lose, teams_of, units_of

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.play.tally import Counts

__all__ = ["ENDINGS", "NOBODY", "Key", "Measuring"]

Key: TypeAlias = tuple[str | int, ...]
"""What a number is, such as `("turns",)`, or `("score", 1)` for the score of the second seat."""

ENDINGS = 1024
"""Maximum number of endings that are known at a time, a power of two."""

NOBODY = -1
"""The winner of a game that no team wins alone."""

_WHOLE = {"score", "part", "decisions", "margin", "turns", "rounds", "lead_changes"}


class Measuring:
    """Computes the numbers of games, and holds those that follow from their endings.

    `units` has the seats of each team; all players together are a unit if they win or lose together. `even`
    says whether a game can be lost by all, so that the win shares of a game may add up to less than 1. Up to
    `endings` endings are known at a time. If the game has no score (`row.parts` is 0), each ending determines
    the points of each seat.
    """

    def __init__(
        self, row: GameRow, units: Sequence[Sequence[int]], room: Room, *, even: bool, endings: int = 1
    ) -> None:
        self.row, self.units, self.players = row, tuple(map(tuple, units)), row.players
        self.several = len(units) > 1
        self.even, self.scored, self.endings = even, row.parts > 0, endings
        self.leads = row.counts.lead and row.counts.pace and self.several
        self.seats, self.part_numbers = tuple(range(row.players)), tuple(range(row.parts))
        self.partners = tuple((u, seats) for u, seats in enumerate(self.units) if len(seats) > 1)
        self.numbered = tuple(range(len(units)))
        self._keys: list[Key] = []
        self.share = self._many("share", len(units))
        self.even_share = self._many("even", len(units) * even)
        self.score = self._many("score", row.players)
        self.part = self._table("part", row.players, row.parts)
        self.team_score = [self._one("team score", u) for u, _ in self.partners]
        self.team_part = [[self._one("team part", u, k) for k in self.part_numbers] for u, _ in self.partners]
        self.decisions = self._one("decisions")
        self.margin = self._one("margin") if self.scored and self.several else 0
        paced = ("turns", "rounds", "branching", "choice") if row.counts.pace else ()
        self.turns, self.rounds, self.branching, self.choice = [self._one(each) for each in paced] or [0] * 4
        led = ("lead_changes", "lead_change", "winner_led") if self.leads else ()
        self.lead_changes, self.lead_change, self.winner_led = [self._one(each) for each in led] or [0] * 3
        self.at_turns = tuple(
            (i, self._one("own", number, seat)) for i, (number, seat) in enumerate(row.of_turns)
        )
        self.at_end = tuple(
            (i, self._one("own", number, seat)) for i, (number, seat) in enumerate(row.of_end)
        )
        self.keys: tuple[Key, ...] = tuple(self._keys)
        """What each of the numbers is."""
        self.whole = {key for key in self.keys if key[0] in _WHOLE} | {self.keys[at] for _, at in self.at_end}
        """Those of the keys whose numbers are integers."""
        self.from_ending = self.score + row.players * (not self.scored)
        """How many of the keys, which come first, have numbers that follow from the ending."""
        self.values = room.reals(len(self.keys))
        """The numbers of the latest game, in the order of `keys`."""
        self.shares = room.reals(endings * len(units))
        """The win share of each team, by ending."""
        self.evens = room.reals(endings * len(units) * even)
        """The same, with an even share for each team if all lose."""
        self.points = room.reals(endings * row.players * (not self.scored))
        """The points of each seat, by ending."""
        self.winner = room.words(endings)
        """The number of the team that wins alone, as in `row.teams`, or -1, by ending."""

    @classmethod
    def of(cls, program: Program, counts: Counts, room: Room, endings: int) -> Measuring:
        """Return the kernel for the games of a program of which `counts` is counted."""
        row, units = GameRow.of(program, counts), units_of(teams_of(program))
        return cls(row, units, room, even=all_may_lose(program), endings=endings)

    def _one(self, *key: str | int) -> int:
        """Add a number, and return its index."""
        self._keys.append(key)
        return len(self._keys) - 1

    def _many(self, name: str, count: int) -> int:
        """Add `count` numbers, and return the index of the first of them."""
        first = len(self._keys)
        self._keys += [(name, number) for number in range(count)]
        return first

    def _table(self, name: str, rows: int, columns: int) -> int:
        first = len(self._keys)
        self._keys += [(name, row, column) for row in range(rows) for column in range(columns)]
        return first

    def enter(
        self, ending: int, shares: Sequence[float], *, lost: bool, points: Sequence[int], winner: int
    ) -> None:
        """Enter what follows from an ending.

        `shares` are the win shares of the teams, `points` those of the seats of a game without a score, and
        `winner` is the number of the team that wins alone, or `NOBODY`. All teams have `lost`, or none.
        """
        many = len(self.units)
        self.shares[many * ending : many * (ending + 1)] = shares
        if self.even:
            self.evens[many * ending : many * (ending + 1)] = [share + lost / many for share in shares]
        if not self.scored:
            self.points[self.players * ending : self.players * (ending + 1)] = map(float, points)
        self.winner[ending] = winner

    def numbers_of(self, ending: int) -> list[float]:
        """Return the numbers that follow from an ending, which are those of the first keys."""
        *parts, _ = self.of_ending(ending)
        return [number for array, first, end in parts for number in array[first:end]]

    def of_ending(self, ending: int) -> list[tuple[list[Any], int, int]]:
        """Return where what follows from an ending is: arrays, and the first and last index in each."""
        return [
            (array, size * ending, size * (ending + 1))
            for array in (self.shares, self.evens, self.points, self.winner)
            if (size := len(array) // self.endings)
        ]

    def part_of(self, seat: int, part: int) -> int:
        """Return the index of a part of a seat's score; the part -1 is the whole score."""
        return self.score + seat if part < 0 else self.part + self.row.parts * seat + part

    # --- kernels --------------------------------------------------------------------------------------

    def measure(self, row: Words, ending: int) -> None:
        """Compute the numbers of a game with a known ending."""
        values = self.values
        for u in self.numbered:
            values[self.share + u] = self.shares[len(self.units) * ending + u]
            if self.even:
                values[self.even_share + u] = self.evens[len(self.units) * ending + u]
        self.measure_scores(row, ending)
        decisions = row[DECISIONS]
        values[self.decisions] = Real(decisions)
        if self.row.counts.pace:
            self.measure_pace(row, decisions)
        if self.leads:
            self.measure_lead(row, row[self.row.pace + TURNS], self.winner[ending])
        for i, to in self.at_end:
            values[to] = Real(row[self.row.final + i])
        for i, to in self.at_turns:
            values[to] = nan
            if row[self.row.ended] != 0:
                total = self.row.long(row, self.row.totals + 2 * i)
                values[to] = total / Real(row[self.row.ended])

    @inline
    def measure_scores(self, row: Words, ending: int) -> None:
        """Compute the scores of seats and teams, their parts, and the margin."""
        values, first = self.values, PLACES + self.players
        for seat in self.seats:
            if self.scored:
                total = 0.0
                for k in self.part_numbers:
                    value = Real(row[first + self.row.parts * seat + k])
                    values[self.part + self.row.parts * seat + k] = value
                    total += value
                values[self.score + seat] = total
            else:
                values[self.score + seat] = self.points[self.players * ending + seat]
        for n, (_, seats) in enumerate(self.partners):
            total = 0.0
            for seat in seats:
                total += values[self.score + seat]
            values[self.team_score[n]] = total / len(seats)
            for k in self.part_numbers:
                total = 0.0
                for seat in seats:
                    total += values[self.part + self.row.parts * seat + k]
                values[self.team_part[n][k]] = total / len(seats)
        if self.scored and self.several:
            self.measure_margin()

    @inline
    def measure_margin(self) -> None:
        """Compute the highest score minus the highest of another team."""
        best, second = -1e300, -1e300
        for seats in self.units:
            top = -1e300
            for seat in seats:
                if self.values[self.score + seat] > top:  # noqa: PLR1730 - kernels have no `max` of `Real`s
                    top = self.values[self.score + seat]
            if top > best:
                second = best
                best = top
            elif top > second:
                second = top
        self.values[self.margin] = best - second

    @inline
    def measure_pace(self, row: Words, decisions: int) -> None:
        """Compute the length of the game in turns, and what its decisions were like."""
        values, pace = self.values, self.row.pace
        turns, every = row[pace + TURNS], decisions + row[pace + ALONE]
        values[self.branching] = nan
        values[self.choice] = nan
        if every != 0:
            options = self.row.long(row, self.row.options)
            if options != 0:  # they were counted
                values[self.branching] = options / Real(every)
            values[self.choice] = 1 - Real(row[pace + FORCED]) / Real(every)
        values[self.turns] = nan
        values[self.rounds] = nan
        if turns != 0:
            values[self.turns] = Real(turns)
            values[self.rounds] = Real(row[pace + ROUNDS])

    @inline
    def measure_lead(self, row: Words, turns: int, winner: int) -> None:
        """Compute how often the lead changed, and how long the winner led."""
        values, lead = self.values, self.row.lead
        values[self.lead_changes] = nan
        values[self.lead_change] = nan
        values[self.winner_led] = nan
        if turns != 0:
            changes = Real(row[lead])
            values[self.lead_changes] = changes
            if turns > 1:
                values[self.lead_change] = changes / Real(turns - 1)
            if winner != NOBODY:
                values[self.winner_led] = Real(row[lead + 1 + winner]) / Real(turns)

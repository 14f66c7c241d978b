"""Counts what a report says of games beyond their summary, from the rows of the games.

`interpreter.report` says what the numbers mean. The games are passed twice: the first pass finds what the
players of each kind win in each seat on average, to which the second pass compares what they won.
"""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.kernels.statistics.adding import Adding
from interpreter.kernels.statistics.game_row import FAULTED, OUTCOME, PLACES, GameRow
from interpreter.kernels.statistics.tallying import TURNS
from interpreter.kernels.statistics.trying import Trying
from interpreter.kernels.terms import Real, Room, Words, inline
from interpreter.play.chunk import most_games
from interpreter.play.tally import STAGES

__all__ = ["GAMES", "LONGER", "PASS", "STRONG", "WEAK", "WIDTH", "Reporting", "Subjects"]

PASS, WIDTH, STRONG, WEAK = range(4)
"""Indexes of the words that the host sets: the pass (0 or 1), the binary logarithm of the number of turns in
a stage, and the kinds of players that won most and least.
"""

GAMES, LONGER = range(2)
"""Indexes of the numbers of games that count in stages, and of those that have too many turns for them."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """What a report is about.

    There are `kinds` of players, and `pairs` of a face and a family of zones with one zone for each player.
    Games are `compared` if they have several teams. First free offers are `tried` if, moreover, all players
    choose at random.
    """

    kinds: int
    pairs: int
    compared: bool
    tried: bool


class Reporting:
    """The counts of a report. Sums are exact (`adding`), except those of first free offers.

    The host sets `won` between the passes. In the room `given`, `shares` has the share of the win and
    `players` the kind of player of each seat, and `rows` has the rows, of at most `most` games.
    """

    def __init__(self, row: GameRow, of: Subjects, state: Room, given: Room) -> None:
        self.row, self.of, self.seats = row, of, row.players
        self.size, self.most = row.size, most_games(row.size)
        self.courses, self.linked = row.counts.course, of.compared and not of.tried
        self.several = of.compared and of.kinds > 1
        self._means = 0
        self.expected, self.by_kind = self._many(self.seats * of.kinds), self._many(of.kinds)
        """Indexes of the mean shares of the win, by seat and kind, and by kind.

        A name of this sort is the index of the first of some means.
        """
        self.options, self.decisions = self._many(STAGES), self._many(STAGES)
        self.used, self.links = self._many(row.actions), self._many(3 * row.actions * self.linked)
        self.had, self.held = self._many(of.pairs), self._many(3 * of.pairs)
        self.points, self.scores = self._many(of.kinds), self._many(of.kinds)
        self.uses, self.ahead = self._many(of.kinds * row.actions), self._many(1)
        self.differences = self._many(row.actions)
        self.added = Adding(self._means, state)
        """The sums of which the means consist."""
        self.won = state.reals(self.seats * of.kinds)
        """The mean shares of the win, by seat and kind."""
        self.sums = state.reals(row.size)
        """The sum of each word of the rows."""
        self.trying = Trying(row.actions * of.tried, state)
        self.beyond, self.of_kind = state.reals(self.seats), state.reals(of.kinds)
        """What each seat of the latest game won beyond expectation, and a number of each kind in it."""
        self.control, self.staged = state.words(4), state.words(2)
        self.came = state.words(of.pairs * self.seats)
        """The index in a row of how often a component came to each seat's zone, or -1, by pair and seat."""
        self.side = state.words(self.seats)
        """For each seat, 1 if it has the property that is compared, 0 if not, and -1 if it does not count."""
        self.shares = given.reals(self.most * self.seats)
        self.rows, self.players = given.words(self.most * row.size), given.words(self.most * self.seats)

    def _many(self, count: int) -> int:
        """Add `count` means, and return the index of the first of them."""
        self._means += count
        return self._means - count

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Count the games with a result among those with the numbers from `first` up to `end`."""
        for game in range(first, end):
            outcome = self.rows[self.size * game + OUTCOME]
            if outcome != FAULTED and outcome != Head.TRUNCATED:  # noqa: PLR1714 - kernels have no `in`
                if self.control[PASS] == 0:
                    self.expect(self.seats * game)
                else:
                    self.add(self.rows[self.size * game :], self.seats * game)
        return end

    def expect(self, at: int) -> None:
        """Count what the seats won. `at` is the index of the first seat in `shares` and `players`."""
        for seat in range(self.seats):
            share, kind = self.shares[at + seat], self.players[at + seat]
            self.include(self.expected + self.of.kinds * seat + kind, share)
            self.include(self.by_kind + kind, share)

    def add(self, row: Words, at: int) -> None:
        """Count a game in the second pass."""
        for i in range(self.size):
            self.sums[i] += Real(row[i])
        for seat in range(self.seats):
            mean = self.won[self.of.kinds * seat + self.players[at + seat]]
            self.beyond[seat] = self.shares[at + seat] - mean
        if self.courses:
            self.add_stages(row, row[self.row.pace + TURNS])
        for action in range(self.row.actions):
            self.add_action(row, at, action)
        for pair in range(self.of.pairs):
            self.add_pair(row, at, pair)
        if self.several:
            self.add_kinds(row, at)

    def include(self, mean: int, value: Real) -> None:
        """Include a value in a mean."""
        self.added.include(mean, value, 1)

    def contrast(self, at: int, to: int) -> None:
        """Compare the seats with a property to the others, in the three means from `to` on."""
        those, others = 0, 0
        won, without, more, less = 0.0, 0.0, 0.0, 0.0
        for seat in range(self.seats):
            if self.side[seat] == 1:
                those += 1
                won += self.shares[at + seat]
                more += self.beyond[seat]
            elif self.side[seat] == 0:
                others += 1
                without += self.shares[at + seat]
                less += self.beyond[seat]
        if those != 0 and others != 0:
            self.include(to, won / Real(those))
            self.include(to + 1, without / Real(others))
            self.include(to + 2, more / Real(those) - less / Real(others))

    def add_stages(self, row: Words, turns: int) -> None:
        """Count the decisions of each stage of a game."""
        narrow, wide = row[self.row.halvings], self.control[WIDTH]
        if turns != 0 and narrow > wide:
            self.staged[LONGER] += 1
        elif turns != 0:
            self.staged[GAMES] += 1
            joined, width = 1 << (wide - narrow), 1 << wide
            for stage in range((turns + width - 1) >> wide):
                begin = stage * joined
                end = begin + joined
                end = min(end, STAGES)
                decisions, options = 0, 0.0
                for i in range(begin, end):
                    decisions += row[self.row.stage_decisions + i]
                    more = self.row.long(row, self.row.stage_options + 2 * i)
                    options += more
                if decisions != 0:
                    self.include(self.options + stage, options / Real(decisions))
                lasted = turns - stage * width
                lasted = min(lasted, width)
                self.include(self.decisions + stage, Real(decisions) / Real(lasted))

    def add_action(self, row: Words, at: int, action: int) -> None:
        """Count which seats used an action."""
        whose = action
        for seat in range(self.seats):
            self.side[seat] = -1
            if row[self.row.offers + whose] != 0:
                self.side[seat] = row[self.row.chosen + whose] != 0
                self.include(self.used + action, Real(self.side[seat]))
            whose += self.row.actions
        if self.of.tried:
            self.add_offers(row, action)
        if self.linked:
            self.contrast(at, self.links + 3 * action)

    @inline
    def add_offers(self, row: Words, action: int) -> None:
        """Count the first free offers of an action."""
        self.trying.begin(action)
        whose = action
        for seat in range(self.seats):
            first, took = row[self.row.first + whose], 0.0
            if first != 0:
                if row[self.row.took + whose] != 0:
                    took = 1.0
                chance = Real(first) / Real(row[self.row.first_of + whose])
                self.trying.offer(action, chance, took, self.beyond[seat])
            whose += self.row.actions
        self.trying.end(action)

    def add_pair(self, row: Words, at: int, pair: int) -> None:
        """Count to which seats a component came."""
        for seat in range(self.seats):
            came = self.came[self.seats * pair + seat]
            self.side[seat] = -1
            if came >= 0:
                self.side[seat] = row[came] != 0
                self.include(self.had + pair, Real(self.side[seat]))
        self.contrast(at, self.held + 3 * pair)

    def add_kinds(self, row: Words, at: int) -> None:
        """Count how each kind of player did."""
        for kind in range(self.of.kinds):
            many, share, score = 0, 0.0, 0.0
            for seat in range(self.seats):
                if self.players[at + seat] == kind:
                    many += 1
                    share += self.shares[at + seat]
                    for part in range(self.row.parts):
                        score += Real(row[PLACES + self.seats + self.row.parts * seat + part])
            self.of_kind[kind] = share / Real(many)
            self.include(self.points + kind, self.of_kind[kind])
            self.include(self.scores + kind, score / Real(many))
        self.include(self.ahead, self.of_kind[self.control[STRONG]] - self.of_kind[self.control[WEAK]])
        for action in range(self.row.actions):
            for kind in range(self.of.kinds):
                many, chosen = 0, 0
                for seat in range(self.seats):
                    if self.players[at + seat] == kind:
                        many += 1
                        chosen += row[self.row.chosen + self.row.actions * seat + action]
                self.of_kind[kind] = Real(chosen) / Real(many)
                self.include(self.uses + self.of.kinds * action + kind, self.of_kind[kind])
            difference = self.of_kind[self.control[STRONG]] - self.of_kind[self.control[WEAK]]
            self.include(self.differences + action, difference)

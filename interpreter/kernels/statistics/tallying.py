"""Counting what happens in a game while it is played; `interpreter.play.tally` defines the numbers.

An engine calls a `Tallying` at decisions, answers, turns, moves and at the end of the game. Counting changes
no position and costs nothing from the game's budget. The counters are arrays with the same lengths and in the
same order in every engine. All are 0 when a game begins.
"""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.terms import Long, Position, Room, inline
from interpreter.play.tally import (
    STAGES,
    Cells,
    Counts,
    asked_at,
    has_leader,
    taken,
)

__all__ = ["Tallying"]

TURNS, ROUNDS, ALONE, FORCED, MOST = range(5)
"""Indexes of the counters in `pace`."""

WORD, ALL = (1 << 32) - 1, (1 << 64) - 1

BITS = 64
"""Number of bits in a `Long`."""


class Tallying:
    """The counters for games of one program.

    The counters are allocated in the room `told`, with 64-bit counters first. What must be remembered only
    during a game is allocated in the room `kept`. An array that is not requested has length 0. `leader` and
    `measure` evaluate expressions of the game, which each engine does in its own way. The definitional engine
    overrides them, and the compiled engine defines what they mean in a module.
    """

    def __init__(self, program: Program, counts: Counts, cells: Cells, told: Room, kept: Room) -> None:
        seats, self.actions, self.components = program.players, len(program.actions), len(program.start)
        self.program, self.counts, self.zone_of = program, counts, program.layout.zone_of
        self.by_component, self.by_zone = cells.by_component, cells.by_zone
        self.leads = counts.lead and has_leader(program)
        self.last, self.course = counts.last and counts.pace, counts.course and counts.pace
        self.measured = counts.measures and bool(program.measures)
        of_turns, of_end = (asked_at(program, turn=turn) if self.measured else [] for turn in (True, False))
        self.of_turns = tuple((i, number, seat) for i, (number, seat) in enumerate(of_turns))
        self.of_end = tuple((i, number, seat) for i, (number, seat) in enumerate(of_end))
        each, stages = seats * self.actions * counts.actions, STAGES * self.course
        pairs = len(cells) * counts.components

        self.options_of_all = told.longs(counts.pace)
        self.options = told.longs(each)
        """Total number of options that were offered, indexed by seat and action.

        All arrays of this length are indexed in this way.
        """
        self.totals = told.longs(len(of_turns))
        """Sum of the values of each measure that is evaluated at the end of turns, as a signed number."""
        self.stage_options = told.longs(stages)
        self.reached = told.longs(counts.reached * -(-taken(program, self.actions) // BITS))
        """The bit mask of what the game has reached, with its lowest bits first."""
        self.pace = told.words(5 * counts.pace)
        self.offers = told.words(each)
        self.chosen = told.words(seats * self.actions if self.last else each)
        self.lead = told.words((1 + seats) * self.leads)
        """Number of changes of the leader, and after it, for each team, the number of turns at whose end it
        led.
        """
        self.came, self.left = told.words(pairs), told.words(pairs)
        self.ended = told.words(bool(of_turns))
        """Number of turns at whose end the measures were evaluated."""
        self.greatest, self.latest = told.words(len(of_turns)), told.words(len(of_turns))
        self.final = told.words(len(of_end))
        self.last_action, self.last_turn = told.words(seats * self.last), told.words(seats * self.last)
        """For each seat, the action that it took last, counted from 1, and the number of turns begun by then.
        """
        self.halvings = told.words(self.course)
        """Binary logarithm of the number of turns in each stage."""
        self.stage_decisions = told.words(stages)
        self.first, self.first_of, self.took = told.words(each), told.words(each), told.words(each)
        """Counters for the first free offer of each action.

        They are the number of options of that action, the number of all options at that decision, and whether
        the action was chosen.
        """

        self.had = kept.words(1)
        """Bit mask of the players who have had a turn in the current round."""
        self.begun = kept.words(1)
        """1 as soon as a turn has begun."""
        self.led = kept.words(1)
        """The team that led most recently, counted from 1; 0 before any team has led."""
        self.open = kept.words(each)
        """By seat and action, 1 if the latest decision was the first free offer of that action."""

    # --- kernels: decisions ---------------------------------------------------------------------------

    def due(self, count: int, alone: int) -> None:
        """Count a decision with `count` options. If options are not counted, 2 stands for 2 or more.

        `alone` is 1 if a single option is taken automatically.
        """
        if self.course:
            turns = self.pace[TURNS]
            stage = (turns - (turns > 0)) >> self.halvings[0]
            self.stage_decisions[stage] += 1
            self.stage_options[stage] += Long(count) & WORD
        if self.counts.pace:
            if self.counts.options:
                self.options_of_all[0] += Long(count) & WORD
                most = self.pace[MOST]
                self.pace[MOST] = max(most, count)
            if count == 1:
                self.pace[FORCED] += 1
                self.pace[ALONE] += alone

    def offered(self, whose: int, options: int, count: int) -> None:
        """Count the options that one action has at a decision with `count` options in total.

        `whose` is the index for the seat and the action.
        """
        self.offers[whose] += options != 0
        self.options[whose] += Long(options) & WORD
        self.open[whose] = 0
        if 0 != options != count and self.first[whose] == 0:
            self.first[whose] = options
            self.first_of[whose] = count
            self.open[whose] = 1

    def taken(self, seat: int, action: int) -> None:
        """Count that `seat` takes an option of `action`."""
        whose = seat * self.actions + action
        self.chosen[whose] += 1
        if self.counts.actions:
            self.took[whose] += self.open[whose]
        if self.last:
            self.last_action[seat] = action + 1
            self.last_turn[seat] = self.pace[TURNS]

    # --- kernels: turns -------------------------------------------------------------------------------

    def turn_began(self, player: int) -> None:
        """Count the beginning of a turn, after finishing the counts of the previous turn."""
        self.turn_ended()
        if self.counts.pace:
            mine = 1 << player
            self.pace[TURNS] += 1
            if self.had[0] == 0 or self.had[0] & mine:
                self.pace[ROUNDS] += 1
                self.had[0] = 0
            self.had[0] |= mine
        if self.course and self.pace[TURNS] > STAGES << self.halvings[0]:
            self.join_stages()
        self.begun[0] = 1

    def join_stages(self) -> None:
        """Merge the stages in pairs, which frees the second half of them for later turns."""
        for stage in range(STAGES // 2):
            two = 2 * stage
            self.stage_decisions[stage] = self.stage_decisions[two] + self.stage_decisions[two + 1]
            self.stage_options[stage] = self.stage_options[two] + self.stage_options[two + 1]
        for stage in range(STAGES // 2, STAGES):
            self.stage_decisions[stage] = 0
            self.stage_options[stage] = 0
        self.halvings[0] += 1

    @inline
    def turn_ended(self) -> None:
        """Count who leads, and evaluate the measures of turns, unless no turn has begun yet."""
        if self.begun[0]:
            if self.leads:
                team = self.leader()
                if team != 0:
                    self.lead[0] += self.led[0] != 0 and self.led[0] != team
                    self.lead[team] += 1
                    self.led[0] = team
            if self.of_turns:
                for i, number, seat in self.of_turns:
                    value = self.measure(number, seat)
                    self.totals[i] = (self.totals[i] + Long(value)) & ALL
                    if self.ended[0] == 0 or value > self.greatest[i]:
                        self.greatest[i] = value
                    self.latest[i] = value
                self.ended[0] += 1

    def leader(self) -> int:
        """Return the team that leads alone, counted from 1, or 0 if there is none."""
        raise NotImplementedError  # each engine evaluates it, see the class

    def measure(self, number: int, seat: int) -> int:
        """Return the value that the measure with this number has for a seat."""
        raise NotImplementedError  # as above

    # --- kernels: what the game reaches ---------------------------------------------------------------

    def reach(self, index: int, bits: Long) -> None:
        """Record that the game has reached the `bits` of one of the numbers of the mask."""
        self.reached[index] |= bits

    # --- kernels: components and the end --------------------------------------------------------------

    def moved(self, c: int, source: int, target: int, tried: int) -> None:
        """Count that a component reached the zone `target`, unless it was there before or this is a trial."""
        self.came[self.by_component[c] + self.by_zone[target]] += source != target and tried == 0

    def over(self, p: Position) -> None:
        """Complete the counts at the end of a game."""
        self.turn_ended()
        for i, number, seat in self.of_end:
            self.final[i] = self.measure(number, seat)
        if self.counts.components:
            for c in range(self.components):
                self.left[self.by_component[c] + self.by_zone[p[self.zone_of + c]]] += 1

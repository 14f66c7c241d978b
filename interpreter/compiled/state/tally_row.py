"""The memory layout of a game's counters, and the tally that they represent.

Both the counting module and the reading host derive it from the program and the requested counts. Counters
that may exceed 32 bits come first: sums of options, of which a decision may have millions, and measures of
turns. All others count decisions, turns and moves, of which no game has that many.
"""

from __future__ import annotations

import struct

from gamespec.program import Program
from interpreter.compiled.wasm.memory import WORD
from interpreter.play.tally import (
    STAGES,
    Cells,
    Choices,
    Counts,
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

__all__ = ["TallyRow"]

_WIDE = 2 * WORD


class TallyRow:
    """The counters of one game of a program: where each group begins, in bytes; `size` is that of all."""

    def __init__(self, program: Program, counts: Counts) -> None:
        self.counts, self._teams = counts, program.teams
        self.cells = Cells(program)
        self.leads = counts.lead and has_leader(program)
        self.actions = len(program.actions)
        each = program.players * self.actions if counts.actions else 0
        cells = len(self.cells) if counts.components else 0
        self.options_of_all, self.options = 0, _WIDE * counts.pace
        self.measured = counts.measures and bool(program.measures)
        self.of_turns, self.of_end = (
            asked_at(program, turn=turn) if self.measured else [] for turn in (True, False)
        )
        self._measures = len(program.measures)
        self.totals = self.options + _WIDE * each
        """Of the measures of turns the values added up."""
        self.course = counts.course and counts.pace
        self.stage_options = self.totals + _WIDE * len(self.of_turns)
        """Of each stage the numbers of options added up."""
        self.pace = self.stage_options + _WIDE * STAGES * self.course
        """Turns, rounds, decisions alone, forced decisions, the most options."""
        self.offered = self.pace + 5 * WORD * counts.pace
        self.last = counts.last and counts.pace
        self.chosen = self.offered + WORD * each
        self.lead = self.chosen + (WORD * program.players * self.actions if self.last else WORD * each)
        """How often the leader changed, then by the first seat of a team at how many ends of turns it led."""
        self.came = self.lead + WORD * (1 + program.players) * self.leads
        self.left = self.came + WORD * cells
        self.ended = self.left + WORD * cells
        """At the ends of how many turns measures were asked."""
        self.greatest = self.ended + WORD * bool(self.of_turns)
        """Of the measures of turns the greatest value and the last."""
        self.final = self.greatest + 2 * WORD * len(self.of_turns)
        """The measures of the end."""
        self.last_action = self.final + WORD * len(self.of_end)
        """By seat the action of its last decision, from 1 on, then how many turns had begun."""
        self.halvings = self.last_action + 2 * WORD * program.players * self.last
        """A stage has two to the power of so many turns. Then by stage the decisions."""
        self.stage_decisions = self.halvings + WORD * self.course
        self.first = self.stage_decisions + WORD * STAGES * self.course
        """Of the first free offer of each action its options, all options, and whether it was chosen."""
        self.each = WORD * each
        self.size = self.first + 3 * self.each
        self._pace, self._of_all = struct.Struct("<5i"), struct.Struct("<q")
        self._by_action, self._options = (
            struct.Struct(f"<{self.actions}i"),
            struct.Struct(f"<{self.actions}q"),
        )
        self._lead, self._cells = struct.Struct(f"<{1 + program.players}i"), struct.Struct(f"<{cells}i")

    def tally(self, data: bytes) -> Tally:
        """What the counters of a game say that is over."""
        counts, pace, choices, lead, ways = self.counts, None, None, None, None
        if counts.pace:
            turns, rounds, alone, forced, most = self._pace.unpack_from(data, self.pace)
            (options,) = self._of_all.unpack_from(data, self.options_of_all)
            pace = Pace(turns, rounds, alone, forced, options, most)
        if counts.actions:
            seats = len(self._teams)
            first = self._by_seat(self._by_action, data[self.first :], 3)
            choices = Choices(
                self._by_seat(self._by_action, data[self.offered : self.chosen]),
                self._by_seat(self._options, data[self.options : self.totals]),
                self._by_seat(self._by_action, data[self.chosen : self.lead]),
                first[:seats],
                first[seats : 2 * seats],
                first[2 * seats :],
            )
        if self.leads:
            changes, *led = self._lead.unpack_from(data, self.lead)
            lead = Lead(changes, tuple([led[team] for team in self._teams]))
        if counts.components:
            came, left = (self._cells.unpack_from(data, place) for place in (self.came, self.left))
            ways = Ways(came, left)
        measures = self._told(data) if self.measured else None
        last, course = self._last(data) if self.last else None, self._course(data) if self.course else None
        return Tally(pace, choices, lead, ways, measures, last, course)

    def _course(self, data: bytes) -> Course:
        """How much there was to decide by stage."""
        halvings, *decisions = struct.unpack_from(f"<{1 + STAGES}i", data, self.halvings)
        options = struct.unpack_from(f"<{STAGES}q", data, self.stage_options)
        return Course(1 << halvings, tuple(decisions), options)

    def _last(self, data: bytes) -> Last:
        """The last decisions."""
        players = len(self._teams)
        told = struct.unpack_from(f"<{2 * players}i", data, self.last_action)
        chosen = self._by_seat(self._by_action, data[self.chosen : self.lead])
        return Last(tuple([action - 1 for action in told[:players]]), told[players:], chosen)

    def _told(self, data: bytes) -> Measured:
        """What came of the measures."""
        found: list[list[int | Turns]] = [[] for _ in range(self._measures)]
        turns = struct.unpack_from("<i", data, self.ended)[0] if self.of_turns else 0
        for i, (number, _) in enumerate(self.of_turns):
            (total,) = struct.unpack_from("<q", data, self.totals + _WIDE * i)
            found[number].append(Turns(total, *struct.unpack_from("<2i", data, self.greatest + 2 * WORD * i)))
        for i, (number, _) in enumerate(self.of_end):
            found[number] += struct.unpack_from("<i", data, self.final + WORD * i)
        return Measured(turns, tuple(map(tuple, found)))

    def _by_seat(self, numbers: struct.Struct, data: bytes, times: int = 1) -> tuple[tuple[int, ...], ...]:
        """The numbers of all actions, for each seat, and that so many times."""
        return tuple(numbers.iter_unpack(data)) if self.actions else ((),) * (times * len(self._teams))

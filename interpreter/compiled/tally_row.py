"""How the counters of one game lie in memory, and the tally that they say.

Both the module that counts and the host that reads know it from the program and from what is asked for. The
counters that may grow beyond 32 bits come first: they add up numbers of options, of which a decision may have
millions. All others count decisions, turns and moves, of which no game has so many.
"""

from __future__ import annotations

import struct

from gamespec.program import Program
from interpreter.compiled.memory import WORD
from interpreter.play.tally import Cells, Choices, Counts, Lead, Pace, Tally, Ways, has_leader

__all__ = ["TallyRow"]

_WIDE = 2 * WORD


class TallyRow:
    """The counters of one game of a program: where each group begins, in bytes; `size` is that of all."""

    def __init__(self, program: Program, counts: Counts) -> None:
        self.counts, self._teams = counts, program.teams
        self.cells = Cells(program)
        self.leads = counts.lead and has_leader(program)
        self._seats, self.actions = program.players, len(program.actions)
        each = self._seats * self.actions if counts.actions else 0
        cells = len(self.cells) if counts.components else 0
        self.options_of_all, self.options = 0, _WIDE * counts.pace
        words = self.options + _WIDE * each
        self.pace = words
        """Turns, rounds, decisions alone, forced decisions, the most options."""
        self.offered = self.pace + 5 * WORD * counts.pace
        self.chosen = self.offered + WORD * each
        self.lead = self.chosen + WORD * each
        """How often the leader changed, then by the first seat of a team at how many ends of turns it led."""
        self.came = self.lead + WORD * (1 + self._seats) * self.leads
        self.left = self.came + WORD * cells
        self.size = self.left + WORD * cells
        self._struct = struct.Struct(f"<{words // _WIDE}q{(self.size - words) // WORD}i")
        self._wide = words // _WIDE

    def tally(self, data: bytes) -> Tally:
        """What the counters of a game say that is over."""
        numbers, counts = self._struct.unpack(data), self.counts
        pace, choices, lead, ways = None, None, None, None
        if counts.pace:
            turns, rounds, alone, forced, most = numbers[self._at(self.pace) :][:5]
            pace = Pace(turns, rounds, alone, forced, numbers[0], most)
        if counts.actions:
            options = numbers[self.options // _WIDE : self._wide]
            offered, chosen = (
                numbers[self._at(place) :][: len(options)] for place in (self.offered, self.chosen)
            )
            choices = Choices(self._by_seat(offered), self._by_seat(options), self._by_seat(chosen))
        if self.leads:
            changes, *led = numbers[self._at(self.lead) :][: 1 + self._seats]
            lead = Lead(changes, tuple(led[team] for team in self._teams))
        if counts.components:
            came, left = self._at(self.came), self._at(self.left)
            ways = Ways(numbers[came:left], numbers[left:])
        return Tally(pace, choices, lead, ways)

    def _at(self, place: int) -> int:
        """Which of the numbers lies at a place behind those of 64 bits."""
        return self._wide + (place - _WIDE * self._wide) // WORD

    def _by_seat(self, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(numbers[self.actions * seat :][: self.actions] for seat in range(self._seats))

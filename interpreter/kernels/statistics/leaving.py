"""Counts the actions after which players are not asked again while others play on."""

from __future__ import annotations

from typing import Any

from interpreter.kernels.statistics.adding import Adding
from interpreter.kernels.statistics.game_row import GameRow
from interpreter.kernels.statistics.tallying import TURNS
from interpreter.kernels.terms import Long, Real, Room, Words

__all__ = ["Leaving"]


class Leaving:
    """Counts, over games, the actions by which seats leave early.

    A seat has left *early* by its last decision if another seat still decides after more than a whole round
    of further turns has begun. The rows must have the pace and the last decisions of games. Games without
    turns do not count. The arrays are indexed by action.
    """

    def __init__(self, row: GameRow, room: Room) -> None:
        self.row, self.players, self.actions = row, row.players, row.actions
        self.games = room.longs(1)
        """Number of games that count."""
        self.chosen = room.longs(row.actions)
        """How often each action was chosen."""
        self.seen = room.longs(row.actions)
        """Number of games in which a seat left early by each action."""
        self.course = Adding(row.actions, room)
        """The fractions of a game's turns that had been played when a seat left early by each action."""
        self.arrays: tuple[list[Any], ...] = (self.games, self.chosen, self.seen, *self.course.arrays)
        self.marked = room.words(row.actions)

    def add(self, row: Words, times: int) -> None:
        """Count a game `times` times."""
        turns = row[self.row.pace + TURNS]
        if turns != 0:
            self.games[0] += Long(times)
            first, last = row[self.row.last_turn], row[self.row.last_turn]
            for seat in range(self.players):
                turn = row[self.row.last_turn + seat]
                first = min(first, turn)
                last = max(last, turn)
                for action in range(self.actions):
                    often = row[self.row.chosen + self.actions * seat + action]
                    self.chosen[action] += Long(often) * Long(times)
            if last - first > self.players:
                self.leave(row, last, turns, times)

    def leave(self, row: Words, last: int, turns: int, times: int) -> None:
        """Count the seats that left early in a game whose last decision was in the turn `last`."""
        for seat in range(self.players):
            action, turn = row[self.row.last_action + seat] - 1, row[self.row.last_turn + seat]
            if action >= 0 and last - turn > self.players:
                self.course.include(action, Real(turn) / Real(turns), times)
                self.marked[action] = 1
        for action in range(self.actions):
            self.seen[action] += Long(self.marked[action]) * Long(times)
            self.marked[action] = 0

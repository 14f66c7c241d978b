"""Detects actions that end their player's game early, by what happens in games rather than by name.

A player who is never asked again while the others play on has left the game. If this happens again and again
after the same action, that action is a way to resign, and random players take it as readily as any other.
"""

from __future__ import annotations

from dataclasses import field
from operator import add
from typing import TYPE_CHECKING, Any

from gamespec.program.frozen import dataclass
from interpreter.kernels.statistics.game_row import GameRow
from interpreter.kernels.statistics.leaving import Leaving
from interpreter.kernels.terms import Lists
from interpreter.simulate.columns import actions_of
from interpreter.simulate.statistics import Mean

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.play.tally import Tally

__all__ = ["Exit", "Exits"]

MOST_OFTEN = 0.5
"""Minimum share of an action's uses that make the player leave early, for the action to count as an exit."""

SOME = 0.1
"""Minimum share of games in which some player leaves by an exit, for the exit to be reported."""

FEW = 10
"""Minimum number of games that must be played before exits are reported."""


@dataclass(frozen=True, slots=True)
class Exit:
    """An action by which players leave a game early.

    `games` is the number of games in which a player left by this action, and `share` is their share of all
    games. `turns` is the mean fraction of a game's turns that had been played when the player left.
    """

    action: int
    games: int
    share: float
    turns: float

    def as_dict(self, compiled: Compiled) -> dict[str, Any]:
        """Return the exit as a dict that can be written as JSON."""
        name = actions_of(compiled)[self.action]
        return {"action": name, "games": self.games, "share": self.share, "turns": self.turns}


@dataclass(slots=True)
class Exits:
    """Counts exits, over all games that have turns and whose last decisions are recorded.

    `games` is the number of these games. The lists are indexed by action: how often it was chosen, the number
    of games in which a seat left early by it, and the fractions of the turns that had been played then.
    """

    games: int = 0
    chosen: list[int] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)
    course: list[Mean] = field(default_factory=list)

    def add(self, tally: Tally | None) -> None:
        """Count a game, unless its turns or its last decisions were not recorded."""
        if tally is None or tally.last is None or tally.pace is None:
            return
        leaving = Leaving(GameRow.of_last(len(tally.last.actions), len(tally.last.chosen[0])), Lists())
        counted = [0] * leaving.row.size
        leaving.row.count(counted, tally)
        leaving.add(counted, 1)
        self.include(leaving)

    def include(self, leaving: Leaving) -> None:
        """Count the games that a kernel has counted."""
        course = [Mean(*leaving.course.sums(action)) for action in range(leaving.actions)]
        self.merge(Exits(leaving.games[0], leaving.chosen, leaving.seen, course))

    def merge(self, other: Exits) -> None:
        """Count the games that others have counted."""
        if not other.games:
            return
        if not self.games:
            nothing = [0] * len(other.chosen)
            self.chosen, self.seen, self.course = nothing, [*nothing], [Mean() for _ in nothing]
        self.games += other.games
        for mine, theirs in ((self.chosen, other.chosen), (self.seen, other.seen)):
            mine[:] = map(add, mine, theirs)
        for mean, more in zip(self.course, other.course, strict=True):
            mean.merge(more)

    def told(self) -> list[Exit]:
        """Return the actions with which players leave early, most frequent first."""
        games = self.games
        if games < FEW:
            return []
        found = [
            Exit(action, seen, seen / games, course.mean or 0.0)
            for action, (seen, chosen, course) in enumerate(
                zip(self.seen, self.chosen, self.course, strict=True)
            )
            if seen >= SOME * games and course.count >= MOST_OFTEN * chosen
        ]
        return sorted(found, key=lambda each: (-each.games, each.action))

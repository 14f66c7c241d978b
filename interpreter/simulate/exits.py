"""Detects actions that end their player's game early, by what happens in games rather than by name.

A player who is never asked again while the others play on has left the game. If this happens again and again
after the same action, that action is a way to resign, and random players take it as readily as any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.kernels.statistics.game_row import GameRow
from interpreter.kernels.statistics.leaving import Leaving
from interpreter.kernels.terms import Lists
from interpreter.simulate.columns import actions_of

if TYPE_CHECKING:
    from collections.abc import Sequence

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


class Exits:
    """Counts exits, over all games that have turns and whose last decisions are recorded."""

    def __init__(self) -> None:
        self.leaving: Leaving | None = None
        """The kernel that counts, as soon as there is a game to count."""

    def add(self, tally: Tally | None) -> None:
        """Count a game, unless its turns or its last decisions were not recorded."""
        if tally is None or tally.last is None or tally.pace is None:
            return
        if self.leaving is None:
            self.leaving = Leaving(
                GameRow.of_last(len(tally.last.actions), len(tally.last.chosen[0])), Lists()
            )
        counted = [0] * self.leaving.row.size
        self.leaving.row.count(counted, tally)
        self.leaving.add(counted)

    def set(self, leaving: Leaving) -> None:
        """Set all counts to those of a kernel."""
        if self.leaving is None:
            self.leaving = Leaving(GameRow.of_last(leaving.players, leaving.actions), Lists())
        for mine, theirs in zip(self.leaving.arrays, leaving.arrays, strict=True):
            mine[:] = theirs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exits) and self._arrays == other._arrays

    __hash__ = None  # type: ignore[assignment] # it changes

    @property
    def _arrays(self) -> tuple[Sequence[float], ...]:
        """All counts, or none if no game counts."""
        return self.leaving.arrays if self.leaving is not None and self.leaving.games[0] else ()

    def told(self) -> list[Exit]:
        """Return the actions with which players leave early, most frequent first."""
        counted = self.leaving
        if counted is None or counted.games[0] < FEW:
            return []
        games = counted.games[0]
        found = [
            Exit(action, seen, seen / games, counted.course[action])
            for action, seen in enumerate(counted.seen)
            if seen >= SOME * games and counted.left[action] >= MOST_OFTEN * counted.chosen[action]
        ]
        return sorted(found, key=lambda each: (-each.games, each.action))

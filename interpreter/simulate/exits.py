"""Detects actions that end their player's game early, by what happens in games rather than by name.

A player who is never asked again while the others play on has left the game. If this happens again and again
after the same action, that action is a way to resign, and random players take it as readily as any other.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

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

    A seat has left *early* by its last decision if another seat still decides after more than a whole round
    of further turns has begun.
    """

    games: int = 0
    chosen: Counter[int] = field(default_factory=Counter)
    """The number of times that each action was chosen."""
    left: Counter[int] = field(default_factory=Counter)
    """The number of times that a seat left early by each action."""
    seen: Counter[int] = field(default_factory=Counter)
    """The number of games in which at least one seat left early by each action."""
    turns: dict[int, Mean] = field(default_factory=dict)
    """For each action, the mean fraction of a game's turns that had been played when a seat left early by it.
    """

    def add(self, tally: Tally | None) -> None:
        """Count a game, unless its turns or its last decisions were not recorded."""
        if tally is None or tally.last is None or tally.pace is None or not tally.pace.turns:
            return
        self.games += 1
        last, players = tally.last, len(tally.last.actions)
        for by_action in last.chosen:
            for action, count in enumerate(by_action):
                if count:
                    self.chosen[action] += count
        until = max(last.turns)
        if until - min(last.turns) <= players:
            return
        gone = [
            (action, turn)
            for action, turn in zip(last.actions, last.turns, strict=True)
            if action >= 0 and until - turn > players
        ]
        for action, turn in gone:
            self.left[action] += 1
            self.turns.setdefault(action, Mean()).add(turn / tally.pace.turns)
        self.seen.update({action for action, _ in gone})

    def told(self) -> list[Exit]:
        """Return the actions with which players leave early, most frequent first."""
        found = [
            Exit(action, games, games / self.games, self.turns[action].mean or 0.0)
            for action, games in self.seen.items()
            if self.games >= FEW
            and games >= SOME * self.games
            and self.left[action] >= MOST_OFTEN * self.chosen[action]
        ]
        return sorted(found, key=lambda each: (-each.games, each.action))

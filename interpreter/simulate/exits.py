"""Actions that end their player's game early, recognised by what happens in games rather than by name.

A player who is never asked again while others play on has left the game. If this follows the same action
again and again, players resign by that action, and random players do so as readily as anything else.
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
"""Minimum share of an action's uses after which its player leaves, for it to count as an exit."""

SOME = 0.1
"""Minimum share of games with such an exit, for it to be reported."""

FEW = 10
"""Minimum number of games for a report."""


@dataclass(frozen=True, slots=True)
class Exit:
    """An action that ended its player's game early: in how many games, and at what share of the turns."""

    action: int
    games: int
    share: float
    turns: float

    def as_dict(self, compiled: Compiled) -> dict[str, Any]:
        """Return it as numbers and a text."""
        name = actions_of(compiled)[self.action]
        return {"action": name, "games": self.games, "share": self.share, "turns": self.turns}


@dataclass(slots=True)
class Exits:
    """Counts over games with turns whose last decisions were recorded.

    A seat has left *early* by its last decision if somebody else still decides after more turns than there
    are players have begun: more than a whole round.
    """

    games: int = 0
    chosen: Counter[int] = field(default_factory=Counter)
    """For each action the number of times it was chosen."""
    left: Counter[int] = field(default_factory=Counter)
    """For each action the number of seats that left early by it."""
    seen: Counter[int] = field(default_factory=Counter)
    """For each action the number of games in which a seat did."""
    turns: dict[int, Mean] = field(default_factory=dict)
    """For each action the share of the turns played when it happened."""

    def add(self, tally: Tally | None) -> None:
        """Count a game."""
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
        """Return the actions by which players leave early, most games first."""
        found = [
            Exit(action, games, games / self.games, self.turns[action].mean or 0.0)
            for action, games in self.seen.items()
            if self.games >= FEW
            and games >= SOME * self.games
            and self.left[action] >= MOST_OFTEN * self.chosen[action]
        ]
        return sorted(found, key=lambda each: (-each.games, each.action))

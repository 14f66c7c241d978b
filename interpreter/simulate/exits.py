"""Actions that end their player's game early: found in what games show, whatever they are called.

Who is never asked again while others play on has left the game. If that comes after the same action again and
again, players give up by it, which random players do as readily as anything else.
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
"""An action ends its player's game if it does so at least in this share of the times it is chosen."""

SOME = 0.1
"""It is told of if that happens at least in this share of the games."""

FEW = 10
"""Of fewer games nothing is told."""


@dataclass(frozen=True, slots=True)
class Exit:
    """An action that ended its player's game early: in how many games, and at which share of the turns."""

    action: int
    games: int
    share: float
    turns: float

    def as_dict(self, compiled: Compiled) -> dict[str, Any]:
        """As numbers and a text."""
        name = actions_of(compiled)[self.action]
        return {"action": name, "games": self.games, "share": self.share, "turns": self.turns}


@dataclass(slots=True)
class Exits:
    """Sums over games with turns, of which last decisions were counted.

    A seat has left *early* by its last decision if somebody else still decides when more turns have begun
    since than there are players: a whole round, and more.
    """

    games: int = 0
    chosen: Counter[int] = field(default_factory=Counter)
    """By action how often it was chosen."""
    left: Counter[int] = field(default_factory=Counter)
    """By action how many seats have left early by it."""
    seen: Counter[int] = field(default_factory=Counter)
    """By action in how many games a seat has."""
    turns: dict[int, Mean] = field(default_factory=dict)
    """By action at which share of the turns."""

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
        """The actions by which players leave early, those of most games first."""
        found = [
            Exit(action, games, games / self.games, self.turns[action].mean or 0.0)
            for action, games in self.seen.items()
            if self.games >= FEW
            and games >= SOME * self.games
            and self.left[action] >= MOST_OFTEN * self.chosen[action]
        ]
        return sorted(found, key=lambda each: (-each.games, each.action))

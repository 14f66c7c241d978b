"""Monte Carlo tree search, for games with perfect information and for games with imperfect information.

If everything is public and nothing is random, each node of the tree is a position (`positions`). Otherwise
each node stands for everything that a player has seen (`sights`).
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.bots import positions, sights
from interpreter.bots.view import Luck, View, is_open
from interpreter.bots.worth import rewards_of
from interpreter.play.options import Option

__all__ = ["Mcts"]


@dataclass(frozen=True, slots=True)
class Mcts:
    """Chooses the option that UCT visited most often during `playouts` random games."""

    name: str
    playouts: int
    by_score: bool = False

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the option that the search visited most often."""
        if len(view.options) == 1:
            return view.options[0]
        rewards = rewards_of(view.program, by_score=self.by_score)
        certain = is_open(view.program) and not view.program.streams
        search = positions.searched if certain else sights.searched
        return search(view, luck.draws(), self.playouts, rewards)

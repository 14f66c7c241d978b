"""Monte Carlo tree search, for open games and for hidden ones.

Where all is open and nothing is left to chance the tree is one of positions (`positions`); else it is one of
what each player has seen (`sights`).
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
    """Takes the option that a tree search by UCT has tried most often, after `playouts` random games."""

    name: str
    playouts: int
    by_score: bool = False

    def choose(self, view: View, luck: Luck) -> Option:
        """The option of a view that is tried most."""
        if len(view.options) == 1:
            return view.options[0]
        rewards = rewards_of(view.program, by_score=self.by_score)
        certain = is_open(view.program) and not view.program.streams
        search = positions.searched if certain else sights.searched
        return search(view, luck.draws(), self.playouts, rewards)

"""The bot that chooses uniformly at random."""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.bots.view import Luck, View
from interpreter.play.luck import Draws
from interpreter.play.options import Option
from interpreter.play.playout import uniform

__all__ = ["Random"]


@dataclass(frozen=True, slots=True)
class Random:
    """Chooses uniformly at random, with the same choices as `uniform` makes in playouts."""

    name: str = "random"

    def choose(self, view: View, luck: Luck) -> Option:
        """Return an option chosen uniformly at random."""
        return uniform(view.decision, Draws(luck.seed, "policy", luck.decision))

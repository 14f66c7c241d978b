"""The bot that takes each option with the same chance."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.bots.view import Luck, View
from interpreter.play.luck import Draws
from interpreter.play.options import Option
from interpreter.play.playout import uniform

__all__ = ["Random"]


@dataclass(frozen=True, slots=True)
class Random:
    """Takes each option with the same chance: in each decision the one that `uniform` takes in playouts."""

    name: str = "random"

    def choose(self, view: View, luck: Luck) -> Option:
        """One of the options, by the luck alone."""
        return uniform(view.decision, Draws(luck.seed, "policy", luck.decision))

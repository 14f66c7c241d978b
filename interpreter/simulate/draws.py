"""The luck of playouts: which seed a game gets and what a policy picks; see `interpreter.play.luck`."""

from __future__ import annotations

from interpreter.play.luck import Draws, game_seed

__all__ = ["Draws", "game_seed"]

"""The luck of playouts: which seeds a game gets and what a policy picks; see `interpreter.play.luck`."""

from __future__ import annotations

from interpreter.play.luck import Draws, Seeds

__all__ = ["Draws", "Seeds"]

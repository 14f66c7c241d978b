"""The seeds of games and the choices of policies (see `interpreter.play.luck`)."""

from __future__ import annotations

from interpreter.play.luck import Draws, Seeds

__all__ = ["Draws", "Seeds"]

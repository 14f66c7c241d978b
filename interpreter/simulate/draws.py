"""Derives the seeds of games, and the random choices that policies make (see `interpreter.play.luck`)."""

from __future__ import annotations

from interpreter.play.luck import Draws, Seeds

__all__ = ["Draws", "Seeds"]

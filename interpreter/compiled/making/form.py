"""The build key of a module: its purpose, its techniques, and what it counts."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.wasm.interface import Use
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Form"]


@dataclass(frozen=True, slots=True)
class Form:
    """The build key of a module of a program; modules agree in what they have in common."""

    use: Use
    techniques: Techniques = FULL
    counts: Counts = NOTHING
    checked: bool = False
    """Whether each memory access is checked (`checked`): for tests."""

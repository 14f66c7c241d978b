"""The build key of a module: its use, its techniques, and what it counts."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.wasm.interface import Use
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Form"]


@dataclass(frozen=True, slots=True)
class Form:
    """The build key of a module of a program."""

    use: Use
    techniques: Techniques = FULL
    counts: Counts = NOTHING
    checked: bool = False
    """Whether each memory access is verified (`checked`), which is for tests."""

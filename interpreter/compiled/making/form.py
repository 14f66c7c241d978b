"""The form of a module: for what it is made, by which techniques, and what it counts."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.wasm.interface import Use
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Form"]


@dataclass(frozen=True, slots=True)
class Form:
    """One of the modules that a program can be made into; each says the same, as far as it says it."""

    use: Use
    techniques: Techniques = FULL
    counts: Counts = NOTHING
    checked: bool = False
    """Whether each access to memory is looked at (`checked`): for tests."""

"""The build key of a module: how the module is used, how it is optimized, and what it counts."""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.wasm.interface import Use
from interpreter.play.tally import NOTHING, Counts

__all__ = ["BuildKey"]


@dataclass(frozen=True, slots=True)
class BuildKey:
    """The settings that distinguish one module of a program from another."""

    use: Use
    techniques: Techniques = FULL
    counts: Counts = NOTHING
    checked: bool = False
    """Whether the module verifies each of its memory accesses (`checked`); only tests use this."""

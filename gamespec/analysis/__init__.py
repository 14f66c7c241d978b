"""What editors ask of a specification while it is written: mistakes, cures, names and types."""

from __future__ import annotations

from gamespec.analysis.analyse import Analysis, Cancelled, analyse
from gamespec.analysis.declarations import Declaration, DeclarationKind
from gamespec.analysis.index import Index, Mention, Part
from gamespec.analysis.outline import Symbol
from gamespec.loader import Stage

__all__ = [
    "Analysis",
    "Cancelled",
    "Declaration",
    "DeclarationKind",
    "Index",
    "Mention",
    "Part",
    "Stage",
    "Symbol",
    "analyse",
]

"""What environments of other libraries are made of."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from gamespec import Program, Spec
from gamespec.compile import Compiled

__all__ = ["GameSource"]

GameSource: TypeAlias = str | Path | Spec | Compiled | Program
"""A game: its name or path as for `gamespec.load`, a specification, or a compiled program."""

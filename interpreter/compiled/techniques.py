"""The techniques of speed, each of which can be left out: what a module does is the same with and without."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PLAIN", "Techniques"]


@dataclass(frozen=True, slots=True)
class Techniques:
    """Which techniques a module is made with."""

    remembered: bool = True
    """What does not change while a loop goes on is found out once (`remembered`)."""
    frontier: bool = True
    """Where a tile can be laid is kept while a game goes on (`frontier`)."""


PLAIN = Techniques(remembered=False, frontier=False)
"""None of them."""

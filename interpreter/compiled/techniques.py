"""The techniques of speed, each of which can be left out: what a module does is the same with and without."""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__ = ["PLAIN", "Techniques"]


@dataclass(frozen=True, slots=True)
class Techniques:
    """Which techniques a module is made with."""

    remembered: bool = True
    """What does not change while a loop goes on is found out once (`remembered`)."""
    moves: bool = True
    """What is known of a move before the game is not asked when it is made (`moves`)."""
    sets: bool = True
    """What lies in zones is kept as sets, too (`zone_sets`)."""

    frontier: bool = True
    """Where a tile can be laid is kept while a game goes on (`frontier`)."""


PLAIN = Techniques(**{technique.name: False for technique in fields(Techniques)})
"""None of them."""

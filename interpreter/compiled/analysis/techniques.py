"""The optional optimizations: a module behaves the same with and without each."""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__ = ["FULL", "PLAIN", "Techniques"]


@dataclass(frozen=True, slots=True)
class Techniques:
    """The techniques used for a module."""

    remembered: bool = True
    """Loop-invariant values are hoisted (`remembered`)."""
    noted: bool = True
    """A trial restores members of stores from an undo log if few may change (`noted`)."""
    moves: bool = True
    """Moves are specialized by what is known at compile time (`moves`)."""
    conditions: bool = True
    """Conditions over zones are evaluated for all their components at once (`set_masks`)."""
    products: bool = True
    """Options of independent picks are counted by multiplying (`products`)."""
    counts: bool = True
    """Options whose values form sets are counted by their bits (`products`, `nested`)."""
    sets: bool = True
    """The content of zones is also stored as bit sets (`zone_sets`)."""
    frontier: bool = True
    """The places for tiles are maintained incrementally (`frontier`)."""
    indexes: bool = True
    """Stores have an index, and conditions over a range become bit sets."""
    lines: bool = True
    """Lines of one shape are tested at once."""
    spread: bool = True
    """`reach` uses sets of neighbours."""
    unordered: bool = True
    """Lists whose order is never read become sets: reachable cells, and locals (`held_sets`)."""
    rings: bool = True
    """The parts of a feature are traversed in ring order if the order does not matter (`tiles`)."""
    kept: bool = True
    """Functions are memoized as the program requests (`kept`)."""


FULL = Techniques()
PLAIN = Techniques(**{technique.name: False for technique in fields(Techniques)})
"""No optional technique."""

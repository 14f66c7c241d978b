"""Optional optimizations of a module, none of which changes its behaviour."""

from __future__ import annotations

from dataclasses import fields

from gamespec.program.frozen import dataclass

__all__ = ["FULL", "PLAIN", "Techniques"]


@dataclass(frozen=True, slots=True)
class Techniques:
    """The optimization techniques that are applied when a module is made."""

    hoisting: bool = True
    """Values that do not change during a loop are computed only once (`hoisting`)."""
    undo_log: bool = True
    """If a trial may change only a few members of a store, it restores them from an undo log (`undo_log`)."""
    moves: bool = True
    """The code of a move is specialized to what is known about the move at compile time (`moves`)."""
    conditions: bool = True
    """A condition on the components of a zone is evaluated for all components at once (`set_masks`)."""
    products: bool = True
    """If the picks of an action are independent, its options are counted by multiplying (`products`)."""
    counts: bool = True
    """If the candidates of a pick form a set, its options are counted as bits (`products`, `nested`)."""
    sets: bool = True
    """The contents of zones are additionally stored as bit sets (`zone_sets`)."""
    frontier: bool = True
    """The set of places at which tiles can be laid is updated incrementally (`frontier`)."""
    indexes: bool = True
    """Stores are indexed by value, and conditions on the members of a range become bit sets."""
    lines: bool = True
    """All lines of the same shape are tested at once."""
    spread: bool = True
    """`reach` is computed with bit sets of neighbours."""
    unordered: bool = True
    """Lists whose order is never read become sets, such as reachable cells and locals (`lists_as_sets`)."""
    rings: bool = True
    """If the order of the parts of a feature does not matter, they are traversed in ring order (`tiles`)."""
    memo: bool = True
    """The results of functions are memoized wherever the program requests it (`memo`)."""


FULL = Techniques()
PLAIN = Techniques(**{technique.name: False for technique in fields(Techniques)})
"""The set of techniques in which every optional technique is switched off."""

"""The techniques of speed, each of which can be left out: what a module does is the same with and without."""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__ = ["FULL", "PLAIN", "Techniques"]


@dataclass(frozen=True, slots=True)
class Techniques:
    """Which techniques a module is made with."""

    remembered: bool = True
    """What does not change while a loop goes on is found out once (`remembered`)."""
    noted: bool = True
    """A trial puts back the members that its steps note, where these are few (`noted`)."""
    moves: bool = True
    """What is known of a move before the game is not asked when it is made (`moves`)."""
    conditions: bool = True
    """Conditions over what lies in zones are asked of all of it at once (`set_masks`)."""
    products: bool = True
    """Options of picks that do not depend on one another are counted by multiplying (`products`)."""
    counts: bool = True
    """Options whose values are members of sets are counted by the bits of these (`products`, `nested`)."""
    sets: bool = True
    """What lies in zones is kept as sets, too (`zone_sets`)."""
    frontier: bool = True
    """Where a tile can be laid is kept while a game goes on (`frontier`)."""
    indexes: bool = True
    """Stores have a set of keys for each value, and conditions on members of a range are words of bits."""
    lines: bool = True
    """Whether all cells of some line are in a set is asked of lines of one shape at once."""
    spread: bool = True
    """What is reachable is found with sets of neighbours."""
    unordered: bool = True
    """Lists of which nobody asks the order are sets: what is reachable, and locals (`held_sets`)."""
    rings: bool = True
    """The parts of a feature are gone through as they lie where their order makes no difference (`tiles`)."""
    kept: bool = True
    """Results of functions are kept as the program asks for (`kept`)."""


FULL = Techniques()
PLAIN = Techniques(**{technique.name: False for technique in fields(Techniques)})
"""None of them."""

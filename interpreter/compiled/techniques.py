"""Which techniques a module is made with: each can be left out, to compare it with what it replaces."""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__ = ["FULL", "PLAIN", "Techniques"]


@dataclass(frozen=True, slots=True)
class Techniques:
    """What is done beside the plain translation; none of it changes what a module says."""

    indexes: bool = True
    """Stores have a set of keys for each value, and conditions on members of a range are words of bits."""
    lines: bool = True
    """Whether all cells of some line are in a set is asked of lines of one shape at once."""
    spread: bool = True
    """What is reachable is found with sets of neighbours."""
    rows: bool = True
    """What is left of a list, and depends on a few known values only, stands in a table."""


FULL = Techniques()
PLAIN = Techniques(**{technique.name: False for technique in fields(Techniques)})
"""None of them."""

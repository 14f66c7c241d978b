"""Which techniques a module is made with: each can be left out, to compare it with what it replaces."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FULL", "PLAIN", "Techniques"]


@dataclass(frozen=True, slots=True)
class Techniques:
    """What is done beside the plain translation; none of it changes what a module says."""

    sets: bool = True
    """Stores have a set of keys for each value, and conditions on members of a range are words of bits."""
    lines: bool = True
    """Whether all cells of some line are in a set is asked of lines of one shape at once."""
    spread: bool = True
    """What is reachable is found with sets of neighbours."""
    rows: bool = True
    """Lists that depend on a few known values only stand in tables."""
    parts: bool = True
    """What tries an action saves the parts of the position that its steps may change."""


FULL = Techniques()
PLAIN = Techniques(sets=False, lines=False, spread=False, rows=False, parts=False)

"""What one player can tell of a position."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Observation", "Unknown"]

Unknown = -1
"""What stands in an observation for a component that the player does not know."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What one player can tell of a position.

    `zones[z]` are the components in zone z: those known by number, the others `Unknown`; from the top in an
    ordered zone, else the known ones first. `values` are variables and resources in the order of the
    position, `none` also for what the player does not see; `hidden` marks those.
    """

    player: int
    zones: tuple[tuple[int, ...], ...]
    values: tuple[int, ...]
    hidden: tuple[bool, ...]

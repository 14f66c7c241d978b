"""Observations: the knowledge that one player can have of a position."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Observation", "Unknown"]

Unknown = -1
"""Stands in an observation for a component that the player does not know."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The knowledge that one player can have of a position.

    `phase`, `turn`, `me` and `outcome` are as in the head of a position (`gamespec.program.tables.Head`),
    except that `me` is `none` unless somebody decides, because it would reveal whose secret answer is being
    carried out. `zones[z]` are the components in zone z: known ones by number (of alike ones the first), the
    others `Unknown`; from the top in an ordered zone, otherwise the known ones first. `unknown[z]` has
    partial knowledge for each of them: empty for a known one, otherwise the first component with the same
    back, then, for each separately shown attribute of the kind, a bit for each value that it cannot have. It
    is empty for a kind with one back and no such attributes. `values` are variables and resources in the
    order of the position, `none` for those that the player does not see; `hidden` marks those.
    `spots[plane][tile]` is the spot of a tile, -1 if it is not laid.

    Observations are equal, and have equal hashes, if the player cannot distinguish the positions. They follow
    from the player's information state (`interpreter.play.information`), but forget its history.
    """

    player: int
    phase: int
    turn: int
    me: int
    outcome: int
    zones: tuple[tuple[int, ...], ...]
    unknown: tuple[tuple[tuple[int, ...], ...], ...]
    values: tuple[int, ...]
    hidden: tuple[bool, ...]
    spots: tuple[tuple[int, ...], ...]

    def __repr__(self) -> str:
        known = sum(c != Unknown for zone in self.zones for c in zone)
        lying = f"{known} of {sum(map(len, self.zones))} components known"
        hidden = f"{sum(self.hidden)} of {len(self.hidden)} values hidden"
        return f"<Observation of p{self.player + 1}: {lying}, {hidden}>"

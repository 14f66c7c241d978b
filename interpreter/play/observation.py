"""The observation of a position by one player, which holds all that the player can know of it."""

from __future__ import annotations

from gamespec.program.frozen import dataclass

__all__ = ["Observation", "Unknown"]

Unknown = -1
"""Stands in an observation for a component whose identity the player does not know."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The knowledge that the position gives to one player.

    `phase`, `turn`, `me` and `outcome` are as in the head of a position (`gamespec.program.tables.Head`).
    There is one exception: `me` is `none` unless a decision is pending, because otherwise it would reveal
    whose secret answer is being carried out. `zones[z]` lists the components in zone z. A known component is
    given by its number, or by the number of the first component that is alike; an unknown component is given
    as `Unknown`. The list runs from the top of an ordered zone; in an unordered zone it begins with the known
    components. `unknown[z]` has one entry of partial knowledge for each component in `zones[z]`. The entry is
    empty for a known component, and for a kind with one back and no separately shown attributes. Otherwise it
    holds the first component with the same back, followed by one number for each separately shown attribute
    of the kind, with a bit for each value that the attribute cannot have. `values` holds the variables and
    resources in the order of the position, with `none` for each value that the player does not see; `hidden`
    marks these values. `spots[plane][tile]` is the spot of a tile, or -1 if the tile has not been laid.

    Two observations are equal, and have equal hashes, if the player cannot distinguish the positions. An
    observation follows from the player's information state (`interpreter.play.information`), but does not
    contain its history.
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

"""Derives from a position which players know the identity of a component."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gamespec.program import Program

__all__ = ["copies", "recognized"]


def copies(program: Program, position: Sequence[int], c: int) -> list[int]:
    """Return the components that are indistinguishable from component `c`.

    These are the other components with the same face that lie in the same unordered zone; none if the zone is
    ordered.
    """
    zone_of, face = program.layout.zone_of, program.faces[c]
    zone = position[zone_of + c]
    if face < 0 or program.zones[zone].ordered:
        return []
    found: list[int] = []
    other = position[program.layout.first + zone]
    while other >= 0:
        if program.faces[other] == face and other != c:
            found.append(other)
        other = position[program.layout.next + other]
    return found


def recognized(program: Program, position: Sequence[int], c: int, named: Collection[int] = ()) -> int:
    """Return a mask of the players who can identify component `c` after the components in `named` were named.

    The mask has a bit for each player who knows `c`. If `c` has indistinguishable copies, a player must know
    as many of these components as have been named, counting `c`.
    """
    known, everyone = program.layout.known, (1 << program.players) - 1
    alike = copies(program, position, c)
    if not alike:
        return position[known + c] & everyone
    needed = 1 + sum(other in named for other in alike)
    held = [position[known + other] for other in (c, *alike)]
    return sum(1 << i for i in range(program.players) if sum(mask >> i & 1 for mask in held) >= needed)

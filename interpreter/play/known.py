"""Players' knowledge of the identity of components, derived from a position."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gamespec.program import Program

__all__ = ["copies", "recognized"]


def copies(program: Program, position: Sequence[int], c: int) -> list[int]:
    """Return the copies that are indistinguishable from a component: alike ones in its unordered zone."""
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
    """Return a bit for each player who can identify a component, after those in `named` have been named.

    These are the players who know it; for indistinguishable copies, those who know as many as are named.
    """
    known, everyone = program.layout.known, (1 << program.players) - 1
    alike = copies(program, position, c)
    if not alike:
        return position[known + c] & everyone
    needed = 1 + sum(other in named for other in alike)
    held = [position[known + other] for other in (c, *alike)]
    return sum(1 << i for i in range(program.players) if sum(mask >> i & 1 for mask in held) >= needed)

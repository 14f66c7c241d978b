"""Who knows what: observations, and what looks the same, derived from `seen_by` and `reveal` alone.

A position keeps, for each component, a bit for each player who knows which one it is (see `effects` for how
moves change that). Everything else that a player can tell follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.effects import Atoms
from interpreter.play.luck import Draws
from interpreter.play.observation import Observation, Unknown

__all__ = ["exchange", "lay", "observe"]


def observe(program: Program, atoms: Atoms, p: list[int], player: int) -> Observation:
    """What a player (the seat, from 0) can tell of a position."""
    bit, known, alike = 1 << player, program.layout.known, program.alike
    zones: list[tuple[int, ...]] = []
    for number, zone in enumerate(program.zones):
        contents = [alike[c] if p[known + c] & bit else Unknown for c in atoms.contents(p, number)]
        if not zone.ordered:
            contents.sort(key=lambda c: (c == Unknown, c))
        zones.append(tuple(contents))
    values: list[int] = []
    hidden: list[bool] = []
    for store in program.stores:
        seen = store.seen if store.bank is None else (*store.seen, bit)
        for i, mask in enumerate(seen):
            values.append(p[store.place + i] if mask & bit else NONE)
            hidden.append(not mask & bit)
    spots = tuple(
        tuple(p[plane.at.spot_of + tile] - 1 for tile in range(plane.tiles)) for plane in program.planes
    )
    head = p[Head.PHASE], p[Head.TURN], p[Head.ME], p[Head.OUTCOME]
    return Observation(player, *head, tuple(zones), tuple(values), tuple(hidden), spots)


def exchange(program: Program, atoms: Atoms, p: list[int], player: int, seed: int) -> list[int]:
    """A position that looks the same to the player, at random; whether anything leads there is not asked.

    Within each kind, and of each owner's, the components unknown to the player change places. A component's
    own variables and zones stay with the place it lay in, for the player sees those. Variables that the
    player does not see stay as they are.
    """
    bit, known = 1 << player, program.layout.known
    luck, new = Draws(seed, "exchange"), p[:]
    for kind in program.kinds:
        hidden = [c for c in range(kind.first, kind.first + kind.size) if not p[known + c] & bit]
        for owner in dict.fromkeys(program.owners[c] for c in hidden):
            unknown = [c for c in hidden if program.owners[c] == owner]
            drawn = unknown[:]
            for i in range(len(drawn) - 1, 0, -1):
                j = luck.below(i + 1)
                drawn[i], drawn[j] = drawn[j], drawn[i]
            lay(program, atoms, new, dict(zip(unknown, drawn, strict=True)))
    return new


def lay(program: Program, atoms: Atoms, p: list[int], goes: Mapping[int, int]) -> None:
    """Let each component lie where another one lay: `goes[old]` takes the place of `old`."""
    before = {zone: atoms.contents(p, zone) for zone in {p[program.layout.zone_of + c] for c in goes}}
    masks = {c: p[program.layout.known + c] for c in goes}
    for old, new in goes.items():
        p[program.layout.known + new] = masks[old]
    for zone, contents in before.items():
        order = [goes.get(c, c) for c in contents]
        if not program.zones[zone].ordered:
            order.sort()
        for c in order:
            p[program.layout.zone_of + c] = zone
        atoms.reorder(p, zone, order)

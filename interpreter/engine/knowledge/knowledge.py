"""Knowledge: observations, and indistinguishable positions, derived from `seen_by` and `reveal` alone.

A position has, for each component, a bit for each player who knows which one it is; moves change it as
`interpreter.kernels.components` says. Everything else that a player can know follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import and_

from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.engine.state.effects import Atoms
from interpreter.play.luck import Draws
from interpreter.play.observation import Observation, Unknown

__all__ = ["EVERYBODY", "exchange", "lay", "may_lie", "observe"]

SWEEPS = 8
"""Number of passes that an exchange makes over the components if excluded values restrict it."""


EVERYBODY = -1
"""An observer with the common knowledge of all players; in an observation it also stands for their seat."""


def observe(program: Program, atoms: Atoms, p: list[int], player: int) -> Observation:
    """Return a player's (from 0) observation of a position; for `EVERYBODY`, the part shared by all."""
    bit = 1 << player if player != EVERYBODY else (1 << program.players) - 1
    zones: list[tuple[int, ...]] = []
    unknown: list[tuple[tuple[int, ...], ...]] = []
    for number in range(len(program.zones)):
        contents, more = _lying(program, atoms, p, number, player, bit)
        zones.append(contents)
        unknown.append(more)
    values: list[int] = []
    hidden: list[bool] = []
    for store in program.stores:
        seen = (*store.seen, *[bit] * store.banks)
        for i, mask in enumerate(seen):
            sees = mask & bit == bit
            value = p[store.place + i] if sees else NONE
            values.append(program.alike[value] if store.component and value >= 0 else value)
            hidden.append(not sees)
    spots = tuple(
        tuple(p[plane.at.spot_of + tile] - 1 for tile in range(plane.tiles)) for plane in program.planes
    )
    asked = p[Head.OUTCOME] == Head.RUNNING and isinstance(program.code[p[Head.PC]], Decide)
    head = p[Head.PHASE], p[Head.TURN], p[Head.ME] if asked else NONE, p[Head.OUTCOME]
    return Observation(player, *head, tuple(zones), tuple(unknown), tuple(values), tuple(hidden), spots)


def _lying(  # noqa: PLR0913 - a zone of a position, and who looks at it
    program: Program, atoms: Atoms, p: list[int], number: int, player: int, bit: int
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return what a player knows of a zone's components: their identities, or partial knowledge of others."""
    zone, known, alike = program.zones[number], program.layout.known, program.alike
    there = atoms.contents(p, number)
    contents = [alike[c] if p[known + c] & bit == bit else Unknown for c in there]
    if program.plain[program.families[zone.family].kind]:
        if not zone.ordered:
            contents.sort(key=lambda c: (c == Unknown, c))
        return tuple(contents), ()
    more = [
        (program.backs[c], *_excluded(program, atoms, p, c, player)) if which == Unknown else ()
        for c, which in zip(there, contents, strict=True)
    ]
    pairs = list(zip(contents, more, strict=True))
    if not zone.ordered:
        pairs.sort(key=lambda pair: (pair[0] == Unknown, pair))
    return tuple(which for which, _ in pairs), tuple(more for _, more in pairs)


def _excluded(program: Program, atoms: Atoms, p: list[int], c: int, player: int) -> tuple[int, ...]:
    """Return the values that a player excludes for a component, by attribute.

    For `EVERYBODY`, these are the values that all players exclude.
    """
    if player != EVERYBODY:
        return tuple(atoms.excluded.of(p, c, player))
    each = [atoms.excluded.of(p, c, seat) for seat in range(program.players)]
    return tuple(reduce(and_, masks) for masks in zip(*each, strict=True))


def exchange(program: Program, atoms: Atoms, p: list[int], player: int, seed: int) -> list[int]:
    """Return a random position that looks the same to the player, whether or not any history leads there.

    Among components with one back, those unknown to the player are exchanged, as far as the exclusions allow.
    A component's own variables and zones stay with its place, because the player sees those. Variables that
    the player does not see are unchanged.
    """
    bit, known = 1 << player, program.layout.known
    luck, new = Draws(seed, "exchange"), p[:]
    for kind in program.kinds:
        hidden = [c for c in range(kind.first, kind.first + kind.size) if not p[known + c] & bit]
        for back in dict.fromkeys(program.backs[c] for c in hidden):
            unknown = [c for c in hidden if program.backs[c] == back]
            drawn = unknown[:]
            excluded = [atoms.excluded.of(p, c, player) for c in unknown]
            for _ in range(SWEEPS if any(map(any, excluded)) else 1):
                for i in range(len(drawn) - 1, 0, -1):
                    j = luck.below(i + 1)
                    if may_lie(atoms, drawn[i], excluded[j]) and may_lie(atoms, drawn[j], excluded[i]):
                        drawn[i], drawn[j] = drawn[j], drawn[i]
            lay(program, atoms, new, dict(zip(unknown, drawn, strict=True)))
    return new


def may_lie(atoms: Atoms, c: int, excluded: Iterable[int]) -> bool:
    """Return whether a component can lie at a place where a player excludes these values, by attribute."""
    return atoms.excluded.possible(excluded, c)


def lay(program: Program, atoms: Atoms, p: list[int], goes: Mapping[int, int]) -> None:
    """Put each component in the place of another: `goes[old]` takes the place of `old`."""
    before = {zone: atoms.contents(p, zone) for zone in {p[program.layout.zone_of + c] for c in goes}}
    masks = {c: p[program.layout.known + c] for c in goes}
    told = {c: atoms.excluded.told(p, c) for c in goes}
    for old, new in goes.items():
        p[program.layout.known + new] = masks[old]
        atoms.excluded.take(p, new, told[old])
    for zone, contents in before.items():
        order = [goes.get(c, c) for c in contents]
        if not program.zones[zone].ordered:
            order.sort()
        for c in order:
            p[program.layout.zone_of + c] = zone
        atoms.reorder(p, zone, order, len(order))

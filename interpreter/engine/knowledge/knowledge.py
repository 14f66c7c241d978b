"""Derives observations and indistinguishable positions from `seen_by` and `reveal` alone.

A position has, for each component, a bit for each player who knows which component it is. Moves change these
bits as `interpreter.kernels.components` describes. Everything else that a player can know follows from these
bits.
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
from interpreter.play.errors import check_seat
from interpreter.play.luck import Draws
from interpreter.play.observation import Observation, Unknown

__all__ = ["EVERYBODY", "exchange", "lay", "may_lie", "observe"]

SWEEPS = 8
"""The number of passes that an exchange makes over the components if excluded values restrict the exchange.
"""


EVERYBODY = -1
"""An observer who knows only what all players know. In an observation, this number stands in for the seat."""


def observe(
    program: Program, atoms: Atoms, p: list[int], player: int, *, laid_open: bool = False
) -> Observation:
    """Return a player's observation of a position. Players are counted from 0.

    If the player is `EVERYBODY`, the observation contains what all players know. If everything is
    `laid_open`, it hides nothing.
    """
    bit = 1 << player if player != EVERYBODY else (1 << program.players) - 1
    bit = 0 if laid_open else bit  # what nobody needs to know is known
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
    """Return what a player knows about the components in zone `number`.

    The first tuple has the identity of each component, or `Unknown`. The second tuple has the partial
    knowledge of each component; it is empty if the kind allows no partial knowledge.
    """
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
    """Return the values that a player excludes for component `c`, as one bit mask for each attribute.

    For `EVERYBODY`, a mask contains the values that all players exclude.
    """
    if player != EVERYBODY:
        return tuple(atoms.excluded.of(p, c, player))
    each = [atoms.excluded.of(p, c, seat) for seat in range(program.players)]
    return tuple(reduce(and_, masks) for masks in zip(*each, strict=True))


def exchange(program: Program, atoms: Atoms, p: list[int], player: int, seed: int) -> list[int]:
    """Return a random position that looks the same to the player, whether or not any history leads to it.

    Components with the same back that the player does not know are exchanged with each other, as far as the
    excluded values allow. A component's own variables and zones stay at its place, because the player sees
    them there. Variables that the player does not see keep their values.
    """
    check_seat(player, program.players)
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
    """Return whether component `c` can lie where a player excludes the values in `excluded`.

    `excluded` has one bit mask for each attribute.
    """
    return atoms.excluded.possible(excluded, c)


def lay(program: Program, atoms: Atoms, p: list[int], goes: Mapping[int, int]) -> None:
    """Move components to each other's places. The component `goes[old]` takes the place of `old`."""
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

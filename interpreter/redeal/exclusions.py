"""Exclusions: which components a player cannot have held who decided as was seen.

Who does not follow suit holds no card of it. No rule is known here, so it is found by trying: where the
answer that was seen is not on offer, components that the deciding player knows and the observing one does not
are exchanged for others until it is; and each of the others that, put in the place of one, takes it away
again is excluded from there. That is true of rules that look at components one at a time; of others it is a
guess, and tries that follow allow for it.
"""

from __future__ import annotations

from interpreter.redeal.sightings import Exclusion
from interpreter.redeal.walk import Stuck, Walk

__all__ = ["excluded"]

MOST_TRIALS = 200
"""So many exchanges are tried before nothing is concluded."""


def excluded(walk: Walk) -> list[Exclusion]:
    """What can hardly have lain where it lies, where a walk was stuck; nothing if it was not."""
    found: list[Exclusion] = []
    if walk.stuck is not None:
        for held, pool in _held(walk, walk.stuck):
            if len(pool) > len(held) > 0:
                found += _excluded(walk, walk.stuck, held, pool)
    return found


def _held(walk: Walk, stuck: Stuck) -> list[tuple[list[int], list[int]]]:
    """For each kind and owner the components that only the decider knows, and all that may lie there.

    What is seen later where it lies has its place, and is none of them.
    """
    s, p = walk.sightings, stuck.game.position
    program, me, decider = s.program, s.player, stuck.game.player
    groups: list[tuple[list[int], list[int]]] = []
    for kind in program.kinds:
        by_owner: dict[int, tuple[list[int], list[int]]] = {}
        for c in range(kind.first, kind.first + kind.size):
            mask, zone = p[program.layout.known + c], p[program.layout.zone_of + c]
            if mask >> me & 1:
                continue
            bound = s.next_seen(program.alike[c], stuck.at)
            if bound == zone:
                continue
            held, pool = by_owner.setdefault(program.owners[c], ([], []))
            if mask >> decider & 1:
                held.append(c)
                pool.append(c)
            elif bound is None:
                pool.append(c)
        groups += by_owner.values()
    return groups


def _excluded(walk: Walk, stuck: Stuck, held: list[int], pool: list[int]) -> list[Exclusion]:
    """What of the pool does not fit in the place of what is held."""
    s, p = walk.sightings, stuck.game.position
    zones = [p[s.program.layout.zone_of + c] for c in held]
    lying = _fitting(walk, stuck, held, pool)
    found: list[Exclusion] = []
    for c in pool if lying else ():
        for zone in dict.fromkeys(zones) if c not in lying else ():
            places = [i for i, other in enumerate(zones) if other == zone]
            if not any(_offered(walk, stuck, held, [*lying[:i], c, *lying[i + 1 :]]) for i in places):
                found.append((s.program.alike[c], zone, stuck.at))
    return found


def _fitting(walk: Walk, stuck: Stuck, held: list[int], pool: list[int]) -> list[int]:
    """What could lie in the place of what is held for the answer to be on offer; nothing if none was found.

    First it is taken from the pool, then from all components of the kind, wherever they lie: it is only asked
    what would be on offer.
    """
    program = walk.sightings.program
    kind = next(k for k in program.kinds if k.first <= held[0] < k.first + k.size)
    owner = program.owners[held[0]]
    every = [c for c in range(kind.first, kind.first + kind.size) if program.owners[c] == owner]
    for trial in range(MOST_TRIALS):
        there = pool[:] if trial < MOST_TRIALS // 4 else every[:]
        for i in range(len(held)):
            j = i + walk.trial.luck.below(len(there) - i)
            there[i], there[j] = there[j], there[i]
        if _offered(walk, stuck, held, there[: len(held)]):
            return there[: len(held)]
        if walk.trial.budget.exhausted:
            break
    return []


def _offered(walk: Walk, stuck: Stuck, held: list[int], instead: list[int]) -> bool:
    """Whether the answer that was seen is on offer if others lie in the places of what is held."""
    walk.trial.budget.used += 1
    goes: dict[int, int] = dict(zip(held, instead, strict=True))
    free = [c for c in held if c not in set(instead)]
    for c in instead:
        if c not in goes:
            goes[c] = free.pop()
    game = stuck.game.exchanged(goes)
    return any(stuck.wanted(game, option) for option in game.options)

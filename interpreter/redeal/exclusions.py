"""Exclusions: components that a player cannot have held, given an observed decision.

A player who does not follow suit holds no card of it. The module knows no rules, so it experiments: if the
observed answer is not on offer, it exchanges components that the decider knows and the observer does not,
until it is. Then each component that removes the answer again when put back is excluded from there. This is
valid for rules that examine components one at a time; for others it is a heuristic, and later tries allow for
errors.
"""

from __future__ import annotations

from interpreter.redeal.sightings import Exclusion
from interpreter.redeal.walk import Stuck, Walk

__all__ = ["excluded"]

MOST_TRIALS = 200
"""Maximum number of exchanges before giving up."""


def excluded(walk: Walk) -> list[Exclusion]:
    """Return what probably did not lie where it does, at the point where a walk got stuck."""
    found: list[Exclusion] = []
    if walk.stuck is not None:
        for held, pool in _held(walk, walk.stuck):
            if len(pool) > len(held) > 0:
                found += _excluded(walk, walk.stuck, held, pool)
    return found


def _held(walk: Walk, stuck: Stuck) -> list[tuple[list[int], list[int]]]:
    """Return, for each kind and owner, the components that only the decider knows, and all candidates.

    A component that is seen there later has a fixed place, and is not a candidate.
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
    """Return the candidates that do not fit in the place of what is held."""
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
    """Return components that could replace what is held so that the answer is on offer; none if not found.

    They are taken from the candidates first, then from all components of the kind, wherever they lie: the
    question is only what would be on offer.
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
    """Return whether the observed answer is on offer if other components replace what is held."""
    walk.trial.budget.used += 1
    goes: dict[int, int] = dict(zip(held, instead, strict=True))
    free = [c for c in held if c not in set(instead)]
    for c in instead:
        if c not in goes:
            goes[c] = free.pop()
    game = stuck.game.exchanged(goes)
    return any(stuck.wanted(game, option) for option in game.options)

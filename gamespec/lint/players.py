"""Compares expressions that denote players: they are certainly the same, certainly different, or unknown."""

from __future__ import annotations

from gamespec.program.frozen import replace
from gamespec.trees import core

__all__ = ["apart", "outside", "same", "within"]


def same(a: core.Core, b: core.Core) -> bool:
    """Return whether two expressions certainly denote the same player."""
    match a, b:
        case core.Me(), core.Me():
            return True
        case core.Local(slot=one), core.Local(slot=other):
            return one is other
        case core.Const(value=one), core.Const(value=other):
            return one == other
        case core.BuiltIn(name="left" | "right", args=(one,)), core.BuiltIn(args=(other,)):
            return a.name == b.name and same(one, other)
        case _:
            return False


def apart(a: core.Core, b: core.Core) -> bool:
    """Return whether two expressions certainly denote different players: different seats, or neighbours."""
    match a, b:
        case core.Const(value=one), core.Const(value=other):
            return one != other
        case _:
            return _beside(a, b) or _beside(b, a)


def _beside(a: core.Core, b: core.Core) -> bool:
    match a:
        case core.BuiltIn(name="left" | "right", args=(of,), data=int(players)):
            return players > 1 and same(of, b)
        case _:
            return False


def outside(player: core.Core, decider: core.Core | None) -> core.Core:
    """Express a player at a decision in terms of the steps around it, where `me` is not the decider."""
    match player:
        case core.Me() if decider is not None:
            return decider
        case core.BuiltIn(name="left" | "right", args=(of, *more)) if decider is not None:
            return replace(player, args=(outside(of, decider), *more))
        case _:
            return player


def within(
    player: core.Core | None, parameters: dict[core.Slot, core.Core], me: core.Core
) -> core.Core | None:
    """Express a player of a routine in terms of the step that runs it.

    `me` is the player who is `me` in the routine. Returns `None` if the player cannot be expressed.
    """
    match player:
        case core.Me():
            return me
        case core.Const():
            return player
        case core.Local(slot=slot):
            given = parameters.get(slot)
            return given.of if isinstance(given, core.Narrow) else given
        case core.BuiltIn(name="left" | "right", args=(of,)):
            inner = within(of, parameters, me)
            return replace(player, args=(inner,)) if inner is not None else None
        case _:
            return None

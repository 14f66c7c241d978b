"""Typing rules of the built-ins for players."""

from __future__ import annotations

from gamespec.expr.call import Call
from gamespec.expr.operators import ANY_INT
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["around", "neighbour", "seat", "team"]


def neighbour(call: Call) -> core.Core:
    player = call.scope.world.player
    args = [call.arg(0, player)]
    if len(call.node.args) > 1:
        args.append(call.arg(1, ANY_INT))
    return call.result(player, *args, data=call.scope.world.players)


def seat(call: Call) -> core.Core:
    number = call.arg(0, t.Int(1, call.scope.world.players))
    if isinstance(number, core.Const):
        return core.Const(call.scope.world.player, call.span, number.value - 1)
    return call.result(call.scope.world.player, number, data=call.scope.world.players)


def around(call: Call) -> core.Core:
    player = call.scope.world.player
    return call.result(t.ListType(player, player.size), call.arg(0, player), data=player.size)


def team(call: Call) -> core.Core:
    world, span = call.scope.world, call.span
    of, teams, type_ = call.arg(0, world.player), world.teams, t.ListType(world.player, world.players)
    if teams is None:
        if world.game.teams is not None:
            return call.wrong
        return call.scope.error(
            "GS302", "this game has no teams", span,
            help="say who plays together, as in `teams: number(player) % 2`",
        )  # fmt: skip
    if isinstance(of, core.Const):
        return core.Fixed(type_, span, tuple(p for p, first in enumerate(teams) if first == teams[of.value]))
    partner = core.Slot("partner", world.player, frame=False)
    kept = core.Slot("player", world.player, frame=False)

    def first(slot: core.Slot) -> core.Core:
        return core.Column(world.player, span, core.Local(slot.type, span, slot), "team", 0, teams)

    everybody = core.Fixed(type_, span, tuple(range(world.players)))
    same = core.Equal(t.BOOL, span, first(partner), first(kept))
    return core.Let(type_, span, kept, of, core.Quantifier(type_, span, "filter", partner, everybody, same))

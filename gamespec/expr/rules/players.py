"""Typing rules of the built-ins for players."""

from __future__ import annotations

from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.call import Call
from gamespec.expr.operators import ANY_INT

__all__ = ["around", "neighbour", "seat"]


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

"""Binding of teams, whose players win and lose together."""

from __future__ import annotations

from gamespec.expr.elaborate import elaborate
from gamespec.expr.fold import NotConstant, constant_value
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.resolve.binder import Binder
from gamespec.resolve.types import constants
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["bind_teams"]


def bind_teams(b: Binder, game: m.Game) -> None:
    """Bind the teams.

    For each player, the team is recorded as the first player with the same value of `teams`.
    """
    if game.teams is None:
        return
    same: list[int] = []
    scope = constants(b.world, b.found, game.teams.source)
    for player in range(b.world.players):
        seat = core.Const(b.world.player, game.teams.span, player)
        node = elaborate(game.teams, replace(scope, locals={"player": seat}))
        if not isinstance(node.type, t.Bool | t.Int | t.Named | t.Optional):
            if not isinstance(node.type, t.Bad):
                b.found.report(
                    "GS302", f"`teams` needs a single value, but this is {t.a(node.type)}", node.span
                )
            return
        try:
            same.append(constant_value(node))
        except NotConstant as why:
            b.found.report(why.code, why.message, why.span)
            return
    b.world.teams = tuple(same.index(value) for value in same)

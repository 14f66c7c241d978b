"""`seen_by` of a step, which lists the players who learn the value that was drawn, chosen or answered."""

from __future__ import annotations

from gamespec.compile.draft.builder import Builder
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fit import listed, suit
from gamespec.expr.scope import Scope, declared, unless_none
from gamespec.model import model as m
from gamespec.text.diagnostics import Remark
from gamespec.text.suggest import did_you_mean
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["compile_players", "compile_secret", "compile_seen_by"]

_WORDS = ("everyone", "nobody")


def compile_players(b: Builder, scope: Scope, expression: ast.Expression) -> core.Core:
    """Compile an expression for one or several players as a list of players.

    Returns `Wrong` after reporting that the expression is neither a player nor a list of players.
    """
    node = listed(elaborate(expression, scope), scope)
    players = t.ListType(b.world.player, b.world.players)
    match node.type:
        case t.Bad():
            return node
        case b.world.player:
            return core.ListOf(players, node.span, (node,))
        case t.Optional(b.world.player):
            return scope.error(
                "GS303", "a player is needed, but this may be `none`", node.span,
                help=unless_none(node), others=declared(scope, node),
            )  # fmt: skip
        case _:
            return suit(node, players, scope)


def compile_seen_by(b: Builder, scope: Scope, seen_by: m.SeenBy) -> core.Core | None:
    """Return the list of players in a `seen_by`; `None` stands for everyone."""
    match seen_by:
        case None | m.Ident("everyone"):
            return None
        case m.Ident():
            return _nobody(b, seen_by)
        case ast.Expression(root=ast.Name(name=name)) if _is_unknown(scope, name):
            if name in {"owner", "others"}:
                return _of_zones(scope, name, seen_by)
            cure = did_you_mean(name, _WORDS)
            if cure is not None:
                return scope.error("GS201", f"unknown name `{name}`", seen_by.span, help=cure)
        case ast.Expression(root=ast.Nothing()):
            return scope.error(
                "GS302", "`seen_by` needs players, but this is `none`", seen_by.span,
                help="write `nobody` to show it only to the player who decides",
            )  # fmt: skip
        case _:
            pass
    return compile_players(b, scope, seen_by)


def compile_secret(b: Builder, scope: Scope, step: m.Offer) -> core.Core:
    """Return the empty audience of simultaneous answers, and report a `seen_by` of such a step."""
    if step.seen_by is not None:
        others = (Remark(step.by.span, "these players answer in secret"),) if step.by is not None else ()
        scope.error(
            "GS209", "a secret answer cannot have a `seen_by`", step.seen_by.span,
            help="leave out `seen_by`; the action's steps can show the answer once all players have answered",
            others=others,
        )  # fmt: skip
    return _nobody(b, m.Ident("nobody", step.span))


def _nobody(b: Builder, ident: m.Ident) -> core.Core:
    return core.Fixed(t.ListType(b.world.player, b.world.players), ident.span, ())


def _is_unknown(scope: Scope, name: str) -> bool:
    """Return whether a name belongs to no local, no declaration and no declaration that failed."""
    symbols = scope.world.symbols
    return name not in scope.locals and name not in symbols and name not in symbols.broken


def _of_zones(scope: Scope, name: str, seen_by: ast.Expression) -> core.Wrong:
    player = "me" if scope.me.available else "p"
    cure = {"owner": f"write the player: `seen_by: {player}`", "others": "write the players: "
            f"`seen_by: filter(x in players: x != {player})`"}  # fmt: skip
    return scope.error(
        "GS205", f"`{name}` is for zones and variables; a step has no owner", seen_by.span,
        help=cure[name],
    )  # fmt: skip

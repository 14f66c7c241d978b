"""Typing rules of the lookahead built-ins, which test what a player could do if offered actions now."""

from __future__ import annotations

from gamespec.expr.call import Call
from gamespec.expr.fit import coerce
from gamespec.expr.fold import NotConstant, constant_value
from gamespec.expr.operators import ANY_INT
from gamespec.model import model as m
from gamespec.text.suggest import did_you_mean
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["can", "in_a_row"]

MOST_IN_A_ROW = 32
"""Maximum number of actions in a row that `in_a_row` may look for."""


def can(call: Call) -> core.Core:
    player, actions = _player(call), _actions(call, call.node.args)
    if player is None or actions is None:
        return call.wrong
    return call.result(t.BOOL, player, data=core.Asked(actions, 0))


def in_a_row(call: Call) -> core.Core:
    *named, last = call.node.args
    player, actions = _player(call), _actions(call, tuple(named))
    most = coerce(call.scope.check(last), ANY_INT, call.scope)
    if player is None or actions is None or isinstance(most.type, t.Bad):
        return call.wrong
    try:
        times = constant_value(most)
    except NotConstant as why:
        return call.scope.error(why.code, str(why), why.span, help="give the maximum to look for")
    if not 1 <= times <= MOST_IN_A_ROW:
        return call.scope.error("GS304", f"{times} is not in `1..{MOST_IN_A_ROW}`", last)
    return call.result(t.Int(0, times), player, data=core.Asked(actions, times))


def _player(call: Call) -> core.Core | None:
    """Return the player that a question is about, which is `me` by default.

    Returns `None` after reporting an error.
    """
    node, scope = call.node, call.scope
    if node.by is not None:
        player = coerce(scope.check(node.by, scope.world.player), scope.world.player, scope)
        return None if isinstance(player.type, t.Bad) else player
    scope.me.used = True
    if not scope.me.available:
        name = node.args[0].name if isinstance(node.args[0], ast.Name) else "action"
        scope.error(
            "GS206", "there is no `me` here", node, help=f"name the player: `{node.name}(player: {name}, …)`"
        )
        return None
    return core.Me(scope.world.player, call.span)


def _actions(call: Call, nodes: tuple[ast.Node, ...]) -> tuple[str, ...] | None:
    """Return the names of the actions in a question, or `None` after reporting a mistake in one of them."""
    declared = {action.ident.name: action for action in call.scope.world.game.actions}
    good = [_is_action(call, node, declared) for node in nodes]
    names = [node.name for node in nodes if isinstance(node, ast.Name)]
    for node in nodes:
        if isinstance(node, ast.Name) and names.count(node.name) > 1:
            call.scope.error("GS202", f"`{node.name}` is named twice", node)
            return None
    if not all(good):
        return None
    call.scope.world.asked.update(names)
    return tuple(names)


def _is_action(call: Call, node: ast.Node, declared: dict[str, m.ActionDecl]) -> bool:
    """Return whether an argument names an action that can be asked about.

    An error is reported if it does not.
    """
    scope, form = call.scope, call.node.name
    if not isinstance(node, ast.Name):
        scope.error(
            "GS302", f"`{form}` needs the names of actions", node,
            help=f"the player stands before a colon: `{form}(PLAYER: …)`",
        )  # fmt: skip
        return False
    name, reached = node.name, scope.world.reached
    if name not in declared:
        if name not in scope.world.game.lost:
            scope.error("GS201", f"there is no action `{name}`", node, help=did_you_mean(name, declared))
        return False
    if declared[name].given:
        scope.error(
            "GS305", f"`{name}` takes values from the step that offers it, but no step offers it here", node,
            help="let the action read them from variables",
        )  # fmt: skip
        return False
    if reached is not None and name not in reached:
        scope.error("GS402", f"`{name}` is never offered, and no rule tests it", node)
        return False
    return True

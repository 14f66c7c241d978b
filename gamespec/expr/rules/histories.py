"""Typing rules of the built-ins for histories."""

from __future__ import annotations

from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.call import Call

__all__ = ["occurred"]


def occurred(call: Call) -> core.Core:
    node, world = call.node.args[0], call.scope.world
    name = node.name if isinstance(node, ast.Name) else None
    history = world.symbols.get(name) if name is not None and name not in call.scope.locals else None
    if isinstance(history, core.History):
        world.symbols.used.add(history.name)
        return call.result(t.Int(0, history.length), data=history)
    if name is not None and name in world.symbols.broken:
        return call.wrong
    histories = ", ".join(f"`{name}`" for name in world.histories)
    return call.scope.error(
        "GS302", "`occurred` needs the name of a history", node,
        help=None if histories else "declare one under `histories`",
        notes=(f"histories: {histories}",) if histories else (),
    )  # fmt: skip

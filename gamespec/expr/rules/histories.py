"""Typing rules of the built-ins for histories and agendas."""

from __future__ import annotations

from gamespec.expr.call import Call
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.world.symbols import Symbol

__all__ = ["occurred", "pending"]


def occurred(call: Call) -> core.Core:
    history = _named(call, "a history", tuple(call.scope.world.histories), "histories")
    if not isinstance(history, core.History):
        return call.wrong
    return call.result(t.Int(0, history.length), data=history)


def pending(call: Call) -> core.Core:
    agenda = _named(call, "an agenda", tuple(call.scope.world.agendas), "agendas")
    if not isinstance(agenda, core.Agenda):
        return call.wrong
    return core.Load(agenda.size.type, call.span, agenda.size, ())


def _named(call: Call, what: str, known: tuple[str, ...], section: str) -> Symbol | None:
    """Return the declaration that the first argument names, or `None` after reporting that there is none."""
    node, world = call.node.args[0], call.scope.world
    name = node.name if isinstance(node, ast.Name) else None
    if name in known and name not in call.scope.locals:
        world.symbols.used.add(name)
        return world.symbols[name]
    if name is not None and name in world.symbols.broken:
        return None
    listed = ", ".join(f"`{name}`" for name in known)
    call.scope.error(
        "GS302", f"`{call.node.name}` needs the name of {what}", node,
        help=None if listed else f"declare one under `{section}`",
        notes=(f"{section}: {listed}",) if listed else (),
    )  # fmt: skip
    return None

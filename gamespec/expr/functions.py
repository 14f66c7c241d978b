"""Functions of the game, each of which is elaborated once and applied at each call."""

from __future__ import annotations

from gamespec.expr.fit import coerce
from gamespec.expr.gather import gathered
from gamespec.expr.scope import MeUse, Scope
from gamespec.model import model as m
from gamespec.text.diagnostics import Remark
from gamespec.text.source import Span
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["apply", "counted", "elaborate_function"]


def apply(node: ast.Call, declared: m.FunctionDecl, scope: Scope) -> core.Core:
    """Type-check a call of a function that the game declares."""
    scope.world.symbols.used.add(node.name)
    function = elaborate_function(node.name, declared, scope, scope.span(node))
    if function is None:
        return core.Wrong(t.BAD, scope.span(node))
    if len(node.args) != len(function.parameters):
        names = ", ".join(p.name for p in function.parameters)
        return scope.error(
            "GS305", f"`{node.name}` takes {counted(len(function.parameters))}, not {len(node.args)}", node,
            help=f"its form is `{node.name}({names})`",
        )  # fmt: skip
    args = tuple(
        coerce(scope.check(a, p.type), p.type, scope, f"the values that `{p.name}` can have")
        for a, p in zip(node.args, function.parameters, strict=True)
    )
    if function.uses_me:
        scope.me.used = True
        if not scope.me.available:
            return scope.error("GS206", f"`{node.name}` uses `me`, and there is no `me` here", node)
    if function.body is None or any(isinstance(a.type, t.Bad) for a in args):
        return core.Wrong(t.BAD, scope.span(node))
    return core.Apply(function.type, scope.span(node), function, args)


IN_A_TERM = "in a term, call another function to which the term adds nothing"

MOST_LEVELS = 96
"""Maximum nesting depth of an expression, counting the functions that it calls."""

MOST_CALLS = 32
"""Maximum depth to which functions may call each other."""


def elaborate_function(
    name: str, declared: m.FunctionDecl, scope: Scope, call: Span | None = None
) -> core.Function | None:
    """Return a function, elaborated on first use, or `None` if it has mistakes or calls itself.

    `call` is the span of the call, if there is one.
    """
    world = scope.world
    if name in world.functions.pending:
        circle = " → ".join(
            f"`{n}`" for n in [*world.functions.pending[world.functions.pending.index(name) :], name]
        )
        scope.found.report(
            "GS204",
            f"function `{name}` calls itself",
            declared.ident.span,
            help=IN_A_TERM if any(term.of.name == name for term in world.game.terms) else None,
            notes=(f"the circle is {circle}",),
            others=() if call is None else (Remark(call, "it is called here"),),
        )
        return None
    if name in world.functions.made:
        known = world.functions.made[name]
        return known if known.body is not None else None
    if len(world.functions.pending) == MOST_CALLS:
        message = f"functions call each other more than {MOST_CALLS} deep"
        scope.found.report("GS106", message, declared.ident.span)
        return None
    world.functions.pending.append(name)
    recurring = world.effort.recurring
    try:
        return _elaborated(name, declared, scope)
    finally:
        world.functions.pending.remove(name)
        world.effort.once += world.effort.recurring - recurring


def _elaborated(name: str, declared: m.FunctionDecl, scope: Scope) -> core.Function | None:
    """Elaborate a function that is not being elaborated at the moment.

    Returns `None` if it has mistakes.
    """
    world = scope.world
    slots: list[core.Slot] = []
    inside = Scope(world, declared.body.source, scope.found, MeUse(available=True), scope.elaborator)
    for parameter in declared.parameters:
        type_ = scope.elaborator.parameter_type(parameter.type, world, scope.found)
        slot = core.Slot(parameter.ident.name, type_, frame=False)
        slots.append(slot)
        inside = inside.introduce(parameter.ident.name, slot, parameter.ident.span)
    function = core.Function(name, tuple(slots), declared.kept is not None)
    terms = tuple(each for each in world.game.terms if each.of.name == name)
    body, function.terms = gathered(declared, terms, inside)
    world.functions.made[name] = function
    if isinstance(body.type, t.Bad):
        return None
    if isinstance(body.type, t.ZoneType):
        body = core.Contents(t.ListType(body.type.of, body.type.most), body.span, body)
    function.levels = _levels(body)
    if function.levels > MOST_LEVELS:
        message = f"more than {MOST_LEVELS} levels of nesting, including the functions that are called"
        scope.found.report("GS106", message, declared.ident.span, help="use fewer nested functions")
        return None
    function.body, function.type, function.uses_me = body, body.type, inside.me.used
    return function


def _levels(node: core.Core) -> int:
    """Return the nesting depth of an expression, counting the functions that it calls."""
    called = node.function.levels if isinstance(node, core.Apply) else 0
    return 1 + max((_levels(part) for part in core.children(node)), default=0) + called


def counted(number: int) -> str:
    """Format a number of arguments, as in `1 argument` and `2 arguments`."""
    return f"{number} argument{'s' * (number != 1)}"

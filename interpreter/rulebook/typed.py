"""Elaborates the author's expressions and keeps the typed form of each part, which decides how it is said.

The checker does the work: its `Elaborator` is given a `check` that notes each result. So the words stand on
the author's own form of an expression, and on the types that the checker infers, in one walk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.expr.check import check
from gamespec.expr.scope import Elaborator, MeUse, Scope
from gamespec.program.frozen import replace
from gamespec.resolve import parameter_type, scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.text.effort import Effort
from gamespec.trees import ast, core
from gamespec.trees import types as t

if TYPE_CHECKING:
    from gamespec.model import model as m
    from gamespec.world.world import World

__all__ = ["Typed"]


class Typed:
    """The typed forms of all parts of the expressions that have been elaborated.

    `scope` holds the names that can be used at the present place; `bind` adds one.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.found = Collector()
        self._cores: dict[int, core.Core] = {}
        self._nodes: list[ast.Node] = []  # keeps them alive, so that no other node gets their `id`
        source = world.game.ident.span.source
        outer = scope_apart(world, source, self.found, MeUse(available=True))
        self.scope = replace(outer, elaborator=Elaborator(self._check, parameter_type))

    def _check(self, node: ast.Node, scope: Scope, wanted: t.Type | None) -> core.Core:
        made = self._old(node, scope) or check(node, scope, wanted)
        self._cores[id(node)] = made
        self._nodes.append(node)
        return made

    @staticmethod
    def _old(node: ast.Node, scope: Scope) -> core.Core | None:
        """Return the typed form of `x` for `old(x)`, which exists only in invariants."""
        match node:
            case ast.Call(_, _, "old", (of,)):
                return scope.check(of)
            case _:
                return None

    def elaborate(self, expression: ast.Expression, wanted: t.Type | None = None) -> core.Core:
        """Elaborate an expression in the present scope."""
        scope = replace(self.scope.inside(expression.source), effort=Effort())
        return scope.check(expression.root, wanted)

    def core(self, node: ast.Node) -> core.Core | None:
        """Return the typed form of a part of an expression, or `None` if it has none of its own."""
        return self._cores.get(id(node))

    def type(self, node: ast.Node) -> t.Type:
        """Return the type of a part of an expression. It is `BAD` if it has none of its own."""
        found = self.core(node)
        return t.BAD if found is None else found.type

    def bind(self, name: str, type_: t.Type, place: m.Ident) -> None:
        """Add a local to the present scope."""
        self.scope = self.scope.bind_slot(name, core.Slot(name, type_, frame=False), place.span)

    def bind_parameters(self, parameters: tuple[m.Parameter, ...]) -> None:
        """Add the parameters of a routine to the present scope."""
        for parameter in parameters:
            type_ = parameter_type(parameter.type, self.world, self.found)
            self.bind(parameter.ident.name, type_, parameter.ident)

"""A call of a built-in, as the typing rules see it."""

from __future__ import annotations

from collections.abc import Callable

from gamespec.expr.fit import listed, suit
from gamespec.expr.scope import Scope, declared, unless_none
from gamespec.program.frozen import dataclass
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["Call", "CallForm", "Rule", "optional"]

Rule = Callable[["Call"], core.Core]


@dataclass(frozen=True, slots=True)
class CallForm:
    """The form of one built-in. `least` and `most` bound the number of its arguments."""

    name: str
    signature: str
    doc: str
    least: int
    most: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is being checked, with the helpers that typing rules need."""

    node: ast.Call
    scope: Scope

    @property
    def span(self) -> core.Span:
        """The span of the call."""
        return self.scope.span(self.node)

    def arg(self, index: int, wanted: t.Type | None = None) -> core.Core:
        """Elaborate an argument. If `wanted` is given, the argument must have that type.

        The argument's value may still exceed the bounds of `wanted`; each built-in decides how to handle
        that.
        """
        node = self.node.args[index]
        checked = self.scope.check(node, wanted)
        return checked if wanted is None else suit(checked, wanted, self.scope)

    def list(self, index: int, checked: core.Core | None = None) -> core.Core:
        """Elaborate an argument that must be a list or a zone, unless it is given as `checked`."""
        checked = checked or self.arg(index)
        if not isinstance(checked.type, t.ZoneType):
            checked = listed(checked, self.scope)
        if t.element(checked.type) is None:
            return self.scope.error(
                "GS307",
                f"`{self.node.name}` needs a list, but this is {t.a(checked.type)}",
                self.node.args[index],
            )
        return checked

    def cell(self, index: int) -> core.Core:
        """Elaborate an argument that is a cell of some space."""
        return self.of_sort(index, "cell")

    def of_sort(self, index: int, sort: str) -> core.Core:
        """Elaborate an argument whose type must be a named type of the given sort."""
        checked = self.arg(index)
        if isinstance(checked.type, t.Bad):
            return checked
        if (
            isinstance(checked.type, t.Optional)
            and isinstance(checked.type.of, t.Named)
            and checked.type.of.sort == sort
        ):
            return self.scope.error(
                "GS303",
                f"a {sort} is needed, but this may be `none`",
                self.node.args[index],
                help=unless_none(checked),
                others=declared(self.scope, checked),
            )
        if not isinstance(checked.type, t.Named) or checked.type.sort != sort:
            return self.scope.error(
                "GS302",
                f"`{self.node.name}` needs a {sort}, but this is {t.a(checked.type)}",
                self.node.args[index],
            )
        return checked

    def space(self, index: int) -> t.Named | None:
        """Return the space that an argument names, or `None` after reporting that it names none."""
        node = self.node.args[index]
        symbol = self.scope.world.symbols.get(node.name) if isinstance(node, ast.Name) else None
        if isinstance(symbol, t.Named) and symbol.sort == "cell":
            self.scope.world.symbols.used.add(symbol.name)
            return symbol
        if not (isinstance(node, ast.Name) and node.name in self.scope.world.symbols.broken):
            spaces = ", ".join(f"`{name}`" for name in self.scope.world.spaces)
            self.scope.error(
                "GS302", f"`{self.node.name}` needs the name of a space", node,
                notes=(f"spaces: {spaces}",) if spaces else (),
            )  # fmt: skip
        return None

    def result(self, type_: t.Type, *args: core.Core, data: object = None) -> core.Core:
        """Return the elaborated call, or `Wrong` if one of the arguments is `Wrong`."""
        if any(isinstance(a.type, t.Bad) for a in args):
            return core.Wrong(t.BAD, self.span)
        return core.BuiltIn(type_, self.span, self.node.name, args, data)

    @property
    def wrong(self) -> core.Core:
        """The stand-in for a call whose mistake has been reported."""
        return core.Wrong(t.BAD, self.span)


def optional(type_: t.Type | None) -> t.Type:
    """Return the type extended by `none`."""
    return t.Optional(type_) if isinstance(type_, t.Bool | t.Int | t.Named) else (type_ or t.BAD)

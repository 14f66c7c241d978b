"""Typing of printed attributes of components, parts and table rows, which may have keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from gamespec.expr.fit import coerce
from gamespec.expr.scope import Scope
from gamespec.program.frozen import replace
from gamespec.text.advice import Advice
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.world.world import Indexed, World

__all__ = [
    "acting",
    "check_keys",
    "columns_of",
    "example",
    "form",
    "indexed_of",
    "is_open",
    "keyed",
    "member",
    "needs_keys",
    "open_column",
    "printed_on",
]


def printed_on(component: core.Const | core.Local, world: World) -> dict[str, core.Core]:
    """Return the values printed on a component, by the names that the component's declaration may use."""
    assert isinstance(component.type, t.Named)  # noqa: S101 - a component is of a kind
    kind, span = world.kinds[component.type.name], component.span
    found: dict[str, core.Core] = {
        name: open_column(component, name, column, span) for name, column in kind.indexed.items()
    }
    for name, (type_, values) in kind.columns.items():
        if name == "row" and world.symbols.declared(name):
            continue  # the game has another meaning for it
        if isinstance(component, core.Const):
            found[name] = core.Const(type_, span, values[component.value - kind.type.first])
        else:
            found[name] = core.Column(type_, span, component, name, kind.type.first, values)
    return found


def open_column(of: core.Core, name: str, column: Indexed, span: core.Span) -> core.Column:
    """Return a column of `of` that lacks its keys."""
    first = of.type.first if isinstance(of.type, t.Named) else 0
    return core.Column(column.type, span, of, name, first, column.values, (), column.dims)


def is_open(node: core.Core) -> TypeGuard[core.Column]:
    """Return whether an expression is a column that lacks some of its keys."""
    return isinstance(node, core.Column) and len(node.keys) < len(node.dims)


def needs_keys(column: core.Column, name: str, scope: Scope) -> core.Core:
    """Report a column without keys, although it has a value for each key."""
    keys = indexed_of(column.of.type, scope)[name].keys
    said = example(" ".join(column.span.text.split()), keys, scope)
    wanted = " and ".join(f"`{t.show(k)}`" for k in keys)
    message = f"`{name}` is printed once for each {wanted}"
    return scope.error("GS305", message, column.span, help=f"say which, as in `{said}`")


def keyed(column: core.Column, node: ast.Index, scope: Scope) -> core.Core:
    """Return a column with the keys that an index gives."""
    name, types = column.name, indexed_of(column.of.type, scope)[column.name].keys
    keys = check_keys(node, name, types, scope, " ".join(column.span.text.split()))
    if isinstance(keys, core.Wrong):
        return keys
    made = replace(column, span=scope.span(node), keys=keys)
    constant = (column.of, *keys)
    if all(isinstance(part, core.Const) for part in constant):
        return core.Const(column.type, made.span, _printed_at(made))
    return made


def _printed_at(column: core.Column) -> int:
    """Return the value that is printed on a constant component or row for constant keys."""
    index, dims = 0, ((column.first, 1), *column.dims)
    for part, (first, size) in zip((column.of, *column.keys), dims, strict=True):
        assert isinstance(part, core.Const)  # noqa: S101 - this is asked of constants only
        index = index * size + part.value - first
    return column.values[index]


def check_keys(
    node: ast.Index, name: str, types: tuple[t.Type, ...], scope: Scope, said: str | None = None
) -> tuple[core.Core, ...] | core.Wrong:
    """Type-check the keys in brackets, each of which must have its expected type.

    `said` is the text before the brackets in messages, `name` by default. Returns `Wrong` after reporting an
    error.
    """
    if len(types) != len(node.keys):
        count = f"{len(types)} value{'s' * (len(types) > 1)}"
        return scope.error(
            "GS305", f"`{name}` takes {count} in brackets, not {len(node.keys)}", node,
            help=f"its form is `{form(said or name, types, scope)}`",
        )  # fmt: skip
    keys = tuple(
        coerce(scope.check(k, wanted), wanted, scope, f"the keys of `{name}`")
        for k, wanted in zip(node.keys, types, strict=True)
    )
    return core.Wrong(t.BAD, scope.span(node)) if any(isinstance(k, core.Wrong) for k in keys) else keys


def columns_of(type_: t.Type, scope: Scope) -> dict[str, tuple[t.Type, tuple[int, ...]]] | None:
    """Return the columns of a type that have a single value, or `None` if its values have no columns."""
    match type_:
        case t.Named("component", name):
            return dict(scope.world.kinds[name].columns)
        case t.Named("row", name):
            return dict(scope.world.tables[name].columns)
        case t.Named("part", name):
            return dict(scope.world.parts[name].columns)
        case _:
            return None


def indexed_of(type_: t.Type, scope: Scope) -> Mapping[str, Indexed]:
    """Return the columns of a type that have one value for each key."""
    match type_:
        case t.Named("component", name):
            return scope.world.kinds[name].indexed
        case t.Named("row", name):
            return scope.world.tables[name].indexed
        case t.Named("part", name):
            return scope.world.parts[name].indexed
        case _:
            return {}


def form(name: str, keys: tuple[t.Type, ...], scope: Scope) -> str:
    """Describe how to write a member of a family, naming the type of each key."""
    player = "me" if scope.me.available else "player"
    return f"{name}[{', '.join(player if k == scope.world.player else t.show(k) for k in keys)}]"


def example(name: str, keys: tuple[t.Type, ...], scope: Scope) -> str:
    """Return an example of a family's member: its form, with keys that may stand in this scope if possible.

    Such keys are `me`, a local of the type, or the lowest number of a range.
    """
    return _with_keys(name, keys, scope)[0]


def member(name: str, keys: tuple[t.Type, ...], scope: Scope, text: str = "say which, as in `{}`") -> Advice:
    """Return advice to write a member of a family in place of its name, with a cure if its keys are known."""
    said, whole = _with_keys(name, keys, scope)
    return Advice(text.format(said), (said,) if whole else ())


def _with_keys(name: str, keys: tuple[t.Type, ...], scope: Scope) -> tuple[str, bool]:
    """Return an example of a family's member, and whether all its keys are names or numbers of the scope."""
    found = [_key(key, scope) for key in keys]
    player = "me" if scope.me.available else "player"
    shown = (
        known or (player if key == scope.world.player else t.show(key))
        for key, known in zip(keys, found, strict=True)
    )
    return f"{name}[{', '.join(shown)}]", None not in found


def _key(key: t.Type, scope: Scope) -> str | None:
    """Return what may stand for a key in a scope, or `None`."""
    if key == scope.world.player:
        return acting(scope)
    local = _local(key, scope)
    return str(key.low) if local is None and isinstance(key, t.Int) else local


def acting(scope: Scope) -> str | None:
    """Return the innermost local that is a player, or else `me`, or `None` if there is neither."""
    return _local(scope.world.player, scope) or ("me" if scope.me.available else None)


def _local(type_: t.Type, scope: Scope) -> str | None:
    return next((name for name, local in reversed(list(scope.locals.items())) if local.type == type_), None)

"""Types and constants as authors write them: type references, bounds, plain values."""

from __future__ import annotations

from collections.abc import Mapping

from gamespec.documents.document import Scalar
from gamespec.expr.check import check
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fold import NotConstant, constant_value
from gamespec.expr.operators import MOST_NUMBERS
from gamespec.expr.scope import Elaborator, MeUse, Scope
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.text.advice import write
from gamespec.text.diagnostics import Collector
from gamespec.text.effort import Effort
from gamespec.text.source import Source, Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression
from gamespec.world.symbols import OptionValue
from gamespec.world.world import World

__all__ = [
    "MOST_COMPONENTS",
    "constant",
    "constants",
    "option_type",
    "outermost",
    "parameter_type",
    "read_value",
    "scope_apart",
]

MOST_LISTED = 12
"""Maximum number of values that a message lists."""

MOST_COMPONENTS = 4096
"""Maximum number of components in a game."""


def outermost(world: World, source: Source, found: Collector, me: MeUse) -> Scope:
    """Return a scope without locals for the expressions of a file."""
    return Scope(world, source, found, me, _ELABORATOR)


def scope_apart(world: World, source: Source, found: Collector, me: MeUse) -> Scope:
    """Return a scope without locals for an expression that is not part of the game.

    It has an effort of its own, so however many expressions are elaborated, each gets the same result.
    """
    return replace(outermost(world, source, found, me), effort=Effort())


def constants(world: World, found: Collector, source: Source) -> Scope:
    """Return a scope without locals and without `me`."""
    return outermost(world, source, found, MeUse(available=False))


def parameter_type(ref: m.TypeRef, world: World, found: Collector) -> t.Type:
    """Return the type that a reference names, or `BAD` after reporting why it names none."""
    plain = _plain_type(ref, world, found)
    if ref.form == "zone":
        if isinstance(plain, t.Named) and plain.sort == "component":
            return t.ZoneType(plain, plain.size, None)
        found.report("GS308", "a zone holds a kind of components", ref.span)
        return t.BAD
    scalar = t.Optional(plain) if ref.optional and isinstance(plain, t.Bool | t.Int | t.Named) else plain
    if ref.form == "list":
        size = t.domain(scalar)
        if size is not None and size[1] > MOST_NUMBERS:
            found.report("GS309", f"a `list of {t.show(scalar)}` may be longer than 10,000", ref.span)
            return t.BAD
        return t.ListType(scalar, size[1] if size else 0)
    return scalar


_ELABORATOR = Elaborator(check, parameter_type)
"""The functions passed to the expression rules, which cannot import the modules that define them."""


def _plain_type(  # noqa: C901 - one case for each form
    ref: m.TypeRef, world: World, found: Collector
) -> t.Bool | t.Int | t.Named | t.Bad:
    match ref.root:
        case None:
            return t.BAD
        case ast.Name(_, _, "bool"):
            return t.BOOL
        case ast.Name(_, _, "player"):
            return world.player
        case ast.Name(_, _, name):
            symbol = world.symbols.get(name)
            if isinstance(symbol, t.Named):
                world.symbols.used.add(name)
                return symbol
            if isinstance(symbol, OptionValue) and isinstance(symbol.type, t.Named):
                return symbol.type
            if name not in world.symbols.broken:
                _no_type(ref, name, world, found)
            return t.BAD
        case ast.Attribute(_, _, ast.Name(_, _, name), "direction") if name in world.spaces:
            world.symbols.used.add(name)
            return t.Named("direction", f"{name}.direction", 0, len(world.spaces[name].directions))
        case ast.Attribute(_, _, ast.Name(_, _, name), "row") if name in world.kinds:
            world.symbols.used.add(name)
            return world.kinds[name].row
        case ast.Range(_, _, low, high):
            return _range_type(ref, low, high, world, found)
        case ast.Attribute(_, _, ast.Name(_, _, name), _) if name in world.symbols.broken:
            return t.BAD
        case _:
            found.report("GS308", "this is not a type", ref.span, help=_type_of(ref.root, world))
            return t.BAD


def _type_of(root: ast.Node, world: World) -> str | None:
    """Return what an expression that is not a type means, or why its type is not available, or `None`."""
    match root:
        case ast.Binary(_, _, "-", ast.Number(_, _, low), ast.Number(_, _, high)):
            return write(f"{low}..{high}")
        case ast.Attribute(_, _, ast.Name(_, _, name), "row") if name in world.symbols.later:
            later = any(k.ident.name == name for k in world.game.components)
            return (
                f"declare `{name}` before the parts that use its rows" if later else f"`{name}` has no rows"
            )
        case _:
            return None


_NUMBERS = "numbers have a lowest and a highest value, as in `0..10`"
_FOREIGN: dict[str, str] = {
    **dict.fromkeys(("int", "integer", "number", "num", "float"), _NUMBERS),
    "boolean": write("bool"),
    **dict.fromkeys(("str", "string", "text"), "there are no texts; list the possible values under `enums`"),
}
"""Types of other languages, and what to write instead."""


def _no_type(ref: m.TypeRef, name: str, world: World, found: Collector) -> None:
    types = ["bool", "player", *(n for n, s in world.symbols.items() if isinstance(s, t.Named))]
    if name in world.symbols:
        found.report("GS308", f"`{name}` is not a type", ref.span)
        return
    found.report(
        "GS201", f"there is no type `{name}`", ref.span,
        help=_FOREIGN.get(name) or did_you_mean(name, types),
        notes=(f"types: {', '.join(f'`{x}`' for x in types)}, and ranges such as `0..5`",),
    )  # fmt: skip


def _range_type(
    ref: m.TypeRef, low: ast.Node, high: ast.Node, world: World, found: Collector
) -> t.Int | t.Bad:
    ends = [constant(ast.Expression(n, ref.span.source), world, found) for n in (low, high)]
    if ends[0] is None or ends[1] is None:
        return t.BAD
    if ends[0] > ends[1]:
        found.report("GS308", f"the range {ends[0]}..{ends[1]} has no values", ref.span)
        return t.BAD
    return t.Int(ends[0], ends[1])


def constant(
    expression: Expression,
    world: World,
    found: Collector,
    wanted: t.Type | None = None,
    known: Mapping[str, core.Core] | None = None,
) -> int | None:
    """Return the value of a constant expression, or `None` after reporting why it has none.

    `known` gives the meaning of further names.
    """
    scope = replace(constants(world, found, expression.source), locals=known or {})
    node = elaborate(expression, scope, wanted if wanted is not None else t.Int(t.INT_MIN, t.INT_MAX))
    if isinstance(node.type, t.Bad):
        return None
    try:
        return constant_value(node)
    except NotConstant as why:
        found.report(why.code, why.message, why.span)
        return None


def option_type(declared: m.OptionDecl, world: World, found: Collector) -> t.Bool | t.Int | t.Named | t.Bad:
    """Return the type of an option. An inline list of names becomes an enumeration."""
    if declared.type.names:
        names = tuple(i.name for i in declared.type.names)
        type_ = t.Named("enum", declared.ident.name, 0, len(names))
        world.values.add(type_, names)
        return type_
    other = _other_option(declared.type.root, world.game) if declared.type.root is not None else None
    if other is not None:
        found.report(
            "GS306", f"the values of an option cannot depend on the option `{other.name}`",
            Span(declared.type.span.source, other.start, other.end),
            help=f"say under `requires` how `{declared.ident}` and `{other.name}` go together",
        )  # fmt: skip
        return t.BAD
    plain = _plain_type(declared.type, world, found)
    if declared.type.optional or declared.type.form != "plain":
        found.report("GS308", "an option is a bool, a range or one of several names", declared.type.span)
        return t.BAD
    return plain


def _other_option(node: ast.Node, game: m.Game) -> ast.Name | None:
    """Return the first option that occurs in the expression for a type, or `None`."""
    if isinstance(node, ast.Name):
        return node if any(option.ident.name == node.name for option in game.options) else None
    inner = (_other_option(child, game) for child in ast.children(node))
    return next((name for name in inner if name is not None), None)


def read_value(cell: Scalar, type_: t.Type, world: World, found: Collector) -> int | None:
    """Return a value that is written as a plain scalar in a row, table or default.

    Returns `None` after reporting an error.
    """
    if isinstance(type_, t.Bad):
        return None
    base = t.strip(type_)
    if cell.value is None or cell.text == "none":
        if isinstance(type_, t.Optional):
            return t.NONE
        found.report("GS302", f"{t.a(type_)} is missing here", cell.span)
        return None
    match base:
        case t.Bool():
            if isinstance(cell.value, bool):
                return int(cell.value)
        case t.Int(low, high):
            if isinstance(cell.value, int) and not isinstance(cell.value, bool):
                if low <= cell.value <= high:
                    return cell.value
                found.report("GS304", f"{cell.value} is not in `{low}..{high}`", cell.span)
                return None
        case t.Named():
            return _named_value(cell, base, world, found)
        case _:
            pass
    cure = "write `true` or `false`" if isinstance(base, t.Bool) else None
    found.report("GS302", f"expected `{t.show(type_)}`, but this is `{cell.text}`", cell.span, help=cure)
    return None


def _named_value(cell: Scalar, type_: t.Named, world: World, found: Collector) -> int | None:
    value = world.values.find(type_, cell.text)
    if value is None and cell.text in world.game.lost:
        return None
    if value is None:
        names = world.values.labels.get(type_.name, ())
        found.report(
            "GS201", f"`{type_.name}` has no value `{cell.text}`", cell.span,
            help=did_you_mean(cell.text, names),
            notes=(f"values: {', '.join(f'`{n}`' for n in names)}",) if len(names) <= MOST_LISTED else (),
        )  # fmt: skip
    return value

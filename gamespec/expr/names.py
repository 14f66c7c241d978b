"""Determines the meaning of names, attributes and indexes."""

from __future__ import annotations

from gamespec.expr.borrowed import SAME
from gamespec.expr.builtins import BUILTINS
from gamespec.expr.printed import (
    acting,
    check_keys,
    columns_of,
    example,
    form,
    indexed_of,
    is_open,
    keyed,
    member,
    needs_keys,
    open_column,
)
from gamespec.expr.scope import Derived, Scope, declared, unless_none
from gamespec.model import model as m
from gamespec.model.walk import has_keys
from gamespec.program.frozen import replace
from gamespec.text.addition import added
from gamespec.text.advice import Advice, replaced, write
from gamespec.text.diagnostics import Remark
from gamespec.text.suggest import did_you_mean, fuller
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.world.symbols import OptionValue
from gamespec.world.world import World

__all__ = ["check_attribute", "check_index", "check_name", "known_names", "whole_type"]


_WORDS = ("none", "true", "false")

MOST_LISTED = 40
"""Maximum number of names that the note of a message lists."""

_NTH = "the members of a list are read with `nth(list, number)`"


def known_names(scope: Scope) -> list[str]:
    """Return every name that an expression in this scope may use."""
    return [*scope.locals, *scope.world.symbols, *scope.derived, *scope.world.values, "players", "me"]


def whole_type(type_: t.Named, span: core.Span) -> core.Core:
    """Return the list of all values of a type."""
    values = tuple(range(type_.first, type_.first + type_.size))
    return core.Fixed(t.ListType(type_, type_.size), span, values)


def check_name(node: ast.Name, scope: Scope, wanted: t.Type | None) -> core.Core:
    """Type-check a bare name, which is a local, a name of the game, or a value."""
    name, span = node.name, scope.span(node)
    if name in scope.locals:
        found = replace(scope.locals[name], span=span)
        return needs_keys(found, name, scope) if is_open(found) else found
    if name == "players":
        return whole_type(scope.world.player, span)
    target = t.strip(wanted) if wanted is not None else None
    if isinstance(target, t.Named):
        value = scope.world.values.find(target, name)
        if value is not None and name not in scope.world.symbols:
            return core.Const(target, span, value)
    if name in scope.world.symbols:
        scope.world.symbols.used.add(name)
        return _symbol(node, scope)
    derived = scope.derived.get(name)
    if derived is None or scope.world.values.named(name):
        return _value(node, scope, target)
    if derived.player is not None:
        return _needs_key(node, scope, (scope.world.player,))
    return replace(derived.value, span=span)


def _symbol(node: ast.Name, scope: Scope) -> core.Core:
    span = scope.span(node)
    match scope.world.symbols[node.name]:
        case OptionValue(type_, value):
            exact = t.Int(value, value) if isinstance(type_, t.Int) else type_
            return core.Const(exact, span, value)
        case t.Named() as type_:
            return whole_type(type_, span)
        case core.Store() as store:
            if store.dims:
                return _needs_key(node, scope, store.keys)
            return core.Load(store.type, span, store, ())
        case core.ZoneStore() as zone:
            if zone.dims:
                return _family(zone, span)
            return core.Zone(zone.type, span, zone, ())
        case core.History():
            return scope.error(
                "GS305", f"`{node.name}` is a history", node,
                help=f"use `occurred({node.name})` for the number of times it contains the situation",
            )  # fmt: skip
        case core.Agenda():
            return scope.error(
                "GS305", f"`{node.name}` is an agenda", node,
                help=f"use `pending({node.name})` for the number of waiting events",
            )  # fmt: skip
        case m.FunctionDecl(parameters=parameters):
            return scope.error(
                "GS305",
                f"`{node.name}` is a function",
                node,
                help=f"call it: `{node.name}({', '.join(p.ident.name for p in parameters)})`",
                remedies=() if parameters else (replaced(span, f"{node.name}()"),),
            )


def _family(zone: core.ZoneStore, span: core.Span) -> core.Core:
    """Return the list of all components in any zone of a family."""
    most = min(zone.type.of.size, zone.type.most * zone.count)
    return core.BuiltIn(t.ListType(zone.type.of, most), span, "family", (), zone)


def _needs_key(node: ast.Name, scope: Scope, keys: tuple[t.Type, ...]) -> core.Core:
    wanted = " and ".join(f"`{t.show(k)}`" for k in keys)
    return scope.error(
        "GS305", f"`{node.name}` has one member for each {wanted}", node,
        help=member(node.name, keys, scope),
    )  # fmt: skip


def _value(node: ast.Name, scope: Scope, wanted: t.Type | None) -> core.Core:
    name, world = node.name, scope.world
    found = world.values.named(name)
    if len(found) == 1:
        type_, value = found[0]
        return core.Const(type_, scope.span(node), value)
    if found:
        choices = " or ".join(f"`{type_.name}.{name}`" for type_, _ in found)
        return scope.error("GS203", f"`{name}` may mean {choices}", node, help="say which one you mean")
    if name in world.symbols.broken:
        return core.Wrong(t.BAD, scope.span(node))
    later = world.symbols.later.get(name)
    if later is not None and name not in world.symbols.places:
        return scope.error(
            "GS306", f"`{name}` is not known before the game begins", node,
            others=(Remark(later.span, "declared here"),),
        )  # fmt: skip
    if scope.found.full:
        return scope.error("GS201", f"unknown name `{name}`", node)
    if name in BUILTINS and not world.symbols.hides_values:
        return _uncalled(node, scope)
    cure = _borrowed(name, scope) or did_you_mean(
        name, [*known_names(scope), *_WORDS, *sorted(world.symbols.broken)]
    )
    if cure is None and world.symbols.hides_values:
        return core.Wrong(t.BAD, scope.span(node))  # it may be one of these
    if cure is None and wanted == world.player and (player := acting(scope)) is not None:
        cure = Advice(
            f"the player who acts is `{player}`, and the next one clockwise `left({player})`",
            (player, f"left({player})"),
        )
    if name == "bool":
        cure = Advice("write `{false, true}` for the list of both", ("{false, true}",))
    local = list(scope.locals)[:MOST_LISTED]
    notes = (f"local names: {', '.join(f'`{n}`' for n in local)}",) if local else ()
    return scope.error(
        "GS201", f"unknown name `{name}`", node,
        help=("#" in name and fuller(name, _components(world))) or cure or fuller(name, _components(world)),
        notes=notes,
    )  # fmt: skip


def _uncalled(node: ast.Name, scope: Scope) -> core.Core:
    """Report the name of a built-in without arguments."""
    name, form = node.name, BUILTINS[node.name].signature
    player = acting(scope) if form.startswith(f"{name}(player)") else None
    return scope.error(
        "GS305", f"`{name}` is a built-in function", node,
        help=f"its form is `{form}`" if player is None else write(f"{name}({player})"),
    )  # fmt: skip


_NOTHING = ("nil", "null", "nobody", "undefined")
_SWITCHES = {"yes": "true", "on": "true", "no": "false", "off": "false"}
_ACTING = ("active_player", "current_player", "player", "self", "this", "you")
_NEXT = ("enemy", "next", "next_player", "opponent", "other", "other_player", "rival")
_PLAYERS = ("num_players", "number_of_players", "player_count", "players_count")


def _borrowed(name: str, scope: Scope) -> Advice | None:
    """Return advice on a name by which other languages call what has another name here."""
    if name in _NOTHING:
        return write("none")
    if name in _SWITCHES:
        return write(_SWITCHES[name])
    if name in _PLAYERS:
        return Advice("the number of players is `size(players)`", ("size(players)",))
    if name in _ACTING:
        player = acting(scope)
        return Advice(f"the player who acts is `{player}`", (player,)) if player is not None else None
    if name in _NEXT and (player := acting(scope)) is not None:
        return Advice(
            f"the next player clockwise, for two players the other one, is `left({player})`",
            (f"left({player})",),
        )
    return None


def _components(world: World) -> list[str]:
    """Return the names of all components."""
    return [name for kind in world.kinds.values() for name in kind.names]


def check_attribute(node: ast.Attribute, scope: Scope) -> core.Core:
    """Type-check an attribute: `card.suit`, `color.red`, `board.direction`, `card.row.ace`, `gold.bank`."""
    if isinstance(node.of, ast.Name) and not _is_local(node.of.name, node.name, scope):
        special = _qualified(node, node.of.name, scope)
        if special is not None:
            return special
    inner = _listed_type(node.of, scope) if isinstance(node.of, ast.Attribute) else None
    if inner is not None:
        return _qualified_value(node, inner, scope)
    column = _column(node, scope)
    return needs_keys(column, node.name, scope) if is_open(column) else column


def _column(node: ast.Attribute, scope: Scope) -> core.Core:
    """Type-check a printed attribute. If the attribute has keys, the result lacks them."""
    of = scope.check(node.of)
    if isinstance(of.type, t.Bad):
        return core.Wrong(t.BAD, scope.span(node))
    if isinstance(of.type, t.Optional) and isinstance(of.type.of, t.Named):
        return scope.error(
            "GS303", f"this `{t.show(of.type.of)}` may be `none`", of.span,
            help=unless_none(of), others=declared(scope, of),
        )  # fmt: skip
    columns, last = columns_of(of.type, scope), _last(node, scope)
    if isinstance(of.type, t.Named) and node.name in indexed_of(of.type, scope):
        return open_column(of, node.name, indexed_of(of.type, scope)[node.name], scope.span(node))
    if columns is None:
        advice = _called(node, of, scope)
        cures = advice.cures(scope.span(node)) if isinstance(advice, Advice) else ()
        return scope.error(
            "GS207", f"{t.a(of.type)} has no attributes", last, help=advice and str(advice), remedies=cures
        )
    if node.name not in columns:
        return scope.error(
            "GS207", f"`{t.show(of.type)}` has no attribute `{node.name}`", last,
            help=did_you_mean(node.name, [*columns, *indexed_of(of.type, scope)]),
            notes=(f"attributes: {', '.join(f'`{c}`' for c in [*columns, *indexed_of(of.type, scope)])}",),
        )  # fmt: skip
    type_, values = columns[node.name]
    first = of.type.first if isinstance(of.type, t.Named) else 0
    if isinstance(of, core.Const):
        return core.Const(type_, scope.span(node), values[of.value - first])
    return core.Column(type_, scope.span(node), of, node.name, first, values)


def _is_local(name: str, attribute: str, scope: Scope) -> bool:
    """Return whether a name before a dot means the local of that name.

    A local named like its type may also qualify the type's values.
    """
    local, symbol = scope.locals.get(name), scope.world.symbols.get(name)
    called = symbol.type if isinstance(symbol, OptionValue) else symbol
    if local is None or not isinstance(local.type, t.Named) or local.type != called:
        return local is not None
    return attribute in {*(columns_of(local.type, scope) or ()), *indexed_of(local.type, scope)}


def _last(node: ast.Attribute, scope: Scope) -> core.Span:
    """Return the span of the name after the dot."""
    return core.Span(scope.source, node.end - len(node.name), node.end)


def _called(node: ast.Attribute, of: core.Core, scope: Scope) -> str | None:
    """Return advice if a function, or a member of a family, is written like an attribute.

    The same goes for what belongs to the members of a list.
    """
    text = " ".join(of.span.text.split())
    inner, called = t.element(of.type), SAME.get(node.name, node.name)
    if called in BUILTINS and BUILTINS[called].least == 1:
        return write(f"{called}({text})")
    symbol = scope.world.symbols.get(node.name)
    if isinstance(symbol, core.Store | core.ZoneStore) and symbol.keys == (of.type,):
        return write(f"{node.name}[{text}]")
    if inner is not None and node.name in (columns_of(inner, scope) or {}):
        return f"test each of them, as in `any(x in {text}: x.{node.name} …)`"
    return None


def _listed_type(node: ast.Attribute, scope: Scope) -> t.Named | None:
    """Return the type that a dot selects from a space or a kind, as in `board.direction` and `card.row`.

    Returns `None` for any other expression.
    """
    world = scope.world
    if not isinstance(node.of, ast.Name) or _is_local(node.of.name, node.name, scope):
        return None
    match world.symbols.get(node.of.name):
        case t.Named("cell", name) if node.name == "direction":
            type_ = t.Named("direction", f"{name}.direction", 0, len(world.spaces[name].directions))
        case t.Named("component", name) if node.name == "row":
            type_ = world.kinds[name].row
        case _:
            return None
    world.symbols.used.add(node.of.name)
    return type_


def _qualified_value(node: ast.Attribute, named: t.Named, scope: Scope) -> core.Core:
    """Type-check a value after a dot, where the name of its type stands before the dot."""
    world, span = scope.world, scope.span(node)
    value = world.values.find(named, node.name)
    if value is None and (node.name in world.symbols.broken or named.name in world.game.lost):
        return core.Wrong(t.BAD, span)
    if value is None:
        columns, written = columns_of(named, scope) or {}, scope.span(node.of).text
        return scope.error(
            "GS201", f"`{written}` has no value `{node.name}`", _last(node, scope),
            help=f"test one of them, as in `any(x in {written}: x.{node.name} …)`" if node.name in columns
            else did_you_mean(node.name, world.values.labels[named.name])
            or fuller(node.name, world.values.labels[named.name]),
        )  # fmt: skip
    return core.Const(named, span, value)


def _qualified(node: ast.Attribute, name: str, scope: Scope) -> core.Core | None:
    world, span = scope.world, scope.span(node)
    symbol = world.symbols.get(name)
    if symbol is not None:
        world.symbols.used.add(name)
    listed = _listed_type(node, scope)
    if listed is not None:
        return whole_type(listed, span)
    match symbol:
        case (t.Named() as named) | OptionValue(t.Named() as named):
            return _qualified_value(node, named, scope)
        case core.Store(sort=sort) if node.name == "bank" and name in world.resources:
            if sort is not None:
                said = example(f"{name}.bank", (sort,), scope)
                message = f"`{name}` has a bank for each `{t.show(sort)}`"
                return scope.error("GS305", message, node, help=f"say which, as in `{said}`")
            return core.Load(_ANY_NUMBER, span, symbol, (), bank=True)
        case _:
            return None


def check_index(node: ast.Index, scope: Scope) -> core.Core:
    """Type-check a member of a family, a row of a table by its key, or a printed attribute by its keys."""
    name = node.of.name if isinstance(node.of, ast.Name) else None
    symbol = scope.world.symbols.get(name) if name and name not in scope.locals else None
    derived = scope.derived.get(name) if name and name not in scope.locals and symbol is None else None
    if derived is not None and name is not None:
        return _derived(node, name, derived, scope)
    if symbol is None or name is None:
        return _bank(node, scope) or _printed_for(node, scope)
    scope.world.symbols.used.add(name)
    if isinstance(symbol, t.Named) and symbol.sort == "row":
        return _row(node, name, scope)
    if not isinstance(symbol, core.Store | core.ZoneStore):
        return scope.error(
            "GS205", f"`{name}` has no members", node.of,
            help=_NTH if isinstance(symbol, t.Named) else None,
        )  # fmt: skip
    if not symbol.keys:
        return _without_members(node, name, symbol, scope)
    keys = check_keys(node, name, symbol.keys, scope)
    if isinstance(keys, core.Wrong):
        return keys
    if isinstance(symbol, core.Store):
        return core.Load(symbol.type, scope.span(node), symbol, keys)
    return core.Zone(symbol.type, scope.span(node), symbol, keys)


def _without_members(
    node: ast.Index, name: str, symbol: core.Store | core.ZoneStore, scope: Scope
) -> core.Core:
    """Report brackets after something that has no members.

    If they follow each use of it, as in `hand[me]`, its declaration lacks what it is `per`. All uses together
    are one mistake then, which is reported there.
    """
    place = scope.world.symbols.places[name].span
    types = [scope.check(key).type for key in node.keys]
    if any(isinstance(type_, t.Bad) for type_ in types):
        return core.Wrong(t.BAD, scope.span(node))
    if not all(isinstance(type_, t.Named) for type_ in types):
        return scope.error("GS305", f"`{name}` has no members", node, help=_without_keys(node, name, symbol))
    shown = ", ".join(map(t.show, types))
    entry = f"per: {shown}" if len(types) == 1 else f"per: [{shown}]"
    if not has_keys(scope.world.game, name):
        return scope.error(
            "GS305", f"`{name}` has no members", node, help=f"write `{name}`, or make it `{entry}`",
            remedies=(replaced(scope.span(node), name), *added(place, entry)),
        )  # fmt: skip
    return scope.error(
        "GS305", f"`{name}` has no members, but all its uses name one", place,
        others=(Remark(scope.span(node), "a member is named here"),),
        help=f"make it `{entry}`", remedies=added(place, entry),
    )  # fmt: skip


def _without_keys(node: ast.Index, name: str, symbol: core.Store | core.ZoneStore) -> str:
    """Return advice on what to write in place of a member of something that has none."""
    if isinstance(symbol, core.ZoneStore) and isinstance(node.keys[0], ast.Number):
        return f"`top({name})` is the first of its components, `nth({name}, n)` number n"
    return write(name)


def _derived(node: ast.Index, name: str, derived: Derived, scope: Scope) -> core.Core:
    """Type-check a derived value of one player."""
    if derived.player is None:
        return scope.error("GS305", f"`{name}` has no members", node, help=write(name))
    keys = check_keys(node, name, (scope.world.player,), scope)
    if isinstance(keys, core.Wrong):
        return keys
    return core.Let(derived.value.type, scope.span(node), derived.player, keys[0], derived.value)


def _printed_for(node: ast.Index, scope: Scope) -> core.Core:
    """Type-check a printed attribute that has a value for each key."""
    inner = _before_brackets(node.of, scope)
    if isinstance(inner.type, t.Bad):
        return inner
    if is_open(inner):
        return keyed(inner, node, scope)
    return scope.error(
        "GS205", "only variables, resources, zones and tables have members", node.of,
        help="the members of a list are read with `nth(list, number)`",
    )  # fmt: skip


_ANY_NUMBER = t.Int(t.INT_MIN, t.INT_MAX)


def _bank(node: ast.Index, scope: Scope) -> core.Core | None:
    """Type-check the bank of a sort, as in `token.bank[ruby]`, or return `None` for any other expression."""
    of, world = node.of, scope.world
    if not isinstance(of, ast.Attribute) or of.name != "bank" or not isinstance(of.of, ast.Name):
        return None
    store = world.symbols.get(of.of.name) if of.of.name not in scope.locals else None
    if not isinstance(store, core.Store) or store.name not in world.resources:
        return None
    name = f"{store.name}.bank"
    if store.sort is None or len(node.keys) != 1:
        said = name if store.sort is None else form(name, (store.sort,), scope)
        return scope.error("GS305", f"`{name}` has no such members", node, help=f"its form is `{said}`")
    world.symbols.used.add(store.name)
    keys = check_keys(node, name, (store.sort,), scope)
    if isinstance(keys, core.Wrong):
        return keys
    return core.Load(_ANY_NUMBER, scope.span(node), store, keys, bank=True)


def _row(node: ast.Index, name: str, scope: Scope) -> core.Core:
    table = scope.world.tables[name]
    types = tuple(table.columns[key][0] for key in table.keys)
    if not types:
        return scope.error("GS205", f"table `{name}` has no `key` to look up by", node)
    keys = check_keys(node, name, types, scope)
    if isinstance(keys, core.Wrong):
        return keys
    type_: t.Type = t.Optional(table.type) if table.partial else table.type
    if all(isinstance(k, core.Const) for k in keys):
        row = table.row(tuple(k.value for k in keys if isinstance(k, core.Const)))
        if row is not None:
            return core.Const(table.type, scope.span(node), row)
    return core.BuiltIn(type_, scope.span(node), "row_of", keys, table)


def _before_brackets(node: ast.Node, scope: Scope) -> core.Core:
    """Type-check the part that stands before brackets. A column may lack its keys there."""
    if isinstance(node, ast.Name) and node.name in scope.locals and is_open(scope.locals[node.name]):
        return replace(scope.locals[node.name], span=scope.span(node))
    if isinstance(node, ast.Attribute):
        named = isinstance(node.of, ast.Name) and node.of.name not in scope.locals
        quiet = node.of.name if named and isinstance(node.of, ast.Name) else None
        if quiet is None or not isinstance(scope.world.symbols.get(quiet), t.Named | OptionValue):
            return _column(node, scope)
    return scope.check(node)

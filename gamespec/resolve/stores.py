"""Zones, variables and resources."""

from __future__ import annotations

from math import prod

from gamespec.model import model as m
from gamespec.resolve.binder import Binder
from gamespec.resolve.members import member_constants
from gamespec.resolve.types import (
    parameter_type,
)
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import ZoneRule

__all__ = ["bind_resource", "bind_variable", "bind_zone"]


def bind_zone(b: Binder, declared: m.ZoneDecl, number: int) -> int:
    """Bind a zone or a family of zones, and return the number after that of its last zone."""
    symbol = b.world.symbols.get(declared.of.name)
    keys = b.keys(declared.per)
    if not isinstance(symbol, t.Named) or symbol.sort != "component":
        if symbol is not None and declared.of.name not in b.world.symbols.broken:
            b.found.report("GS205", f"`{declared.of.name}` is not a kind of components", declared.of.span)
        elif declared.of.name not in b.world.symbols.broken:
            kinds = [k.ident.name for k in b.world.game.components]
            b.found.report(
                "GS201", f"there is no kind of components `{declared.of.name}`", declared.of.span,
                help=did_you_mean(declared.of.name, kinds),
            )  # fmt: skip
        b.define(declared.ident, None)
        return number
    capacities = _capacities(b, declared, symbol, keys) if keys is not None else None
    if keys is None or capacities is None:
        b.define(declared.ident, None)
        return number
    most = max(capacities)
    type_ = t.ZoneType(symbol, most, declared.ordered)
    zone = core.ZoneStore(declared.ident.name, type_, keys[1], keys[0], number)
    rule = ZoneRule(zone, symbol, declared.ordered, capacities, declared.seen_by, declared.label)
    b.define(declared.ident, zone if b.has_owner(declared.seen_by, keys[0], symbol, declared.ident) else None)
    b.world.zones[declared.ident.name] = rule
    return number + zone.count


def _capacities(
    b: Binder,
    declared: m.ZoneDecl,
    kind: t.Named,
    keys: tuple[tuple[t.Type, ...], tuple[tuple[int, int], ...]],
) -> tuple[int, ...] | None:
    """Return the capacity of each zone of a family, or `None` after reporting an error."""
    if declared.capacity is None:
        return (kind.size,) * prod(size for _, size in keys[1])
    by_key = tuple(zip(declared.per, *keys, strict=True))
    wanted = t.Int(0, t.INT_MAX)
    values = member_constants(declared.capacity, by_key, wanted, b.world, b.found)
    return None if values is None else tuple(min(value, kind.size) for value in values)


def bind_variable(b: Binder, declared: m.VariableDecl) -> None:
    """Bind a variable or a family of variables."""
    type_ = parameter_type(declared.type, b.world, b.found)
    keys = b.keys(declared.per)
    if isinstance(type_, t.ListType | t.ZoneType):
        b.found.report(
            "GS308", "a variable holds a single value", declared.type.span,
            help="a changing set is a `bool` variable `per` element, a changing list is a zone",
        )  # fmt: skip
        type_ = t.BAD
    if isinstance(type_, t.Bad) or keys is None:
        b.define(declared.ident, None)
        return
    store = core.Store(declared.ident.name, type_, keys[1], keys[0])
    b.world.stores[declared.ident.name] = store
    b.define(declared.ident, store if b.has_owner(declared.seen_by, keys[0], None, declared.ident) else None)


def bind_resource(b: Binder, declared: m.ResourceDecl) -> None:
    """Bind a resource and its holders."""
    type_ = parameter_type(declared.type, b.world, b.found)
    keys = b.keys((*declared.per, declared.of) if declared.of is not None else declared.per)
    if not isinstance(type_, t.Int):
        if not isinstance(type_, t.Bad):
            b.found.report(
                "GS302", "a resource is a number of tokens", declared.type.span,
                help="give a range, such as `0..99`",
            )  # fmt: skip
        b.define(declared.ident, None)
        return
    if keys is None:
        b.define(declared.ident, None)
        return
    sort = keys[0][-1] if declared.of is not None else None
    store = core.Store(declared.ident.name, type_, keys[1], keys[0], sort)
    b.world.stores[declared.ident.name] = store
    b.world.resources.add(declared.ident.name)
    b.define(declared.ident, store)

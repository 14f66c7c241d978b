"""What variables and resources hold when a game begins."""

from __future__ import annotations

from gamespec import model as m
from gamespec.compile.builder import Builder
from gamespec.diagnostics import Collector
from gamespec.expr import types as t
from gamespec.resolve.types import constant

__all__ = ["MOST_INTEGERS", "start_values", "too_long", "variable_start"]

MOST_INTEGERS = 2**20
"""The longest position."""


def start_values(b: Builder) -> dict[str, tuple[int, ...]] | None:
    """What variables and resources begin with, a resource's bank last; `None` after reporting why not."""
    if not _bounded(b):
        return None
    held = {r.ident.name: _resource_start(b, r) for r in b.world.game.resources}
    held |= {v.ident.name: _variable_starts(b, v) for v in b.world.game.variables}
    values = {name: start for name, start in held.items() if start is not None}
    return values if len(values) == len(held) else None


def _resource_start(b: Builder, resource: m.ResourceDecl) -> tuple[int, ...] | None:
    store = b.world.stores.get(resource.ident.name)
    if store is None:
        return None
    start = constant(resource.start, b.world, b.found, store.type) if resource.start else 0
    supply = constant(resource.supply, b.world, b.found, t.Int(0, t.INT_MAX)) if resource.supply else 0
    if start is None or supply is None:
        return None
    dealt = start * store.count
    if not t.INT_MIN <= supply - dealt <= t.INT_MAX:
        b.found.report(
            "GS304", f"the bank of `{resource.ident}` would begin with {supply - dealt}, "
            "which does not fit into 32 bits", resource.ident.span,
        )  # fmt: skip
    if resource.supply is not None and dealt > supply:
        b.found.report("GS304", f"{dealt} tokens are dealt out of {supply}", resource.supply.span)
    return (start,) * store.count + (supply - dealt,)


def _variable_starts(b: Builder, variable: m.VariableDecl) -> tuple[int, ...] | None:
    store = b.world.stores.get(variable.ident.name)
    start = variable_start(b, variable, store.type) if store is not None else None
    return None if store is None or start is None else (start,) * store.count


def _bounded(b: Builder) -> bool:
    """Whether variables, resources and zones have room in a position, before any of them is laid out."""
    stores = sum(store.count for store in b.world.stores.values())
    zones = sum(3 * rule.zone.count for rule in b.world.zones.values())
    if stores + zones <= MOST_INTEGERS:
        return True
    too_long(b.world.game, b.found)
    return False


def variable_start(b: Builder, variable: m.VariableDecl, type_: t.Type) -> int | None:
    """What a variable begins with; `None` after reporting that nobody knows."""
    if variable.start is not None:
        return constant(variable.start, b.world, b.found, type_)
    match type_:
        case t.Optional():
            return t.NONE
        case t.Bool():
            return 0
        case t.Int(low, high):
            return min(max(0, low), high)
        case _:
            optional = t.Optional(type_) if isinstance(type_, t.Named) else type_
            b.found.report(
                "GS209", f"`{variable.ident}` needs a `start`", variable.ident.span,
                help=f"say with which `{t.show(type_)}` it begins, or make it {t.a(optional)}",
            )  # fmt: skip
            return None


def too_long(game: m.Game, found: Collector) -> None:
    """Report that a position would be too long."""
    found.report(
        "GS309", f"a position would have more than {MOST_INTEGERS} integers",
        game.ident.span, help="use fewer or smaller families of zones and variables",
    )  # fmt: skip

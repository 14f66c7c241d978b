"""Computes the initial values of variables and resources."""

from __future__ import annotations

from gamespec.compile.draft.builder import Builder
from gamespec.model import model as m
from gamespec.resolve.members import member_constants
from gamespec.text.diagnostics import Collector
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["MOST_INTEGERS", "start_values", "too_long"]

MOST_INTEGERS = 2**20
"""Maximum length of a position, in integers."""


def start_values(b: Builder) -> dict[str, tuple[int, ...]] | None:
    """Return the initial values of variables and resources by name, or `None` after reporting an error.

    The last value of a resource is that of its bank.
    """
    game = b.world.game
    variables, resources = ({each.ident.name for each in of} for of in (game.variables, game.resources))
    if variables & resources or not _bounded(b):
        return None  # of two declarations with one name, which has been reported, only one has a store
    held = {r.ident.name: _resource_start(b, r) for r in b.world.game.resources}
    held |= {v.ident.name: _variable_starts(b, v) for v in b.world.game.variables}
    values = {name: start for name, start in held.items() if start is not None}
    return values if len(values) == len(held) else None


def _resource_start(b: Builder, resource: m.ResourceDecl) -> tuple[int, ...] | None:
    store = b.world.stores.get(resource.ident.name)
    if store is None:
        return None
    refs = (*resource.per, resource.of) if resource.of is not None else resource.per
    keys = tuple(zip(refs, store.keys, store.dims, strict=True))
    sorts, amounts = keys[len(resource.per) :], t.Int(0, t.INT_MAX)
    start: tuple[int, ...] | None = (0,) * store.count
    if resource.start is not None:
        start = member_constants(resource.start, keys, store.type, b.world, b.found)
    supply: tuple[int, ...] | None = (0,) * store.banks
    if resource.supply is not None:
        supply = member_constants(resource.supply, sorts, amounts, b.world, b.found)
    if start is None or supply is None:
        return None
    dealt = tuple(sum(start[sort :: store.banks]) for sort in range(store.banks))
    _check_dealt(b, resource, store, supply, dealt)
    return (*start, *(there - out for there, out in zip(supply, dealt, strict=True)))


def _check_dealt(
    b: Builder, resource: m.ResourceDecl, store: core.Store, supply: tuple[int, ...], dealt: tuple[int, ...]
) -> None:
    """Report banks whose content does not fit into 32 bits after everyone has received a share.

    `supply` and `dealt` are the numbers of tokens of each sort.
    """
    for sort, (there, out) in enumerate(zip(supply, dealt, strict=True)):
        of, name = "", f"{resource.ident}"
        if store.sort is not None:
            text = b.world.values.text(store.sort, store.dims[-1][0] + sort)
            of, name = f" of `{text}`", f"{resource.ident}.bank[{text}]"
        if not t.INT_MIN <= there - out <= t.INT_MAX:
            b.found.report(
                "GS304", f"the bank of `{name}` would begin with {there - out}, "
                "which does not fit into 32 bits", resource.ident.span,
            )  # fmt: skip
        if resource.supply is not None and out > there:
            b.found.report("GS304", f"{out} tokens{of} are dealt out of {there}", resource.supply.span)
            return


def _variable_starts(b: Builder, variable: m.VariableDecl) -> tuple[int, ...] | None:
    store = b.world.stores.get(variable.ident.name)
    if store is None:
        return None
    if variable.start is not None:
        keys = tuple(zip(variable.per, store.keys, store.dims, strict=True))
        return member_constants(variable.start, keys, store.type, b.world, b.found)
    start = _begins(b, variable, store.type)
    return None if start is None else (start,) * store.count


def _bounded(b: Builder) -> bool:
    """Return whether variables, resources and zones fit into a position, and report an error if they do not.

    This is checked before any of them is laid out.
    """
    stores = sum(store.count for store in b.world.stores.values())
    zones = sum(3 * rule.zone.count for rule in b.world.zones.values())
    if stores + zones <= MOST_INTEGERS:
        return True
    too_long(b.world.game, b.found)
    return False


def _begins(b: Builder, variable: m.VariableDecl, type_: t.Type) -> int | None:
    """Return the default initial value of a variable, or `None` after reporting that it has none."""
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
                help=f"give the `{t.show(type_)}` with which it begins, or make it {t.a(optional)}",
            )  # fmt: skip
            return None


def too_long(game: m.Game, found: Collector) -> None:
    """Report that a position would have more than `MOST_INTEGERS` integers."""
    found.report(
        "GS309", f"a position would have more than {MOST_INTEGERS} integers",
        game.ident.span, help="use fewer or smaller families of zones and variables",
    )  # fmt: skip

"""Typing rules of the built-ins for adjacency between a grid's cells, edges and corners."""

from __future__ import annotations

from gamespec.expr.call import Call, optional
from gamespec.space import Pairs, Space, touching
from gamespec.space import between as joins
from gamespec.space import directions_to as lies
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["around", "between", "pair", "said", "side_direction"]


def around(call: Call) -> core.Core:
    """Type-check `around(x, SPACE)`."""
    of, type_ = call.cell(0), call.space(1)
    if not isinstance(of.type, t.Named) or type_ is None:
        return call.wrong
    space, other = (call.scope.world.spaces[x.name] for x in (of.type, type_))
    touched = touching(space, other)
    if touched is None:
        cure = "`neighbours(…)` lists those beside it in the same space" if space is other else None
        return _no_such(call, space, other, cure)
    if isinstance(of, core.Const):
        members = touched.lists[of.value]
        return core.Fixed(t.ListType(type_, len(members)), call.span, members)
    result = t.ListType(type_, max(map(len, touched.lists)))
    return core.BuiltIn(result, call.span, "touching_cells", (of,), touched)


def between(call: Call) -> core.Core:
    """Type-check `between(a, b, SPACE)`."""
    first, type_ = call.cell(0), call.space(2)
    if not isinstance(first.type, t.Named) or type_ is None:
        return call.wrong
    second = call.arg(1, first.type)
    if isinstance(second.type, t.Bad):
        return call.wrong
    space, other = (call.scope.world.spaces[x.name] for x in (first.type, type_))
    found = joins(space, other)
    if found is None:
        several = touching(space, other) is not None
        cure = (
            f"two may share several: `around(a, {other.name})` lists all that touch one" if several else None
        )
        return _no_such(call, space, other, cure)
    return pair(call, first, second, optional(type_), found)


def side_direction(call: Call, cell: core.Core, side: core.Core) -> core.Core | None:
    """Type-check `direction(x, edge)`, or return `None` if `side` is no edge of the board of `cell`."""
    if not isinstance(cell.type, t.Named) or not isinstance(side.type, t.Named) or side.type.sort != "cell":
        return None
    space, other = (call.scope.world.spaces[x.name] for x in (cell.type, side.type))
    found = lies(space, other)
    if found is None:
        return None
    direction = t.Named("direction", f"{space.name}.direction", 0, len(space.directions))
    return pair(call, cell, side, optional(direction), found)


def pair(call: Call, first: core.Core, second: core.Core, type_: t.Type, pairs: Pairs) -> core.Core:
    """Type-check a look-up by a pair of values, whose result is `none` if nothing belongs to the pair."""
    if isinstance(first.type, t.Bad) or isinstance(second.type, t.Bad):
        return call.wrong
    if isinstance(first, core.Const) and isinstance(second, core.Const):
        value = pairs.values.get((first.value, second.value), t.NONE)
        known = t.strip(type_) if value != t.NONE and not isinstance(t.strip(type_), t.Int) else type_
        return core.Const(known, call.span, value)
    return core.BuiltIn(type_, call.span, "of_pair", (first, second), pairs)


_SAID = {
    "grid": "is a grid",
    "track": "is a track",
    "branches": "is a track with branches",
    "graph": "is a graph of cells and links",
    "edges": "are edges",
    "corners": "are corners",
}


def _no_such(call: Call, space: Space, other: Space, cure: str | None) -> core.Core:
    """Report that two spaces are not related in the way that a built-in needs."""
    return call.scope.error(
        "GS302", f"`{call.node.name}` needs two of these: a grid, its edges, its corners",
        call.node, help=cure,
        notes=tuple(f"`{x.name}` {said(x)}" for x in dict.fromkeys((space, other))),
    )  # fmt: skip


def said(space: Space) -> str:
    """Return what a space is, as the rest of a sentence that begins with its name."""
    return _SAID[space.sort] + (f" of `{space.board_of.name}`" if space.board_of is not None else "")

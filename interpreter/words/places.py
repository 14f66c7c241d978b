"""Names the places of components that are chosen unseen, in the notation of the language.

A place in an ordered zone is written like `nth(row, 2)`. A place in any other zone is written as the zone
alone, such as `hand[seat(2)]`. Saved answers use names for the keys of zones, such as `hand[p2]`, as the
names of chance streams do.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamespec.compile import Compiled
from gamespec.expr.scope import Scope
from gamespec.program import Pick
from gamespec.trees import ast, core
from gamespec.trees import types as t
from interpreter.play.options import is_place, place, place_at

__all__ = ["named_place", "place_name", "read_place", "told_apart"]


def place_name(compiled: Compiled, pick: Pick, value: int) -> str:
    """Return the name of the place that a value of a pick stands for."""
    zone, index = place(pick, value)
    name = compiled.world.zone_name(zone)
    return f"nth({name}, {index + 1})" if compiled.program.zones[zone].ordered else name


def named_place(compiled: Compiled, pick: Pick, name: str) -> int | None:
    """Return the place of a pick that has this name, or `None` if there is none.

    If several places share the name, the first of them is chosen.
    """
    wanted = name.replace(" ", "")
    for zone, count in pick.hidden:
        names = range(count) if compiled.program.zones[zone].ordered else range(1)
        for index in names:
            value = place_at(pick, zone, index)
            if place_name(compiled, pick, value).replace(" ", "") == wanted:
                return value
    return None


def read_place(compiled: Compiled, pick: Pick, node: ast.Node, scope: Scope) -> int | None:
    """Return the place that an expression denotes, or `None` if it is not a place of the pick."""
    typed = scope.check(node, None)
    index = 0
    match typed:
        case core.BuiltIn(name="nth", args=(core.Contents(zone=zone), core.Const(value=number))):
            typed, index = zone, number - 1
        case _ if not isinstance(typed.type, t.ZoneType):
            return None
        case _:
            pass
    if not isinstance(typed, core.Zone) or not all(isinstance(key, core.Const) for key in typed.keys):
        return None
    number = typed.zone.first
    offset = 0
    for key, (first, size) in zip(typed.keys, typed.zone.dims, strict=True):
        assert isinstance(key, core.Const)  # noqa: S101 - just asked
        offset = offset * size + key.value - first
    number += offset
    ordered = compiled.program.zones[number].ordered
    if ordered != isinstance(node, ast.Call) or not any(
        zone == number and 0 <= index < count for zone, count in pick.hidden
    ):
        return None
    return place_at(pick, number, index)


def told_apart(pick: Pick, values: Iterable[int]) -> tuple[int, ...]:
    """Return `values`, where each repeated place is replaced by the next place in the same zone."""
    found: list[int] = []
    for value in values:
        new = value
        while pick.hidden and is_place(new) and new in found:
            zone, index = place(pick, new)
            new = place_at(pick, zone, index + 1)
        found.append(new)
    return tuple(found)

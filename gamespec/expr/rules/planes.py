"""Typing rules of the built-ins for tiles, parts and features."""

from __future__ import annotations

from collections.abc import Callable

from gamespec.expr.call import Call, Rule
from gamespec.expr.operators import ANY_INT
from gamespec.model import model as m
from gamespec.space import Plane
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["around_tile", "features", "of_feature", "parts_of", "spot", "spots", "tiles_of_feature"]


def _plane_of_tiles(call: Call, index: int) -> tuple[core.Core, t.Named, Plane] | None:
    """Return an argument that is a tile, with its kind and the plane on which it can be laid.

    Returns `None` after reporting an error.
    """
    tile = call.of_sort(index, "component")
    if not isinstance(tile.type, t.Named):
        return None
    for plane in call.scope.world.planes.values():
        if plane.first_tile == tile.type.first:
            return tile, tile.type, plane
    if not _may_be_lost(call):
        call.scope.error("GS302", f"no plane is made of `{tile.type.name}`", tile.span)
    return None


def _may_be_lost(call: Call) -> bool:
    """Return whether the plane in question may be a declaration whose mistakes have already been reported."""
    world = call.scope.world
    return bool(world.game.lost) or any(s.ident.name in world.symbols.broken for s in world.game.spaces)


def _plane_of_parts(call: Call, index: int) -> tuple[core.Core, Plane] | None:
    """Return an argument that is a part, and the plane on which it joins other parts.

    Returns `None` after reporting an error.
    """
    part = call.of_sort(index, "part")
    if not isinstance(part.type, t.Named):
        return None
    world = call.scope.world
    for declared in world.game.spaces:
        if isinstance(declared, m.Plane) and declared.parts.name == part.type.name:
            plane = world.planes.get(declared.ident.name)
            return (part, plane) if plane is not None else None
    if not _may_be_lost(call):
        call.scope.error("GS302", f"no plane joins `{part.type.name}`", part.span)
    return None


def _parts_on(call: Call, plane: Plane) -> t.Named:
    """Return the type of the parts that join on a plane."""
    world = call.scope.world
    joined = {s.ident.name: s.parts.name for s in world.game.spaces if isinstance(s, m.Plane)}
    return world.parts[joined[plane.name]].type


def spots(call: Call) -> core.Core:
    found = _plane_of_tiles(call, 0)
    if found is None:
        return call.wrong
    tile, _, plane = found
    spot = t.Named("spot", plane.name, 0, plane.spots)
    return call.result(t.ListType(spot, spot.size), tile, data=plane)


def _named_plane(call: Call, word: str) -> Plane | None:
    """Return the plane that the first argument names, or `None` after reporting an error.

    Nothing is reported if the plane may be a declaration that could not be read.
    """
    name = call.node.args[0]
    plane = call.scope.world.planes.get(name.name) if isinstance(name, ast.Name) else None
    if plane is None and not _may_be_lost(call):
        call.scope.error("GS302", f"`{word}` needs the name of a plane", name)
    return plane


def spot(call: Call) -> core.Core:
    plane = _named_plane(call, "spot")
    if plane is None:
        return call.wrong
    numbers = [call.arg(i, ANY_INT) for i in (1, 2, 3)]
    if not all(isinstance(n, core.Const) for n in numbers):
        return call.scope.error("GS306", "a spot is named by plain numbers", call.node)
    x, y, turn = (n.value for n in numbers if isinstance(n, core.Const))
    spot = plane.spot(x, y, turn)
    if spot is None:
        return call.scope.error("GS304", f"({x}, {y}) is not within `{plane.name}`", call.node)
    return core.Const(t.Named("spot", plane.name, 0, plane.spots), call.span, spot)


def around_tile(call: Call) -> core.Core:
    found = _plane_of_tiles(call, 0)
    if found is None:
        return call.wrong
    tile, kind, plane = found
    return call.result(t.ListType(kind, 8), tile, data=plane)


def parts_of(call: Call) -> core.Core:
    found = _plane_of_tiles(call, 0)
    if found is None:
        return call.wrong
    tile, _, plane = found
    most = max((len(x) for x in plane.parts_of), default=0)
    return call.result(t.ListType(_parts_on(call, plane), most), tile, data=plane)


def of_feature(result: Callable[[t.Named, Plane], t.Type]) -> Rule:
    def rule(call: Call) -> core.Core:
        found = _plane_of_parts(call, 0)
        if found is None or not isinstance(found[0].type, t.Named):
            return call.wrong
        return call.result(result(found[0].type, found[1]), found[0], data=found[1])

    return rule


def all_parts(part: t.Named, _: Plane) -> t.Type:
    return t.ListType(part, part.size)


def tiles_of_feature(call: Call) -> core.Core:
    found = _plane_of_parts(call, 0)
    if found is None or not isinstance(found[0].type, t.Named):
        return call.wrong
    plane = found[1]
    rule = call.scope.world.zones[plane.zone]
    return call.result(t.ListType(rule.kind, rule.kind.size), found[0], data=plane)


def features(call: Call) -> core.Core:
    plane = _named_plane(call, "features")
    if plane is None:
        return call.wrong
    part = _parts_on(call, plane)
    return call.result(t.ListType(part, part.size), data=plane)

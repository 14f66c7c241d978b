"""Whether a player can tell what an expression comes to: where that is not certain, it is not told."""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.expr import core
from gamespec.expr import types as t
from interpreter.inspection import Inspector
from interpreter.play.known import recognized
from interpreter.play.options import Value

__all__ = ["can_tell", "knows"]


def can_tell(inspector: Inspector, node: core.Core, player: int) -> bool:
    """Whether a player (the seat, from 0) sees and knows all that a value depends on. Raises `Fault`."""
    return all(_seen(inspector, part, player) for part in _parts(node))


def _parts(node: core.Core) -> Iterator[core.Core]:
    """What an expression reads, with the functions it applies; how many lie in a zone everybody sees."""
    left, applied = [node], set[core.Function]()
    while left:
        part = left.pop()
        match part:
            case core.BuiltIn(name="size" | "empty", args=(core.Contents(zone=core.Zone(keys=keys)),)):
                left += keys
                continue
            case core.BuiltIn(name="size" | "empty", args=(core.Zone(keys=keys),)):
                left += keys
                continue
            case core.Apply(function=function) if function not in applied and function.body is not None:
                applied.add(function)
                left.append(function.body)
            case _:
                pass
        yield part
        left += core.children(part)


def _seen(inspector: Inspector, part: core.Core, player: int) -> bool:
    names, program = inspector.compiled.names, inspector.compiled.program
    match part:
        case core.Load(bank=True):
            return True
        case core.Load(store=store, keys=keys):
            table = program.stores[names.stores.index(store)]
            at = _index(inspector, keys, store.dims)
            return all(seen >> player & 1 for seen in (table.seen if at is None else table.seen[at : at + 1]))
        case core.Zone(zone=zone, keys=keys):
            at = _index(inspector, keys, zone.dims)
            numbers = range(zone.count) if at is None else (at,)
            return all(
                knows(inspector, c, player) for n in numbers for c in inspector.contents(zone.first + n)
            )
        case core.BuiltIn(name="family", data=core.ZoneStore() as zone):
            numbers = range(zone.first, zone.first + zone.count)
            return all(knows(inspector, c, player) for n in numbers for c in inspector.contents(n))
        case core.Local(type=type_, slot=slot) if slot.frame and not isinstance(type_, t.ListType):
            value = inspector.value(part)
            return not t.is_component(type_) or value == t.NONE or knows(inspector, value, player)
        case _:
            return True


def _open(inspector: Inspector, zone: int, player: int) -> bool:
    return all(knows(inspector, c, player) for c in inspector.contents(zone))


def knows(inspector: Inspector, component: Value, player: int) -> bool:
    """Whether a player (the seat, from 0) knows which component one is."""
    assert isinstance(component, int)  # noqa: S101 - one, not several
    return bool(recognized(inspector.compiled.program, inspector.position, component) >> player & 1)


def _index(
    inspector: Inspector, keys: tuple[core.Core, ...], dims: tuple[tuple[int, int], ...]
) -> int | None:
    """Which member of a family is read; `None` where that depends on a variable of the expression."""
    index, left = 0, list(keys)
    while left:
        part = left.pop()
        if isinstance(part, core.Local) and not part.slot.frame:
            return None
        left += core.children(part)
    for key, (first, size) in zip(keys, dims, strict=True):
        value = inspector.value(key)
        assert isinstance(value, int)  # noqa: S101 - a key is no list
        index = index * size + value - first
    return index

"""Instructions that change the position, each through the atoms and each leaving its event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamespec.compile import draft as g
from gamespec import work
from gamespec.expr import core
from gamespec.expr import types as t
from interpreter.engine.context import Context, Operation, Position
from interpreter.engine.errors import Fault
from interpreter.engine.evaluate import Number
from interpreter.engine.events import Changed, Drew, Laid, Transferred
from interpreter.engine.fuel import spend
from interpreter.engine.knowledge import variable_seen
from interpreter.engine.operations.flow import store

if TYPE_CHECKING:
    from interpreter.engine.machine import Machine

__all__ = [
    "components",
    "lay",
    "move",
    "put",
    "renew",
    "reveal",
    "shares",
    "shuffle",
    "throw",
    "transfer",
    "zone_to_shuffle",
]


def components(machine: Machine, what: core.Core) -> Callable[[Position], list[int]]:
    if isinstance(what.type, t.ListType):
        listing = machine.evaluator.listing(what)
        return lambda p: list(listing(p))
    number = machine.evaluator.number(what)
    return lambda p: [number(p)]


def move(machine: Machine, at: int, i: g.MoveTo) -> Operation:
    what, to = components(machine, i.what), machine.evaluator.number(i.to)
    move, bottom, span, after = machine.atoms.move, i.bottom, i.span, at + 1
    size, zone_of = machine.atoms.size, machine.atoms.zone_of
    world = machine.program.world
    fixed = frozenset(world.zones[plane.zone].zone.first for plane in world.planes.values())
    scratch, each = machine.evaluator.scratch, work.moved_weight(i.to.type)

    def operation(p: Position, context: Context) -> int:
        moving, target = what(p), to(p)
        spend(scratch, len(moving) * each, span)
        if fixed and any(p[zone_of + c] in fixed for c in moving):
            raise Fault("GS514", "a tile that has been laid stays where it is", span)
        sources = {p[zone_of + c] for c in moving}
        whole = len(moving) > 1 and len(sources) == 1 and len(set(moving)) == p[size + sources.pop()]
        for c in moving:
            move(p, c, target, bottom=bottom, sink=context.events, span=span, whole=whole)
        return after

    return operation


def put(machine: Machine, at: int, i: g.Put) -> Operation:
    after = at + 1
    if isinstance(i.target, core.Slot):
        return _put_local(machine, i.target, i.value, after)
    store = i.target.store
    offset = machine.evaluator.offset(i.target.keys, store.dims, store.at)
    value = machine.evaluator.number(i.value)
    seen = variable_seen(machine.program, store)

    def operation(p: Position, context: Context) -> int:
        place = offset(p)
        new = +value(p)
        if context.events is not None and p[place] != new:
            index = place - store.at
            context.events.append(Changed(store, index, p[place], new, seen[index]))
        p[place] = new
        return after

    return operation


def lay(machine: Machine, at: int, i: g.LayTile) -> Operation:
    tiling = machine.tilings[i.plane.name]
    what, spot, after = machine.evaluator.number(i.what), machine.evaluator.number(i.at), at + 1

    def operation(p: Position, context: Context) -> int:
        tile, where = what(p), spot(p)
        tiling.lay(p, tile, where, i.span)
        machine.atoms.move(p, tile, i.zone, bottom=False, sink=context.events, span=i.span)
        if context.events is not None:
            context.events.append(Laid(i.plane.name, tile, where))
        return after

    return operation


def renew(machine: Machine, at: int, i: g.Renew) -> Operation:
    store, after, seen = i.store, at + 1, variable_seen(machine.program, i.store)
    start, end, fresh = store.at, store.at + store.count, [i.start] * store.count

    def operation(p: Position, context: Context) -> int:
        if context.events is not None and p[start:end] != fresh:
            context.events += [
                Changed(store, k, p[start + k], i.start, seen[k])
                for k in range(store.count)
                if p[start + k] != i.start
            ]
        p[start:end] = fresh
        return after

    return operation


def _put_local(machine: Machine, slot: core.Slot, node: core.Core, after: int) -> Operation:
    at = slot.at
    if not isinstance(slot.type, t.ListType):
        value = machine.evaluator.number(node)
        return store(at, value, after)
    listing = machine.evaluator.listing(node)

    def operation(p: Position, _: Context) -> int:
        members = listing(p)
        p[at] = len(members)
        p[at + 1 : at + 1 + len(members)] = members
        return after

    return operation


def transfer(machine: Machine, at: int, i: g.TransferTo) -> Operation:
    e, store, after = machine.evaluator, i.source.store, at + 1
    amount, span = e.number(i.amount), i.span
    ends = tuple(_holder(machine, x) for x in (i.source, i.target))
    bank = store.at + store.count
    limited = store.name in machine.program.limited
    bounds = store.type
    assert isinstance(bounds, t.Int)  # noqa: S101 - the type of every resource

    def operation(p: Position, context: Context) -> int:
        n, (source, target) = amount(p), (end(p) for end in ends)
        least = (0 if limited else t.INT_MIN) if source == bank else bounds.low
        if n < 0:
            raise Fault("GS507", f"a transfer of {n} `{store.name}`", span, "exchange `from` and `to`")
        if p[source] - n < least:
            raise Fault("GS507", f"{n} `{store.name}` cannot be taken from {p[source]}", span)
        if target == bank and p[target] + n > t.INT_MAX:
            raise Fault("GS509", f"{p[target] + n} `{store.name}` do not fit into 32 bits", span)
        if target not in (bank, source) and p[target] + n > bounds.high:
            raise Fault(
                "GS505", f"{p[target] + n} `{store.name}` are more than `{t.show(bounds)}` allows", span
            )
        p[source] -= n
        p[target] += n
        if n and context.events is not None:
            context.events.append(Transferred(store, n, source - store.at, target - store.at))
        return after

    return operation


def _holder(machine: Machine, node: core.Load) -> Number:
    store = node.store
    if node.bank:
        bank = store.at + store.count
        return lambda _: bank
    return machine.evaluator.offset(node.keys, store.dims, store.at)


def zone_to_shuffle(machine: Machine, i: g.ShuffleZone) -> Number:
    """The zone that is shuffled. A parameter may turn out to be one without order, which is a fault."""
    zone, shuffled, span = machine.evaluator.number(i.zone), machine.program.shuffled, i.span

    def ordered(p: Position) -> int:
        number = zone(p)
        if shuffled[number] < 0:
            name = machine.program.zone_rules[number].zone.name
            raise Fault("GS516", f"`{name}` has no order to shuffle", span, "declare it `ordered: true`")
        return number

    return ordered


def shuffle(machine: Machine, at: int, i: g.ShuffleZone) -> Operation:
    zone, after, shuffle = zone_to_shuffle(machine, i), at + 1, machine.atoms.shuffle
    streams, shuffled = machine.streams, machine.program.shuffled

    scratch, size, span = machine.evaluator.scratch, machine.atoms.size, i.span

    def operation(p: Position, context: Context) -> int:
        number = zone(p)
        spend(scratch, work.SHUFFLED * p[size + number], span)
        shuffle(p, number, streams[shuffled[number]], context.events)
        return after

    return operation


def reveal(machine: Machine, at: int, i: g.RevealTo) -> Operation:
    what, after, everyone = components(machine, i.what), at + 1, machine.atoms.everyone
    players = machine.evaluator.listing(i.to) if i.to is not None else None

    def operation(p: Position, context: Context) -> int:
        seen = everyone if players is None else sum(1 << x for x in set(players(p)))
        machine.atoms.reveal(p, what(p), seen, context.events)
        return after

    return operation


def shares(machine: Machine, i: g.Throw) -> Callable[[Position], tuple[list[int], list[int]]]:
    """What can be drawn, and the share of each; a value that stands there twice has its share twice.

    Raises `Fault` if there is nothing to draw from, or if the shares add up to more than 32 bits.
    """
    source, span, item = machine.evaluator.listing(i.source), i.span, i.item
    place, scratch = machine.evaluator.place(item), machine.evaluator.scratch
    weight = machine.evaluator.number(i.weight) if i.weight is not None else None
    each = work.weight(i.weight)

    def weighed(p: Position, value: int, weight: Number) -> int:
        scratch[place] = value
        return weight(p)

    def drawn(p: Position) -> tuple[list[int], list[int]]:
        values = list(source(p))
        spend(scratch, each * len(values), span)
        found = [1] * len(values) if weight is None else [weighed(p, value, weight) for value in values]
        total = sum(found)
        if min(found, default=0) < 0 or total <= 0:
            raise Fault("GS511", "there is nothing to draw from", span)
        if total > t.INT_MAX:
            raise Fault("GS509", f"weights of {total} together do not fit into 32 bits", span)
        return values, found

    return drawn


def throw(machine: Machine, at: int, i: g.Throw) -> Operation:
    drawn, stream, after, span = shares(machine, i), machine.streams[i.stream], at + 1, i.span
    slot, name = i.slot, i.name

    def operation(p: Position, context: Context) -> int:
        values, weights = drawn(p)
        if context.script.get(name):
            value = context.script[name].pop(0)
            if not any(share for v, share in zip(values, weights, strict=True) if v == value):
                raise Fault("GS511", "the scripted value cannot be drawn here", span)
        else:
            value = _pick(values, weights, stream.below(p, sum(weights)))
        p[slot.at] = value
        if context.events is not None:
            context.events.append(Drew(name, slot.type, value))
        return after

    return operation


def _pick(values: list[int], weights: list[int], number: int) -> int:
    for value, share in zip(values, weights, strict=True):
        if number < share:
            return value
        number -= share
    message = "the number is below the sum of the shares"
    raise AssertionError(message)

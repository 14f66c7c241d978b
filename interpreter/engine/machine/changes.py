"""Instructions that change the position, each through the atoms, emitting its event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.budget import SHUFFLED
from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from interpreter.engine.expressions.evaluate import Number
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.engine.machine.flow import store
from interpreter.engine.state.position import put_local
from interpreter.kernels.budget import spend
from interpreter.play import faults
from interpreter.play.errors import Unlike
from interpreter.play.events import Changed, Drew, Laid, Moved, Shown, Transferred
from interpreter.play.known import recognized
from interpreter.play.rows import order_of

if TYPE_CHECKING:
    from interpreter.engine.machine.machine import Machine

__all__ = [
    "components",
    "lay",
    "move",
    "picked",
    "put",
    "put_into_slot",
    "renew",
    "reveal",
    "shares",
    "show",
    "shuffle",
    "throw",
    "told",
    "transfer",
    "zone_to_shuffle",
]


def components(machine: Machine, what: x.Expression) -> Callable[[Position], list[int]]:
    if what.domain.is_list:
        listing = machine.evaluator.listing(what)
        return lambda p: list(listing(p))
    number = machine.evaluator.number(what)
    return lambda p: [number(p)]


def move(machine: Machine, at: int, i: g.MoveTo) -> Operation:
    what, to = components(machine, i.what), machine.evaluator.number(i.to)
    move, bottom, place, after = machine.atoms.move, i.bottom, i.at, at + 1
    size, zone_of, ordered = machine.atoms.size, machine.atoms.zone_of, machine.atoms.ordered
    fixed = frozenset(plane.zone for plane in machine.program.planes)
    key = order_of(Moved, machine.program.backs)
    scratch, each = machine.evaluator.scratch, i.each

    def operation(p: Position, context: Context) -> int:
        moving, target = what(p), to(p)
        spend(scratch, len(moving) * each, place)
        if fixed and any(p[zone_of + c] in fixed for c in moving):
            raise faults.LAID_TILE.at(place)
        sources = {p[zone_of + c] for c in moving}
        once = 1 < len(moving) == len(set(moving))
        whole = once and len(sources) == 1 and len(moving) == p[size + sources.pop()]
        told = len(context.events) if context.events is not None else 0
        for c in moving:
            move(p, c, target, bottom=bottom, sink=context.events, at=place, whole=whole)
        if whole and not ordered[target] and context.events is not None:
            # The order in which all of a zone moves reveals nothing about its unseen components.
            moved = [event for event in context.events[told:] if isinstance(event, Moved)]
            moved.sort(key=key)
            context.events[told:] = moved
        return after

    return operation


def put(machine: Machine, at: int, i: g.Put) -> Operation:
    after, store = at + 1, i.target.store
    table = machine.program.stores[store]
    offset = machine.evaluator.offset(i.target.keys, table.dims, table.place)
    value, first, seen = machine.evaluator.number(i.value), table.place, table.seen
    component = table.component

    def operation(p: Position, context: Context) -> int:
        place = offset(p)
        new = +value(p)
        if context.events is not None and p[place] != new:
            index = place - first
            context.events.append(Changed(store, index, p[place], new, seen[index], component))
        p[place] = new
        return after

    return operation


def put_into_slot(machine: Machine, at: int, i: g.PutLocal) -> Operation:
    slot, after = machine.program.slots[i.slot], at + 1
    if not slot.domain.is_list:
        return store(slot.place, machine.evaluator.number(i.value), after)
    listing, place = machine.evaluator.listing(i.value), slot.place

    def operation(p: Position, _: Context) -> int:
        put_local(p, place, listing(p))
        return after

    return operation


def lay(machine: Machine, at: int, i: g.LayTile) -> Operation:
    tiling, zone = machine.tilings[i.plane], machine.program.planes[i.plane].zone
    what, spot, after = machine.evaluator.number(i.what), machine.evaluator.number(i.spot), at + 1

    def operation(p: Position, context: Context) -> int:
        tile, where = what(p), spot(p)
        tiling.lay(p, tile, where, i.at)
        machine.atoms.move(p, tile, zone, bottom=False, sink=context.events, at=i.at)
        if context.events is not None:
            context.events.append(Laid(i.plane, tile, where))
        return after

    return operation


def renew(machine: Machine, at: int, i: g.Renew) -> Operation:
    store, after = machine.program.stores[i.store], at + 1
    start, end, fresh = store.place, store.place + store.count, list(store.start[: store.count])

    def operation(p: Position, context: Context) -> int:
        if context.events is not None and p[start:end] != fresh:
            context.events += [
                Changed(i.store, k, p[start + k], again, store.seen[k], store.component)
                for k, again in enumerate(fresh)
                if p[start + k] != again
            ]
        p[start:end] = fresh
        return after

    return operation


def transfer(machine: Machine, at: int, i: g.TransferTo) -> Operation:
    e, number, after = machine.evaluator, i.source.store, at + 1
    store = machine.program.stores[number]
    amount, place, banks = e.number(i.amount), i.at, store.place + store.count
    ends = tuple(_holder(machine, end) for end in (i.source, i.target))
    least_in_bank = store.bank if store.bank is not None else INT_MIN

    def operation(p: Position, context: Context) -> int:
        n, (source, target) = amount(p), (end(p) for end in ends)
        least = least_in_bank if source >= banks else store.domain.low
        if n < 0:
            raise faults.NEGATIVE_TRANSFER.at(place, n=n, store=number)
        if p[source] - n < least:
            raise faults.NOT_ENOUGH_TOKENS.at(place, n=n, store=number, held=p[source])
        sum_ = p[target] + n
        if target >= banks and sum_ > INT_MAX:
            raise faults.TOKENS_TOO_GREAT.at(place, n=sum_, store=number)
        if source != target < banks and sum_ > store.domain.high:
            low, high = store.domain.low, store.domain.high
            raise faults.TOO_MANY_TOKENS.at(place, n=sum_, store=number, low=low, high=high)
        p[source] -= n
        p[target] += n
        if n and context.events is not None:
            context.events.append(Transferred(number, n, source - store.place, target - store.place))
        return after

    return operation


def _holder(machine: Machine, node: x.Load | x.Bank) -> Number:
    if isinstance(node, x.Bank):
        return machine.evaluator.bank(node.store, node.sort)
    store = machine.program.stores[node.store]
    return machine.evaluator.offset(node.keys, store.dims, store.place)


def zone_to_shuffle(machine: Machine, i: g.ShuffleZone) -> Number:
    """Return the zone to shuffle. A parameter may turn out to be an unordered zone, which is a fault."""
    zone, table, place = machine.evaluator.number(i.zone), [z.ordered for z in machine.program.zones], i.at

    def ordered(p: Position) -> int:
        number = zone(p)
        if not table[number]:
            raise faults.NO_ORDER.at(place, zone=number)
        return number

    return ordered


def shuffle(machine: Machine, at: int, i: g.ShuffleZone) -> Operation:
    zone, after, shuffle = zone_to_shuffle(machine, i), at + 1, machine.atoms.shuffle
    streams, program = machine.streams, machine.program
    scratch, size, place = machine.evaluator.scratch, machine.atoms.size, i.at
    zone_of = machine.atoms.zone_of

    def operation(p: Position, context: Context) -> int:
        number = zone(p)
        spend(scratch, SHUFFLED * p[size + number], place)
        if context.reader is not None:
            order = context.reader.order(p, number, zone_of, p[size + number])
            machine.atoms.arrange(p, number, order, context.events)
            return after
        name = program.streams[program.zones[number].stream]
        said = context.script.get(name)
        top = said.pop(0) if said else ()
        if not isinstance(top, tuple):
            raise faults.NOT_DRAWN.at(place)
        shuffle(p, number, streams, context.events, put_on_top(machine, p, number, name, top))
        return after

    return operation


def put_on_top(machine: Machine, p: Position, zone: int, stream: str, top: Sequence[int]) -> list[int]:
    """Return the components that a script puts on top of a zone; any of several alike components will do.

    Raises `Unlike` if one of them is not in the zone.
    """
    left, alike, found = machine.atoms.contents(p, zone), machine.program.alike, list[int]()
    for wanted in top:
        there = next((c for c in left if alike[c] == alike[wanted]), None)
        if there is None:
            raise Unlike(stream, wanted)
        left.remove(there)
        found.append(there)
    return found


def told(machine: Machine, players: x.Expression | None) -> Number:
    """Return a bit for each player of a list; without a list, for everybody."""
    everyone = machine.atoms.everyone
    if players is None:
        return lambda _: everyone
    listing = machine.evaluator.listing(players)
    return lambda p: sum(1 << player for player in set(listing(p)))


def reveal(machine: Machine, at: int, i: g.RevealTo) -> Operation:
    what, seen, after = components(machine, i.what), told(machine, i.to), at + 1

    def operation(p: Position, context: Context) -> int:
        players = seen(p)
        machine.atoms.reveal_all(p, what(p), players, context.events)
        return after

    return operation


def show(machine: Machine, at: int, i: g.ShowTo) -> Operation:
    what, seen, after = components(machine, i.what), told(machine, i.to), at + 1
    value = machine.evaluator.number(i.value) if i.value is not None else None
    key = order_of(Shown, machine.program.backs)

    def operation(p: Position, context: Context) -> int:
        players, shown = seen(p), what(p)
        asked = value(p) if value is not None else None
        told = machine.atoms.show(p, shown, players, i.attribute, asked)
        if context.events is not None:
            told.sort(key=key)  # nor does the order in which they are shown say more than is shown
            context.events += told
        return after

    return operation


def shares(machine: Machine, i: g.Throw) -> Callable[[Position], tuple[list[int], list[int]]]:
    """Return the possible values of a draw and their weights; a repeated value has its weight each time.

    Raises `Fault` if there is nothing to draw from, or if the sum of the weights exceeds 32 bits.
    """
    source, at = machine.evaluator.listing(i.source), i.at
    place, scratch = machine.evaluator.place(i.variable), machine.evaluator.scratch
    weight = machine.evaluator.number(i.weight) if i.weight is not None else None
    each = i.each

    def weighed(p: Position, value: int, weight: Number) -> int:
        scratch[place] = value
        return weight(p)

    def drawn(p: Position) -> tuple[list[int], list[int]]:
        values = list(source(p))
        spend(scratch, each * len(values), at)
        found = [1] * len(values) if weight is None else [weighed(p, value, weight) for value in values]
        total = sum(found)
        if min(found, default=0) < 0 or total <= 0:
            raise faults.NOTHING_TO_DRAW.at(at)
        if total > INT_MAX:
            raise faults.WEIGHTS_TOO_GREAT.at(at, total=total)
        return values, found

    return drawn


def throw(machine: Machine, at: int, i: g.Throw) -> Operation:
    drawn, streams, after, place = shares(machine, i), machine.streams, at + 1, i.at
    slot, name = machine.program.slots[i.slot].place, machine.program.streams[i.stream]
    seen_by, component, program = told(machine, i.told), i.component, machine.program

    def operation(p: Position, context: Context) -> int:
        seen = seen_by(p)
        values, weights = drawn(p)
        if context.reader is not None:
            value = context.reader.thrown(values, weights)
        elif context.script.get(name):
            said = context.script[name].pop(0)
            if isinstance(said, tuple) or not any(
                share for v, share in zip(values, weights, strict=True) if v == said
            ):
                raise faults.NOT_DRAWN.at(place)
            value = said
        else:
            value = picked(values, weights, streams.below(p, i.stream, sum(weights)))
        p[slot] = value
        if context.events is not None:
            seen &= recognized(program, p, value) if component and value != NONE else seen
            context.events.append(Drew(i.stream, i.slot, value, seen, component))
        return after

    return operation


def picked(values: Sequence[int], weights: Sequence[int], number: int) -> int:
    """Return the value that a number below the sum of the weights selects."""
    for value, share in zip(values, weights, strict=True):
        if number < share:
            return value
        number -= share
    message = "the number is below the sum of the shares"
    raise AssertionError(message)

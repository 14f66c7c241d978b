"""Instructions that change the position, each as `interpreter.engine.machine.changes` defines it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.budget import SHUFFLED
from gamespec.program.domain import INT_MAX, INT_MIN
from gamespec.program.tables import Attribute
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.expressions.lists import once_each
from interpreter.compiled.unit.atoms import Atoms
from interpreter.compiled.unit.chance import below, shuffle
from interpreter.compiled.unit.moves import Moves
from interpreter.compiled.unit.unit import Scope, StoredList, Unit
from interpreter.compiled.wasm.memory import WORD, copied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    block,
    branch,
    call,
    compare,
    const,
    either,
    eqz,
    get,
    load,
    multiply,
    or_,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.kernels.items import Item
from interpreter.play import faults
from interpreter.play.events import Laid, Moved, Shown, Transferred

__all__ = ["Changes"]

WIDE = 1 << 16
"""Maximum span of values that are looked up in a table."""


class Changes:
    """Emits the instructions of one module that change the position and always continue with the next one."""

    def __init__(self, unit: Unit, expressions: Expressions, atoms: Atoms) -> None:
        self.unit, self.e, self.atoms, self.moves = unit, expressions, atoms, Moves(atoms)

    def components(self, scope: Scope, what: x.Expression) -> tuple[Body, StoredList]:
        """Evaluate the components of an instruction to a list in memory."""
        if what.domain.is_list:
            before, stored = self.e.materialized(scope, what)
            found, length = self.e.once(scope, stored.length, "length")
            return [*before, *found], StoredList(stored.address, length, stored.width, stored.shift)
        room = self.unit.memory.words(1)
        return [store(ZERO, self.e.number(scope, what), room)], StoredList(const(room), const(1))

    def move(self, scope: Scope, i: g.MoveTo) -> Body:
        """Move components: evaluate them first, then the target, then move one after another."""
        unit, layout, function = self.unit, self.unit.layout, scope.function
        if not i.what.domain.is_list and not unit.program.planes:
            c, target = function.local("c"), function.local("target")
            return [
                put(c, self.e.number(scope, i.what)),
                put(target, self.e.number(scope, i.to)),
                unit.spend(const(i.each), i.at),
                self._moved(i, get(c), get(target), ZERO),
            ]
        match i.what:
            case x.ZoneEnds(count=x.Const(value=1)) as end if (
                unit.techniques.moves and not unit.program.planes
            ):
                return self._end_moved(scope, i, end)
            case _:
                pass
        before, moving = self.components(scope, i.what)
        target, whole = function.local("target"), function.local("whole")
        before = [
            *before,
            put(target, self.e.number(scope, i.to)),
            unit.spend(multiply(moving.length, const(i.each)), i.at),
            put(whole, ZERO),
        ]
        for plane in unit.program.planes:
            laid = unit.fault(faults.LAID_TILE, i.at)
            before += self.e.through(
                scope,
                moving,
                lambda c, plane=plane, laid=laid: [  # type: ignore[misc] # defaults bind them
                    when(compare("==", unit.place_at(layout.zone_of, c), const(plane.zone)), laid)
                ],
            )
        seen = self.unit.techniques.moves and self.moves.seen(i.what, i.to)
        told = unit.recorder
        if i.what.domain.is_list and (told.on or (not self.atoms.open and not seen)):
            before += self._whole(scope, i, moving, whole)
        step = self.e.through(
            scope,
            moving,
            lambda c: [self._moved(i, c, get(target), get(whole))],
        )
        # If a whole zone moves, the order of the moves must not tell anybody which unseen component is which.
        without_order = and_(get(whole), eqz(self.atoms.ordered(get(target))))
        return [*before, *told.ordered(Moved, step, function, without_order)]

    def _end_moved(self, scope: Scope, i: g.MoveTo, what: x.ZoneEnds) -> Body:
        """Move the component at an end of a zone, if there is one."""
        layout, function = self.unit.layout, scope.function
        c, target = function.local("c"), function.local("target")
        end = layout.last if what.bottom else layout.first
        paid = self.unit.spend(const(i.each + 1), i.at)
        return [
            put(c, self.unit.place_at(end, self.e.number(scope, what.zone))),
            put(target, self.e.number(scope, i.to)),
            when(compare(">=", get(c), ZERO), [paid, self._moved(i, get(c), get(target), ZERO)]),
        ]

    def _moved(self, i: g.MoveTo, c: Wat, target: Wat, whole: Wat) -> Wat:
        """Move a component, alone or together with all others in its zone."""
        if self.unit.techniques.moves:
            return call(self.moves.moved(i.what, i.to, bottom=i.bottom), c, target, whole, const(i.at))
        return self._at_large(c, target, const(int(i.bottom)), const(i.at), whole)

    def _at_large(self, *operands: Wat) -> Wat:
        """Return a call of the general move, which works for all components and zones."""
        return self.atoms.called(self.atoms.components.move, *operands)

    def _whole(self, scope: Scope, i: g.MoveTo, moving: StoredList, whole: str) -> Body:
        """Compute whether a whole zone of several components moves, each component once."""
        unit, layout = self.unit, self.unit.layout
        zone, other = scope.function.local("zone"), scope.function.local("other")
        count, differ = once_each(self.e, scope, i.what, moving)
        same = self.e.through(
            scope,
            moving,
            lambda c: [
                when(compare("!=", unit.place_at(layout.zone_of, c), get(zone)), [put(other, const(1))])
            ],
        )
        there = unit.place_at(layout.size, get(zone))
        all_: Wat = and_(
            and_(eqz(get(other)), compare("==", differ, there)), compare("==", moving.length, there)
        )
        test: Body = [
            put(zone, unit.place_at(layout.zone_of, moving.member(ZERO))),
            put(other, ZERO),
            *same,
            *count,
            put(whole, all_),
        ]
        return [when(compare(">", moving.length, const(1)), test)]

    def put(self, scope: Scope, i: g.Put, note: Callable[[Wat], Body] | None = None) -> Body:
        """Store a value: evaluate the place first, then the value; `note` saves the old value."""
        if self.unit.recorder.on:
            return self._put_told(scope, i)
        place, value, before = self.e.member(scope, i.target), self.e.number(scope, i.value), list[Wat]()
        if note is not None:
            at, new = scope.function.local("at"), scope.function.local("new")
            before = [put(at, place), put(new, value), *note(get(at))]
            place, value = get(at), get(new)
        if i.target.store in self.unit.indexes.of:
            return [*before, *self.unit.indexes.put(scope.function, i.target.store, place, value)]
        return [*before, self.unit.put_member(i.target.store, place, value)]

    def _put_told(self, scope: Scope, i: g.Put) -> Body:
        """Store a value in a recording module, and record it if it differs from the old one."""
        number, function = i.target.store, scope.function
        place, value = function.local("place"), function.local("value")
        index = subtract(get(place), const(self.unit.program.stores[number].place))
        before = self.unit.member(number, get(place))
        told = self.unit.recorder.changed(number, index, before, get(value))
        new = [self.unit.put_member(number, get(place), get(value))]
        if number in self.unit.indexes.of:
            new = self.unit.indexes.put(function, number, get(place), get(value))
        return [
            put(place, self.e.member(scope, i.target)),
            put(value, self.e.number(scope, i.value)),
            when(compare("!=", before, get(value)), told),
            *new,
        ]

    def put_local(self, scope: Scope, i: g.PutLocal) -> Body:
        """Store a value in a slot; a list is materialized first."""
        slot = self.unit.program.slots[i.slot]
        if not slot.domain.is_list:
            return [self.e.assigned(scope, i.slot, self.e.number(scope, i.value))]
        if i.slot in scope.sets:
            return self.e.members.put(scope, scope.sets[i.slot], i.value)
        before, stored = self.e.wide(scope, i.value)
        length = scope.function.local("length")
        return [
            *before,
            put(length, stored.length),
            *self.e.assigned_list(i.slot, stored.address, get(length)),
        ]

    def renew(self, i: g.Renew) -> Body:
        """Reset the members of a store to their initial values."""
        store_ = self.unit.program.stores[i.store]
        fresh = store_.start[: store_.count]
        if self.unit.recorder.on:
            name = f"$tell_renewed{i.store}"
            told = self.unit.helper(name, lambda function: self._tell_renewed(function, i.store))
            return [call(told), *self._renewed(i, fresh)]
        return self._renewed(i, fresh)

    def _tell_renewed(self, function: Function, number: int) -> None:
        """Report the members that differ from their initial values."""
        table, k = self.unit.program.stores[number], function.local("k")
        fresh = self.unit.memory.table(table.start[: table.count]).at(get(k))
        now = self.unit.place_at(table.place, get(k))
        told = self.unit.recorder.changed(number, get(k), now, fresh)
        look: Body = [when(compare("!=", now, fresh), told)]
        function.body = self.e.counting(Scope(function), k, compare(">=", get(k), const(table.count)), look)

    def _renewed(self, i: g.Renew, fresh: Sequence[int]) -> Body:
        store_ = self.unit.program.stores[i.store]
        if i.store in self.unit.indexes.of:
            target, source = const(self.unit.memory.at(store_.place)), self.unit.memory.source(fresh)
            anew = copied(target, const(source), WORD * len(fresh), settled=True)
            return [*anew, *self.unit.indexes.renewed(i.store)]
        if len(fresh) <= 4:  # noqa: PLR2004 - as quick one by one
            return [self.unit.put(store_.place + k, const(value)) for k, value in enumerate(fresh)]
        source = self.unit.memory.source(fresh)
        target = const(self.unit.memory.at(store_.place))
        return copied(target, const(source), WORD * len(fresh), settled=True)

    def transfer(self, scope: Scope, i: g.TransferTo) -> Body:
        """Transfer an amount: evaluate the amount first, then the source, then the target."""
        unit, number, function = self.unit, i.source.store, scope.function
        table = unit.program.stores[number]
        banks = table.place + table.count
        n, source, target = (function.local(hint) for hint in ("n", "source", "target"))
        sum_, held = function.local("sum", "i64"), unit.holding(number, get(source))
        which = const(number)
        least_in_bank = table.bank if table.bank is not None else INT_MIN
        from_bank = isinstance(i.source, x.Bank)
        least = least_in_bank if from_bank else table.domain.low
        left: Wat = ("i64.sub", ("i64.extend_i32_s", held), ("i64.extend_i32_s", get(n)))
        low = {
            "n": ("i32.wrap_i64", get(sum_)),
            "n_high": ("i32.wrap_i64", ("i64.shr_s", get(sum_), ("i64.const", "32"))),
        }
        body: Body = [
            put(n, self.e.number(scope, i.amount)),
            put(source, self._holder(scope, i.source)),
            put(target, self._holder(scope, i.target)),
            when(
                compare("<", get(n), ZERO),
                unit.fault(faults.NEGATIVE_TRANSFER, i.at, n=get(n), store=which),
            ),
            when(
                ("i64.lt_s", left, ("i64.const", str(least))),
                unit.fault(faults.NOT_ENOUGH_TOKENS, i.at, n=get(n), store=which, held=held),
            ),
            put(
                sum_,
                (
                    "i64.add",
                    ("i64.extend_i32_s", unit.holding(number, get(target))),
                    ("i64.extend_i32_s", get(n)),
                ),
            ),
        ]
        if isinstance(i.target, x.Bank):
            fault = unit.fault(faults.TOKENS_TOO_GREAT, i.at, n=low["n"], n_high=low["n_high"], store=which)
            body.append(when(("i64.gt_s", get(sum_), ("i64.const", str(INT_MAX))), fault))
        else:
            fault = unit.fault(
                faults.TOO_MANY_TOKENS, i.at, n=low["n"], n_high=low["n_high"], store=which,
                low=const(table.domain.low), high=const(table.domain.high),
            )  # fmt: skip
            over: Wat = ("i64.gt_s", get(sum_), ("i64.const", str(table.domain.high)))
            body.append(when(and_(compare("!=", get(source), get(target)), over), fault))
        assert banks  # noqa: S101 - which end is a bank is known from the instruction
        ends = [subtract(get(end), const(table.place)) for end in (source, target)]
        told = unit.recorder.event(Transferred, store=which, amount=get(n), source=ends[0], target=ends[1])
        return [
            *body,
            unit.put_holding(number, get(source), subtract(held, get(n))),
            unit.put_holding(number, get(target), add(unit.holding(number, get(target)), get(n))),
            *([when(get(n), told)] if told else []),
        ]

    def _holder(self, scope: Scope, node: x.Load | x.Bank) -> Wat:
        return self.e.bank(scope, node) if isinstance(node, x.Bank) else self.e.member(scope, node)

    def lay(self, scope: Scope, i: g.LayTile) -> Body:
        """Lay a tile: evaluate the tile first, then the spot; then the tile enters the zone of the plane."""
        tile, spot = scope.function.local("tile"), scope.function.local("spot")
        plane = self.unit.program.planes[i.plane]
        return [
            put(tile, self.e.number(scope, i.what)),
            put(spot, self.e.number(scope, i.spot)),
            self.e.tiles[i.plane].lay(get(tile), get(spot), i.at),
            self._at_large(get(tile), const(plane.zone), ZERO, const(i.at), ZERO),
            *self.unit.recorder.event(Laid, plane=const(i.plane), tile=get(tile), spot=get(spot)),
        ]

    def shuffle(self, scope: Scope, i: g.ShuffleZone) -> Body:
        """Shuffle a zone; raise a fault if it is unordered, as a zone passed as a parameter may be."""
        unit = self.unit
        zone = scope.function.local("zone")
        fault = unit.fault(faults.NO_ORDER, i.at, zone=get(zone))
        paid = multiply(unit.place_at(unit.layout.size, get(zone)), const(SHUFFLED))
        return [
            put(zone, self.e.number(scope, i.zone)),
            when(eqz(self.atoms.ordered(get(zone))), fault),
            unit.spend(paid, i.at),
            call(shuffle(unit, self.atoms), get(zone)),
            *unit.recorder.shuffled(self.atoms, get(zone)),
        ]

    def reveal(self, scope: Scope, i: g.RevealTo) -> Body:
        """Reveal components: evaluate the recipients first, then show all components at once."""
        before, mask = self.told(scope, i.to)
        made, shown = self.components(scope, i.what)
        reveal = self.atoms.components.reveal
        show = self.e.through(scope, shown, lambda c: [self.atoms.called(reveal, c, mask)])
        return [*before, *made, *show, *self._stepped_back(scope, shown)]

    def _stepped_back(self, scope: Scope, shown: StoredList) -> Body:
        """Return the instructions that unmark components which have been shown together."""
        back = self.atoms.components.step_back
        return (
            self.e.through(scope, shown, lambda c: [self.atoms.called(back, c)]) if self.atoms.copies else []
        )

    def show(self, scope: Scope, i: g.ShowTo) -> Body:
        """Show a property: evaluate the recipients first, then the component, then the value in question."""
        before, mask = self.told(scope, i.to)
        made, shown = self.components(scope, i.what)
        atoms, attribute = self.atoms, self.unit.program.attributes[i.attribute]
        part = atoms.excluded.attribute(attribute.place)
        unit, more = self.unit, list[Wat]()
        value: Wat | None = None
        if i.value is not None:
            more, value = self.e.once(scope, self.e.number(scope, i.value), "value")
        blind, told = scope.function.local("blind"), self.unit.recorder

        def one(c: Wat) -> Body:
            unaware = and_(mask, ("i32.xor", atoms.known(c), const(-1)))
            own = unit.memory.table(part.bits, part.components.start).at(c)
            bit = own if value is None else self._bit(attribute, value)
            return [
                *([atoms.called(atoms.components.stand_out, c)] if atoms.copies else []),
                put(blind, unaware),
                *told.shown(atoms, c, mask, i.attribute, value),
                ("drop", atoms.called(part.show, c, get(blind), bit)),
            ]

        return [
            *before,
            *made,
            *more,
            *told.ordered(Shown, self.e.through(scope, shown, one), scope.function, shown.length),
            *self._stepped_back(scope, shown),
        ]

    def _bit(self, attribute: Attribute, value: Wat) -> Wat:
        """Return the tree for the bit of a value of an attribute; 0 if no component has the value."""
        low, high = min(attribute.values), max(attribute.values)
        if high - low < WIDE:
            bits = self.unit.memory.table([attribute.bit(v) for v in range(low, high + 1)], low)
            inside: Wat = ("i32.lt_u", subtract(value, const(low)), const(high - low + 1))
            return either(inside, bits.at(value), ZERO)
        found: Wat = ZERO
        for v in attribute.values:
            found = either(compare("==", value, const(v)), const(attribute.bit(v)), found)
        return found

    def told(self, scope: Scope, players: x.Expression | None) -> tuple[Body, Wat]:
        """Return instructions and the tree for a mask of the players in a list; all if there is no list."""
        if players is None:
            return [], const(self.atoms.everyone)
        mask = scope.function.local("told")
        bit: Body = []
        bit = self.e.each(
            scope,
            players,
            lambda player: [put(mask, or_(get(mask), ("i32.shl", const(1), player)))],
            strict=False,
        )
        return [put(mask, ZERO), *bit], get(mask)

    def throw(self, scope: Scope, i: g.Throw) -> Body:
        """Draw a value with a probability proportional to its weight, from a stream of random numbers."""
        unit, function = self.unit, scope.function
        before: Body = []
        seen: Wat = const(self.atoms.everyone)
        if i.told is not None and (unit.recorder.on or unit.facts.fails(i.told)):
            before, seen = self.told(scope, i.told)
        made, values = self.e.materialized(scope, i.source)
        length = function.local("length")
        before = [
            *before,
            *made,
            put(length, values.length),
            unit.spend(multiply(get(length), const(i.each)), i.at),
        ]
        nothing = unit.fault(faults.NOTHING_TO_DRAW, i.at)
        if i.weight is None:
            return [
                *before,
                when(eqz(get(length)), nothing),
                *unit.script.either(
                    lambda: self._as_scripted(scope, i, values, length, None, get(length)),
                    [
                        self.e.assigned(
                            scope, i.slot, values.member(below(unit, const(i.stream), get(length)))
                        )
                    ],
                ),
                *unit.recorder.threw(self.atoms, i, self.e.slot(scope, i.slot), seen),
            ]
        at, member, weight = (function.local(hint) for hint in ("i", "m", "weight"))
        total, negative = function.local("total", "i64"), function.local("negative")
        room = unit.memory.words(i.source.domain.most)
        inner = scope.bound(i.variable, member)
        weigh: Body = [
            put(member, values.member(get(at))),
            put(weight, self.e.number(inner, i.weight)),
            store(shift_left(get(at), 2), get(weight), room),
            put(negative, or_(get(negative), compare("<", get(weight), ZERO))),
            put(total, ("i64.add", get(total), ("i64.extend_i32_s", get(weight)))),
        ]
        high: Wat = ("i32.wrap_i64", ("i64.shr_s", get(total), ("i64.const", "32")))
        too_many = unit.fault(
            faults.WEIGHTS_TOO_GREAT, i.at, total=("i32.wrap_i64", get(total)), total_high=high
        )
        number, found = function.local("number"), function.label("fallen")
        look: Body = [
            put(weight, load(shift_left(get(at), 2), room)),
            when(compare("<", get(number), get(weight)), [branch(found)]),
            put(number, subtract(get(number), get(weight))),
        ]
        over = compare(">=", get(at), get(length))
        return [
            *before,
            put(at, ZERO),
            put(total, ("i64.const", "0")),
            put(negative, ZERO),
            *self.e.counting(scope, at, over, weigh),
            when(or_(get(negative), ("i64.le_s", get(total), ("i64.const", "0"))), nothing),
            when(("i64.gt_s", get(total), ("i64.const", str(INT_MAX))), too_many),
            *unit.script.either(
                lambda: self._as_scripted(scope, i, values, length, room, ("i32.wrap_i64", get(total))),
                [
                    put(number, below(unit, const(i.stream), ("i32.wrap_i64", get(total)))),
                    put(at, ZERO),
                    block(found, self.e.counting(scope, at, over, look)),
                    self.e.assigned(scope, i.slot, values.member(get(at))),
                ],
            ),
            *unit.recorder.threw(self.atoms, i, self.e.slot(scope, i.slot), seen),
        ]

    def _as_scripted(  # noqa: PLR0913 - what can be thrown, and with which shares
        self, scope: Scope, i: g.Throw, values: StoredList, length: str, shares: int | None, of: Wat
    ) -> Body:
        """Take the drawn value from the script, which goes astray if the value cannot be drawn.

        `shares` is the address of the weights; `None` if all are equal.
        """
        script, function = self.unit.script, scope.function
        value, at, share = (function.local(hint) for hint in ("scripted", "i", "share"))
        weight = const(1) if shares is None else load(shift_left(get(at), 2), shares)
        same = compare("==", values.member(get(at)), get(value))
        look: Body = [when(same, [put(share, add(get(share), weight))])]
        return [
            script.expect(Item.VALUE),
            put(value, script.next()),
            put(at, ZERO),
            put(share, ZERO),
            *self.e.counting(scope, at, compare(">=", get(at), get(length)), look),
            when(eqz(get(share)), script.astray),
            script.weigh(get(share), of),
            self.e.assigned(scope, i.slot, get(value)),
        ]

"""Chance in a module: the streams of `interpreter.play.chance`, number for number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamespec.program.tables import Head
from interpreter.compiled.state.zone_sets import words_of
from interpreter.compiled.unit.atoms import Atoms
from interpreter.compiled.unit.scripted import Item
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import POSITION, WORD
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    block,
    branch,
    branch_if,
    compare,
    const,
    eqz,
    get,
    load,
    loop,
    put,
    shift_left,
    store,
    when,
)
from interpreter.play.chance import fnv1a
from interpreter.play.chance import mix as mix_of

__all__ = ["below", "picked", "shuffle"]

GAMMA = 0x9E3779B97F4A7C15
_WORD = (1 << 32) - 1


def wide(value: int) -> Wat:
    """Return a constant of 64 bits, signed or unsigned."""
    value &= (1 << 64) - 1
    return ("i64.const", str(value - (1 << 64) if value >> 63 else value))


def _xor_shift(value: str, bits: int) -> Wat:
    return ("i64.xor", get(value), ("i64.shr_u", get(value), wide(bits)))


def mixed(value: str) -> Body:
    """Return the instructions that apply the finalizer of SplitMix64 to a local."""
    return [
        put(value, ("i64.mul", _xor_shift(value, 30), wide(0xBF58476D1CE4E5B9))),
        put(value, ("i64.mul", _xor_shift(value, 27), wide(0x94D049BB133111EB))),
        put(value, _xor_shift(value, 31)),
    ]


def picked(unit: Unit) -> str:
    """Return the name of `$picked(n)`, which returns the option, out of n, that a random player takes.

    It gives the numbers of `interpreter.play.luck.Draws`. The index of the draw is that of the decision, and
    the key is in `$key`. The result is the upper 64 bits of the 128-bit product of the drawn 64-bit number
    and n.
    """

    def make(function: Function) -> None:
        drawn, many = function.local("drawn", "i64"), ("i64.extend_i32_u", get("$n"))
        count = ("i64.extend_i32_u", unit.place(Head.DECISIONS))
        number = ("i64.add", ("global.get", "$key"), ("i64.mul", wide(GAMMA), count))
        low: Wat = ("i64.mul", ("i64.and", get(drawn), wide(_WORD)), many)
        high: Wat = ("i64.mul", ("i64.shr_u", get(drawn), wide(32)), many)
        function.body = [
            put(drawn, number),
            *mixed(drawn),
            ("i32.wrap_i64", ("i64.shr_u", ("i64.add", high, ("i64.shr_u", low, wide(32))), wide(32))),
        ]

    return unit.helper("$picked", make, "$n", result=True)


def below(unit: Unit) -> str:
    """Return the name of `$below(stream, bound)`, which draws a uniform number below a bound."""

    def make(function: Function) -> None:
        draws = _Draws(unit, function, get("$stream"))
        function.body = [*draws.begun(), *draws.below(get("$bound")), *draws.over(), draws.number]

    return unit.helper("$below", make, "$stream", "$bound", result=True)


class _Draws:
    """Emits draws from a stream in one function; locals hold its key and its counter meanwhile.

    The key is stored as long as the seed is the same, so that drawing continues without a call.
    """

    def __init__(self, unit: Unit, function: Function, stream: Wat) -> None:
        self._unit, self._function, self._stream = unit, function, stream
        self._key, self._drawn, self._product, self._bound, self._least = (
            function.local(hint, "i64") for hint in ("key", "drawn", "product", "bound", "least")
        )

    def begun(self) -> Body:
        """Return the instructions to run before the first draw."""
        unit = self._unit
        hashes = [(GAMMA * fnv1a(name)) & ((1 << 64) - 1) for name in unit.program.streams]
        named, kept = self._tables(hashes)
        seed = load(ZERO, POSITION + WORD * Head.SEED_LOW, width="i64.load")
        name = load(shift_left(self._stream, 3), named, width="i64.load")
        made: Wat = ("i64.extend_i32_u", unit.place_at(unit.layout.streams, self._stream))
        at, key = shift_left(self._stream, 4), get(self._key)
        anew: Body = [
            put(self._key, ("i64.add", seed, name)),
            *mixed(self._key),
            store(at, seed, kept, width="i64.store"),
            store(at, key, kept + 8, width="i64.store"),
        ]
        return [
            put(self._key, load(at, kept + 8, width="i64.load")),
            when(("i64.ne", load(at, kept, width="i64.load"), seed), anew),
            put(self._drawn, made),
        ]

    def _tables(self, hashes: Sequence[int]) -> tuple[int, int]:
        """Return the address of the hashes of stream names, and that of each stream's stored seed and key."""
        memory, rooms = self._unit.memory, self._unit.rooms
        if "streams" not in rooms:
            kept = [part for value in hashes for part in (0, mix_of(value))]
            rooms["streams"] = memory.written(words_of([*hashes, *kept, 0]), 2)
        both, size = rooms["streams"], 8 * len(hashes)
        return memory.piece(both, size), memory.piece(both + size, 2 * size)

    def over(self) -> Body:
        """Return the instruction to run after the last draw, which stores the counter of the stream."""
        drawn: Wat = ("i32.wrap_i64", get(self._drawn))
        return [self._unit.put_at(self._unit.layout.streams, self._stream, drawn)]

    def _one(self) -> Body:
        """Return the instructions that multiply the stream's next number, of 32 bits, by the bound."""
        x = self._product
        return [
            put(self._drawn, ("i64.add", get(self._drawn), wide(1))),
            put(x, ("i64.add", get(self._key), ("i64.mul", wide(GAMMA), get(self._drawn)))),
            *mixed(x),
            put(x, ("i64.mul", ("i64.shr_u", get(x), wide(32)), get(self._bound))),
        ]

    def below(self, bound: Wat) -> Body:
        """Return the instructions that draw a number below a bound.

        The number is the high half of the product. It is drawn again if the low half is one of those that
        would make some numbers more likely (D. Lemire, "Fast Random Integer Generation in an Interval",
        2019).
        """
        fair, again = self._function.label("fair"), self._function.label("again")
        low: Wat = ("i64.and", get(self._product), wide(_WORD))
        anew = [branch_if(fair, ("i64.ge_u", low, get(self._least))), *self._one(), branch(again)]
        few = [
            put(self._least, ("i64.rem_u", wide(1 << 32), get(self._bound))),
            block(fair, [loop(again, anew)]),
        ]
        return [
            put(self._bound, ("i64.extend_i32_u", bound)),
            *self._one(),
            when(("i64.lt_u", low, get(self._bound)), few),
        ]

    @property
    def number(self) -> Wat:
        """The tree for the number that was drawn."""
        return ("i32.wrap_i64", ("i64.shr_u", get(self._product), wide(32)))


def shuffle(unit: Unit, atoms: Atoms) -> str:
    """Return the name of `$shuffle(zone, stream)`, which puts a zone into random order.

    Players who do not see into the zone lose track of its components. The components are first put into the
    order of declaration: they are those of the zone's kind that lie there. Places are drawn from the last on.
    A component that has been drawn for a place stays there, so it is linked into the list at once.
    """
    return unit.helper("$shuffle", lambda function: _shuffle(function, unit, atoms), "$zone", "$stream")


def _shuffle(function: Function, unit: Unit, atoms: Atoms) -> None:
    layout, program = unit.layout, unit.program
    kinds = [program.kinds[program.families[zone.family].kind] for zone in program.zones]
    first, size = unit.memory.table([k.first for k in kinds]), unit.memory.table([k.size for k in kinds])
    room = unit.memory.words(1 + max((k.size for k in kinds), default=1))
    n, c, end, i, j, after, before = (
        function.local(hint) for hint in ("n", "c", "end", "i", "j", "after", "before")
    )
    zone, draws = get("$zone"), _Draws(unit, function, get("$stream"))
    next_, previous = (const(unit.memory.at(first)) for first in (layout.next, layout.previous))

    def at(index: Wat) -> Wat:
        return load(shift_left(index, 2), room)

    def put_at(index: Wat, value: Wat) -> Wat:
        return store(shift_left(index, 2), value, room)

    collect: Body = [
        branch_if("$collected", compare(">=", get(c), get(end))),
        put_at(get(n), get(c)),
        put(n, add(get(n), compare("==", unit.place_at(layout.zone_of, get(c)), zone))),
        put(c, add(get(c), const(1))),
        branch("$collect"),
    ]
    lose = [
        atoms.put_known(get(c), and_(atoms.known(get(c)), atoms.seen_in_order(zone, get(c)))),
        *atoms.forget(get(c), const(atoms.everyone)),
    ]
    lay: Body = [
        store(get(before), get(c)),
        put(before, add(shift_left(get(c), 2), previous)),
        store(add(shift_left(get(c), 2), next_), get(after)),
        *([] if atoms.open else lose),
        put(after, get(c)),
    ]
    swap: Body = [
        branch_if("$swapped", compare("<", get(i), const(1))),
        *unit.script.either(
            lambda: [put(j, get(i))], [*draws.below(add(get(i), const(1))), put(j, draws.number)]
        ),
        put(c, at(get(j))),
        put_at(get(j), at(get(i))),
        *lay,
        put(i, add(get(i), const(-1))),
        branch("$swap"),
    ]
    function.body = [
        put(c, first.at(zone)),
        put(end, add(get(c), size.at(zone))),
        block("$collected", [loop("$collect", collect)]),
        when(eqz(get(n)), [("return",)]),
        *unit.script.either(lambda: _as_scripted(function, unit, n, i, put_at), []),
        put(i, add(get(n), const(-1))),
        put(after, const(-1)),
        put(before, add(shift_left(zone, 2), const(unit.memory.at(layout.last)))),
        *draws.begun(),
        block("$swapped", [loop("$swap", swap)]),
        *draws.over(),
        put(c, at(ZERO)),
        *lay,
        store(get(before), const(-1)),
        unit.put_at(layout.first, zone, get(c)),
    ]


def _as_scripted(function: Function, unit: Unit, n: str, i: str, put_at: Callable[[Wat, Wat], Wat]) -> Body:
    """Return the instructions that take the order from the script.

    The script has gone astray unless the order has as many components as the zone, and all of them lie in it.
    """
    script, c = unit.script, function.local("scripted")
    elsewhere = compare("!=", unit.place_at(unit.layout.zone_of, get(c)), get("$zone"))
    each: Body = [
        branch_if("$ordered", compare(">=", get(i), get(n))),
        put(c, script.next()),
        when(elsewhere, script.astray),
        put_at(get(i), get(c)),
        put(i, add(get(i), const(1))),
        branch("$order"),
    ]
    return [
        script.expect(Item.ORDER),
        when(compare("!=", script.next(), get(n)), script.astray),
        put(i, ZERO),
        block("$ordered", [loop("$order", each)]),
    ]

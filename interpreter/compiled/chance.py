"""Chance in a module: the streams of `interpreter.play.chance`, number for number."""

from __future__ import annotations

from gamespec.program.tables import Head
from interpreter.compiled.atoms import Atoms
from interpreter.compiled.memory import POSITION, WORD
from interpreter.compiled.unit import Unit
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    block,
    branch,
    branch_if,
    call,
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

__all__ = ["below", "picked", "shuffle"]

GAMMA = 0x9E3779B97F4A7C15
_WORD = (1 << 32) - 1


def wide(value: int) -> Wat:
    """A number of 64 bits, whatever its sign is said to be."""
    value &= (1 << 64) - 1
    return ("i64.const", str(value - (1 << 64) if value >> 63 else value))


def _xor_shift(value: str, bits: int) -> Wat:
    return ("i64.xor", get(value), ("i64.shr_u", get(value), wide(bits)))


def mix(unit: Unit) -> str:
    """`$mix(x)`: the finalizer of SplitMix64."""

    def make(function: Function) -> None:
        function.parameters, function.results = (("$x", "i64"),), ("i64",)
        function.body = [
            put("$x", ("i64.mul", _xor_shift("$x", 30), wide(0xBF58476D1CE4E5B9))),
            put("$x", ("i64.mul", _xor_shift("$x", 27), wide(0x94D049BB133111EB))),
            _xor_shift("$x", 31),
        ]

    return unit.helper("$mix", make)


def picked(unit: Unit) -> str:
    """`$picked(n)`: which of n options somebody takes who plays by luck (`interpreter.play.luck.Draws`).

    The number of the draw is that of the decision, whose key is in `$key`: the upper 64 bits of its number of
    64 bits times n.
    """

    def make(function: Function) -> None:
        drawn, many = function.local("drawn", "i64"), ("i64.extend_i32_u", get("$n"))
        count = ("i64.extend_i32_u", unit.place(Head.DECISIONS))
        number = ("i64.add", ("global.get", "$key"), ("i64.mul", wide(GAMMA), count))
        low: Wat = ("i64.mul", ("i64.and", get(drawn), wide(_WORD)), many)
        high: Wat = ("i64.mul", ("i64.shr_u", get(drawn), wide(32)), many)
        function.body = [
            put(drawn, call(mix(unit), number)),
            ("i32.wrap_i64", ("i64.shr_u", ("i64.add", high, ("i64.shr_u", low, wide(32))), wide(32))),
        ]

    return unit.helper("$picked", make, "$n", result=True)


def below(unit: Unit) -> str:
    """`$below(stream, bound)`: a number below a bound, each as likely; advances the stream."""
    hashes = [(GAMMA * fnv1a(name)) & ((1 << 64) - 1) for name in unit.program.streams]
    at = unit.memory.room(8 * len(hashes) + 8)
    for i, value in enumerate(hashes):
        unit.memory.put(at + 8 * i, value.to_bytes(8, "little"))
    word = unit.helper("$word", lambda function: _next(function, unit, at), "$stream")
    return unit.helper("$below", lambda function: _below(function, word), "$stream", "$bound", result=True)


def _next(function: Function, unit: Unit, hashes: int) -> None:
    """The stream's next number, of 32 bits, as one of 64."""
    function.results = ("i64",)
    n, at = function.local("n"), unit.layout.streams
    seed: Wat = ("i64.load", f"offset={POSITION + WORD * Head.SEED_LOW}", ZERO)
    key: Wat = ("i64.add", seed, ("i64.load", f"offset={hashes}", shift_left(get("$stream"), 3)))
    step: Wat = ("i64.mul", wide(GAMMA), ("i64.extend_i32_u", add(get(n), const(1))))
    name = mix(unit)
    function.body = [
        put(n, unit.place_at(at, get("$stream"))),
        unit.put_at(at, get("$stream"), add(get(n), const(1))),
        ("i64.shr_u", call(name, ("i64.add", call(name, key), step)), wide(32)),
    ]


def _below(function: Function, word: str) -> None:
    """Lemire's method: the high half of the product, unless the low one is among those that would be too many."""
    product, bound, least = (function.local(hint, "i64") for hint in ("product", "bound", "least"))
    draw = put(product, ("i64.mul", call(word, get("$stream")), get(bound)))
    low: Wat = ("i64.and", get(product), wide(_WORD))
    again: Body = [
        branch_if("$fair", ("i64.ge_u", low, get(least))),
        draw,
        branch("$again"),
    ]
    function.body = [
        put(bound, ("i64.extend_i32_u", get("$bound"))),
        draw,
        when(
            ("i64.lt_u", low, get(bound)),
            [
                put(least, ("i64.rem_u", wide(1 << 32), get(bound))),
                block("$fair", [loop("$again", again)]),
            ],
        ),
        ("i32.wrap_i64", ("i64.shr_u", get(product), wide(32))),
    ]


def shuffle(unit: Unit, atoms: Atoms) -> str:
    """`$shuffle(zone, stream)`: put a zone into random order; who does not see into it loses track.

    The components are first put into the order of declaration: they are those of the zone's kind that lie
    there.
    """
    return unit.helper("$shuffle", lambda function: _shuffle(function, unit, atoms), "$zone", "$stream")


def _shuffle(function: Function, unit: Unit, atoms: Atoms) -> None:
    layout, program = unit.layout, unit.program
    kinds = [program.kinds[program.families[zone.family].kind] for zone in program.zones]
    first, size = unit.memory.table([k.first for k in kinds]), unit.memory.table([k.size for k in kinds])
    room = unit.memory.words(max((k.size for k in kinds), default=1))
    n, c, end, i, j, held, before = (
        function.local(hint) for hint in ("n", "c", "end", "i", "j", "held", "before")
    )
    zone = get("$zone")

    def at(index: Wat) -> Wat:
        return load(shift_left(index, 2), room)

    def put_at(index: Wat, value: Wat) -> Wat:
        return store(shift_left(index, 2), value, room)

    collect: Body = [
        branch_if("$collected", compare(">=", get(c), get(end))),
        when(
            compare("==", unit.place_at(layout.zone_of, get(c)), zone),
            [put_at(get(n), get(c)), put(n, add(get(n), const(1)))],
        ),
        put(c, add(get(c), const(1))),
        branch("$collect"),
    ]
    swap: Body = [
        branch_if("$swapped", compare("<", get(i), const(1))),
        put(j, call(below(unit), get("$stream"), add(get(i), const(1)))),
        put(held, at(get(i))),
        put_at(get(i), at(get(j))),
        put_at(get(j), get(held)),
        put(i, add(get(i), const(-1))),
        branch("$swap"),
    ]
    lose = [
        atoms.put_known(get(c), and_(atoms.known(get(c)), call(atoms.sees, zone, get(c)))),
        *([atoms.excluded.forget(get(c), const(atoms.everyone))] if atoms.excluded.any else []),
    ]
    lay: Body = [
        branch_if("$laid", compare(">=", get(i), get(n))),
        put(c, at(get(i))),
        unit.put_at(layout.previous, get(c), get(before)),
        unit.put_at(
            layout.next,
            get(c),
            _or_last(compare("<", add(get(i), const(1)), get(n)), at(add(get(i), const(1)))),
        ),
        *([] if atoms.open else lose),
        put(before, get(c)),
        put(i, add(get(i), const(1))),
        branch("$lay"),
    ]
    function.body = [
        put(c, first.at(zone)),
        put(end, add(get(c), size.at(zone))),
        block("$collected", [loop("$collect", collect)]),
        when(eqz(get(n)), [("return",)]),
        put(i, add(get(n), const(-1))),
        block("$swapped", [loop("$swap", swap)]),
        put(i, ZERO),
        put(before, const(-1)),
        block("$laid", [loop("$lay", lay)]),
        unit.put_at(layout.first, zone, at(ZERO)),
        unit.put_at(layout.last, zone, get(before)),
    ]


def _or_last(more: Wat, value: Wat) -> Wat:
    return ("if", ("result", "i32"), more, ("then", value), ("else", const(-1)))

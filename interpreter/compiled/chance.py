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
from interpreter.play.chance import fnv1a, mix

__all__ = ["below", "picked", "shuffle"]

GAMMA = 0x9E3779B97F4A7C15
_WORD = (1 << 32) - 1


def wide(value: int) -> Wat:
    """A number of 64 bits, whatever its sign is said to be."""
    value &= (1 << 64) - 1
    return ("i64.const", str(value - (1 << 64) if value >> 63 else value))


def _xor_shift(value: str, bits: int) -> Wat:
    return ("i64.xor", get(value), ("i64.shr_u", get(value), wide(bits)))


def mixed(value: str, of: Wat) -> Body:
    """The instructions that put a number, stirred by the finalizer of SplitMix64, into a local."""
    return [
        put(value, of),
        put(value, ("i64.mul", _xor_shift(value, 30), wide(0xBF58476D1CE4E5B9))),
        put(value, ("i64.mul", _xor_shift(value, 27), wide(0x94D049BB133111EB))),
        put(value, _xor_shift(value, 31)),
    ]


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
            *mixed(drawn, number),
            ("i32.wrap_i64", ("i64.shr_u", ("i64.add", high, ("i64.shr_u", low, wide(32))), wide(32))),
        ]

    return unit.helper("$picked", make, "$n", result=True)


def below(unit: Unit) -> str:
    """`$below(stream, bound)`: a number below a bound, each as likely; advances the stream.

    It is Lemire's method: the high half of the product, unless the low one is among those that would be too
    many.
    """
    return unit.helper("$below", lambda made: _below(made, unit), "$stream", "$bound", result=True)


def _below(function: Function, unit: Unit) -> None:
    stream, n = get("$stream"), function.local("n")
    product, bound, least, key = (
        function.local(hint, "i64") for hint in ("product", "bound", "least", "key")
    )
    number: Wat = ("i64.add", get(key), ("i64.mul", wide(GAMMA), ("i64.extend_i32_u", get(n))))
    draw: Body = [
        put(n, add(get(n), const(1))),
        *mixed(product, number),
        put(product, ("i64.mul", ("i64.shr_u", get(product), wide(32)), get(bound))),
    ]
    low: Wat = ("i64.and", get(product), wide(_WORD))
    again: Body = [branch_if("$fair", ("i64.ge_u", low, get(least))), *draw, branch("$again")]
    unfair: Body = [
        put(least, ("i64.rem_u", wide(1 << 32), get(bound))),
        block("$fair", [loop("$again", again)]),
    ]
    function.body = [
        put(bound, ("i64.extend_i32_u", get("$bound"))),
        *_key(unit, stream, key),
        put(n, unit.place_at(unit.layout.streams, stream)),
        *draw,
        when(("i64.lt_u", low, get(bound)), unfair),
        unit.put_at(unit.layout.streams, stream, get(n)),
        ("i32.wrap_i64", ("i64.shr_u", get(product), wide(32))),
    ]


def _key(unit: Unit, stream: Wat, key: str) -> Body:
    """The key of a stream, which follows from the seed: kept beside the seed from which it was found."""
    hashes = [(GAMMA * fnv1a(name)) & ((1 << 64) - 1) for name in unit.program.streams]
    at = unit.memory.room(8 * len(hashes) + 8)
    for i, value in enumerate(hashes):
        unit.memory.put(at + 8 * i, value.to_bytes(8, "little"))
    kept = unit.memory.room(16 * len(hashes))
    for i, value in enumerate(hashes):  # with the seed 0
        unit.memory.put(kept + 16 * i + 8, mix(value).to_bytes(8, "little"))
    seed: Wat = ("i64.load", f"offset={POSITION + WORD * Head.SEED_LOW}", ZERO)
    here = shift_left(stream, 4)
    find: Body = [
        *mixed(key, ("i64.add", seed, ("i64.load", f"offset={at}", shift_left(stream, 3)))),
        ("i64.store", f"offset={kept}", here, seed),
        ("i64.store", f"offset={kept + 8}", here, get(key)),
    ]
    return [
        put(key, ("i64.load", f"offset={kept + 8}", here)),
        when(("i64.ne", ("i64.load", f"offset={kept}", here), seed), find),
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

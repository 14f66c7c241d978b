"""Chance in a module: random numbers by kernels (`interpreter.kernels.chance`), or by the script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiled.translate.room import array
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    compare,
    const,
    get,
    loop,
    put,
    when,
)
from interpreter.kernels import chance as kernels
from interpreter.kernels.items import Item
from interpreter.play.chance import ALL

if TYPE_CHECKING:
    from interpreter.compiled.unit.atoms import Atoms
    from interpreter.compiled.unit.unit import Unit

__all__ = ["below", "picked", "shuffle", "wide"]


def wide(value: int) -> Wat:
    """Return a constant of 64 bits, signed or unsigned."""
    value &= ALL
    return ("i64.const", str(value - (1 << 64) if value >> 63 else value))


def picked(unit: Unit, key: Wat, number: Wat, count: Wat) -> Wat:
    """Return the index of an option, drawn by the random number that `key` and `number` determine."""
    return unit.kernels.call(kernels.picked, key, number, count)


def below(unit: Unit, stream: Wat, bound: Wat) -> Wat:
    """Return a uniform number below a bound, which advances the stream."""
    return unit.kernels.call(unit.streams.below, stream, bound)


def shuffle(unit: Unit, atoms: Atoms) -> str:
    """`$shuffle(zone)`: put a zone in random order, or in that of the script."""
    return unit.helper("$shuffle", lambda function: _shuffle(function, unit, atoms), "$zone")


def _shuffle(function: Function, unit: Unit, atoms: Atoms) -> None:
    own, zone, count = atoms.components, get("$zone"), function.local("count")
    stream = unit.memory.table([zone.stream for zone in unit.program.zones]).at(zone)
    at_random: Body = [
        put(count, atoms.called(own.collect, zone)),
        unit.kernels.call(unit.streams.arrange, stream, const(array(own.order).address), get(count)),
    ]
    function.body = [
        *unit.script.either(lambda: _as_scripted(function, unit, atoms, count), at_random),
        atoms.called(own.shuffled, zone, get(count)),
    ]


def _as_scripted(function: Function, unit: Unit, atoms: Atoms, count: str) -> Body:
    """Return the instructions that take the order from the script.

    The script has gone astray unless the order has as many components as the zone, and all of them lie in it.
    """
    script, c, i = unit.script, function.local("scripted"), function.local("i")
    elsewhere = compare("!=", unit.place_at(unit.layout.zone_of, get(c)), get("$zone"))
    each: Body = [
        branch_if("$ordered", compare(">=", get(i), get(count))),
        put(c, script.next()),
        when(elsewhere, script.astray),
        array(atoms.components.order).put(get(i), get(c)),
        put(i, add(get(i), const(1))),
        branch("$order"),
    ]
    return [
        put(count, unit.place_at(unit.layout.size, get("$zone"))),
        when(
            get(count),
            [
                script.expect(Item.ORDER),
                when(compare("!=", script.next(), get(count)), script.astray),
                put(i, ZERO),
                block("$ordered", [loop("$order", each)]),
            ],
        ),
    ]

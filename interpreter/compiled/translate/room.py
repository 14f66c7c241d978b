"""Memory for kernels in a module: arrays at fixed addresses, and bit sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.residual import ARRAYS, Array, Kind
from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    constant,
    get,
    load,
    loop,
    put,
    shift_left,
    store,
    subtract,
)

if TYPE_CHECKING:
    from interpreter.compiled.wasm.assembly import Assembly
    from interpreter.kernels.terms import Gathered, Longs, Reals, Singles, Words

__all__ = ["HEADER", "Block", "HostRoom", "ModuleRoom", "array", "placed"]

WORD_BITS, BYTES = 64, 8

HEADER = 128
"""Number of bytes reserved for the addresses of arrays, in a memory in which the host places arrays."""


def placed(end: int, size: int) -> int:
    """Return the address after an array of `size` bytes that begins at `end`, rounded up to 8 bytes."""
    return end + (size + 7) // 8 * 8


def array(words: Words | Reals | Singles) -> Array:
    """Return an array that `ModuleRoom` made as an `Array`, which is its actual type."""
    assert isinstance(words, Array)  # noqa: S101 - `ModuleRoom` made it
    return words


class ModuleRoom:
    """Reserves memory for kernels in one module."""

    def __init__(self, unit: Assembly) -> None:
        self.unit = unit
        self._sets: dict[int, _Bits] = {}

    def words(self, count: int) -> Words:
        """Return an array of `count` 32-bit integers, all 0 initially."""
        return cast("Words", self._array("words", count))

    def octets(self, count: int) -> Words:
        """Return an array of `count` integers from 0 to 255."""
        return cast("Words", self._array("octets", count))

    def longs(self, count: int) -> Longs:
        """Return an array of `count` unsigned 64-bit integers."""
        return cast("Longs", self._array("longs", count))

    def reals(self, count: int) -> Reals:
        """Return an array of `count` floating-point numbers, all 0 initially."""
        return cast("Reals", self._array("reals", count))

    def singles(self, count: int) -> Singles:
        """Return an array of `count` 32-bit floating-point numbers, all 0 initially."""
        return cast("Singles", self._array("singles", count))

    def _array(self, kind: Kind, count: int) -> Array:
        """Reserve memory for an array and return the array."""
        return Array(self.unit.memory.room(max(count, 1) << ARRAYS[kind][1]), kind)

    def gathered(self, count: int) -> Gathered:
        """Return an empty set for integers from 0 to `count`, which may be the same set as an earlier one.

        Therefore a set must be drained before members are added to another set.
        """
        words = count // WORD_BITS + 1
        if words not in self._sets:
            self._sets[words] = _Bits(self.unit, words)
        return cast("Gathered", self._sets[words])


class Block(ModuleRoom):
    """Memory for arrays that follow one another without gaps, beginning at the address `begin`."""

    def __init__(self, unit: Assembly, begin: int) -> None:
        super().__init__(unit)
        self._end = begin

    def _array(self, kind: Kind, count: int) -> Array:
        made = Array(self._end, kind)
        self._end += count << ARRAYS[kind][1]
        return made


class HostRoom(ModuleRoom):
    """Arrays in another memory, in which the host places them one after another (`placed`).

    A length of 0 means that only the host knows the length. The first `HEADER` bytes of the memory hold the
    addresses of all arrays, in the order in which they were requested. Arrays of known length must be
    requested first, because only their addresses are known at compile time.
    """

    def __init__(self, unit: Assembly, memory: str) -> None:
        super().__init__(unit)
        self._memory, self._count, self._end = memory, 0, HEADER

    def _array(self, kind: Kind, count: int) -> Array:
        start: Wat = ("i32.load", self._memory, const(4 * self._count))
        begin, self._end = self._end, placed(self._end, count << ARRAYS[kind][1])
        self._count += 1
        return Array(begin, kind, memory=self._memory) if count else Array(0, kind, start, self._memory)


class _Bits(Emitted):
    """A set that is stored in a fixed number of 64-bit words."""

    def __init__(self, unit: Assembly, words: int) -> None:
        self._unit, self._words = unit, words
        self._bits = unit.memory.room(BYTES * words)

    def add(self, _: Function, member: Wat) -> Wat:
        """Return the instruction that adds a member to the set."""
        word: Wat = shift_left(("i32.shr_u", member, const(6)), 3)
        bit: Wat = ("i64.shl", ("i64.const", "1"), ("i64.extend_i32_u", member))
        held = load(word, self._bits, width="i64.load")
        return store(word, ("i64.or", held, bit), self._bits, width="i64.store")

    def drain(self, _: Function, to: Wat, first: Wat, below: Wat) -> Wat:
        """Return a call that writes the members of the set in ascending order, and empties the set."""
        bound = constant(below)
        assert bound is not None  # noqa: S101 - known while a module is made
        end = const(BYTES * (bound // WORD_BITS + 1))
        name = self._unit.helper(f"$drain{self._words}", self._drain, "$room", "$first", "$end", result=True)
        return call(name, to, first, end)

    def _drain(self, function: Function) -> None:
        at, to = function.local("at"), function.local("to")
        word = function.local("word", "i64")
        bit: Wat = ("i32.wrap_i64", ("i64.ctz", get(word)))
        members: Body = [
            branch_if("$empty", ("i64.eqz", get(word))),
            store(get(to), add(add(shift_left(get(at), 3), bit), get("$first"))),
            put(to, add(get(to), const(4))),
            put(word, ("i64.and", get(word), ("i64.sub", get(word), ("i64.const", "1")))),
            branch("$member"),
        ]
        words: Body = [
            branch_if("$drained", compare(">=", get(at), get("$end"))),
            put(word, load(get(at), self._bits, width="i64.load")),
            store(get(at), ("i64.const", "0"), self._bits, width="i64.store"),
            block("$empty", [loop("$member", members)]),
            put(at, add(get(at), const(BYTES))),
            branch("$word"),
        ]
        function.body = [
            put(to, get("$room")),
            block("$drained", [loop("$word", words)]),
            ("i32.shr_u", subtract(get(to), get("$room")), const(2)),
        ]

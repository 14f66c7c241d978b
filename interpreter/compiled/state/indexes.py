"""Indexes, which hold for each value of a store the set of keys that have this value.

A store has an index if three conditions are met. Its keys are taken from a single range with at most
`MOST_KEYS` members. Its values are few, and none of them is negative. The program tests somewhere whether a
member has a certain value (`asked_by_value`).

An index has a row of words for each value. It can be computed from the position and is not part of it, but is
stored after it in memory, so that saving the position saves the index too. It is valid whenever the module
runs. It is updated when a member is assigned (`put`) or reset (`renewed`), rebuilt when the position was
written from outside (`made`), and saved and restored with the position (`trials`).

The row of a value `v` begins at an offset of `v` times twice the row size. The row of `none` is between the
rows of 0 and 1. Since `none` is the sign bit, rotating the value gives the offset of the row in either case.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Store
from interpreter.compiled.analysis.facts import within
from interpreter.compiled.wasm.memory import POSITION, WORD, Memory, copied
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
    constant,
    get,
    load,
    loop,
    put,
    shift_left,
    store,
)

__all__ = ["Index", "Indexes", "asked_by_value"]

MOST_KEYS = 384
MOST_VALUES = 16
_MASK32 = (1 << 32) - 1


def asked_by_value(expressions: Iterable[x.Expression]) -> frozenset[int]:
    """Return the stores whose members some expression compares with a value, at a key that varies."""

    def leads(key: x.Expression) -> bool:
        return any(isinstance(inner, x.Variable | x.Local) for inner in within(key))

    return frozenset(
        side.store
        for node in expressions
        if isinstance(node, x.Equal)
        for side in (node.left, node.right)
        if isinstance(side, x.Load) and len(side.keys) == 1 and leads(side.keys[0])
    )


def _has_index(table: Store) -> bool:
    if len(table.dims) != 1 or table.banks or not 1 < table.count <= MOST_KEYS:
        return False
    return 0 <= table.domain.low <= table.domain.high < MOST_VALUES


@dataclass(frozen=True, slots=True)
class Index:
    """The index of a store. Each row occupies `1 << shift` bytes, of which `words` 64-bit words are used."""

    table: Store
    address: int
    words: int
    shift: int

    @property
    def size(self) -> int:
        """Size of all rows together, in bytes."""
        return (2 * (self.table.domain.high + 1)) << self.shift

    def row(self, value: Wat) -> Wat:
        """Return the tree for the offset, from `address`, of the row for `value`, which may be `none`."""
        known = constant(value)
        if known is not None:
            return const(1 << self.shift if known == NONE else known << (self.shift + 1))
        return ("i32.rotl", value, const(self.shift + 1))

    def image(self, values: Sequence[int]) -> list[int]:
        """Return the rows of an index for a store whose members have the given values.

        The result is a sequence of unsigned 32-bit integers.
        """
        rows = [0] * (self.size // WORD)
        for key, value in enumerate(values):
            at = (1 << self.shift if value == NONE else value << (self.shift + 1)) // WORD
            rows[at + key // 32] |= 1 << key % 32
        return rows


class Indexes:
    """The indexes in one module, for the stores that the given expressions query by value."""

    def __init__(self, program: Program, memory: Memory, expressions: Iterable[x.Expression]) -> None:
        self._memory = memory
        self.first = memory.room(0)
        found: dict[int, Index] = {}
        for number in sorted(asked_by_value(expressions)):
            table = program.stores[number]
            if _has_index(table):
                words = (table.count + 63) // 64
                shift = (8 * words - 1).bit_length()
                index = Index(table, memory.end, words, shift)
                found[number] = Index(table, memory.room(index.size), words, shift)
        self.of: Mapping[int, Index] = found
        self.end = memory.room(0)

    @property
    def size(self) -> int:
        """Size of all indexes together, in bytes."""
        return self.end - self.first

    def stretches(self, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return where the indexes of all stores that overlap one of the given ranges are in memory.

        All ranges are half-open and count integers from the beginning of the position.
        """
        found: list[tuple[int, int]] = []
        for index in self.of.values():
            first, last = index.table.place, index.table.place + index.table.count
            if any(begin < last and end > first for begin, end in ranges):
                begin = (index.address - POSITION) // WORD
                found.append((begin, begin + index.size // WORD))
        return found

    def put(self, function: Function, number: int, place: Wat, value: Wat) -> Body:
        """Return the instructions that assign a member of an indexed store and update the index.

        They compute the tree `place` before the tree `value`.
        """
        index = self.of[number]
        base = self._memory.part(index.table.place, index.table.count)
        key, bit, at = function.local("key"), function.local("bit", "i64"), function.local("row")
        before: Body = [put(key, add(place, const(-index.table.place)))]
        if constant(value) is None:
            name = function.local("value")
            before.append(put(name, value))
            value = get(name)
        beyond = ZERO
        if index.words > 1:
            beyond = shift_left(("i32.shr_u", get(key), const(6)), 3)
        old = load(shift_left(get(key), 2), base)
        words, row = load(get(at), index.address, width="i64.load"), get(at)
        others: Wat = ("i64.and", words, ("i64.xor", get(bit), ("i64.const", "-1")))
        return [
            *before,
            put(bit, ("i64.shl", ("i64.const", "1"), ("i64.extend_i32_u", get(key)))),
            put(at, add(index.row(old), beyond)),
            store(row, others, index.address, width="i64.store"),
            put(at, add(index.row(value), beyond)),
            store(row, ("i64.or", words, get(bit)), index.address, width="i64.store"),
            store(shift_left(get(key), 2), value, base),
        ]  # fmt: skip

    def renewed(self, number: int) -> Body:
        """Return the instructions that set a store's index to that of the store's initial values."""
        index = self.of[number]
        return self._copied(index, index.table.start)

    def _copied(self, index: Index, values: Sequence[int]) -> Body:
        source = self._memory.source(index.image(values))
        return copied(const(index.address), const(source), index.size, settled=True)

    def begun(self, start: Sequence[int]) -> Body:
        """Return instructions that set all indexes to those of `start`, a position known at compile time."""
        body: Body = []
        for index in self.of.values():
            table = index.table
            body += self._copied(index, start[table.place : table.place + table.count])
        return body

    def made(self, function: Function) -> Body:
        """Return the instructions that compute all indexes from the position."""
        if not self.of:
            return []
        key, at = function.local("key"), function.local("row")
        body: Body = [("memory.fill", const(self._memory.span(self.first, self.end)), ZERO, const(self.size))]
        for index in self.of.values():
            done, more = function.label("indexed"), function.label("next")
            value = load(shift_left(get(key), 2), self._memory.part(index.table.place, index.table.count))
            byte = load(get(at), index.address, width="i32.load8_u")
            bit: Wat = ("i32.shl", const(1), ("i32.and", get(key), const(7)))
            walk: Body = [
                branch_if(done, compare(">=", get(key), const(index.table.count))),
                put(at, add(index.row(value), ("i32.shr_u", get(key), const(3)))),
                store(get(at), ("i32.or", byte, bit), index.address, width="i32.store8"),
                put(key, add(get(key), const(1))),
                branch(more),
            ]
            body += [put(key, ZERO), block(done, [loop(more, walk)])]
        return body

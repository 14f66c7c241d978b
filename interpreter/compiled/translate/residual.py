"""The values of expressions during translation: known values, terms for run time, and rows of tables.

Arithmetic on known values is done by Python. Any other operation gives a term, which is an instruction for
run time. All rules in this module preserve the meaning that CPython gives to the same source, as long as no
result overflows its width. Tests run kernels in CPython and assert that no result does.
"""

from __future__ import annotations

import ast
import operator
import struct
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.compiled.wasm.memory import Table
from interpreter.compiled.wasm.wat import (
    ZERO,
    Wat,
    add,
    compare,
    const,
    constant,
    get,
    load,
    multiply,
    shift_left,
    store,
    subtract,
)
from interpreter.kernels.terms import Pair

if TYPE_CHECKING:
    from interpreter.compiled.wasm.memory import Memory

__all__ = [
    "ARRAYS",
    "Array",
    "Held",
    "Kind",
    "Known",
    "Member",
    "Row",
    "Term",
    "Value",
    "compared",
    "element",
    "lane",
    "negated",
    "operation",
    "paired",
    "wat",
]

Kind: TypeAlias = Literal[
    "i32", "i64", "f64", "i64x2", "octets", "words", "longs", "reals", "singles", "rows", "taped", "scripted"
]
"""The kinds of values: 32-bit and 64-bit integers, floating-point numbers, pairs, and arrays (`ARRAYS`)."""

ARRAYS: dict[Kind, tuple[str, int, Kind]] = {
    "octets": ("i32.load8_u", 0, "i32"),
    "words": ("i32.load", 2, "i32"),
    "longs": ("i64.load", 3, "i64"),
    "reals": ("f64.load", 3, "f64"),
    "singles": ("f32.load", 2, "f64"),
    "rows": ("i32.load", 2, "words"),
    "taped": ("i32.load", 2, "i32"),
    "scripted": ("i32.load", 2, "i32"),
}
"""The kinds of arrays, which are represented by their addresses.

Each is mapped to the instruction that reads a member, the binary logarithm of a member's size in bytes, and
the kind of a member.
"""

MEMORIES: dict[Kind, str] = {"taped": "$tape", "scripted": "$script"}
"""The memory that holds an array, by the kind of the array, if it is not the module's first memory."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value that is known at compile time."""

    value: Any


@dataclass(frozen=True, slots=True)
class Term:
    """A value that an instruction computes at run time."""

    wat: Wat
    kind: Kind = "i32"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table that is known at compile time; the row's `index` is computed at run time."""

    rows: Sequence[Any]
    index: Wat


Value: TypeAlias = Known | Term | Row


@dataclass(frozen=True, slots=True)
class Array:
    """An array in one of the memories. It begins `address` bytes after the address `start`."""

    address: int
    kind: Kind = "words"
    start: Wat = ZERO
    memory: str = ""
    """Name of the memory that holds the array; empty for the module's first memory."""

    @property
    def member(self) -> Kind:
        """The kind of the array's members."""
        return ARRAYS[self.kind][2]

    def at(self, index: Wat) -> Wat:
        """Return the instruction that reads the member with a given index."""
        width, shift, _ = ARRAYS[self.kind]
        address, beyond = element(self.start, index, shift)
        found = self._there(load(address, self.address + beyond, width=width))
        return ("f64.promote_f32", found) if self.kind == "singles" else found

    def put(self, index: Wat, value: Wat) -> Wat:
        """Return the instruction that writes `value` to the member with a given index."""
        width, shift, _ = ARRAYS[self.kind]
        address, beyond = element(self.start, index, shift)
        stores = width.replace("load", "store").removesuffix("_u")
        value = ("f32.demote_f64", value) if self.kind == "singles" else value
        return self._there(store(address, value, self.address + beyond, width=stores))

    def cleared(self, first: Wat, count: Wat) -> Wat:
        """Return the instruction that sets `count` members to 0, beginning with the one at index `first`."""
        _, shift, _ = ARRAYS[self.kind]
        address, beyond = element(self.start, first, shift)
        begin = add(address, const(self.address + beyond))
        return self._there(("memory.fill", begin, ZERO, shift_left(count, shift)))

    def _there(self, access: Wat) -> Wat:
        """Return a memory access, redirected to the memory that holds the array."""
        return (access[0], self.memory, *access[1:]) if self.memory else access

    @classmethod
    def of(cls, value: Value) -> Array | None:
        """Return a value as an array, or `None` if it is not an array."""
        match value:
            case Known(Array() as array):
                return array
            case Term(address, kind) if kind in ARRAYS:
                return cls(0, kind, address, MEMORIES.get(kind, ""))
            case _:
                return None


class Member(str):
    """The name of a local that is a member of a list."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Held:
    """A list of `Long`s or of `Pair`s, each member of which is a local of the function."""

    members: tuple[Member, ...]
    kind: Kind

    def member(self, index: Value) -> Member:
        """Return the local at an index, which must be known."""
        if not isinstance(index, Known):
            raise NotTranslated("a subscript of a list that is not known")
        at: int = index.value
        return self.members[at]


class NotTranslated(Exception):
    """Raised for source that is outside the subset of Python that is translated."""


def wat(value: Value, kind: Kind = "i32") -> Wat:
    """Return the instruction for a value. Raises `NotTranslated` if the value is not of the given kind."""
    match value:
        case Term(node, own) if own == kind:
            return node
        case Known(int() as number) if kind == "i32":
            return const(int(number))
        case Known(int() as number) if kind == "i64":
            return ("i64.const", _signed(number))
        case Known(Pair(first, second)) if kind == "i64x2":
            return ("v128.const", "i64x2", _signed(first), _signed(second))
        case Known(int() | float() as number) if kind == "f64":
            return ("f64.const", float(number).hex())
        case Known(Array(address, own, memory="")) if own == kind:
            return const(address)
        case _:
            raise NotTranslated(f"not of kind {kind}")


def _signed(number: int) -> str:
    """Return 64 bits as WebAssembly's text writes them."""
    return str(number if number < 1 << 63 else number - (1 << 64))


def kind_of(*values: Value) -> Kind:
    """Return the kind of an operation on these operands; 32-bit integers if their kinds differ."""
    kinds: set[Kind] = {value.kind for value in values if isinstance(value, Term)}
    if any(isinstance(value, Known) and isinstance(value.value, Pair) for value in values):
        kinds.add("i64x2")
    if any(
        isinstance(value, Known) and isinstance(value.value, int) and value.value > _WORD for value in values
    ):
        kinds.add("i64")
    if any(isinstance(value, Known) and isinstance(value.value, float) for value in values):
        kinds.add("f64")
    return kinds.pop() if len(kinds) == 1 else "i32"


_PYTHON: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Div: operator.truediv,
}  # fmt: skip
_LONG = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "shr_u", ast.FloorDiv: "div_u", ast.Mod: "rem_u",
}  # fmt: skip
_REAL = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}
_PAIR = {ast.Add: "i64x2.add", ast.BitXor: "v128.xor"}
_ALL, _WORD = (1 << 64) - 1, (1 << 32) - 1


def operation(op: ast.operator, a: Value, b: Value) -> Value:
    """Return the value of `a op b`."""
    if isinstance(a, Known) and isinstance(b, Known):
        return Known(_PYTHON[type(op)](a.value, b.value))
    kind = kind_of(a) if isinstance(op, ast.LShift | ast.RShift) else kind_of(a, b)
    if kind == "i64":
        return _long(op, a, b)
    if kind == "f64":
        return _real(op, a, b)
    if kind == "i64x2":
        return _pair(op, a, b)
    if kind in ARRAYS:
        raise NotTranslated("arithmetic of an array")
    return Term(_word(op, wat(a), wat(b)))


def negated(value: Value) -> Value:
    """Return the value of `-value`."""
    if isinstance(value, Known):
        return Known(-value.value)
    if isinstance(value, Term) and value.kind == "f64":  # 0 - x would lose the sign of 0
        return Term(("f64.neg", value.wat), "f64")
    return operation(ast.Sub(), Known(0), value)


def _real(op: ast.operator, a: Value, b: Value) -> Value:
    if type(op) not in _REAL:
        raise NotTranslated("an operation on `Real`s that is none of theirs")
    return Term((f"f64.{_REAL[type(op)]}", wat(a, "f64"), wat(b, "f64")), "f64")


def _pair(op: ast.operator, a: Value, b: Value) -> Value:
    if type(op) not in _PAIR:
        raise NotTranslated("an operation on `Pair`s that is none of theirs")
    return Term((_PAIR[type(op)], wat(a, "i64x2"), wat(b, "i64x2")), "i64x2")


def paired(first: Value, second: Value) -> Value:
    """Return the pair of two `Long`s."""
    if isinstance(first, Known) and isinstance(second, Known):
        return Known(Pair(first.value, second.value))
    both: Wat = ("i64x2.splat", wat(first, "i64"))
    return Term(both if first == second else ("i64x2.replace_lane", "1", both, wat(second, "i64")), "i64x2")


_LANES = {"first": "0", "second": "1"}


def lane(pair: Term, name: str) -> Value:
    """Return the attribute `name` of a pair, which is one of its numbers."""
    if pair.kind != "i64x2" or name not in _LANES:
        raise NotTranslated("an attribute of what is not known")
    return Term(("i64x2.extract_lane", _LANES[name], pair.wat), "i64")


def _long(op: ast.operator, a: Value, b: Value) -> Value:
    if type(op) not in _LONG:
        raise NotTranslated("an operation on a `Long`")
    if isinstance(op, ast.BitAnd) and isinstance(b, Known) and b.value == _ALL:
        return a
    if isinstance(op, ast.Add) and b == Known(0):
        return a
    if isinstance(b, Term) and b.kind == "i32" and isinstance(op, ast.LShift | ast.RShift):
        return Term((f"i64.{_LONG[type(op)]}", wat(a, "i64"), ("i64.extend_i32_u", b.wat)), "i64")
    return Term((f"i64.{_LONG[type(op)]}", wat(a, "i64"), wat(b, "i64")), "i64")


def _word(op: ast.operator, a: Wat, b: Wat) -> Wat:  # noqa: C901 - a case for each
    """Return the instruction for an operation on 32-bit integers."""
    left, right = constant(a), constant(b)
    match op:
        case ast.Add():
            return add(a, b)
        case ast.Sub():
            return subtract(a, b)
        case ast.Mult():
            return multiply(a, b)
        case ast.BitAnd():
            return a if right == -1 else b if left == -1 else ("i32.and", a, b)
        case ast.BitOr():
            return a if right == 0 else b if left == 0 else ("i32.or", a, b)
        case ast.BitXor():
            return ("i32.xor", a, b)
        case ast.LShift():
            return ("i32.shl", a, b) if right is None else shift_left(a, right)
        case ast.RShift():
            return ("i32.shr_s", a, b)
        case ast.FloorDiv() | ast.Mod() if right is not None and right > 0 and right & (right - 1) == 0:
            if isinstance(op, ast.Mod):
                return ("i32.and", a, const(right - 1)) if right > 1 else ZERO
            return ("i32.shr_s", a, const(right.bit_length() - 1)) if right > 1 else a
        case ast.FloorDiv() | ast.Mod() if right is not None and right > 0:
            return (
                "i32.rem_u" if isinstance(op, ast.Mod) else "i32.div_u",
                a,
                b,
            )  # the dividend is not negative
        case _:
            raise NotTranslated("an operation on integers that is none of theirs")


_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip
_UNSIGNED = {"==": "eq", "!=": "ne", "<": "lt_u", "<=": "le_u", ">": "gt_u", ">=": "ge_u"}


def compared(op: ast.cmpop, a: Value, b: Value) -> Value:
    """Return the value of the comparison `a op b`."""
    if isinstance(op, ast.In | ast.NotIn) and isinstance(b, Known) and isinstance(b.value, range):
        if isinstance(a, Known):
            return Known((a.value in b.value) == isinstance(op, ast.In))
        test = "i32.lt_u" if isinstance(op, ast.In) else "i32.ge_u"
        return Term((test, subtract(wat(a), const(b.value.start)), const(len(b.value))))
    if type(op) not in _COMPARE:
        raise NotTranslated("a comparison that is none of integers")
    name = _COMPARE[type(op)]
    if isinstance(a, Known) and isinstance(b, Known):
        return Known(_HOLDS[name](a.value, b.value))
    kind = kind_of(a, b)
    if kind == "i64":
        return Term((f"i64.{_UNSIGNED[name]}", wat(a, kind), wat(b, kind)))
    if kind == "f64":
        return Term((f"f64.{_UNSIGNED[name].removesuffix('_u')}", wat(a, kind), wat(b, kind)))
    return Term(compare(name, wat(a), wat(b)))


def element(address: Wat, index: Wat, shift: int = 2) -> tuple[Wat, int]:
    """Return the address of an array's member as a tree and a constant offset in bytes.

    Each member occupies `1 << shift` bytes.
    """
    number = constant(index)
    return (address, number << shift) if number is not None else (add(address, shift_left(index, shift)), 0)


class Tables:
    """The known tables that the kernels of one module read. Each is flattened and written once."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._flat: dict[tuple[int, int | None], tuple[Sequence[Any], tuple[Any, ...]]] = {}
        """Cache of rows that were flattened, or of single columns of rows, by the identity of the rows.

        The cache holds the rows, so their identities stay unique.
        """
        self._of: dict[tuple[int, int], tuple[Sequence[Any], Known | Table | Array | None]] = {}
        """Cache of what the rows of a table hold, by the identity of the rows and the least index.

        The value is a single number that all rows hold, or a table of their numbers. It is `None` if the rows
        hold further rows.
        """

    def member(self, of: Value, index: Value) -> Value:
        """Return the value of `of[index]`, where `of` is a table or an array."""
        array = Array.of(of)
        if array is not None:
            return Term(array.at(wat(index)), array.member)
        match of:
            case Known(Held() as held):
                return Term(get(held.member(index)), held.kind)
            case Known(table) if isinstance(index, Known):
                return Known(table[index.value])
            case Known(table):
                return self._row(table, wat(index))
            case Row(rows, at) if isinstance(index, Known):
                return self._row(self._column(rows, index.value), at)
            case Row(rows, at):
                width = len(rows[0])
                if any(len(row) != width for row in rows):
                    raise NotTranslated("a subscript of rows of several lengths")
                return self._row(self._column(rows, None), add(multiply(at, const(width)), wat(index)))
            case _:
                raise NotTranslated("a subscript of what is no table")

    def _column(self, rows: Sequence[Any], column: int | None) -> tuple[Any, ...]:
        """Return one column of the rows, or all rows concatenated if `column` is `None`."""
        key = id(rows), column
        if key not in self._flat:
            made = chain.from_iterable(rows) if column is None else map(operator.itemgetter(column), rows)
            self._flat[key] = rows, tuple(made)
        return self._flat[key][1]

    def _row(self, rows: Sequence[Any], index: Wat) -> Value:
        """Return the value at an index of a table; it is known if the table holds a single value."""
        at, first = _split(index)
        first = min(first, 0)
        key = id(rows), first
        if key not in self._of:
            self._of[key] = rows, self._written(rows, -first)
        found = self._of[key][1]
        match found:
            case Known():
                return found
            case Array():
                return Term(found.at(index), found.member)
            case None:
                return Row(rows, index)
            case _:
                return Term(found.at(at if first else index))

    def _written(self, rows: Sequence[Any], first: int) -> Known | Table | Array | None:
        if {*map(type, rows)} == {float}:
            bits = struct.unpack(f"<{len(rows)}q", struct.pack(f"<{len(rows)}d", *rows))
            return Array(self._memory.written(bits, ARRAYS["reals"][1]), "reals")
        if not all(issubclass(each, int) for each in {*map(type, rows)}):
            return None
        if len({*rows}) == 1:
            return Known(rows[0])
        if max(rows, default=0) > _WORD:
            return Array(self._memory.written(rows, ARRAYS["longs"][1]), "longs")
        return self._memory.table([*map(int, rows)], first)


def _split(index: Wat) -> tuple[Wat, int]:
    """Split an index into a part that is computed at run time and a constant that is added to it."""
    number = constant(index)
    if number is not None:
        return ZERO, number
    if isinstance(index, tuple) and index[0] == "i32.add":
        beyond = constant(index[2])
        if beyond is not None:
            return index[1], beyond
    return index, 0

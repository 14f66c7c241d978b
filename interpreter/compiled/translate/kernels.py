"""Partially evaluates kernels, which are Python functions, and translates them to WebAssembly.

`interpreter.kernels` explains what a kernel is. The translator reads the source of a kernel once (`source`),
evaluates what is known at compile time (`residual`), and emits a function of the module for the rest. There
is one such function for each pair of kernel and receiver. If only a single statement assigns a name, and
assigns a known value, the name stays known. Any other name becomes a local.

A kernel that is called by another kernel becomes a function of its own. A kernel that yields, or that
consists of a single `return`, is inlined. Operations that only this engine has are given a *meaning* here,
which is a sequence of instructions that replaces the body of a kernel. Examples are taking units from the
budget and updating the sets beside the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from interpreter.compiled.translate.expressions import Local, Meaning, stored_as
from interpreter.compiled.translate.residual import Known, Tables, Term, wat
from interpreter.compiled.translate.source import ERASED, Kernel, parts_of, source_of
from interpreter.compiled.translate.statements import Statements
from interpreter.compiled.wasm.memory import POSITION, WORD
from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    Wat,
    add,
    call,
    const,
    constant,
    get,
    put,
    shift_left,
)
from interpreter.compiled.wasm.work import charged
from interpreter.kernels.budget import spend
from interpreter.kernels.terms import integer_part, lowest_bit, rotated, shift, square_root, turned

if TYPE_CHECKING:
    from interpreter.compiled.wasm.assembly import Assembly

__all__ = ["Kernels"]


class Kernels:
    """The kernels that one module contains, translated on first use."""

    def __init__(self, unit: Assembly) -> None:
        self.unit, self.tables = unit, Tables(unit.memory)
        self.meanings: dict[Kernel, Meaning] = {
            spend: lambda _, units, at: charged(units, at),
            lowest_bit: lambda _, word: ("i32.wrap_i64", ("i64.ctz", word)),
            rotated: self._rotated,
            shift: self._shift,
            square_root: lambda _, of: ("f64.sqrt", of),
            turned: self._turned,
            integer_part: lambda _, of: ("i64.trunc_f64_s", of),
        }
        self._names: dict[tuple[Kernel, int], str] = {}
        self._receivers: list[object] = []
        """Receivers whose methods were translated, kept alive so that their identities stay unique."""

    def _shift(self, _: Function, first: Wat, count: Wat, by: Wat) -> Wat:
        """Return the meaning of `shift`, which copies integers from anywhere in the position."""
        whole = const(self.unit.memory.span(POSITION, POSITION + WORD * self.unit.length))
        source, target = (add(shift_left(place, 2), whole) for place in (first, add(first, by)))
        return ("memory.copy", target, source, shift_left(count, 2))

    @staticmethod
    def _rotated(_: Function, word: Wat, by: Wat) -> Wat:
        """Return the meaning of `rotated`."""
        known = constant(by)
        wide: Wat = ("i64.extend_i32_u", by) if known is None else ("i64.const", str(known))
        return ("i64.rotr", word, wide)

    @staticmethod
    def _turned(function: Function, pair: Wat, by: Wat) -> Body | Wat:
        """Return the meaning of `turned`, by a known number of bits: a shuffle if they are whole bytes."""
        bits = constant(by)
        assert bits is not None  # noqa: S101 - vectors have no rotation
        if bits % 8 == 0:
            taken = [str(at // 8 * 8 + (at + bits // 8) % 8) for at in range(16)]
            held = function.local("turned", "v128")
            return ("i8x16.shuffle", *taken, ("local.tee", held, pair), get(held))
        held = function.local("turned", "v128")
        right: Wat = ("i64x2.shr_u", ("local.tee", held, pair), by)
        return ("v128.or", right, ("i64x2.shl", get(held), const(64 - bits)))

    def means(self, meanings: Mapping[Kernel, Meaning]) -> None:
        """Set the instructions that replace the bodies of some kernels in this module."""
        self.meanings.update(meanings)

    def name(self, kernel: Kernel) -> str:
        """Return the name of the function for a kernel, which is added to the module on first use."""
        plain, receiver = parts_of(kernel)
        key = plain, id(receiver)
        if key not in self._names:
            self._receivers.append(receiver)
            name = self._names[key] = self._new_name(f"${plain.__qualname__}")
            source = source_of(plain)
            parameters = tuple((f"${p}", stored_as(kind)) for p, kind in source.passed)
            function = Function(name, parameters, (stored_as(source.result),) if source.result else ())
            made = Statements(self, function, plain, receiver)
            made.names |= {p: Local(f"${p}", kind) for p, kind in source.passed}
            made.names |= {p: Known(ERASED[a]) for p, a in source.parameters if a in ERASED}
            function.body = made.body(source.tree.body, last=True)
            self.unit.add(function)
        return self._names[key]

    def _new_name(self, base: str) -> str:
        """Return a name that no other kernel has: `base`, followed by a number if `base` is in use."""
        taken, number = {*self._names.values()}, 0
        while (name := f"{base}.{number}" if number else base) in taken:
            number += 1
        return name

    def call(self, kernel: Kernel, *operands: Wat) -> Wat:
        """Return the instruction that calls the function for a kernel."""
        return call(self.name(kernel), *operands)

    def value(self, function: Function, kernel: Kernel, *operands: Wat) -> Wat:
        """Return the inlined value of a kernel, which must consist of a single `return`."""
        plain, receiver = parts_of(kernel)
        source = source_of(plain)
        given = [Term(operand, kind) for operand, (_, kind) in zip(operands, source.passed, strict=True)]
        return wat(Statements(self, function, plain, receiver).only(given), source.result or "i32")

    def assigned(self, function: Function, to: str, kernel: Kernel, *operands: Wat) -> Body:
        """Return the body of a kernel marked `inline`, which puts its result into the local `to`."""
        plain, receiver = parts_of(kernel)
        source = source_of(plain)
        given = [Term(operand, kind) for operand, (_, kind) in zip(operands, source.passed, strict=True)]
        before, found = Statements(self, function, plain, receiver).result_inlined(given)
        return [*before, put(to, wat(found, source.result or "i32"))]

    def inlined(self, function: Function, kernel: Kernel, *operands: Wat) -> Body:
        """Return the body of a kernel without a result, for use inside a function."""
        plain, receiver = parts_of(kernel)
        made, passed = Statements(self, function, plain, receiver), source_of(plain).passed
        given = [Term(operand, kind) for operand, (_, kind) in zip(operands, passed, strict=True)]
        return [*made.begin(given), *made.inlined()]

    def through(
        self, function: Function, kernel: Kernel, *operands: Wat, take: Callable[[Wat], Body]
    ) -> Body:
        """Return the body of a kernel that yields, with the instructions of `take` for each yielded value."""
        plain, receiver = parts_of(kernel)
        made, before = (
            Statements(self, function, plain, receiver, lambda value: take(wat(value))),
            list[Wat](),
        )
        given: list[Term] = []
        for operand, (name, kind) in zip(operands, source_of(plain).passed, strict=True):
            held = function.local(name, stored_as(kind))  # `take` may change what the operand reads
            before.append(put(held, operand))
            given.append(Term(get(held), kind))
        return [*before, *made.begin(given), *made.inlined()]

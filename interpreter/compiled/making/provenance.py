"""Pointer analysis: the regions to which each computed address can belong.

An address originates as a constant that knows its region (`addresses`), as a word of a table of addresses, or
as the start of free memory; from there it flows through sums, locals, parameters, results and memory. Each of
these *cells* gets the union of the regions that may flow there, regardless of the order: the sets grow until
a fixed point is reached. So every access in a run is to one of the regions of its address; the set is empty
only for an address without origin (L. O. Andersen, 1994).

Sets of regions are bit masks. The difference of two addresses is not an address, nor is the result of any
other operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from interpreter.compiled.wasm.addresses import Region, region_of
from interpreter.compiled.wasm.wat import Function, Wat

__all__ = ["Provenance", "memory_of"]

Cell: TypeAlias = "tuple[str, str, str] | tuple[str, int]"
"""A local of a function, a result, a global; or what lies in a region, by its bit."""


def memory_of(node: tuple[Wat, ...]) -> tuple[str, int, Region | None, Sequence[Wat]]:
    """Which memory an access is to, how far beyond its address, of which region that is; its operands."""
    operands: Sequence[Wat] = node[1:]
    memory, offset, region = "", 0, None
    if isinstance(operands[0], str) and not operands[0].startswith("offset="):
        memory, operands = operands[0], operands[1:]
    if isinstance(operands[0], str):
        offset, region, operands = (
            int(operands[0].removeprefix("offset=")),
            region_of(operands[0]),
            operands[1:],
        )
    return memory, offset, region, operands


class Provenance:
    """The regions of all addresses of one module; `roots` are those of globals."""

    def __init__(
        self,
        functions: Mapping[str, Function],
        roots: Mapping[str, Region],
        pointers: Mapping[Region, Region],
    ) -> None:
        self.functions = functions
        self.regions: list[Region] = []
        self._bits: dict[Region, int] = {}
        self._cells: dict[Cell, int] = {}
        self._grown = True
        for name, region in roots.items():
            self.flow(("global", name, ""), self.bit(region))
        for table, region in pointers.items():
            self.flow(("in", self.bit(table)), self.bit(region))
        while self._grown:
            self._grown = False
            for function in functions.values():
                _Walk(self, function).all()

    def bit(self, region: Region) -> int:
        """The bit of a region."""
        if region not in self._bits:
            self._bits[region] = 1 << len(self.regions)
            self.regions.append(region)
        return self._bits[region]

    def of(self, bits: int) -> list[Region]:
        """The regions of bits."""
        return [region for i, region in enumerate(self.regions) if bits >> i & 1]

    def at(self, function: Function, node: Wat, region: Region | None) -> int:
        """The regions of an address that a function computes, beyond which something of a region is meant."""
        found = _Walk(self, function).value(node)
        return self.bit(region) if region is not None else found

    def come(self, cell: Cell) -> int:
        """The regions of what may come to a cell."""
        return self._cells.get(cell, 0)

    def flow(self, cell: Cell, bits: int) -> None:
        """Let addresses of regions come to a cell."""
        before = self.come(cell)
        if bits & ~before:
            self._cells[cell] = before | bits
            self._grown = True

    def held(self, bits: int) -> int:
        """What may lie in regions."""
        found = 0
        while bits:
            low = bits & -bits
            found |= self.come(("in", low))
            bits ^= low
        return found

    def stored(self, bits: int, value: int) -> None:
        """Let something lie in regions."""
        while bits and value:
            low = bits & -bits
            self.flow(("in", low), value)
            bits ^= low


class _Walk:
    """Goes through one function: what flows where, and of which regions values are."""

    def __init__(self, known: Provenance, function: Function) -> None:
        self._known, self._function = known, function
        self._labels: dict[str, int] = {}

    def all(self) -> None:
        """Go through all of it; its last instruction is its result."""
        found = self._last(self._function.body)
        self._known.flow(("result", self._function.name, ""), found)

    def _cell(self, kind: str, name: str) -> Cell:
        return (kind, name, self._function.name if kind == "local" else "")

    def _last(self, body: Iterable[Wat]) -> int:
        found = 0
        for node in body:
            found = self.value(node)
        return found

    def value(self, node: Wat) -> int:  # noqa: C901, PLR0912 - a case for each instruction
        """The regions of which a value may be an address."""
        if isinstance(node, str):
            return 0
        known, op = self._known, str(node[0])
        match op:
            case "i32.const":
                region = region_of(node[1])
                return 0 if region is None else known.bit(region)
            case "local.get" | "global.get":
                return known.come(self._cell(op[:-4], str(node[1])))
            case "local.set" | "local.tee" | "global.set":
                found = self.value(node[2])
                known.flow(self._cell(op[:-4], str(node[1])), found)
                return found if op == "local.tee" else 0
            case "i32.add":
                return self.value(node[1]) | self.value(node[2])
            case "i32.sub":
                left, right = self.value(node[1]), self.value(node[2])
                return 0 if right else left
            case "select":
                first, second, _ = (self.value(part) for part in node[1:])
                return first | second
            case "if":
                return self._either(node)
            case "block" | "loop":
                return self._block(node)
            case "br" | "br_if":
                self._labels[str(node[1])] = self._labels.get(str(node[1]), 0) | self._last(node[2:])
                return 0
            case "return":
                known.flow(("result", self._function.name, ""), self._last(node[1:]))
                return 0
            case "call":
                return self._call(node)
            case "memory.copy":
                return self._copy(node)
            case _:
                return self._access(op, node) if ".load" in op or ".store" in op else self._other(node)

    def _other(self, node: tuple[Wat, ...]) -> int:
        """What is no address; its operands may set locals."""
        for part in node[1:]:
            self.value(part)
        return 0

    def _either(self, node: tuple[Wat, ...]) -> int:
        found = 0
        for part in node[1:]:
            if isinstance(part, tuple) and part[0] in _BRANCHES:
                found |= self._last(part[1:])
            else:
                self.value(part)
        return found

    def _block(self, node: tuple[Wat, ...]) -> int:
        found = self._last(part for part in node[1:] if not (isinstance(part, tuple) and part[0] == "result"))
        return found | self._labels.get(str(node[1]) if len(node) > 1 else "", 0)

    def _call(self, node: tuple[Wat, ...]) -> int:
        known, called = self._known, self._known.functions[str(node[1])]
        for (name, _), arg in zip(called.parameters, node[2:], strict=True):
            known.flow(("local", name, called.name), self.value(arg))
        return known.come(("result", called.name, ""))

    def _copy(self, node: tuple[Wat, ...]) -> int:
        to, source, size = node[-3:]
        into, out = self.value(to), self.value(source)
        self.value(size)
        if len(node) == _WITHIN:
            self._known.stored(into, self._known.held(out))
        return 0

    def _access(self, op: str, node: tuple[Wat, ...]) -> int:
        memory, _, region, operands = memory_of(node)
        found = self.value(operands[0])
        bits = self._known.bit(region) if region is not None else found
        value = self.value(operands[1]) if len(operands) > 1 else 0
        if memory or not op.startswith("i32."):
            return 0
        if len(operands) > 1:
            self._known.stored(bits, value)
            return 0
        return self._known.held(bits)


_BRANCHES = frozenset({"then", "else"})

_WITHIN = 4
"""A copy within the first memory has so many words and operands."""

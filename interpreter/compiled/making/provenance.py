"""Pointer analysis: finds the memory regions to which each computed address can belong.

An address originates as a constant that knows its region (`addresses`), as a word of a table of addresses, or
as the start of free memory. From there, it flows through sums, locals, parameters, results and memory. Each
of these *cells* is assigned the union of the regions whose addresses may flow there, regardless of the order
of execution. A single walk over the functions collects the flows, and the sets then grow until they reach a
fixed point (L. O. Andersen, 1994). At run time, every access therefore goes to one of the regions of its
address. The set of regions is empty only for an address without an origin.

Sets of regions are bit masks. The difference of two addresses is not an address, and neither is the result of
any operation other than those above.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias, assert_never

from interpreter.compiled.wasm.addresses import Region, region_of
from interpreter.compiled.wasm.wat import Function, Wat

__all__ = ["Provenance", "memory_of"]


def memory_of(node: tuple[Wat, ...]) -> tuple[str, int, Region | None, Sequence[Wat]]:
    """Return the memory, the constant offset, the offset's region, and the operands of a memory access.

    The name of the first memory is empty, and the region is `None` if the offset belongs to none.
    """
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


class Cell:
    """The set of regions whose addresses may lie in a local, a parameter, a result, a global or a region."""

    __slots__ = ("bits",)

    def __init__(self) -> None:
        self.bits = 0

    def grow(self, bits: int) -> bool:
        """Add the regions of addresses that flow here, and return whether at least one of them is new."""
        new = bits & ~self.bits
        self.bits |= new
        return new != 0


class Among(NamedTuple):
    """The union of the regions of two values, for a sum or where control flow joins."""

    first: Value
    second: Value


class Difference(NamedTuple):
    """The regions of `left`, or no regions if `right` may be an address as well."""

    left: Value
    right: Value


class Held(NamedTuple):
    """The regions whose addresses may be stored in the regions of `address`."""

    address: Value


Value: TypeAlias = "int | Cell | Among | Difference | Held"
"""The regions whose addresses a value may be, as a bit mask or as an expression over cells."""


def _either(first: Value, second: Value) -> Value:
    if first == 0 or first is second:
        return second
    if second == 0:
        return first
    return first | second if isinstance(first, int) and isinstance(second, int) else Among(first, second)


class Provenance:
    """The regions of all addresses in one module.

    `roots` maps each global that holds an address to its region, and `pointers` maps each table of addresses
    to the region of these addresses.
    """

    def __init__(
        self,
        functions: Mapping[str, Function],
        roots: Mapping[str, Region],
        pointers: Mapping[Region, Region],
    ) -> None:
        self.functions = functions
        self.regions: list[Region] = []
        self.flows: list[tuple[Cell, Value]] = []
        """Pairs of a cell and a value whose regions flow into the cell."""
        self.stores: list[tuple[Value, Value]] = []
        """Pairs of an address and a value that is stored there."""
        self._bits: dict[Region, int] = {}
        self._cells: dict[tuple[str, str, str], Cell] = {}
        self._names: dict[int, tuple[str, ...]] = {}
        self._held: list[Cell] = []
        """For each region, the regions whose addresses may be stored in it."""
        for name, region in roots.items():
            self.cell("global", name).bits = self.bit(region)
        for table, region in pointers.items():
            self._held_in(self.bit(table)).bits = self.bit(region)
        self._addresses = {name: _Walk(self, function).all() for name, function in functions.items()}
        while self._grow():
            pass

    def bit(self, region: Region) -> int:
        """Return the bit that represents a region, assigning one if necessary."""
        if region not in self._bits:
            self._bits[region] = 1 << len(self.regions)
            self.regions.append(region)
            self._held.append(Cell())
        return self._bits[region]

    def cell(self, kind: str, name: str, function: str = "") -> Cell:
        """Return the cell of a global, of the result of a function, or of one of its locals."""
        key = kind, name, function
        if key not in self._cells:
            self._cells[key] = Cell()
        return self._cells[key]

    def of(self, bits: int) -> list[Region]:
        """Return the regions whose bits are set in a mask."""
        return [region for i, region in enumerate(self.regions) if bits >> i & 1]

    def names(self, bits: int) -> tuple[str, ...]:
        """Return the names of the regions whose bits are set in a mask."""
        if bits not in self._names:
            self._names[bits] = tuple(map(str, self.of(bits)))
        return self._names[bits]

    def at(self, function: Function, address: Wat, region: Region | None) -> int:
        """Return a bit mask of the regions that an access at an address in a function may touch.

        If the constant offset of the access belongs to a `region`, it is that region.
        """
        if region is not None:
            return self.bit(region)
        return self._now(self._addresses[function.name][id(address)])

    def _grow(self) -> bool:
        """Apply every flow and every store once, and return whether any cell has grown."""
        grown = False
        for cell, value in self.flows:
            grown |= cell.grow(self._now(value))
        for address, value in self.stores:
            bits, stored = self._now(address), self._now(value)
            while bits and stored:
                low = bits & -bits
                grown |= self._held_in(low).grow(stored)
                bits ^= low
        return grown

    def _now(self, value: Value) -> int:
        """Return a bit mask of the regions of a value, as far as the cells have grown."""
        match value:
            case int():
                return value
            case Cell():
                return value.bits
            case Among():
                return self._now(value.first) | self._now(value.second)
            case Difference():
                return 0 if self._now(value.right) else self._now(value.left)
            case Held():
                bits, found = self._now(value.address), 0
                while bits:
                    low = bits & -bits
                    found |= self._held_in(low).bits
                    bits ^= low
                return found
            case _:
                assert_never(value)

    def _held_in(self, bit: int) -> Cell:
        return self._held[bit.bit_length() - 1]


class _Walk:
    """Walks through one function once and collects its flows."""

    def __init__(self, known: Provenance, function: Function) -> None:
        self._known, self._function = known, function
        self._labels: dict[str, Value] = {}
        self._addresses: dict[int, Value] = {}

    def all(self) -> dict[int, Value]:
        """Walk through the function and return the regions of the addresses that it accesses.

        The result is keyed by the identity of the node of each address. The value of the function's last
        instruction is the function's result.
        """
        self._flow(self._result(self._function.name), self._last(self._function.body))
        return self._addresses

    def _flow(self, cell: Cell, value: Value) -> None:
        if value != 0:
            self._known.flows.append((cell, value))

    def _cell(self, kind: str, name: str) -> Cell:
        return self._known.cell(kind, name, self._function.name if kind == "local" else "")

    def _result(self, function: str) -> Cell:
        return self._known.cell("result", function)

    def _address(self, node: Wat) -> Value:
        """Walk through the address of an access, and record and return its regions."""
        found = self._addresses[id(node)] = self.value(node)
        return found

    def _last(self, body: Iterable[Wat]) -> Value:
        found: Value = 0
        for node in body:
            found = self.value(node)
        return found

    def value(self, node: Wat) -> Value:  # noqa: C901, PLR0912 - a case for each instruction
        """Walk through an instruction and return the regions whose addresses its result may be."""
        if isinstance(node, str):
            return 0
        op = str(node[0])
        match op:
            case "i32.const":
                region = region_of(node[1])
                return 0 if region is None else self._known.bit(region)
            case "local.get" | "global.get":
                return self._cell(op[:-4], str(node[1]))
            case "local.set" | "local.tee" | "global.set":
                found = self.value(node[2])
                self._flow(self._cell(op[:-4], str(node[1])), found)
                return found if op == "local.tee" else 0
            case "i32.add":
                return _either(self.value(node[1]), self.value(node[2]))
            case "i32.sub":
                left, right = self.value(node[1]), self.value(node[2])
                return left if left == 0 or right == 0 else Difference(left, right)
            case "select":
                first, second, _ = (self.value(part) for part in node[1:])
                return _either(first, second)
            case "if":
                return self._if(node)
            case "block" | "loop":
                return self._block(node)
            case "br" | "br_if":
                label = str(node[1])
                self._labels[label] = _either(self._labels.get(label, 0), self._last(node[2:]))
                return 0
            case "return":
                self._flow(self._result(self._function.name), self._last(node[1:]))
                return 0
            case "call":
                return self._call(node)
            case "memory.copy":
                return self._copy(node)
            case "memory.fill":
                self._address(node[-3])
                self.value(node[-2])
                return self._other(node[-2:])
            case _:
                return self._access(op, node) if ".load" in op or ".store" in op else self._other(node)

    def _other(self, node: tuple[Wat, ...]) -> int:
        """Walk through an instruction whose result is not an address, because its operands may set locals."""
        for part in node[1:]:
            self.value(part)
        return 0

    def _if(self, node: tuple[Wat, ...]) -> Value:
        found: Value = 0
        for part in node[1:]:
            if isinstance(part, tuple) and part[0] in _BRANCHES:
                found = _either(found, self._last(part[1:]))
            else:
                self.value(part)
        return found

    def _block(self, node: tuple[Wat, ...]) -> Value:
        found = self._last(part for part in node[1:] if not (isinstance(part, tuple) and part[0] == "result"))
        return _either(found, self._labels.get(str(node[1]) if len(node) > 1 else "", 0))

    def _call(self, node: tuple[Wat, ...]) -> Value:
        known, called = self._known, self._known.functions[str(node[1])]
        for (name, _), arg in zip(called.parameters, node[2:], strict=True):
            self._flow(known.cell("local", name, called.name), self.value(arg))
        return self._result(called.name)

    def _copy(self, node: tuple[Wat, ...]) -> int:
        to, source, size = node[-3:]
        into, out = self._address(to), self._address(source)
        self.value(size)
        if len(node) == _WITHIN:
            self._store(into, Held(out))
        return 0

    def _access(self, op: str, node: tuple[Wat, ...]) -> Value:
        memory, _, region, operands = memory_of(node)
        found = self._address(operands[0])
        address = self._known.bit(region) if region is not None else found
        value = self.value(operands[1]) if len(operands) > 1 else 0
        if memory or not op.startswith("i32."):
            return 0
        if len(operands) > 1:
            self._store(address, value)
            return 0
        return Held(address) if address != 0 else 0

    def _store(self, address: Value, value: Value) -> None:
        if address != 0 and value != 0:
            self._known.stores.append((address, value))


_BRANCHES = frozenset({"then", "else"})

_WITHIN = 4
"""Number of parts of a `memory.copy` within the first memory, which are its name and three operands."""

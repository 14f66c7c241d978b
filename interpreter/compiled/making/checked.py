"""Makes checked modules, which verify that each memory access stays inside the regions meant for it.

Each access with a computed address is annotated with the regions from which the address can come
(`provenance`). Usually this is a single region, such as the table, variable or list that the emitter named.
There are several regions if a function of the module is used for more than one of them. Before the access
reads or writes, `$within` checks that all its bytes lie in one of these regions. If they do not, the module
traps, and the host reports the access and its place in the program (`host.Breach`). There are gaps between
regions, so a slight overrun does not end up in another region.

In all other respects, a checked module behaves like any other module. An address of unknown origin is a bug
in an emitter; in that case, no module is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamespec.program import Program
from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.course.module import Module, compiled
from interpreter.compiled.making.origins import NOTES, Origins
from interpreter.compiled.making.placed import Placed, deep
from interpreter.compiled.making.provenance import Provenance, memory_of
from interpreter.compiled.unit.scripted import ASTRAY
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.addresses import Region, region_of
from interpreter.compiled.wasm.interface import HERE, Access, Use
from interpreter.compiled.wasm.memory import Words
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    call,
    const,
    constant,
    get,
    put,
    shown,
    store,
    when,
)
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Checked", "bytes_of", "checked"]

APART = 64
"""Size of the gap between two regions, in bytes; no access is larger."""

_BYTES = {"8": 1, "16": 2, "32": 4}

_LEAVES = frozenset({"local.get", "i32.const", "i64.const", "f64.const", "global.get"})
"""Instructions that have no operands."""


def bytes_of(op: str) -> int:
    """Return the number of bytes that a load or store instruction accesses."""
    kind, what = op.split(".", 1)
    narrow = what.removeprefix("load").removeprefix("store").removesuffix("_u").removesuffix("_s")
    return _BYTES.get(narrow, int(kind[1:]) // 8)


class Checked(Placed):
    """Creates the emitters of a checked module."""

    apart = APART

    def made(self, unit: Unit) -> None:
        """Insert a check before each memory access of the module."""
        _Checking(unit, self.origins).done()


def checked(
    program: Program,
    start: list[int],
    techniques: Techniques = FULL,
    *,
    use: Use = Use.STEPS | Use.GAMES,
    counts: Counts = NOTHING,
) -> Module:
    """Return the checked module of a program.

    The parameters have the same meaning as in `module.compiled`.
    """
    with deep():
        return compiled(program, start, techniques, Checked(), use=use, counts=counts)


class _Checking:
    """Rewrites the functions of one module so that they check their memory accesses."""

    def __init__(self, unit: Unit, origins: Origins) -> None:
        self._unit, self._origins = unit, origins
        self._known = Provenance(unit.functions, {"$options": unit.memory.rest.region}, unit.memory.pointers)
        self._function = Function("")
        self._called = _called(unit.functions)
        self._helpers: dict[tuple[str, int], str] = {}
        """The names of the checking functions, keyed by the memory and the bit mask of the permitted regions.
        """

    def done(self) -> None:
        """Rewrite all functions of the module."""
        for function in [*self._unit.functions.values()]:
            self._function = function
            function.body = self._all(function.body, HERE)

    def _all(self, nodes: Sequence[Wat], at: int) -> list[Wat]:
        """Return the rewritten instructions without the annotations among them."""
        return [
            node if isinstance(node, str) or node[0] in _LEAVES else self._rewritten(node, at)
            for node in nodes
            if isinstance(node, str) or node[0] not in NOTES
        ]

    def _rewritten(self, node: tuple[Wat, ...], at: int) -> Wat:
        """Return an instruction whose memory accesses are checked.

        `at` is the place to which the enclosing instruction belongs.
        """
        origin, op = self._origins.of(node), str(node[0])
        at = at if origin is None else origin.at
        inside = (op, *self._all(node[1:], at))
        if ".load" in op or ".store" in op:
            return self._access(node, inside, at)
        if op in {"memory.fill", "memory.copy"}:
            return self._moved(node, inside, at)
        return inside

    def _access(self, node: tuple[Wat, ...], inside: tuple[Wat, ...], at: int) -> Wat:
        op = str(node[0])
        memory, offset, region, operands = memory_of(node)
        memory = _name(memory)
        address, size = operands[0], const(bytes_of(op))
        known, region = constant(address), region or region_of(constant(address))
        if not memory and known is not None and _fits(region, known + offset, bytes_of(op)):
            return inside
        meant = self._meant(memory, address, region, node)
        words = len(node) - len(operands)
        looked = call(
            self._within(memory, meant),
            inside[words],
            const(offset),
            size,
            self._number(at, op, memory, meant),
        )
        return (*inside[:words], looked, *inside[words + 1 :])

    def _moved(self, node: tuple[Wat, ...], inside: tuple[Wat, ...], at: int) -> Wat:
        """Return a checked `memory.fill` or `memory.copy`.

        If its size and all its addresses are known, and stay inside their regions, the instruction needs no
        check.
        """
        op, named = str(node[0]), [str(part) for part in node[1:] if isinstance(part, str)]
        operands, count = node[1 + len(named) :], 1 if op == "memory.fill" else 2
        memories, size = [_name(name) for name in named] or [""] * count, constant(operands[-1])
        ends, known = operands[:count], [constant(end) for end in operands[:count]]
        if size is not None and not any(memories) and all(_holds(address, size) for address in known):
            return inside
        looks, numbers = list[str](), list[Wat]()
        for memory, end in zip(memories, ends, strict=True):
            meant = self._meant(memory, end, region_of(constant(end)), node)
            looks.append(self._within(memory, meant))
            numbers.append(self._number(at, op, memory, meant))
        name = "_".join(
            ["$moved", op.removeprefix("memory."), *(look.removeprefix("$within_") for look in looks)]
        )

        def make(function: Function) -> None:
            looked: Body = [
                call(look, get(f"$end{i}"), ZERO, get("$size"), get(f"$number{i}"))
                for i, look in enumerate(looks)
            ]
            value = [get("$value")] if count == 1 else []
            function.body = [(op, *named, *looked, *value, get("$size"))]

        given = [f"$end{i}" for i in range(count)] + ["$value"] * (count == 1) + ["$size"]
        self._unit.helper(name, make, *given, *(f"$number{i}" for i in range(count)))
        return call(name, *inside[1 + len(named) :], *numbers)

    def _meant(self, memory: str, address: Wat, region: Region | None, node: Wat) -> int:
        """Return a bit mask of the regions in which an address may lie.

        The mask is 0 for an additional memory, in which every address is permitted.
        """
        if memory:
            return 0
        meant = self._known.at(self._function, address, region)
        if not meant and self._function.name in self._called:
            message = f"in `{self._function.name}` nobody knows of which region an address is: {shown(node)}"
            raise AssertionError(message)
        return meant

    def _number(self, at: int, op: str, memory: str, meant: int) -> Wat:
        """Register an access and return the number by which it is reported to the host."""
        regions = (f"memory `{memory}`",) if memory else self._known.names(meant)
        self._unit.accesses.append(Access(at, self._function.name, op, regions))
        return const(ASTRAY - len(self._unit.accesses))

    def _within(self, memory: str, meant: int) -> str:
        """Return the name of the function that checks an access to one of the regions in `meant`.

        The function `$within_{n}(address, beyond, size, number)` returns the address if the `size` bytes that
        begin `beyond` bytes after it lie in one of the regions. Otherwise, it traps.
        """
        if (memory, meant) in self._helpers:
            return self._helpers[memory, meant]
        regions = self._known.of(meant)

        def make(function: Function) -> None:
            size: Wat = ("i64.extend_i32_u", get("$size"))
            first: Wat = ("i64.add", *(("i64.extend_i32_u", get(name)) for name in ("$address", "$beyond")))
            at = function.local("at", "i64")
            function.body = [
                when(("i32.eqz", get("$size")), [("return", get("$address"))]),
                put(at, first),
                *(_within(get(at), size, region) for region in regions),
                *([_within(get(at), size, Region(memory, 0, None), f"${memory}")] if memory else []),
                store(ZERO, get("$number"), Words.FAULT),
                ("unreachable",),
            ]

        name = f"$within_{memory or len(self._helpers)}"
        made = self._unit.helper(name, make, "$address", "$beyond", "$size", "$number", result=True)
        self._helpers[memory, meant] = made
        return made


def _within(at: Wat, size: Wat, region: Region, *memory: str) -> Wat:
    """Return the instruction that returns the address if the access lies inside a region."""
    end: Wat = ("i64.const", str(region.address + (region.size or 0)))
    if region.size is None:
        end = ("i64.shl", ("i64.extend_i32_u", ("memory.size", *memory)), ("i64.const", "16"))
    begins: Wat = ("i64.ge_u", at, ("i64.const", str(region.address)))
    fits: Wat = ("i64.le_u", ("i64.add", at, size), end)
    return when(("i32.and", begins, fits), [("return", get("$address"))])


def _called(functions: Mapping[str, Function]) -> frozenset[str]:
    """Return the names of the functions that can run: exported functions and everything that they call."""
    found: set[str] = set()
    stack: list[Wat] = [("call", name) for name, function in functions.items() if function.export is not None]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            if node[0] == "call" and str(node[1]) not in found:
                found.add(str(node[1]))
                stack += functions[str(node[1])].body
            stack += node[1:]
    return frozenset(found)


def _holds(address: int | None, size: int) -> bool:
    """Return whether an address is known and the `size` bytes that begin there lie inside its region."""
    return address is not None and _fits(region_of(address), address, size)


def _fits(region: Region | None, address: int, size: int) -> bool:
    """Return whether the `size` bytes that begin at a known address lie inside a region.

    Without a region, the result is true.
    """
    return region is None or region.holds(address, size)


def _name(memory: str) -> str:
    """Return the name of a memory without the leading `$`; the name of the first memory is empty."""
    return memory.removeprefix("$").removeprefix("0")

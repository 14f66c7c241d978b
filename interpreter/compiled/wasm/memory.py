"""The memory layout of a module.

    0          words for communication between a module and its host (`Words`)
    POSITION   the position, integer by integer, in the layout of `gamespec.program.tables`
    after it   constant tables, each as narrow as its values allow, and memory for lists

Equal tables are stored once. Everything that is written before a module runs is its `image`. The rest of the
memory is 0.

An allocation returns an `Address`, which knows its region (`addresses`). There may be gaps between regions
(`apart`), so that an access beyond the end of a region does not hit another one.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from gamespec.program.frozen import dataclass
from interpreter.compiled.wasm.addresses import Address, Region
from interpreter.compiled.wasm.wat import ZERO, Body, Wat, add, const, load, shift_left, store

__all__ = ["PAGE", "POSITION", "WORD", "Memory", "Rows", "Table", "Words", "cleared", "copied", "emptied"]

WORD = 4
"""Size of one integer of a position, in bytes."""

PAGE = 65_536
"""Size of one page of a module's memory, in bytes."""

POSITION = 256
"""Address at which the position begins."""


SHORT = 256
"""Maximum number of bytes that are copied or cleared by separate instructions.

For more bytes, a single bulk instruction is faster.
"""


def cleared(address: int, count: int, *, bytes_: bool = False) -> Body:
    """Return the instructions that set `count` integers at a constant address to 0.

    With `bytes_`, they set `count` bytes instead.
    """
    size = count if bytes_ else WORD * count
    if size > SHORT:
        return [("memory.fill", const(address), ZERO, const(size))]
    return _zeros(ZERO, address, size)


def emptied(address: Wat, size: int) -> Body:
    """Return instructions that set `size` bytes to 0; the tree `address` may be emitted several times."""
    return [("memory.fill", address, ZERO, const(size))] if size > SHORT else _zeros(address, 0, size)


def _zeros(address: Wat, offset: int, size: int) -> Body:
    pieces = _pieces(size, _STORES)
    return [
        store(address, _ZEROS.get(width, ZERO), offset + at, width=_STORES[width]) for at, width in pieces
    ]


def copied(to: Wat, source: Wat, size: int, *, settled: bool = False) -> Body:
    """Return the instructions that copy `size` bytes between ranges that do not overlap.

    `size` must be a multiple of 4. `settled` means that the source was not written recently, so wide loads
    from it are fast.
    """
    if size > SHORT:
        return [("memory.copy", to, source, const(size))]
    return [
        store(to, load(source, at, width=_LOADS[width]), at, width=_STORES[width])
        for at, width in _pieces(size, _LOADS if settled else (8, 4))
    ]


_ZEROS: dict[int, Wat] = {16: ("v128.const", "i64x2", "0", "0"), 8: ("i64.const", "0")}
_STORES = {16: "v128.store", 8: "i64.store", 4: "i32.store", 2: "i32.store16", 1: "i32.store8"}
_LOADS = {16: "v128.load", 8: "i64.load", 4: "i32.load", 2: "i32.load16_u", 1: "i32.load8_u"}


def _pieces(size: int, widths: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the offset and length of each of the pieces that make up `size` bytes, longest pieces first."""
    at = 0
    for width in widths:
        while size - at >= width:
            yield at, width
            at += width


class Words:
    """Addresses of the words through which a module and its host communicate."""

    FAULT = 4
    """The number of the fault that was raised, counted from 1 in the module's list of faults."""
    NUMBERS = 8
    """The numbers that appear in the fault's message, one word each."""
    MOST_NUMBERS = 6
    LAST = 40
    """The maximum number of decisions in a game that a module plays by itself, as an unsigned number.

    The module reads it before each decision, so the host can stop a batch at once by writing 0.
    """
    NO_LAST = -1
    """The value of `LAST` that means no limit. As an unsigned number, it is never reached."""
    WEIGHT = 48
    """The weight of a replay (`scripted`), as a 64-bit floating-point number.

    The word after it counts how often the weight was raised.
    """
    WEIGHT_LOW = 56


@dataclass(frozen=True, slots=True)
class Table:
    """A constant table in memory, in which the number for the index `i` is `values[i - first]`.

    `width` is the instruction that reads a number.
    """

    address: Address
    first: int
    width: str
    shift: int

    def at(self, index: Wat) -> Wat:
        """Return the tree that reads the number for an index."""
        moved = self.address - (self.first << self.shift)
        if self.first >= 0 and moved >= 0:  # otherwise, an index below 0 would wrap
            return load(shift_left(index, self.shift), moved, width=self.width)
        return load(shift_left(add(index, const(-self.first)), self.shift), self.address, width=self.width)


@dataclass(frozen=True, slots=True)
class Rows:
    """Lists of numbers, one after another in memory.

    `starts` is a table of the address at which each list begins, and finally the address at which the last
    one ends.
    """

    starts: Table
    width: str
    shift: int

    def members(self, index: Wat) -> tuple[Wat, Wat]:
        """Return the trees for the addresses at which the list with a given index begins and ends."""
        return self.starts.at(index), self.starts.at(add(index, const(1)))


_LETTERS = "BHIQ"
"""Format characters of the module `struct` for unsigned words of 1, 2, 4 and 8 bytes."""

_WIDTHS = (
    (0, 0xFF, "i32.load8_u", 0),
    (-0x80, 0x7F, "i32.load8_s", 0),
    (0, 0xFFFF, "i32.load16_u", 1),
    (-0x8000, 0x7FFF, "i32.load16_s", 1),
)


def _width(values: Sequence[int]) -> tuple[str, int]:
    """Return the narrowest instruction that can load all values, and the binary logarithm of its bytes."""
    low, high = min(values, default=0), max(values, default=0)
    for least, most, name, shift in _WIDTHS:
        if least <= low and high <= most:
            return name, shift
    return "i32.load", 2


class Memory:
    """The memory layout of one module. `parts` holds the indexes at which parts of a position begin."""

    def __init__(self, length: int, parts: Iterable[int] = (), apart: int = 0) -> None:
        self.length = length
        self.end = POSITION + WORD * length
        self._apart = apart
        self._parts = sorted({0, length, *parts})
        self._at: dict[int, Address] = {}
        self._image: list[tuple[int, bytes]] = []
        self._tables: dict[tuple[int, tuple[int, ...]], Table] = {}
        self._rows: dict[tuple[tuple[int, ...], ...], Rows] = {}
        self._sources: dict[tuple[int, ...], Address] = {}
        self._leads: dict[Region, Region] = {}
        self._lists_rest: list[Region] = []

    # --- the position ---------------------------------------------------------------------------------

    def at(self, place: int) -> Address:
        """Return the address of an integer of the position; its region is the part that contains it."""
        found = self._at.get(place)
        if found is None:
            i = bisect_right(self._parts, place)
            first, end = ([*self._parts, self.length])[i - 1 : i + 1]  # an empty array may come last
            found = self._at[place] = self.part(first, end - first) + WORD * (place - first)
        return found

    def part(self, place: int, size: int) -> Address:
        """Return the address of a part of the position, which has `size` integers beginning at `place`."""
        address = POSITION + WORD * place
        return Address(address, Region(f"integers {place} to {place + size - 1}", address, WORD * size))

    def piece(self, address: int, size: int) -> Address:
        """Return an address whose region is only the `size` bytes that begin there."""
        return Address(address, Region("piece", int(address), size))

    def span(self, address: int, end: int) -> Address:
        """Return an address whose region is everything up to `end`, even if it spans other regions."""
        return Address(address, Region("several regions", int(address), end - address))

    # --- tables and reserved memory -------------------------------------------------------------------

    def room(self, size: int, name: str = "room") -> Address:
        """Reserve `size` bytes of memory, and return their address."""
        at = (self.end + (self._apart if size else 0) + 7) // 8 * 8
        self.end = at + size
        return Address(at, Region(name, at, size))

    @property
    def rest(self) -> Address:
        """The address of all memory that has not been reserved so far."""
        at = int(self.room(0))
        return Address(at, Region("options", at, None))

    def words(self, count: int) -> Address:
        """Reserve memory for `count` integers of a position, and return its address."""
        return self.room(WORD * max(count, 1))

    def listing(self, count: int) -> Address:
        """Reserve memory for `count` integers that are addresses within `rest`, and return its address."""
        at = self.words(count)
        self._lists_rest.append(at.region)
        return at

    @property
    def pointers(self) -> dict[Region, Region]:
        """The regions that hold tables of addresses, each mapped to the region of these addresses."""
        return {**self._leads, **dict.fromkeys(self._lists_rest, self.rest.region)}

    def table(self, values: Sequence[int], first: int = 0) -> Table:
        """Return a constant table of `values`, in which the first value has the index `first`."""
        key = (first, tuple(values))
        if key not in self._tables:
            width, shift = _width(values)
            self._tables[key] = Table(self.written(values, shift), first, width, shift)
        return self._tables[key]

    def rows(self, lists: Sequence[Sequence[int]]) -> Rows:
        """Return a constant table of lists of numbers."""
        key = tuple(tuple(row) for row in lists)
        if key not in self._rows:
            flat = [value for row in key for value in row]
            width, shift = _width(flat)
            base, starts = self.written(flat, shift), [0]
            for row in key:
                starts.append(starts[-1] + (len(row) << shift))
            begins = self.table([base + start for start in starts])
            self._leads[begins.address.region] = base.region
            self._rows[key] = Rows(begins, width, shift)
        return self._rows[key]

    def written(self, values: Sequence[int], shift: int) -> Address:
        """Write constant numbers with `1 << shift` bytes each to the image, and return their address."""
        size = 1 << shift
        mask = (1 << 8 * size) - 1
        at = self.room(max(len(values), 1) * size, "table")
        self._image.append(
            (at, struct.pack(f"<{len(values)}{_LETTERS[shift]}", *[value & mask for value in values]))
        )
        return at

    def source(self, words: Sequence[int]) -> Address:
        """Return the address of constant words, which are only copied, so equal ones are written once."""
        key = tuple(words)
        if key not in self._sources:
            self._sources[key] = self.written(key, 2)
        return self._sources[key]

    def put(self, address: int, data: bytes) -> None:
        """Write constant bytes to the image, at the given address."""
        self._image.append((address, data))

    @property
    def image(self) -> tuple[tuple[int, bytes], ...]:
        """The initial content of memory, as pairs of an address and the bytes there."""
        return tuple(self._image)

"""Bit sets, in which each member of a range `0..size-1` is one bit, with 64 bits per word.

`Bits` describes how to compute a set, by one instruction tree for each word. Shifting a set reads its words
several times, so words that are expensive to compute are first put into locals (`Bits.in_locals`). Words
known at compile time are constants, and operations on them are folded.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from gamespec.program.frozen import dataclass
from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    Wat,
    add,
    block,
    branch_if,
    compare,
    const,
    either,
    get,
    load,
    loop,
    put,
    store,
    when,
)

__all__ = [
    "BITS",
    "Bits",
    "count",
    "each",
    "end",
    "fixed",
    "mask_of",
    "members_of",
    "some",
    "word",
]

BITS = 64
"""Number of members that one word holds."""

_FULL = (1 << BITS) - 1


def word(value: int) -> Wat:
    """Return the tree for a constant 64-bit word."""
    return ("i64.const", str(value - (1 << BITS) if value >> (BITS - 1) else value))


def _known(node: Wat) -> int | None:
    return int(str(node[1])) & _FULL if isinstance(node, tuple) and node[0] == "i64.const" else None


def mask_of(members: Callable[[int], bool], size: int) -> int:
    """Return a bit mask of the numbers from 0 to `size` - 1 that satisfy the predicate `members`."""
    return sum(1 << i for i in range(size) if members(i))


def members_of(mask: int) -> list[int]:
    """Return the indexes of the bits that are set in `mask`, in ascending order."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def fixed(mask: int, size: int) -> Bits:
    """Return the constant set whose members are the bits that are set in `mask`."""
    count_ = (size + BITS - 1) // BITS
    return Bits(size, tuple(word(mask >> (BITS * i) & _FULL) for i in range(count_)))


def _and(a: Wat, b: Wat) -> Wat:
    left, right = _known(a), _known(b)
    if left is not None and right is not None:
        return word(left & right)
    if left is not None:
        return _and(b, a)
    return b if right == 0 else a if right == _FULL else ("i64.and", a, b)


def _or(a: Wat, b: Wat) -> Wat:
    left, right = _known(a), _known(b)
    if left is not None and right is not None:
        return word(left | right)
    if left is not None:
        return _or(b, a)
    return a if right == 0 else b if right == _FULL else ("i64.or", a, b)


def _xor(a: Wat, b: Wat) -> Wat:
    left, right = _known(a), _known(b)
    if left is not None and right is not None:
        return word(left ^ right)
    return b if left == 0 else a if right == 0 else ("i64.xor", a, b)


def _moved(node: Wat, by: int) -> Wat:
    """Return a word shifted by `by` bits towards its lowest bit, or the other way if `by` is negative."""
    value = _known(node)
    if value is not None:
        return word((value >> by if by >= 0 else value << -by) & _FULL)
    if by == 0:
        return node
    return (
        ("i64.shr_u", node, ("i64.const", str(by))) if by > 0 else ("i64.shl", node, ("i64.const", str(-by)))
    )


@dataclass(frozen=True, slots=True)
class Bits:
    """A subset of the range `0..size-1`; all bits beyond `size` are 0."""

    size: int
    words: tuple[Wat, ...]

    @property
    def mask(self) -> int | None:
        """The set as a bit mask, or `None` if the set is not constant."""
        found = 0
        for i, one in enumerate(self.words):
            value = _known(one)
            if value is None:
                return None
            found |= value << (BITS * i)
        return found

    @property
    def all(self) -> int:
        """The bit mask of the whole range."""
        return (1 << self.size) - 1

    def both(self, other: Bits) -> Bits:
        """Return the intersection of this set and another."""
        return Bits(self.size, tuple(_and(a, b) for a, b in zip(self.words, other.words, strict=True)))

    def either(self, other: Bits) -> Bits:
        """Return the union of this set and another."""
        return Bits(self.size, tuple(_or(a, b) for a, b in zip(self.words, other.words, strict=True)))

    def apart(self, other: Bits) -> Bits:
        """Return the symmetric difference of this set and another."""
        return Bits(self.size, tuple(_xor(a, b) for a, b in zip(self.words, other.words, strict=True)))

    def within(self, mask: int) -> Bits:
        """Return the intersection of this set and the constant set given by a bit mask."""
        return self if mask == self.all else self.both(fixed(mask, self.size))

    def not_(self) -> Bits:
        """Return the complement of this set within its range."""
        known = self.mask
        if known is not None:
            return fixed(self.all & ~known, self.size)
        full = fixed(self.all, self.size).words
        return Bits(self.size, tuple(("i64.xor", a, b) for a, b in zip(self.words, full, strict=True)))

    def in_locals(self, function: Function, before: Body) -> Bits:
        """Return the same set with its words in locals, so that it can be read more than once.

        The instructions that set the locals are appended to `before`. Constants, and words that are in locals
        already, stay as they are.
        """
        words: list[Wat] = []
        for one in self.words:
            if isinstance(one, tuple) and one[0] in {"local.get", "i64.const"}:
                words.append(one)
            else:
                name = function.local("w", "i64")
                before.append(put(name, one))
                words.append(get(name))
        return Bits(self.size, tuple(words))

    @classmethod
    def of(cls, member: Wat, size: int) -> Bits:
        """Return the set with a single member; the tree `member` is emitted once per word."""
        bit: Wat = ("i64.shl", word(1), ("i64.extend_i32_u", member))
        count_ = (size + BITS - 1) // BITS
        if count_ == 1:
            return cls(size, (bit,))
        which: Wat = ("i32.shr_u", member, const(BITS.bit_length() - 1))
        words = range(count_)
        return cls(size, tuple(("select", bit, word(0), compare("==", which, const(i))) for i in words))

    @classmethod
    def held(cls, function: Function, size: int) -> Bits:
        """Return a set whose words are new locals."""
        words = range((size + BITS - 1) // BITS)
        return cls(size, tuple(get(function.local("w", "i64")) for _ in words))

    def put(self, other: Bits) -> Body:
        """Return the instructions that assign another set to this one, whose words must be locals.

        Words that the other set lacks become 0.
        """
        words = [*other.words, *[word(0)] * len(self.words)]
        return [put(str(name[1]), one) for name, one in zip(self.words, words, strict=False)]

    @classmethod
    def loaded(cls, address: int, size: int) -> Bits:
        """Return the set whose words are stored at a memory address."""
        words = range((size + BITS - 1) // BITS)
        return cls(size, tuple(load(const(0), address + 8 * i, width="i64.load") for i in words))

    def stored(self, address: int) -> Body:
        """Return the instructions that store the words of this set at a memory address."""
        return [store(const(0), one, address + 8 * i, width="i64.store") for i, one in enumerate(self.words)]

    def moved(self, by: int, size: int) -> Bits:
        """Return the set of all `i` in `0..size-1` for which `i + by` is a member of this set.

        The words of this set are emitted more than once.
        """
        over, within = divmod(by, BITS)
        words: list[Wat] = []
        for i in range((size + BITS - 1) // BITS):
            low, high = i + over, i + over + 1
            found: Wat = word(0)
            if 0 <= low < len(self.words):
                found = _moved(self.words[low], within)
            if within and 0 <= high < len(self.words):
                found = _or(found, _moved(self.words[high], within - BITS))
            words.append(found)
        found_ = Bits(size, tuple(words))
        return found_.both(fixed(found_.all, size)) if size < self.size - by and size % BITS else found_

    def holds(self, member: Wat) -> Wat:
        """Return the tree that is 1 if `member` is in the set and 0 otherwise.

        For sets of several words, the tree `member` is emitted several times.
        """
        wide: Wat = ("i64.extend_i32_u", member)
        chosen = self.words[-1]
        for i in range(len(self.words) - 2, -1, -1):
            chosen = ("select", self.words[i], chosen, compare("<", member, const(BITS * (i + 1))))
        return ("i32.wrap_i64", ("i64.and", ("i64.shr_u", chosen, wide), ("i64.const", "1")))


def some(bits: Bits) -> Wat:
    """Return the tree that tests whether the set has any members."""
    found = bits.words[0]
    for one in bits.words[1:]:
        found = _or(found, one)
    return ("i64.ne", found, ("i64.const", "0"))


def count(bits: Bits) -> Wat:
    """Return the tree for the number of members in the set."""
    total: Wat = const(0)
    for one in bits.words:
        value = _known(one)
        counted: Wat = (
            const(value.bit_count()) if value is not None else ("i32.wrap_i64", ("i64.popcnt", one))
        )
        total = add(total, counted) if total != const(0) else counted
    return total


def end(bits: Bits, none: Wat, *, last: bool) -> Wat:
    """Return the tree for the least member of a set, or for the greatest member if `last`.

    If the set is empty, the tree gives `none`. The words of the set are emitted twice.
    """
    places = range(len(bits.words)) if last else range(len(bits.words) - 1, -1, -1)
    found = none
    for i in places:
        one = bits.words[i]
        at: Wat = ("i32.wrap_i64", ("i64.clz", one) if last else ("i64.ctz", one))
        at = ("i32.sub", const(BITS * i + BITS - 1), at) if last else add(at, const(BITS * i))
        found = either(("i64.ne", one, ("i64.const", "0")), at, found)
    return found


def each(function: Function, bits: Bits, take: Callable[[Wat], Body], *, descending: bool = False) -> Body:
    """Return a loop that runs the instructions from `take` for each member of a set.

    The order is ascending, unless `descending` is set.
    """
    words = list(reversed(bits.words)) if descending else list(bits.words)
    names = [function.local("bits", "i64") for _ in words]
    member, done, more = function.local("m"), function.label("done"), function.label("more")
    current = get(names[0])
    empty: Wat = ("i64.eqz", current)
    body: Body = [put(name, one) for name, one in zip(names, words, strict=True)]
    first = BITS * (len(words) - 1) if descending else 0
    step: Body = []
    base: Wat = const(first)
    if len(words) > 1:
        from_, on = function.local("from"), function.label("word")
        body.append(put(from_, const(first)))
        base = get(from_)
        last = const(0 if descending else BITS * (len(words) - 1))
        go_on: Body = [
            branch_if(done, compare("==", get(from_), last)),
            *[put(a, get(b)) for a, b in pairwise(names)],
            put(from_, add(get(from_), const(-BITS if descending else BITS))),
            branch_if(on, empty),
        ]
        step = [when(empty, [loop(on, go_on)])]
    else:
        step = [branch_if(done, empty)]
    if descending:
        place: Wat = ("i32.sub", const(BITS - 1), ("i32.wrap_i64", ("i64.clz", current)))
        bit: Wat = ("i64.shl", ("i64.const", "1"), ("i64.extend_i32_u", get(member)))
        rest: Wat = ("i64.xor", current, bit)
    else:
        place = ("i32.wrap_i64", ("i64.ctz", current))
        rest = ("i64.and", current, ("i64.sub", current, ("i64.const", "1")))
    walk: Body = [
        *step,
        put(member, add(place, base)),
        put(names[0], rest),
        *take(get(member)),
        ("br", more),
    ]
    return [*body, block(done, [loop(more, walk)])]

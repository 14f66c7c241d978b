"""Sets as words: of a range `0..size-1` each member is a bit, 64 of them in a word, from the first on.

`Bits` is how a set is found: an instruction for each word. Words are read more than once where a set is
moved, so what takes more than a look is put into locals first (`Bits.kept`). What is known while a module is
made is a constant, and folded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from interpreter.compiled.memory import Memory
from interpreter.compiled.wat import (
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
    loop,
    put,
    when,
)

__all__ = ["Bits", "count", "each", "end", "fixed", "mask_of", "members_of", "nth", "some", "word"]

_BITS = 64
_FULL = (1 << _BITS) - 1


def word(value: int) -> Wat:
    """A word of 64 bits as a constant."""
    return ("i64.const", str(value - (1 << _BITS) if value >> (_BITS - 1) else value))


def _known(node: Wat) -> int | None:
    return int(str(node[1])) & _FULL if isinstance(node, tuple) and node[0] == "i64.const" else None


def mask_of(members: Callable[[int], bool], size: int) -> int:
    """The members of a range for which something holds, as one number."""
    return sum(1 << i for i in range(size) if members(i))


def members_of(mask: int) -> list[int]:
    """The bits of a number, ascending."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def fixed(mask: int, size: int) -> Bits:
    """A set that is known."""
    count_ = (size + _BITS - 1) // _BITS
    return Bits(size, tuple(word(mask >> (_BITS * i) & _FULL) for i in range(count_)))


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


def _moved(node: Wat, by: int) -> Wat:
    """A word shifted towards the first bit, or away from it if `by` is below 0."""
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
    """A set of members of `0..size-1`; beyond them no bit is ever set."""

    size: int
    words: tuple[Wat, ...]

    @property
    def mask(self) -> int | None:
        """The set as one number, if it is known."""
        found = 0
        for i, one in enumerate(self.words):
            value = _known(one)
            if value is None:
                return None
            found |= value << (_BITS * i)
        return found

    @property
    def all(self) -> int:
        """All members, as one number."""
        return (1 << self.size) - 1

    def both(self, other: Bits) -> Bits:
        """What is in this set and in the other."""
        return Bits(self.size, tuple(_and(a, b) for a, b in zip(self.words, other.words, strict=True)))

    def either(self, other: Bits) -> Bits:
        """What is in this set or in the other."""
        return Bits(self.size, tuple(_or(a, b) for a, b in zip(self.words, other.words, strict=True)))

    def within(self, mask: int) -> Bits:
        """What is in this set and in one that is known."""
        return self if mask == self.all else self.both(fixed(mask, self.size))

    def not_(self) -> Bits:
        """What is not in this set."""
        known = self.mask
        if known is not None:
            return fixed(self.all & ~known, self.size)
        full = fixed(self.all, self.size).words
        return Bits(self.size, tuple(("i64.xor", a, b) for a, b in zip(self.words, full, strict=True)))

    def kept(self, function: Function, before: Body) -> Bits:
        """The same, so that it may be read more than once."""
        words: list[Wat] = []
        for one in self.words:
            if isinstance(one, tuple) and one[0] in {"local.get", "i64.const"}:
                words.append(one)
            else:
                name = function.local("w", "i64")
                before.append(put(name, one))
                words.append(get(name))
        return Bits(self.size, tuple(words))

    def moved(self, by: int, size: int) -> Bits:
        """The members of a range of `size` whose `by`-th next is in this set, which is kept."""
        over, within = divmod(by, _BITS)
        words: list[Wat] = []
        for i in range((size + _BITS - 1) // _BITS):
            low, high = i + over, i + over + 1
            found: Wat = word(0)
            if 0 <= low < len(self.words):
                found = _moved(self.words[low], within)
            if within and 0 <= high < len(self.words):
                found = _or(found, _moved(self.words[high], within - _BITS))
            words.append(found)
        found_ = Bits(size, tuple(words))
        return found_.both(fixed(found_.all, size)) if size < self.size - by and size % _BITS else found_

    def holds(self, member: Wat) -> Wat:
        """Whether a member, which is read more than once if there are several words, is in this set, kept."""
        wide: Wat = ("i64.extend_i32_u", member)
        chosen = self.words[-1]
        for i in range(len(self.words) - 2, -1, -1):
            chosen = ("select", self.words[i], chosen, compare("<", member, const(_BITS * (i + 1))))
        return ("i32.wrap_i64", ("i64.and", ("i64.shr_u", chosen, wide), ("i64.const", "1")))


def some(bits: Bits) -> Wat:
    """Whether there is a member."""
    found = bits.words[0]
    for one in bits.words[1:]:
        found = _or(found, one)
    return ("i64.ne", found, ("i64.const", "0"))


def count(bits: Bits) -> Wat:
    """How many members there are."""
    total: Wat = const(0)
    for one in bits.words:
        value = _known(one)
        counted: Wat = (
            const(value.bit_count()) if value is not None else ("i32.wrap_i64", ("i64.popcnt", one))
        )
        total = add(total, counted) if total != const(0) else counted
    return total


def end(bits: Bits, none: Wat, *, last: bool) -> Wat:
    """The least member, or the greatest, of a set that is kept; something else if there is none."""
    places = range(len(bits.words)) if last else range(len(bits.words) - 1, -1, -1)
    found = none
    for i in places:
        one = bits.words[i]
        at: Wat = ("i32.wrap_i64", ("i64.clz", one) if last else ("i64.ctz", one))
        at = ("i32.sub", const(_BITS * i + _BITS - 1), at) if last else add(at, const(_BITS * i))
        found = either(("i64.ne", one, ("i64.const", "0")), at, found)
    return found


def nth(function: Function, bits: Bits, number: Wat, memory: Memory) -> tuple[Body, Wat]:
    """The member with so many before it, of a set that is kept: how it is found, without a branch.

    How many bits there are up to the end of each byte of a word does not depend on the number, so it is known
    before that is (as in S. Vigna, "Broadword Implementation of Rank/Select Queries", 2008). Those bytes that
    end too soon lie before the one that is meant; a table has the place in it.
    """
    left, first = function.local("nth"), function.local("place")
    held, ends = function.local("bits", "i64"), function.local("ends", "i64")
    body: Body = [put(left, number), put(first, const(0))]
    for i, one in enumerate(bits.words):
        mine, upto = (held, ends) if not i else (function.local("bits", "i64"), function.local("ends", "i64"))
        body += [put(mine, one), *_ends_of_bytes(mine, upto)]
        if i:
            few, past = function.local("few"), function.local("past")
            body += [
                put(few, ("i32.wrap_i64", ("i64.popcnt", get(held)))),
                put(past, compare(">=", get(left), get(few))),
                put(left, ("i32.sub", get(left), ("select", get(few), const(0), get(past)))),
                put(first, ("select", const(_BITS * i), get(first), get(past))),
                put(held, ("select", get(mine), get(held), get(past))),
                put(ends, ("select", get(upto), get(ends), get(past))),
            ]
    byte = function.local("byte", "i64")
    ones, highs = word(_ONES), word(_ONES << 7)
    wide: Wat = ("i64.or", ("i64.mul", ("i64.extend_i32_u", get(left)), ones), highs)
    before: Wat = ("i64.and", ("i64.sub", wide, get(ends)), highs)
    at: Wat = ("i64.shl", ("i64.popcnt", before), ("i64.const", "3"))
    sooner: Wat = ("i64.shr_u", ("i64.shl", get(ends), ("i64.const", "8")), get(byte))
    rest: Wat = ("i32.sub", get(left), ("i32.and", ("i32.wrap_i64", sooner), const(0xFF)))
    there: Wat = ("i32.and", ("i32.wrap_i64", ("i64.shr_u", get(held), get(byte))), const(0xFF))
    index = add(("i32.shl", rest, const(8)), there)
    place = add(("i32.wrap_i64", get(byte)), memory.table(_PLACES).at(index))
    return [*body, put(byte, at)], add(get(first), place)


_ONES = 0x0101_0101_0101_0101
_PLACES = tuple((members_of(byte) + [0] * 8)[n] for n in range(8) for byte in range(256))
"""The place of the n-th bit of a byte, from 0; 0 if it has fewer."""


def _ends_of_bytes(held: str, ends: str) -> Body:
    """Put into a local, byte by byte, how many bits a word has up to the end of each."""

    def moved(by: int) -> Wat:
        return ("i64.shr_u", get(ends), ("i64.const", str(by)))

    def within(one: Wat, mask: int) -> Wat:
        return ("i64.and", one, word(mask))

    pairs, fours, eights = (_FULL // ((1 << 2 * n) - 1) * ((1 << n) - 1) for n in (1, 2, 4))
    return [
        put(ends, get(held)),
        put(ends, ("i64.sub", get(ends), within(moved(1), pairs))),
        put(ends, ("i64.add", within(get(ends), fours), within(moved(2), fours))),
        put(ends, within(("i64.add", get(ends), moved(4)), eights)),
        put(ends, ("i64.mul", get(ends), word(_ONES))),
    ]


def each(function: Function, bits: Bits, take: Callable[[Wat], Body], *, descending: bool = False) -> Body:
    """Hand on the members of a set, in ascending order, else from the greatest on."""
    words = list(reversed(bits.words)) if descending else list(bits.words)
    names = [function.local("bits", "i64") for _ in words]
    member, done, more = function.local("m"), function.label("done"), function.label("more")
    current = get(names[0])
    empty: Wat = ("i64.eqz", current)
    body: Body = [put(name, one) for name, one in zip(names, words, strict=True)]
    first = _BITS * (len(words) - 1) if descending else 0
    step: Body = []
    base: Wat = const(first)
    if len(words) > 1:
        from_, on = function.local("from"), function.label("word")
        body.append(put(from_, const(first)))
        base = get(from_)
        last = const(0 if descending else _BITS * (len(words) - 1))
        go_on: Body = [
            branch_if(done, compare("==", get(from_), last)),
            *[put(a, get(b)) for a, b in pairwise(names)],
            put(from_, add(get(from_), const(-_BITS if descending else _BITS))),
            branch_if(on, empty),
        ]
        step = [when(empty, [loop(on, go_on)])]
    else:
        step = [branch_if(done, empty)]
    if descending:
        place: Wat = ("i32.sub", const(_BITS - 1), ("i32.wrap_i64", ("i64.clz", current)))
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

"""Sets as words: of a range `0..size-1` each member is a bit, 64 of them in a word, from the first on.

`Bits` is how a set is found: an instruction for each word. Words are read more than once where a set is
moved, so what takes more than a look is put into locals first (`Bits.kept`). What is known while a module is
made is a constant, and folded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

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
    load,
    loop,
    put,
    shift_left,
    store,
    when,
)

__all__ = [
    "BYTES",
    "Bits",
    "added",
    "count",
    "each",
    "end",
    "fixed",
    "mask_of",
    "members_of",
    "nth",
    "some",
    "weight",
    "word",
]

_BITS = 64
_BYTE = 8
_FULL = (1 << _BITS) - 1

BYTES = tuple(
    ([i for i in range(_BYTE) if byte >> i & 1] + [0] * _BYTE)[n]
    for byte in range(1 << _BYTE)
    for n in range(_BYTE)
)
"""`BYTES[8 * byte + n]` is the n-th member of a byte."""


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


def _xor(a: Wat, b: Wat) -> Wat:
    left, right = _known(a), _known(b)
    if left is not None and right is not None:
        return word(left ^ right)
    return b if left == 0 else a if right == 0 else ("i64.xor", a, b)


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

    def apart(self, other: Bits) -> Bits:
        """What is in one of both sets only."""
        return Bits(self.size, tuple(_xor(a, b) for a, b in zip(self.words, other.words, strict=True)))

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

    @classmethod
    def loaded(cls, address: int, size: int) -> Bits:
        """A set that lies at an address."""
        words = range((size + _BITS - 1) // _BITS)
        return cls(size, tuple(load(const(0), address + 8 * i, width="i64.load") for i in words))

    def stored(self, address: int) -> Body:
        """Let the set lie at an address."""
        return [store(const(0), one, address + 8 * i, width="i64.store") for i, one in enumerate(self.words)]

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


def added(function: Function, before: Body, sets: Sequence[Bits]) -> list[Bits]:
    """For each member in how many of some sets it is: the digits of these numbers as sets, kept; least first.

    Three sets of one weight are one of that weight, and one of twice the weight (carry-save addition).
    """
    column = [one.kept(function, before) for one in sets if one.mask != 0]
    found: list[Bits] = []
    while column:
        carried: list[Bits] = []
        while len(column) > 1:
            a, b, *column = column
            either_ = a.apart(b).kept(function, before)
            carry = a.both(b)
            if column:
                c, *column = column
                carry = carry.either(either_.both(c))
                either_ = either_.apart(c).kept(function, before)
            column.append(either_)
            carried.append(carry.kept(function, before))
        found += column
        column = [one for one in carried if one.mask != 0]
    return found


def weight(planes: Sequence[Bits]) -> Wat:
    """The sum of the numbers of which sets are the digits."""
    total = count(planes[0])
    for digit, plane in enumerate(planes[1:], 1):
        total = add(total, shift_left(count(plane), digit))
    return total


def nth(
    function: Function, planes: Sequence[Bits], number: Wat, table: int | None = None
) -> tuple[Body, Wat, Wat]:
    """The member at which the sum of numbers reaches beyond one, and how much of that is left there.

    The digits of the members' numbers are sets that are kept; of a single set it is the member with so many
    before it. It is found without a branch: half of the places that are left is given up each time, the
    lower, if there is too little in it. The member of a single byte stands in a table (`BYTES`) if it is
    said where that lies; then nothing is left of the number.
    """
    left, place = function.local("nth"), function.local("place")
    few, past = function.local("few"), function.local("past")
    rests = [function.local("bits", "i64") for _ in planes]
    body: Body = [put(left, number), put(place, const(0))]
    body += [put(rest, plane.words[0]) for rest, plane in zip(rests, planes, strict=True)]

    def beyond(lower: Sequence[Wat], higher: Sequence[Wat], by: int) -> None:
        body.extend(
            [
                put(few, weight([Bits(_BITS, (one,)) for one in lower])),
                put(past, compare(">=", get(left), get(few))),
                put(left, ("i32.sub", get(left), ("select", get(few), const(0), get(past)))),
                put(place, add(get(place), ("select", const(by), const(0), get(past)))),
            ]
        )
        for rest, one in zip(rests, higher, strict=True):
            body.append(put(rest, ("select", one, get(rest), get(past))))

    for at in range(1, len(planes[0].words)):
        beyond([get(rest) for rest in rests], [plane.words[at] for plane in planes], _BITS)
    alone = table is not None and len(planes) == 1
    half = _BITS // 2
    while half >= (_BYTE if alone else 1):
        if min(planes[0].size, _BITS) > half:
            low, by = word((1 << half) - 1), ("i64.const", str(half))
            lower: list[Wat] = [("i64.and", get(rest), low) for rest in rests]
            beyond(lower, [("i64.shr_u", get(rest), by) for rest in rests], half)
        half //= 2
    if alone and table is not None:
        byte: Wat = ("i32.wrap_i64", ("i64.and", get(rests[0]), word((1 << _BYTE) - 1)))
        at_ = add(shift_left(byte, _BYTE.bit_length() - 1), get(left))
        body.append(put(place, add(get(place), load(at_, table, width="i32.load8_u"))))
    return body, get(place), get(left)


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

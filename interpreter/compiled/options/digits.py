"""A number for each member of a range, represented by bit sets.

Each set holds one binary digit of all the numbers. In the simplest case there is one set, and the number of
each member is 0 or 1. `added` computes how many of the given sets contain each member. `weight` computes the
sum of all members' numbers. `nth` finds the member at which the running sum exceeds a given number.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.state.bits import BITS, Bits, count, word
from interpreter.compiled.wasm.wat import Body, Function, Wat, add, compare, const, get, load, put, shift_left

__all__ = ["BYTES", "added", "nth", "weight"]

_BYTE = 8

BYTES = tuple(
    ([i for i in range(_BYTE) if byte >> i & 1] + [0] * _BYTE)[n]
    for byte in range(1 << _BYTE)
    for n in range(_BYTE)
)
"""Table of the set bits in each byte; `BYTES[8 * byte + n]` is the index of the `n`-th set bit."""


def added(function: Function, before: Body, sets: Sequence[Bits]) -> list[Bits]:
    """Return, for each member, the number of sets that contain it, as binary digits.

    The result has one set per digit, beginning with the lowest digit. Three sets of one weight are replaced
    by one set of that weight and one set of twice the weight (carry-save addition).
    """
    column = [one.in_locals(function, before) for one in sets if one.mask != 0]
    found: list[Bits] = []
    while column:
        carried: list[Bits] = []
        while len(column) > 1:
            a, b, *column = column
            odd = a.apart(b).in_locals(function, before)
            carry = a.both(b)
            if column:
                c, *column = column
                carry = carry.either(odd.both(c))
                odd = odd.apart(c).in_locals(function, before)
            column.append(odd)
            carried.append(carry.in_locals(function, before))
        found += column
        column = [one for one in carried if one.mask != 0]
    return found


def weight(planes: Sequence[Bits]) -> Wat:
    """Return the tree that sums the numbers of all members; `planes` holds one set per binary digit."""
    total = count(planes[0])
    for digit, plane in enumerate(planes[1:], 1):
        total = add(total, shift_left(count(plane), digit))
    return total


def nth(
    function: Function, planes: Sequence[Bits], number: Wat, table: int | None = None
) -> tuple[Body, Wat, Wat]:
    """Return instructions, the member at which the running sum exceeds `number`, and the remainder.

    `planes` holds the digits of the members' numbers, as sets in locals. For a single set, the member found
    is the one that has `number` members before it. The search has no branches. Each step halves the remaining
    range, and drops the lower half if its sum is not greater than the number. If `table`, the address of
    `BYTES`, is given, the last byte of a single set is looked up in that table, and the remainder is not
    computed.
    """
    left, place = function.local("nth"), function.local("place")
    few, past = function.local("few"), function.local("past")
    rests = [function.local("bits", "i64") for _ in planes]
    body: Body = [put(left, number), put(place, const(0))]
    body += [put(rest, plane.words[0]) for rest, plane in zip(rests, planes, strict=True)]

    def beyond(lower: Sequence[Wat], higher: Sequence[Wat], by: int) -> None:
        body.extend(
            [
                put(few, weight([Bits(BITS, (one,)) for one in lower])),
                put(past, compare(">=", get(left), get(few))),
                put(left, ("i32.sub", get(left), ("select", get(few), const(0), get(past)))),
                put(place, add(get(place), ("select", const(by), const(0), get(past)))),
            ]
        )
        for rest, one in zip(rests, higher, strict=True):
            body.append(put(rest, ("select", one, get(rest), get(past))))

    for at in range(1, len(planes[0].words)):
        beyond([get(rest) for rest in rests], [plane.words[at] for plane in planes], BITS)
    alone = table is not None and len(planes) == 1
    half = BITS // 2
    while half >= (_BYTE if alone else 1):
        if min(planes[0].size, BITS) > half:
            low, by = word((1 << half) - 1), ("i64.const", str(half))
            lower: list[Wat] = [("i64.and", get(rest), low) for rest in rests]
            beyond(lower, [("i64.shr_u", get(rest), by) for rest in rests], half)
        half //= 2
    if alone and table is not None:
        byte: Wat = ("i32.wrap_i64", ("i64.and", get(rests[0]), word((1 << _BYTE) - 1)))
        at_ = add(shift_left(byte, _BYTE.bit_length() - 1), get(left))
        body.append(put(place, add(get(place), load(at_, table, width="i32.load8_u"))))
    return body, get(place), get(left)

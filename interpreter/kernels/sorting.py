"""Sorting arrays and rows in place. A row is an array, and rows are compared by some of their words.

Long arrays are sorted by heap sort (J. Williams, "Algorithm 232: Heapsort", 1964), whose worst case is n log
n steps. This bounds the time during which a module cannot be interrupted.
"""

from __future__ import annotations

from interpreter.kernels.terms import Longs, Rows, Words

__all__ = ["ascending", "row_before", "sort_longs", "sort_rows"]


def sort_longs(of: Longs, count: int) -> None:
    """Sort the first `count` members, which must be distinct, in ascending order.

    A caller puts the sort key into the high half of a member and the member's index into the low half. So
    members with equal keys keep their order, and the low half identifies the member.
    """
    for i in range(count // 2 - 1, -1, -1):
        sift_longs(of, i, count)
    for i in range(count - 1, 0, -1):
        of[0], of[i] = of[i], of[0]
        sift_longs(of, 0, i)


def sift_longs(of: Longs, begin: int, count: int) -> None:
    """Sift the member at `begin` down the heap until none of its children is greater."""
    at, member = begin, of[begin]
    while 2 * at + 1 < count:
        child = 2 * at + 1
        if child + 1 < count and of[child + 1] > of[child]:
            child += 1
        if member >= of[child]:
            break
        of[at] = of[child]
        at = child
    of[at] = member


def sort_rows(rows: Rows, count: int, first: int, end: int) -> None:
    """Sort the first `count` rows by their words from `first` up to `end`; the sort is not stable."""
    for i in range(count // 2 - 1, -1, -1):
        sift_rows(rows, i, count, first, end)
    for i in range(count - 1, 0, -1):
        rows[0], rows[i] = rows[i], rows[0]
        sift_rows(rows, 0, i, first, end)


def sift_rows(rows: Rows, begin: int, count: int, first: int, end: int) -> None:
    """Sift the row at `begin` down the heap until none of its children is greater."""
    at, row = begin, rows[begin]
    while 2 * at + 1 < count:
        child = 2 * at + 1
        if child + 1 < count and row_before(rows[child], rows[child + 1], first, end):
            child += 1
        if not row_before(row, rows[child], first, end):
            break
        rows[at] = rows[child]
        at = child
    rows[at] = row


def row_before(a: Words, b: Words, first: int, end: int) -> bool:
    """Return whether row `a` sorts before row `b`, comparing the words from `first` up to `end`."""
    for i in range(first, end):
        if a[i] != b[i]:
            return a[i] < b[i]
    return False


def ascending(of: Words, first: int, end: int) -> None:
    """Sort the words from `first` up to `end` by insertion, which suits short arrays."""
    for i in range(first + 1, end):
        value, j = of[i], i
        while j > first and of[j - 1] > value:
            of[j] = of[j - 1]
            j -= 1
        of[j] = value

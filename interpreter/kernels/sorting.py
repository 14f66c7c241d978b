"""In-place sorting of arrays, and of rows: arrays ordered by some of their words."""

from __future__ import annotations

from interpreter.kernels.terms import Rows, Words

__all__ = ["ascending", "sort_rows"]


def sort_rows(rows: Rows, count: int, first: int, end: int) -> None:
    """Sort rows by their words from `first` to before `end`; the sort is not stable.

    Heap sort (J. Williams, "Algorithm 232: Heapsort", 1964): n log n in the worst case.
    """
    for i in range(count // 2 - 1, -1, -1):
        sift_rows(rows, i, count, first, end)
    for i in range(count - 1, 0, -1):
        rows[0], rows[i] = rows[i], rows[0]
        sift_rows(rows, 0, i, first, end)


def sift_rows(rows: Rows, begin: int, count: int, first: int, end: int) -> None:
    """Sift a row down until no row below it is greater."""
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
    """Return whether a row comes before another."""
    for i in range(first, end):
        if a[i] != b[i]:
            return a[i] < b[i]
    return False


def ascending(of: Words, count: int) -> None:
    """Sort the first few words by insertion."""
    for i in range(1, count):
        value, j = of[i], i
        while j > 0 and of[j - 1] > value:
            of[j] = of[j - 1]
            j -= 1
        of[j] = value

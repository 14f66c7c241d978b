"""Histories: packing the present situation, and the block of past situations in the position.

A situation is packed as the program says (`gamespec.program.tables.Digit`). Adjacent digits with the same
form are read together: a slice of the position, in which a table maps each integer to a number, multiplied by
its weight. Past situations ascend, so binary search finds one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import getitem, mul

from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.tables import Digit, History

__all__ = ["Situation", "found", "insert", "situation", "strange"]

Position = list[int]
Reader = Callable[[Position], int]
"""Returns a word of the present situation, or the contribution of some digits to it."""

Situation = tuple[Reader, ...]
"""The present situation, word by word."""

SMALL = 4_096
"""Maximum number of values for which a digit uses a table."""

FEW = 40
"""Maximum number of values for which it uses a table of products with each weight."""


def situation(program: Program, history: History) -> Situation:
    """Return the functions that pack the present situation for a history, word by word."""
    words: list[Reader] = []
    for word in range(history.words):
        readers = tuple(_readers(program, [digit for digit in history.digits if digit.word == word]))
        words.append(readers[0] if len(readers) == 1 else _added(readers))
    return tuple(words)


def _added(readers: tuple[Reader, ...]) -> Reader:
    return lambda p: sum(read(p) for read in readers)


def _readers(program: Program, digits: list[Digit]) -> Iterator[Reader]:
    """Yield readers for the digits of a word, combining adjacent ones."""
    places = [_place(program, digit) for digit in digits]
    runs: list[list[int]] = []
    for i, digit in enumerate(digits):
        before = digits[i - 1] if i else None
        beside = before is not None and places[i] is not None and places[i] == (places[i - 1] or -2) + 1
        same = before is not None and _manner(before) == _manner(digit)
        if runs and beside and same:
            runs[-1].append(i)
        else:
            runs.append([i])
    for run in runs:
        first, weights = digits[run[0]], [digits[i].weight for i in run]
        at = places[run[0]]
        yield _walked(program, first) if at is None else _sliced(first, at, weights)


def _place(program: Program, digit: Digit) -> int | None:
    """Return the place of the integer that a digit reads; `None` if it must traverse a zone."""
    layout = program.layout
    match digit.read:
        case "value":
            return digit.of
        case "whereabouts":
            return layout.zone_of + digit.of
        case "occupant" if digit.which == 0:
            return layout.first + digit.of
        case _:
            return None


def _manner(digit: Digit) -> tuple[object, ...]:
    """Return the form of a digit: how an integer becomes a number."""
    return digit.read, digit.first, digit.optional, digit.size, digit.table


def _number(digit: Digit) -> Callable[[int], int]:
    """Return the function from an integer of the position to its number."""
    first, more = digit.first, int(digit.optional)
    match digit.read:
        case "whereabouts":
            return digit.table.__getitem__
        case "occupant":
            lying = {first + i: number for i, number in enumerate(digit.table)} | {-1: 0}
            return lying.__getitem__
        case _ if digit.size == 0:
            return int
        case _ if digit.size <= SMALL:
            table = {first + i: i + more for i in range(digit.size - more)}
            return (table | {NONE: 0} if more else table).__getitem__
        case _:
            return lambda value: 0 if more and value == NONE else value - first + more


def _values(digit: Digit) -> range | list[int]:
    """Return the integers that a digit may read."""
    match digit.read:
        case "whereabouts":
            return range(len(digit.table))
        case "occupant":
            return [-1, *range(digit.first, digit.first + len(digit.table))]
        case _ if digit.size > SMALL or digit.size == 0:
            return range(SMALL)
        case _:
            most = digit.first + digit.size - digit.optional
            return [*range(digit.first, most), *([NONE] if digit.optional else [])]


def _sliced(digit: Digit, at: int, weights: Sequence[int]) -> Reader:
    number = _number(digit)
    if len(weights) == 1:
        weight = weights[0]
        return lambda p: weight * number(p[at])
    end = at + len(weights)
    values = _values(digit)
    if len(values) <= FEW:
        products = [{value: weight * number(value) for value in values} for weight in weights]
        return lambda p: sum(map(getitem, products, p[at:end]))
    return lambda p: sum(map(mul, map(number, p[at:end]), weights))


def _walked(program: Program, digit: Digit) -> Reader:
    """Make the reader of a digit that traverses a zone."""
    layout, table, first_one = program.layout, digit.table, digit.first
    first, next_, weight, which = layout.first + digit.of, layout.next, digit.weight, digit.which

    def occupant(p: Position) -> int:
        c = p[first]
        for _ in range(which):
            if c < 0:
                return 0
            c = p[next_ + c]
        return weight * table[c - first_one] if c >= 0 else 0

    def count(p: Position) -> int:
        c, found = p[first], 0
        while c >= 0:
            found += table[c - first_one]
            c = p[next_ + c]
        return weight * found

    return occupant if digit.read == "occupant" else count


def found(p: Position, history: History, words: Situation) -> tuple[int, int]:
    """Return the start and end of the present situation in a history; both the insertion point if absent.

    Situations ascend, so those that agree with it in the first words are adjacent; the next word is read only
    if there are any.
    """
    width, low, high = history.words, 0, p[history.place]
    for at, read in enumerate(words, history.place + 1):
        if low == high:
            break
        word, end = read(p), high
        while low < high:
            middle = (low + high) // 2
            if p[at + middle * width] < word:
                low = middle + 1
            else:
                high = middle
        high = low
        while high < end and p[at + high * width] == word:
            high += 1
    return low, high


def insert(p: Position, history: History, words: Situation) -> None:
    """Insert the present situation into a history that has room for it."""
    index, _ = found(p, history, words)
    start = history.place + 1 + index * history.words
    end = history.place + 1 + p[history.place] * history.words
    p[start : end + history.words] = [*(read(p) for read in words), *p[start:end]]
    p[history.place] += 1


def strange(p: Position, history: History) -> str | None:
    """Return what is wrong with the block of a history in a position; `None` if it is sound."""
    held, width, base = p[history.place], history.words, history.place + 1
    if not 0 <= held <= history.length:
        return f"{held} situations, at most {history.length}"
    rows = [p[base + i * width : base + (i + 1) * width] for i in range(held)]
    if rows != sorted(rows):
        return "the situations do not ascend"
    if any(p[base + held * width : history.place + history.size]):
        return "something lies beyond the last situation"
    for word, digits in groupby(history.digits, lambda digit: digit.word):
        last = list(digits)[-1]
        most = last.weight * last.size
        if last.size and any(not 0 <= row[word] < most for row in rows):
            return f"word {word} of a situation is not in `0..{most - 1}`"
    return None

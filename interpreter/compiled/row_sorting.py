"""Rows of words, put in order by their addresses: heap sort, as `sorting` has it for single words.

A row is less than another if it is at the first of some words in which they differ. What is sorted are the
addresses, so that rows may be long; whoever wants equal rows to stay in order ends them with their number.
"""

from __future__ import annotations

from interpreter.compiled.unit import Unit
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    eqz,
    get,
    load,
    loop,
    put,
    shift_left,
    store,
    when,
)

__all__ = ["ascending", "sorted_rows"]


def sorted_rows(unit: Unit, rows: Wat, count: Wat, skipped: int, words: int) -> Wat:
    """Sort addresses, so many, by so many words that lie that many bytes beyond each."""
    before = unit.helper("$row_before", _before, "$a", "$b", "$words", result=True)
    sift = unit.helper(
        "$sift_rows", lambda f: _sift(f, before), "$rows", "$from", "$count", "$skipped", "$words"
    )
    sort = unit.helper("$sort_rows", lambda f: _sort(f, sift), "$rows", "$count", "$skipped", "$words")
    return call(sort, rows, count, const(skipped), const(words))


def _before(function: Function) -> None:
    """Whether words at an address are less than as many at another."""
    i, a, b = (function.local(hint) for hint in ("i", "x", "y"))
    look: Body = [
        branch_if("$same", compare("==", get(i), get("$words"))),
        put(a, load(add(get("$a"), shift_left(get(i), 2)))),
        put(b, load(add(get("$b"), shift_left(get(i), 2)))),
        when(compare("!=", get(a), get(b)), [("return", compare("<", get(a), get(b)))]),
        put(i, add(get(i), const(1))),
        branch("$look"),
    ]
    function.body = [block("$same", [loop("$look", look)]), ZERO]


def _row(index: Wat) -> Wat:
    return load(add(get("$rows"), shift_left(index, 2)))


def _put_row(index: Wat, value: Wat) -> Wat:
    return store(add(get("$rows"), shift_left(index, 2)), value)


def _sift(function: Function, before: str) -> None:
    """Let a row sink until none below it is greater."""
    at, child, row = (function.local(hint) for hint in ("at", "child", "row"))
    right = add(get(child), const(1))

    def less(a: Wat, b: Wat) -> Wat:
        return call(before, add(a, get("$skipped")), add(b, get("$skipped")), get("$words"))

    sink: Body = [
        put(child, add(shift_left(get(at), 1), const(1))),
        branch_if("$done", compare(">=", get(child), get("$count"))),
        when(
            compare("<", right, get("$count")),
            [when(less(_row(get(child)), _row(right)), [put(child, right)])],
        ),
        branch_if("$done", eqz(less(get(row), _row(get(child))))),
        _put_row(get(at), _row(get(child))),
        put(at, get(child)),
        branch("$sink"),
    ]
    function.body = [
        put(at, get("$from")),
        put(row, _row(get(at))),
        block("$done", [loop("$sink", sink)]),
        _put_row(get(at), get(row)),
    ]


def _sort(function: Function, sift: str) -> None:
    i, row = function.local("i"), function.local("row")
    how = get("$skipped"), get("$words")
    heap: Body = [
        branch_if("$heaped", compare("<", get(i), ZERO)),
        call(sift, get("$rows"), get(i), get("$count"), *how),
        put(i, add(get(i), const(-1))),
        branch("$heap"),
    ]
    take: Body = [
        branch_if("$sorted", compare("<", get(i), const(1))),
        put(row, _row(ZERO)),
        _put_row(ZERO, _row(get(i))),
        _put_row(get(i), get(row)),
        call(sift, get("$rows"), ZERO, get(i), *how),
        put(i, add(get(i), const(-1))),
        branch("$take"),
    ]
    function.body = [
        put(i, add(("i32.shr_u", get("$count"), const(1)), const(-1))),
        block("$heaped", [loop("$heap", heap)]),
        put(i, add(get("$count"), const(-1))),
        block("$sorted", [loop("$take", take)]),
    ]


def ascending(unit: Unit, address: Wat, count: Wat) -> Wat:
    """Put so many words at an address into ascending order, of which there are few."""
    return call(unit.helper("$ascending", _ascending, "$at", "$count"), address, count)


def _ascending(function: Function) -> None:
    """By insertion."""
    i, j, value = (function.local(hint) for hint in ("i", "j", "value"))

    def at(index: Wat) -> Wat:
        return add(get("$at"), shift_left(index, 2))

    down: Body = [
        branch_if("$there", compare("<", get(j), const(1))),
        branch_if("$there", compare("<=", load(at(add(get(j), const(-1)))), get(value))),
        store(at(get(j)), load(at(add(get(j), const(-1))))),
        put(j, add(get(j), const(-1))),
        branch("$down"),
    ]
    each: Body = [
        branch_if("$end", compare(">=", get(i), get("$count"))),
        put(value, load(at(get(i)))),
        put(j, get(i)),
        block("$there", [loop("$down", down)]),
        store(at(get(j)), get(value)),
        put(i, add(get(i), const(1))),
        branch("$each"),
    ]
    function.body = [put(i, const(1)), block("$end", [loop("$each", each)])]

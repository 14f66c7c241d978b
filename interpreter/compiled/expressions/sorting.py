"""Sorts 64-bit words as signed numbers in ascending order: in-place heap sort.

The caller puts the key into the high half and the index into the low one: so all words differ, the sort is
stable, and the low half identifies the element. (J. Williams, "Algorithm 232: Heapsort", 1964; n log n in the
worst case, which bounds how long a module is out of reach.)
"""

from __future__ import annotations

from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import (
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    get,
    loop,
    put,
    shift_left,
    when,
)

__all__ = ["sorted_words"]


def sorted_words(unit: Unit, address: Wat, count: Wat) -> Wat:
    """Put so many words at an address into ascending order."""
    name = unit.helper("$sift", _sift, "$base", "$from", "$count")
    return call(
        unit.helper("$sort", lambda function: _sort(function, name), "$base", "$count"), address, count
    )


def _word(index: Wat) -> Wat:
    return ("i64.load", add(get("$base"), shift_left(index, 3)))


def _put_word(index: Wat, value: Wat) -> Wat:
    return ("i64.store", add(get("$base"), shift_left(index, 3)), value)


def _sift(function: Function) -> None:
    """Let a word sink until no word below it is greater."""
    at, child, word = function.local("at"), function.local("child"), function.local("word", "i64")
    right = add(get(child), const(1))
    body = [
        put(child, add(shift_left(get(at), 1), const(1))),
        branch_if("$done", compare(">=", get(child), get("$count"))),
        when(
            compare("<", right, get("$count")),
            [when(("i64.gt_s", _word(right), _word(get(child))), [put(child, right)])],
        ),
        branch_if("$done", ("i64.ge_s", get(word), _word(get(child)))),
        _put_word(get(at), _word(get(child))),
        put(at, get(child)),
        branch("$sink"),
    ]
    function.body = [
        put(at, get("$from")),
        put(word, _word(get(at))),
        block("$done", [loop("$sink", body)]),
        _put_word(get(at), get(word)),
    ]


def _sort(function: Function, sift: str) -> None:
    i, word = function.local("i"), function.local("word", "i64")
    heap = [
        branch_if("$heaped", compare("<", get(i), const(0))),
        call(sift, get("$base"), get(i), get("$count")),
        put(i, add(get(i), const(-1))),
        branch("$heap"),
    ]
    take = [
        branch_if("$sorted", compare("<", get(i), const(1))),
        put(word, _word(const(0))),
        _put_word(const(0), _word(get(i))),
        _put_word(get(i), get(word)),
        call(sift, get("$base"), const(0), get(i)),
        put(i, add(get(i), const(-1))),
        branch("$take"),
    ]
    function.body = [
        put(i, add(("i32.shr_u", get("$count"), const(1)), const(-1))),
        block("$heaped", [loop("$heap", heap)]),
        put(i, add(get("$count"), const(-1))),
        block("$sorted", [loop("$take", take)]),
    ]

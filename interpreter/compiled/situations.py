"""Histories: the present situation as words, and where it lies among past ones, which ascend."""

from __future__ import annotations

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.domain import NONE
from gamespec.program.tables import Digit, History
from interpreter.compiled.memory import POSITION, WORD
from interpreter.compiled.tape import Row
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
    either,
    get,
    load,
    loop,
    multiply,
    put,
    store,
    subtract,
    when,
)
from interpreter.play import faults

__all__ = ["forget", "occurred", "remember"]


def occurred(unit: Unit, node: x.Occurred) -> Wat:
    """How often the present situation is in a history."""
    name = _found(unit, node.history)
    pay = unit.spend(const(node.each), node.at)
    return block("$occurred", [pay, subtract(call(name, const(1)), call(name, ZERO))], result=True)


def remember(unit: Unit, i: g.Remember) -> Body:
    """Add the present situation where it belongs; what lies behind it moves on."""
    history = unit.program.histories[i.history]
    most = const(history.length)
    fault = unit.fault(faults.FULL_HISTORY, i.at, history=const(i.history), most=most)
    full = compare(">=", unit.place(history.place), most)
    name = unit.helper(f"$remember{i.history}", lambda function: _insert(function, unit, i.history))
    told = unit.recorder.event(Row.REMEMBERED, const(i.history), unit.place(history.place))
    return [when(full, fault), call(name), *told]


def forget(unit: Unit, i: g.Forget) -> Body:
    """Empty a history."""
    history = unit.program.histories[i.history]
    held = unit.place(history.place)
    size = multiply(add(multiply(held, const(history.words)), const(1)), const(WORD))
    told = unit.recorder.event(Row.REMEMBERED, const(i.history), ZERO)
    return [
        *([when(held, told)] if told else []),
        ("memory.fill", const(POSITION + WORD * history.place), ZERO, size),
    ]


def _words(unit: Unit, number: int) -> tuple[str, int]:
    """The function that writes down the words of the present situation, and where."""
    history = unit.program.histories[number]
    name = f"$situation{number}"
    room = unit.rooms.setdefault(name, unit.memory.words(history.words))
    return unit.helper(name, lambda function: _situation(function, unit, history, room)), room


def _situation(function: Function, unit: Unit, history: History, room: int) -> None:
    for word in range(history.words):
        total: Wat = ZERO
        for digit in history.digits:
            if digit.word == word:
                total = add(total, multiply(_number(function, unit, digit), const(digit.weight)))
        function.body.append(store(ZERO, total, room + WORD * word))


def _number(function: Function, unit: Unit, digit: Digit) -> Wat:
    """The number that a part of the situation is."""
    layout = unit.layout
    match digit.read:
        case "value":
            value = unit.place(digit.of)
            if digit.size == 0:
                return value
            above = subtract(value, const(digit.first - digit.optional))
            return either(compare("==", value, const(NONE)), ZERO, above) if digit.optional else above
        case "whereabouts":
            return unit.memory.table(digit.table).at(unit.place(layout.zone_of + digit.of))
        case "occupant":
            return _occupant(function, unit, digit)
        case "count":
            return _count(function, unit, digit)


def _occupant(function: Function, unit: Unit, digit: Digit) -> Wat:
    c, table = function.local("c"), unit.memory.table(digit.table, digit.first)
    below: Body = [put(c, unit.place(unit.layout.first + digit.of))]
    for _ in range(digit.which):
        below.append(when(compare(">=", get(c), ZERO), [put(c, unit.place_at(unit.layout.next, get(c)))]))
    return block(
        function.label("occupant"),
        [*below, either(compare(">=", get(c), ZERO), table.at(get(c)), ZERO)],
        result=True,
    )


def _count(function: Function, unit: Unit, digit: Digit) -> Wat:
    c, found, table = (
        function.local("c"),
        function.local("found"),
        unit.memory.table(digit.table, digit.first),
    )
    done, more = function.label("done"), function.label("more")
    walk: Body = [
        branch_if(done, compare("<", get(c), ZERO)),
        put(found, add(get(found), table.at(get(c)))),
        put(c, unit.place_at(unit.layout.next, get(c))),
        branch(more),
    ]
    return block(
        function.label("count"),
        [
            put(c, unit.place(unit.layout.first + digit.of)),
            put(found, ZERO),
            block(done, [loop(more, walk)]),
            get(found),
        ],
        result=True,
    )


def _found(unit: Unit, number: int) -> str:
    """`$found{n}(after)`: how many situations come before the present one; with 1 also those that equal it.

    The first call of a pair, for the end, writes down the words; the second reads them again.
    """
    return unit.helper(
        f"$found{number}", lambda function: _search(function, unit, number), "$after", result=True
    )


def _search(function: Function, unit: Unit, number: int) -> None:
    history = unit.program.histories[number]
    words, room = _words(unit, number)
    low, high, middle, at, more = (function.local(hint) for hint in ("low", "high", "middle", "at", "order"))
    base = POSITION + WORD * (history.place + 1)
    size = WORD * history.words
    compares: Body = [put(at, multiply(get(middle), const(size))), put(more, ZERO)]
    inner: Body = []
    for word in range(history.words):
        theirs, mine = load(get(at), base + WORD * word), load(ZERO, room + WORD * word)
        inner += [
            put(more, subtract(compare(">", theirs, mine), compare("<", theirs, mine))),
            branch_if("$told", get(more)),
        ]
    compares.append(block("$told", inner))
    before = compare("<", get(more), get("$after"))
    halve: Body = [
        branch_if("$found", compare(">=", get(low), get(high))),
        put(middle, ("i32.shr_u", add(get(low), get(high)), const(1))),
        *compares,
        when(before, [put(low, add(get(middle), const(1)))], [put(high, get(middle))]),
        branch("$halve"),
    ]
    function.body = [
        put(high, unit.place(history.place)),
        when(compare("==", get(high), ZERO), [("return", ZERO)]),
        when(get("$after"), [call(words)]),
        block("$found", [loop("$halve", halve)]),
        get(low),
    ]


def _insert(function: Function, unit: Unit, number: int) -> None:
    history = unit.program.histories[number]
    words, room = _words(unit, number)
    end, at = function.local("end"), function.local("at")
    base, size = POSITION + WORD * (history.place + 1), WORD * history.words
    held = unit.place(history.place)
    function.body = [
        call(words),
        put(at, add(multiply(call(_found(unit, number), const(0)), const(size)), const(base))),
        put(end, add(multiply(held, const(size)), const(base))),
        ("memory.copy", add(get(at), const(size)), get(at), subtract(get(end), get(at))),
        ("memory.copy", get(at), const(room), const(size)),
        unit.put(history.place, add(held, const(1))),
    ]

"""Histories: the present situation as words, and binary search among past ones."""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.domain import NONE
from gamespec.program.tables import Digit, History
from interpreter.compiled.state.tape import Row
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import POSITION, WORD
from interpreter.compiled.wasm.wat import (
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
    eqz,
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
    number = node.history
    name = unit.helper(f"$equal{number}", lambda function: _count_equal(function, unit, number), result=True)
    pay = unit.spend(const(node.each), node.at)
    return block("$occurred", [pay, call(name)], result=True)


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
        ("memory.fill", const(unit.memory.at(history.place)), ZERO, size),
    ]


def _words(unit: Unit, number: int) -> tuple[str, int]:
    """The function that writes down the words of the present situation, and where."""
    history = unit.program.histories[number]
    name = f"$situation{number}"
    room = unit.rooms.setdefault(name, unit.memory.words(history.words))
    return unit.helper(name, lambda function: _situation(function, unit, history, room)), room


def _situation(function: Function, unit: Unit, history: History, room: int) -> None:
    for word in range(history.words):
        digits = [digit for digit in history.digits if digit.word == word]
        total: Wat = ZERO
        for group in _groups(digits):
            if len(group) > 1:
                total = add(total, _side_by_side(function, group))
            else:
                total = add(total, multiply(_number(function, unit, group[0]), const(group[0].weight)))
        function.body.append(store(ZERO, total, room + WORD * word))


LANES = 4
"""Number of integers processed at once."""


def _groups(digits: Sequence[Digit]) -> list[list[Digit]]:
    """Digits one after another, together where they are values of one kind that lie side by side."""
    found: list[list[Digit]] = []
    for digit in digits:
        last = found[-1][-1] if found else None
        if (
            last is not None
            and digit.read == last.read == "value"
            and digit.size
            and last.size
            and digit.of == last.of + 1
            and digit.optional == last.optional
        ):
            found[-1].append(digit)
        else:
            found.append([digit])
    return found


def _side_by_side(function: Function, digits: Sequence[Digit]) -> Wat:
    """What values side by side add to their word: several at once, beyond the last with a weight of 0."""
    sums = function.local("sums", "v128")
    body: Body = []
    for begin in range(0, len(digits), LANES):
        group = digits[begin : begin + LANES]
        read: Wat = ("v128.load", f"offset={POSITION + WORD * group[0].of}", ZERO)
        firsts = _lanes([digit.first - digit.optional for digit in group])
        above: Wat = ("i32x4.sub", read, firsts)
        if group[0].optional:
            above = ("v128.andnot", above, ("i32x4.eq", read, _lanes([NONE] * LANES)))
        added: Wat = ("i32x4.mul", above, _lanes([digit.weight for digit in group]))
        body.append(put(sums, added if not begin else ("i32x4.add", get(sums), added)))
    total: Wat = ZERO
    for lane in range(min(LANES, len(digits))):
        total = add(total, ("i32x4.extract_lane", str(lane), get(sums)))
    return block(function.label("sum"), [*body, total], result=True)


def _lanes(values: Sequence[int]) -> Wat:
    """Numbers side by side, as those of `const`; 0 where there are too few."""
    signed = [(value + (1 << 31)) % (1 << 32) - (1 << 31) for value in values]
    return ("v128.const", "i32x4", *map(str, [*signed, *[0] * (LANES - len(values))]))


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
    """`$found{n}()`: how many situations come before the present one, whose words are written down."""
    return unit.helper(f"$found{number}", lambda function: _search(function, unit, number), result=True)


def _compared(unit: Unit, number: int, at: str, theirs: str, mine: str) -> Body:
    """Let locals be the first words in which a past situation, so far from the first, and this one differ.

    They are equal if the situations are.
    """
    history, (_, room) = unit.program.histories[number], _words(unit, number)
    base = unit.memory.at(history.place) + WORD
    inner: Body = []
    for word in range(history.words):
        inner += [
            put(theirs, load(get(at), base + WORD * word)),
            put(mine, load(ZERO, room + WORD * word)),
            branch_if("$told", compare("!=", get(theirs), get(mine))),
        ]
    return [block("$told", inner)]


def _search(function: Function, unit: Unit, number: int) -> None:
    history = unit.program.histories[number]
    low, high, middle, at = (function.local(hint) for hint in ("low", "high", "middle", "at"))
    theirs, mine = function.local("theirs"), function.local("mine")
    halve: Body = [
        branch_if("$found", compare(">=", get(low), get(high))),
        put(middle, ("i32.shr_u", add(get(low), get(high)), const(1))),
        put(at, multiply(get(middle), const(WORD * history.words))),
        *_compared(unit, number, at, theirs, mine),
        when(
            compare("<", get(theirs), get(mine)),
            [put(low, add(get(middle), const(1)))],
            [put(high, get(middle))],
        ),
        branch("$halve"),
    ]
    function.body = [
        put(high, unit.place(history.place)),
        block("$found", [loop("$halve", halve)]),
        get(low),
    ]


def _count_equal(function: Function, unit: Unit, number: int) -> None:
    """Those that equal it lie together, where the present situation would be."""
    history = unit.program.histories[number]
    at, end, found = (function.local(hint) for hint in ("at", "end", "found"))
    theirs, mine = function.local("theirs"), function.local("mine")
    size = const(WORD * history.words)
    walk: Body = [
        branch_if("$counted", compare(">=", get(at), get(end))),
        *_compared(unit, number, at, theirs, mine),
        branch_if("$counted", compare("!=", get(theirs), get(mine))),
        put(found, add(get(found), const(1))),
        put(at, add(get(at), size)),
        branch("$next"),
    ]
    held = unit.place(history.place)
    function.body = [
        when(eqz(held), [("return", ZERO)]),
        call(_words(unit, number)[0]),
        put(at, multiply(call(_found(unit, number)), size)),
        put(end, multiply(held, size)),
        block("$counted", [loop("$next", walk)]),
        get(found),
    ]


def _insert(function: Function, unit: Unit, number: int) -> None:
    history = unit.program.histories[number]
    words, room = _words(unit, number)
    end, at = function.local("end"), function.local("at")
    base, size = unit.memory.at(history.place) + WORD, WORD * history.words
    held = unit.place(history.place)
    function.body = [
        call(words),
        put(at, add(multiply(call(_found(unit, number)), const(size)), const(base))),
        put(end, add(multiply(held, const(size)), const(base))),
        ("memory.copy", add(get(at), const(size)), get(at), subtract(get(end), get(at))),
        ("memory.copy", get(at), const(room), const(size)),
        unit.put(history.place, add(held, const(1))),
    ]

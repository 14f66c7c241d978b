"""Emits numeric expressions: 32-bit arithmetic, checks of bounds, and lookups in tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from interpreter.compiled.unit.unit import Scope
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
    constant,
    divide,
    either,
    eqz,
    get,
    loop,
    multiply,
    put,
    subtract,
    when,
)
from interpreter.play import faults

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = [
    "absolute",
    "arithmetic",
    "default",
    "extreme",
    "fault_too_wide",
    "lookup",
    "modulo",
    "narrow",
    "seat",
    "there",
    "too_wide",
    "turned",
]

_WIDE = {"+": "i64.add", "-": "i64.sub", "*": "i64.mul"}


def arithmetic(e: Expressions, scope: Scope, node: x.Arithmetic) -> Wat:
    """Return the tree for `left op right`; if it can overflow, it is computed in 64 bits and checked."""
    left, right = e.number(scope, node.left), e.number(scope, node.right)
    if node.op in {"//", "%"}:
        return _divided(e, scope, node, left, right)
    if not e.unit.facts.fails_itself(node):
        match node.op:
            case "+":
                return add(left, right)
            case "-":
                return subtract(left, right)
            case _:
                return multiply(left, right)
    wide = scope.function.local("wide", "i64")
    found: Wat = (_WIDE[node.op], ("i64.extend_i32_s", left), ("i64.extend_i32_s", right))
    return e.valued(
        scope,
        [put(wide, found), when(too_wide(get(wide)), fault_too_wide(e, node.at, get(wide)))],
        ("i32.wrap_i64", get(wide)),
    )


def too_wide(wide: Wat) -> Wat:
    """Return the test that a 64-bit number is out of range or is the number that represents `none`."""
    low: Wat = ("i64.lt_s", wide, ("i64.const", str(INT_MIN)))
    high: Wat = ("i64.gt_s", wide, ("i64.const", str(INT_MAX)))
    return ("i32.or", low, high)


def fault_too_wide(e: Expressions, at: int, wide: Wat) -> Body:
    """Return the instructions that raise the fault of a number that does not fit in 32 bits.

    The number is reported as two 32-bit halves.
    """
    low: Wat = ("i32.wrap_i64", wide)
    high: Wat = ("i32.wrap_i64", ("i64.shr_s", wide, ("i64.const", "32")))
    return e.unit.fault(faults.TOO_GREAT, at, value=low, value_high=high)


def _divided(e: Expressions, scope: Scope, node: x.Arithmetic, left: Wat, right: Wat) -> Wat:
    """Return the tree for the quotient rounded down, or for the remainder with the sign of the divisor."""
    remainder = node.op == "%"
    dividend, divisor = scope.function.local("a"), scope.function.local("b")
    before: Body = [put(dividend, left), put(divisor, right)]
    if node.right.domain.low <= 0 <= node.right.domain.high:
        before.append(when(eqz(get(divisor)), e.unit.fault(faults.DIVIDED_BY_ZERO, node.at)))
    a, b = get(dividend), get(divisor)
    if node.left.domain.low >= 0 and node.right.domain.low >= 0:
        return e.valued(scope, before, divide(a, b, remainder=remainder))
    if remainder and (constant(right) or 0) > 0:
        return e.valued(scope, [put(dividend, left)], modulo(e, scope, a, right))
    name = "$floor_rem" if remainder else "$floor_div"
    made = e.unit.helper(name, _floor(remainder=remainder), "$a", "$b", result=True)
    return e.valued(scope, before, call(made, a, b))


def modulo(e: Expressions, scope: Scope, a: Wat, size: Wat) -> Wat:
    """Return the tree for the non-negative remainder of a division by the positive constant `size`."""
    rest = scope.function.local("rest")
    below = ("i32.and", ("i32.shr_s", get(rest), const(31)), size)
    return e.valued(scope, [put(rest, ("i32.rem_s", a, size))], add(get(rest), below))


def _floor(*, remainder: bool) -> Callable[[Function], None]:
    """Return a function that fills the helper for floor division or, with `remainder`, for its remainder.

    The divisor is never 0, and no operand is the least integer, so the division cannot overflow.
    """

    def make(function: Function) -> None:
        rest = function.local("rest")
        a, b = get("$a"), get("$b")
        off: Wat = ("i32.and", compare("!=", get(rest), ZERO), compare("<", ("i32.xor", get(rest), b), ZERO))
        function.body = [put(rest, ("i32.rem_s", a, b))]
        if remainder:
            function.body.append(either(off, add(get(rest), b), get(rest)))
        else:
            function.body.append(subtract(("i32.div_s", a, b), off))

    return make


def turned(e: Expressions, scope: Scope, node: x.Turned) -> Wat:
    """Return the tree for a number that is moved around a circle by a number of steps."""
    of, size = e.number(scope, node.of), node.size
    steps = e.number(scope, node.steps)
    known = constant(steps)
    if known is not None and node.of.domain.low >= 0:
        on = (-known if node.back else known) % size
        return divide(add(of, const(on)), const(size), remainder=True) if on else of
    sum_ = subtract(of, steps) if node.back else add(of, steps)
    return modulo(e, scope, sum_, const(size))


def seat(e: Expressions, scope: Scope, node: x.Seat) -> Wat:
    """Return the tree for the player in a seat, which raises a fault if there is no such seat."""
    value = e.number(scope, node.of)
    if not e.unit.facts.fails_itself(node):
        return add(value, const(-1))
    before, n = e.once(scope, value, "n")
    fault = e.unit.fault(faults.NO_SEAT, node.at, n=n, players=const(node.players))
    outside: Wat = ("i32.ge_u", add(n, const(-1)), const(node.players))
    return e.valued(scope, [*before, when(outside, fault)], add(n, const(-1)))


def absolute(e: Expressions, scope: Scope, of: x.Expression) -> Wat:
    """Return the tree for the absolute value of a number."""
    value = e.number(scope, of)
    if of.domain.low >= 0:
        return value
    before, n = e.once(scope, value, "n")
    return e.valued(scope, before, either(compare("<", n, ZERO), subtract(ZERO, n), n))


def extreme(e: Expressions, scope: Scope, node: x.Extreme) -> Wat:
    """Return the tree for the greatest or the least of several numbers."""
    found = scope.function.local("extreme")
    first, *others = node.parts
    before: Body = [put(found, e.number(scope, first))]
    for part in others:
        more, value = e.once(scope, e.number(scope, part), "x")
        better = compare(">" if node.greatest else "<", value, get(found))
        before += [*more, when(better, [put(found, value)])]
    return e.valued(scope, before, get(found))


def default(e: Expressions, scope: Scope, node: x.Default) -> Wat:
    """Return the tree for a value, or for its default if the value is `none`."""
    before, value = e.once(scope, e.number(scope, node.of), "x")
    return e.valued(
        scope, before, either(compare("==", value, const(NONE)), e.number(scope, node.otherwise), value)
    )


def there(e: Expressions, scope: Scope, node: x.There) -> Wat:
    """Return the tree for a value, which raises a fault if the value is `none`."""
    value = e.number(scope, node.of)
    if not e.unit.facts.fails_itself(node):
        return value
    before, found = e.once(scope, value, "x")
    fault = e.unit.fault(faults.NOT_THERE, node.at)
    return e.valued(scope, [*before, when(compare("==", found, const(NONE)), fault)], found)


def narrow(e: Expressions, scope: Scope, node: x.Narrow) -> Wat:
    """Return the tree for a value, which raises a fault if the value is out of bounds."""
    value = e.number(scope, node.of)
    if not e.unit.facts.fails_itself(node):
        return value
    before, found = e.once(scope, value, "x")
    test = eqz(e.holds(found, node.low, node.high, optional=node.of.domain.optional))
    return e.valued(scope, [*before, when(test, e.outside(node, found))], found)


def lookup(e: Expressions, scope: Scope, node: x.Lookup) -> Wat:
    """Return the tree for the value that belongs to a key, or `none` if the key is not in the table.

    Dense keys index a table; other keys are found by binary search.
    """
    keys, memory = node.keys, e.unit.memory
    before, value = e.once(scope, e.number(scope, node.of), "key")
    span = keys[-1] - keys[0] + 1 if keys else 0
    if not keys:
        return e.valued(scope, [*before, ("drop", value)], const(NONE))
    if span <= 4 * len(keys):
        beside = dict(zip(keys, node.values, strict=True))
        table = memory.table([beside.get(key, NONE) for key in range(keys[0], keys[-1] + 1)])
        inside: Wat = ("i32.lt_u", subtract(value, const(keys[0])), const(span))
        return e.valued(scope, before, either(inside, table.at(subtract(value, const(keys[0]))), const(NONE)))
    low, high, middle = (scope.function.local(hint) for hint in ("low", "high", "middle"))
    listed, values = memory.table(keys), memory.table(node.values)
    done, more = scope.function.label("found"), scope.function.label("halve")
    body: Body = [
        branch_if(done, compare(">=", get(low), get(high))),
        put(middle, ("i32.shr_u", add(get(low), get(high)), const(1))),
        when(
            compare("<", listed.at(get(middle)), value),
            [put(low, add(get(middle), const(1)))],
            [put(high, get(middle))],
        ),
        branch(more),
    ]
    search = [put(low, ZERO), put(high, const(len(keys) - 1)), block(done, [loop(more, body)])]
    hit = compare("==", listed.at(get(low)), value)
    return e.valued(scope, [*before, *search], either(hit, values.at(get(low)), const(NONE)))

"""Typing of arithmetic on intervals, comparisons, ranges, and joined lists."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import ge, gt, le, lt

from gamespec.expr.copies import note_compared, note_printed, note_sought
from gamespec.expr.fit import coerce, component_meant, listed
from gamespec.expr.scope import Scope, declared, unless_none
from gamespec.text.advice import Cure, replaced
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.world.world import Numbers

__all__ = [
    "ORDERS",
    "arithmetic",
    "both",
    "comparison",
    "each_once",
    "fold",
    "joined",
    "listed_for",
    "negative",
    "sought",
    "value_range",
]

ANY_INT = t.Int(t.INT_MIN, t.INT_MAX)

ORDERS: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
"""The functions that the comparison operators stand for."""


def fold(op: str, a: int, b: int) -> int | None:
    """Return the result of an operation on two numbers, or `None` for a division by zero."""
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "//":
            return a // b if b else None
        case _:
            return a % b if b else None


def _interval(op: str, a: t.Int, b: t.Int) -> t.Int:
    if t.EMPTY in {a, b}:
        return t.EMPTY
    if op == "%":
        if b.low > 0:
            return t.Int(0, min(b.high - 1, a.high) if a.low >= 0 else b.high - 1)
        return ANY_INT
    divisors = [d for d in {b.low, b.high, -1, 1} if b.low <= d <= b.high and d]
    rights = divisors if op == "//" else [b.low, b.high]
    ends = [r for x in (a.low, a.high) for y in rights if (r := fold(op, x, y)) is not None]
    if not ends:
        return ANY_INT
    return t.Int(max(min(ends), t.INT_MIN), min(max(ends), t.INT_MAX))


def _numbers(
    left: core.Core, right: core.Core, scope: Scope
) -> tuple[tuple[core.Core, t.Int], tuple[core.Core, t.Int]] | None:
    """Return both operands as numbers, each with its type, or `None` after reporting a mistake."""
    a, b = coerce(left, ANY_INT, scope), coerce(right, ANY_INT, scope)
    if not isinstance(a.type, t.Int) or not isinstance(b.type, t.Int):
        return None
    return (a, a.type), (b, b.type)


def arithmetic(
    op: ast.Operation, left: core.Core, right: core.Core, scope: Scope, span: core.Span
) -> core.Core:
    """Type-check `left op right`."""
    numbers = _numbers(left, right, scope)
    if numbers is None:
        return core.Wrong(t.BAD, span)
    (a, of_a), (b, of_b) = numbers
    if isinstance(b, core.Const) and b.value == 0 and op in {"//", "%"}:
        return scope.error("GS304", "division by zero", span)
    if isinstance(a, core.Const) and isinstance(b, core.Const):
        value = fold(op, a.value, b.value)
        assert value is not None  # noqa: S101 - the divisor is not zero
        if not t.INT_MIN <= value <= t.INT_MAX:
            return scope.error("GS304", f"{value} does not fit into 32 bits", span)
        return core.Const(t.Int(value, value), span, value)
    return core.Arithmetic(_interval(op, of_a, of_b), span, op, a, b)


def negative(of: core.Core, scope: Scope, span: core.Span) -> core.Core:
    """Type-check `-of`."""
    return arithmetic("-", core.Const(t.Int(0, 0), span, 0), of, scope, span)


def value_range(low: core.Core, high: core.Core, scope: Scope, span: core.Span) -> core.Core:
    """Type-check `low..high`, which is a list of numbers, or of the values of an enumeration in order."""
    if t.BAD in {low.type, high.type}:
        return core.Wrong(t.BAD, span)
    enums = [side for side in (low, high) if isinstance(side.type, t.Named) and side.type.sort == "enum"]
    if enums and low.type != high.type:
        return scope.error(
            "GS301", f"there is no range from `{t.show(low.type)}` to `{t.show(high.type)}`", span,
            label="`..` needs two numbers, or two values of one enumeration",
            others=declared(scope, low, high),
        )  # fmt: skip
    if isinstance(low.type, t.Named) and enums:
        named = t.ListType(low.type, low.type.size)
        if isinstance(low, core.Const) and isinstance(high, core.Const):
            return core.Fixed(named, span, tuple(range(low.value, high.value + 1)))
        return core.ListOf(named, span, (low, high), numbers=True)
    numbers = _numbers(low, high, scope)
    if numbers is None:
        return core.Wrong(t.BAD, span)
    (a, of_a), (b, of_b) = numbers
    most = max(0, of_b.high - of_a.low + 1) if t.EMPTY not in {of_a, of_b} else 0
    if most > MOST_NUMBERS:
        return scope.error(
            "GS309", "this range may be longer than 10,000", span, help="give both ends a bound"
        )
    type_ = t.ListType(t.Int(of_a.low, of_b.high) if most else t.EMPTY, most)
    if isinstance(a, core.Const) and isinstance(b, core.Const):
        return core.Fixed(type_, span, _between(a.value, b.value))
    return core.ListOf(type_, span, (a, b), numbers=True)


@lru_cache(16)
def _between(low: int, high: int) -> tuple[int, ...]:
    """Return the numbers of a range. Equal ranges share them, because a game may have thousands of one."""
    return tuple(range(low, high + 1))


MOST_NUMBERS = 10_000
"""Maximum length of a range of numbers in an expression."""


def both(
    left: ast.Node, left_scope: Scope, right: ast.Node, right_scope: Scope, wanted: t.Type | None
) -> tuple[core.Core, core.Core]:
    """Elaborate two expressions of one type. A bare name on either side takes the type of the other side."""
    if (
        wanted is None
        and isinstance(left, ast.Name)
        and _is_value(left, left_scope)
        and not left_scope.world.values.single(left.name)
    ):
        second = right_scope.check(right)
        return left_scope.check(left, second.type), second
    first = left_scope.check(left, wanted)
    return first, right_scope.check(right, wanted if wanted is not None else first.type)


def _is_value(node: ast.Name, scope: Scope) -> bool:
    return node.name not in scope.locals and node.name not in scope.world.symbols


def comparison(node: ast.Comparison, scope: Scope) -> core.Core:
    """Type-check a chain of comparisons, each of which must hold."""
    parts: list[core.Core] = []
    left = node.first
    for op, right in node.rest:
        # Brackets around the whole belong to the span of the pair only if the chain has one pair.
        span = scope.span(node) if len(node.rest) == 1 else core.Span(scope.source, left.start, right.end)
        parts.append(_pair(op, left, right, scope, span))
        left = right
    if any(isinstance(p, core.Wrong) for p in parts):
        return core.Wrong(t.BAD, scope.span(node))
    return parts[0] if len(parts) == 1 else core.And(t.BOOL, scope.span(node), tuple(parts))


def _pair(op: str, left: ast.Node, right: ast.Node, scope: Scope, span: core.Span) -> core.Core:
    if op in {"in", "not in"}:
        return _membership(left, listed_for(left, right, scope), scope, span, negated=op == "not in")
    a, b = both(left, scope, right, scope, None)
    if isinstance(a.type, t.Bad) or isinstance(b.type, t.Bad):
        return core.Wrong(t.BAD, span)
    if op in {"==", "!="}:
        return _equality(a, b, scope, span, negated=op == "!=")
    return _order(op, a, b, scope, span)


def listed_for(left: ast.Node, right: ast.Node, scope: Scope) -> core.Core:
    """Elaborate a list in which `left` is sought. Bare names in a literal list are values of its type."""
    if not isinstance(right, ast.Items) or (isinstance(left, ast.Name) and _is_value(left, scope)):
        return scope.check(right)
    inner = t.strip(scope.check(left).type)
    wanted = t.ListType(inner, 0) if isinstance(inner, t.Bool | t.Int | t.Named) else None
    return scope.check(right, wanted)


def _equality(a: core.Core, b: core.Core, scope: Scope, span: core.Span, *, negated: bool) -> core.Core:
    if isinstance(a.type, t.ListType) or isinstance(b.type, t.ListType):
        a, b = listed(a, scope), listed(b, scope)
    if t.join(a.type, b.type) is None:
        cures = _counting(a, b) or _emptiness(a, b, span, negated=negated)
        return scope.error(
            "GS301", f"cannot compare `{t.show(a.type)}` with `{t.show(b.type)}`", span,
            label=f"`{'!=' if negated else '=='}` needs both sides of one type", others=declared(scope, a, b),
            help=_seat(a, b) or _seat(b, a) or next((cure.title for cure in cures), None), remedies=cures,
        )  # fmt: skip
    if (
        t.NOTHING in {a.type, b.type}
        and not isinstance(a.type, t.Optional)
        and not isinstance(b.type, t.Optional)
    ):
        side = b if a.type == t.NOTHING else a
        return scope.error("GS301", f"{t.a(side.type)} is never `none`", span, others=declared(scope, side))
    if isinstance(a, core.Const) and isinstance(b, core.Const):
        return core.Const(t.BOOL, span, int((a.value == b.value) != negated))
    if isinstance(a, core.Fixed) and isinstance(b, core.Fixed) and not _of_components(a):
        return core.Const(t.BOOL, span, int((a.values == b.values) != negated))
    note_compared(a, b, scope)
    note_printed(a, b, span, scope)
    _note_numbers("!=" if negated else "==", a, b, scope, span)
    equal = core.Equal(t.BOOL, span, a, b)
    return core.Not(t.BOOL, span, equal) if negated else equal


def _of_components(node: core.Core) -> bool:
    """Return whether a value is a component or a list of components.

    The order of components with equal faces is known only in play.
    """
    return t.is_component(t.element(node.type) or node.type)


def _seat(player: core.Core, number: core.Core) -> str | None:
    """Return advice for a comparison of a player with a number, or `None` if it is not such a comparison."""
    if not isinstance(number.type, t.Int) or not isinstance(inner := t.strip(player.type), t.Named):
        return None
    return f"the player in a seat is `seat({number.span.text})`" if inner.sort == "player" else None


def _counting(*sides: core.Core) -> tuple[Cure, ...]:
    """Return the cure that compares the number of members of a list with a number, if these are the sides."""
    lists = [side for side in sides if isinstance(side.type, t.ListType | t.ZoneType)]
    if len(lists) != 1 or not any(isinstance(side.type, t.Int) for side in sides):
        return ()
    return (replaced(lists[0].span, f"size({lists[0].span.text})"),)


def _emptiness(a: core.Core, b: core.Core, span: core.Span, *, negated: bool) -> tuple[Cure, ...]:
    """Return the cure that asks whether a list is empty where it is compared with `none`."""
    lists = [side for side in (a, b) if isinstance(side.type, t.ListType | t.ZoneType)]
    if len(lists) != 1 or t.NOTHING not in {a.type, b.type}:
        return ()
    return (replaced(span, f"{'not ' if negated else ''}empty({lists[0].span.text})"),)


def _order(op: str, a: core.Core, b: core.Core, scope: Scope, span: core.Span) -> core.Core:
    left, right = t.strip(a.type), t.strip(b.type)
    numbers = isinstance(left, t.Int) and isinstance(right, t.Int)
    ranked = isinstance(left, t.Named) and left == right and left.sort in {"enum", "cell"}
    if not numbers and not ranked:
        return scope.error(
            "GS301", f"cannot order `{t.show(a.type)}` and `{t.show(b.type)}`", span,
            label=f"`{op}` compares numbers, values of an enumeration, or cells",
            others=declared(scope, a, b), remedies=_counting(a, b),
        )  # fmt: skip
    for side in (a, b):
        if isinstance(side.type, t.Optional):
            return scope.error(
                "GS303", "this may be `none`, which has no place in an order", side.span,
                help=unless_none(side), others=declared(scope, side),
            )  # fmt: skip
    note_printed(a, b, span, scope)
    if isinstance(a, core.Const) and isinstance(b, core.Const):
        return core.Const(t.BOOL, span, int(ORDERS[op](a.value, b.value)))
    _note_numbers(op, a, b, scope, span)
    return core.Less(t.BOOL, span, a, b, op)  # type: ignore[arg-type]  # one of the four in ORDERS


def _note_numbers(op: str, a: core.Core, b: core.Core, scope: Scope, span: core.Span) -> None:
    """Record the types of two compared numbers, for the lint about comparisons that never hold."""
    of_a, of_b = t.strip(a.type), t.strip(b.type)
    if isinstance(of_a, t.Int) and isinstance(of_b, t.Int):
        note = Numbers(op, a.span, b.span, of_a, of_b)
        noted = scope.world.numbers
        noted[span] = note if noted.get(span, note) == note else None


def _membership(left: ast.Node, of: core.Core, scope: Scope, span: core.Span, *, negated: bool) -> core.Core:
    of = of if isinstance(of.type, t.ZoneType) else listed(of, scope)
    if t.element(of.type) is None:
        return scope.error("GS307", f"`in` needs a list, but this is {t.a(of.type)}", of.span)
    item = sought(left, of, scope, span)
    if isinstance(item.type, t.Bad):
        return core.Wrong(t.BAD, span)
    note_printed(item, of, span, scope)
    node: core.Core
    if isinstance(of.type, t.ZoneType):
        node = core.InZone(t.BOOL, span, item, of)
    elif isinstance(of, core.Fixed) and isinstance(item, core.Const):
        node = core.Const(t.BOOL, span, int(item.value in of.values))
        return core.Const(t.BOOL, span, 1 - node.value) if negated else node
    else:
        node = core.InList(t.BOOL, span, item, of)
    return core.Not(t.BOOL, span, node) if negated else node


def sought(
    item: ast.Node, of: core.Core, scope: Scope, span: core.Span, *, placed: bool = False
) -> core.Core:
    """Elaborate a value that is sought in a list, and report a value that can never be in it.

    `placed` says that the search is for the value's place.
    """
    inner = t.element(of.type) or t.BAD
    found = scope.check(item, inner)
    if isinstance(found.type, t.Bad) or isinstance(of.type, t.Bad):
        return core.Wrong(t.BAD, span)
    if t.join(inner, found.type) is None:
        return scope.error(
            "GS301", f"{t.a(found.type)} is never in a `list of {t.show(inner)}`", span,
            help=component_meant(item, inner, scope),
        )  # fmt: skip
    note_sought(found, of, scope, placed=placed)
    return found


MOST_VALUES = 2**16
"""Maximum length of a list that an expression builds by joining lists."""


def joined(a: core.Core, b: core.Core, span: core.Span, scope: Scope) -> core.Core:
    """Return the union of two lists, with each value once, or report why they cannot be joined."""
    type_ = t.join(a.type, b.type)
    if type_ is None:
        return scope.error("GS301", f"cannot join `{t.show(a.type)}` and `{t.show(b.type)}`", span)
    if not isinstance(type_, t.ListType):
        return core.Wrong(t.BAD, span)
    type_ = each_once(type_.of, t.most_of(a.type) + t.most_of(b.type))
    if type_.most > MOST_VALUES:
        return scope.error(
            "GS309", f"this list may have {type_.most} values, but at most {MOST_VALUES} are allowed", span,
            help="join shorter lists, or filter them first: `filter(x in list: …)`",
        )  # fmt: skip
    return core.BuiltIn(type_, span, "union", (a, b))


def each_once(of: t.Scalar, most: int) -> t.ListType:
    """Return the type of a list of at most `most` values, no two of which are equal."""
    domain = t.domain(of)
    if domain is None:
        return t.ListType(of, most)
    return t.ListType(of, min(most, domain[1] + isinstance(of, t.Optional)))

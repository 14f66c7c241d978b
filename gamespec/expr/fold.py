"""Constant folding, which evaluates typed expressions that read nothing that changes in a game.

Sizes, bounds, supplies and start values may use options, tables and printed attributes, with all quantifiers.
An expression that reads the position is not constant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from gamespec.expr.operators import ORDERS
from gamespec.expr.operators import fold as operate
from gamespec.space import Pairs, Space, Touching
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import Table

__all__ = ["NotConstant", "afford", "constant_list", "constant_value", "printed"]


NOT_KNOWN = "this must be known before the game begins"


class NotConstant(Exception):
    """Raised if an expression reads the position or divides by zero. `span` is the part at fault."""

    def __init__(self, span: core.Span, code: str = "GS306", message: str = NOT_KNOWN) -> None:
        super().__init__(message)
        self.span, self.code, self.message = span, code, message


Known = dict[core.Slot, int]
Value = TypeVar("Value", int, tuple[int, ...])


MOST_STEPS = 1_000_000
"""Maximum number of expression parts that the evaluation of one constant may take."""


def afford(node: core.Core) -> None:
    """Raise `NotConstant` if the evaluation of a constant expression takes too long."""
    if _cost(node, {}) > MOST_STEPS:
        raise NotConstant(node.span, "GS309", "this takes too long to compute before the game begins")


def _cost(node: core.Core, of_functions: dict[core.Function, int]) -> int:
    """Return an upper bound for the number of parts that the evaluation of an expression takes."""
    match node:
        case core.Fixed(_, _, values):
            return 1 + len(values)
        case core.Quantifier(_, _, _, _, over, body):
            most = over.type.most if isinstance(over.type, t.ListType) else 0
            return _cost(over, of_functions) + most * (1 + _cost(body, of_functions))
        case core.Apply(_, _, function, args):
            if function not in of_functions:
                of_functions[function] = (
                    _cost(function.body, of_functions) if function.body is not None else 0
                )
            return 1 + of_functions[function] + sum(_cost(a, of_functions) for a in args)
        case _:
            return 1 + sum(_cost(part, of_functions) for part in core.children(node))


def constant_value(node: core.Core, known: Known | None = None) -> int:  # noqa: C901, PLR0912 - one case a node
    """Return the value of a constant scalar expression. Raises `NotConstant`.

    If the values of some locals are `known`, the caller sees to it that the evaluation is affordable.
    """
    if isinstance(node, core.Const):
        return node.value
    if known is None:
        afford(node)
        known = {}
    match node:
        case core.Local(_, _, slot) if slot in known:
            return known[slot]
        case core.Column(_, _, of, _, first, values, keys, dims):
            index = constant_value(of, known) - first
            for key, (least, size) in zip(keys, dims, strict=True):
                index = index * size + constant_value(key, known) - least
            return values[index]
        case core.Narrow():
            return _within(node, constant_value(node.of, known))
        case core.Arithmetic(_, span, op, left, right):
            number = operate(op, constant_value(left, known), constant_value(right, known))
            if number is None:
                raise NotConstant(span, "GS304", "division by zero")
            return _small(number, span)
        case core.Equal(_, _, left, right):
            return int(printed(left, known) == printed(right, known))
        case core.Less(_, _, left, right, op):
            return int(ORDERS[op](constant_value(left, known), constant_value(right, known)))
        case core.Not(_, _, of):
            return 1 - constant_value(of, known)
        case core.And(_, _, parts):
            return int(all(constant_value(p, known) for p in parts))
        case core.Or(_, _, parts):
            return int(any(constant_value(p, known) for p in parts))
        case core.If(_, _, condition, then, otherwise):
            return constant_value(then if constant_value(condition, known) else otherwise, known)
        case core.InList(_, _, item, of):
            return int(constant_value(item, known) in constant_list(of, known))
        case core.Quantifier():
            return _quantified(node, known)
        case core.BuiltIn(_, _, "size", (of,), _):
            return len(constant_list(of, known))
        case core.BuiltIn(_, _, "place", (core.Fixed() | core.ListOf() as of, item), _) if not (
            t.is_component(item.type)  # in which order alike copies lie is known only in play
        ):
            members, value = constant_list(of, known), constant_value(item, known)
            return members.index(value) + 1 if value in members else t.NONE
        case core.BuiltIn(_, _, "min" | "max" as name, args, _):
            values = (
                constant_list(args[0], known)
                if len(args) == 1
                else tuple(constant_value(a, known) for a in args)
            )
            if not values:
                raise NotConstant(node.span, "GS304", f"`{name}` of nothing")
            return min(values) if name == "min" else max(values)
        case core.BuiltIn(_, _, "left" | "right" as name, (player, *steps), int(players)):
            seats = constant_value(steps[0], known) if steps else 1
            return (constant_value(player, known) + (seats if name == "left" else -seats)) % players
        case core.BuiltIn(_, _, "number", (of,), int(first)):
            return constant_value(of, known) - first + 1
        case core.BuiltIn(_, span, "seat", (of,), int(players)):
            return _seat(constant_value(of, known), players, span)
        case core.BuiltIn(_, span, "cell", (column, row), Space() as space):
            return _cell(constant_value(column, known), constant_value(row, known), space, span)
        case core.BuiltIn(_, _, "offset", (cell, x, y), Space() as space):
            away = constant_value(x, known), constant_value(y, known)
            return space.offset(constant_value(cell, known), *away)
        case core.BuiltIn(_, span, "row_of", keys, Table() as table):
            return _row(table, tuple(constant_value(key, known) for key in keys), span)
        case core.BuiltIn(_, _, "of_pair", (first, second), Pairs(pairs, _)):
            return pairs.get((constant_value(first, known), constant_value(second, known)), t.NONE)
        case core.Let(_, _, slot, value, body) if not isinstance(value.type, t.ListType):
            return constant_value(body, {**known, slot: constant_value(value, known)})
        case core.Apply(_, _, function, args) if function.body is not None:
            return _applied(constant_value, function, function.body, _arguments(function, args, known))
        case _:
            raise NotConstant(node.span)


def _row(table: Table, keys: tuple[int, ...], span: core.Span) -> int:
    """Return the number of a table's row for the given keys, or `none` if a partial table lacks the row."""
    row = table.row(keys)
    if row is None and not table.partial:
        raise NotConstant(span, "GS304", "the table has no such row")
    return t.NONE if row is None else row


def constant_list(  # noqa: C901, PLR0912 - one case a node
    node: core.Core, known: Known | None = None
) -> tuple[int, ...]:
    """Return the members of a constant list expression. Raises `NotConstant`."""
    if known is None:
        afford(node)
        known = {}
    match node:
        case core.Fixed(_, _, values):
            return values
        case core.Narrow(_, span, of, _, _, most):
            members = constant_list(of, known)
            if len(members) > most:
                raise NotConstant(
                    span, "GS304", f"a list of {len(members)} values, but at most {most} are allowed"
                )
            return tuple(_within(node, x) for x in members)
        case core.ListOf(_, _, (low, high), True):
            return tuple(range(constant_value(low, known), constant_value(high, known) + 1))
        case core.ListOf(_, _, items, _):
            return tuple(constant_value(i, known) for i in items)
        case core.BuiltIn(_, _, "neighbours", (cell,), Space() as space):
            return space.neighbours[constant_value(cell, known)]
        case core.BuiltIn(_, _, "rest", (core.Fixed() | core.ListOf() as of, count), _) if not (
            t.is_component(t.element(of.type) or of.type)  # as for `place`
        ):
            return constant_list(of, known)[max(0, constant_value(count, known)) :]
        case core.BuiltIn(_, _, "touching_cells", (cell,), Touching(around)):
            return around[constant_value(cell, known)]
        case core.Quantifier(_, _, "filter", slot, over, body):
            return tuple(x for x in constant_list(over, known) if constant_value(body, {**known, slot: x}))
        case core.Quantifier(_, _, "map", slot, over, body) if isinstance(body.type, t.ListType):
            lists = (constant_list(body, {**known, slot: x}) for x in constant_list(over, known))
            return tuple(x for members in lists for x in members)
        case core.Quantifier(_, _, "map", slot, over, body):
            return tuple(constant_value(body, {**known, slot: x}) for x in constant_list(over, known))
        case core.Let(_, _, slot, value, body) if not isinstance(value.type, t.ListType):
            return constant_list(body, {**known, slot: constant_value(value, known)})
        case core.Apply(_, _, function, args) if function.body is not None:
            return _applied(constant_list, function, function.body, _arguments(function, args, known))
        case _:
            raise NotConstant(node.span)


def _arguments(function: core.Function, args: tuple[core.Core, ...], known: Known) -> Known:
    """Return the values that a call gives to a function's parameters, keyed by the parameters' slots."""
    return {s: constant_value(a, known) for s, a in zip(function.parameters, args, strict=True)}


def _applied(
    value_of: Callable[[core.Core, Known], Value], function: core.Function, body: core.Core, given: Known
) -> Value:
    """Return the value of a function's body for given parameters, evaluated once for each combination."""
    key = tuple(given.values())
    if key not in function.constants:
        function.constants[key] = value_of(body, given)
    return cast("Value", function.constants[key])


def _seat(number: int, players: int, span: core.Span) -> int:
    if not 1 <= number <= players:
        raise NotConstant(span, "GS304", f"there is no seat {number} of {players}")
    return number - 1


def _cell(column: int, row: int, space: Space, span: core.Span) -> int:
    cell = space.board.at.get((column, row))
    if cell is None:
        raise NotConstant(span, "GS304", f"there is no cell in column {column}, row {row}")
    return cell


def _within(node: core.Narrow, value: int) -> int:
    if not node.low <= value <= node.high and value != t.NONE:
        raise NotConstant(node.span, "GS304", f"{value} is not in `{node.low}..{node.high}`")
    return value


def _small(value: int, span: core.Span) -> int:
    if not t.INT_MIN <= value <= t.INT_MAX:
        raise NotConstant(span, "GS304", f"{value} does not fit into 32 bits")
    return value


def printed(node: core.Core, known: Known) -> int | tuple[int, ...]:
    """Evaluate a scalar or list expression in which some locals are `known`. Raises `NotConstant`."""
    return constant_list(node, known) if isinstance(node.type, t.ListType) else constant_value(node, known)


def _quantified(node: core.Quantifier, known: Known) -> int:
    values = [constant_value(node.body, {**known, node.slot: x}) for x in constant_list(node.over, known)]
    match node.kind:
        case "any":
            return int(any(values))
        case "all":
            return int(all(values))
        case "none":
            return int(not any(values))
        case "count" | "sum":
            return _small(sum(values), node.span)
        case "min" | "max" as kind if values:
            return min(values) if kind == "min" else max(values)
        case _:
            raise NotConstant(node.span)

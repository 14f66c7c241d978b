"""Filters of which the result is known for each of a few values: lists that stand in a table.

What a condition leaves of the neighbours of a cell, say those ahead of it, depends on the cell, on who acts,
and on nothing that changes. Then the list is the row of a table by these values (`row`), in the order of the
list. A part of a conjunction that is not known is left to be asked of each member, unless it can fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from interpreter.compiled.analysis.facts import within
from interpreter.compiled.expressions.vectors import ME, Name, Vector, known, named
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import Rows
from interpreter.compiled.wasm.wat import ZERO, Wat, add, compare, const, either, multiply

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["Row", "row"]

MOST_ROWS = 1024
MOST_LOOKS = 8192


@dataclass(frozen=True, slots=True)
class Row:
    """The table of what is left, which row it is, and what is to be asked of each member."""

    table: Rows
    index: Wat
    rest: tuple[x.Expression, ...]


def row(e: Expressions, scope: Scope, node: x.Quantifier) -> Row | None:
    """What a filter leaves as a row of a table; `None` if that is not known."""
    parts = node.body.parts if isinstance(node.body, x.And) else (node.body,)
    asked: list[x.Expression] = []
    rest: list[x.Expression] = []
    for i, part in enumerate(parts):
        if _closed(part):
            asked.append(part)
        elif e.unit.facts.fails(part):
            rest += parts[i:]
            break
        else:
            rest.append(part)
    if not asked:
        return None
    name: Name = ("variable", node.variable)
    leaves = _leaves((node.over, *asked), name)
    values = [_values(leaf) for leaf in leaves.values()]
    count = 1
    for column in values:
        count *= len(column)
    if count > MOST_ROWS or not all(_here(e, scope, leaf) for leaf in leaves.values()):
        return None
    key = id(node)
    if key not in e.members.rows:
        e.members.rows[key] = _lists(e.unit.program, node.over, (name, asked), list(leaves), values)
    lists = e.members.rows[key]
    return (
        None
        if lists is None
        else Row(e.unit.memory.rows(lists), _index(e, scope, leaves, values), tuple(rest))
    )


def _closed(node: x.Expression) -> bool:
    """Whether an expression reads nothing of the position but locals and who acts."""
    return not any(
        isinstance(inner, x.Load | x.Bank | x.Can | x.InARow | x.Quantifier) for inner in within(node)
    )


def _here(e: Expressions, scope: Scope, leaf: x.Expression) -> bool:
    """Whether a leaf may be evaluated where its list begins."""
    return e.members.sets.safe(leaf) and e.needs.free(leaf)[0] <= scope.variables.keys()


def _leaves(nodes: Sequence[x.Expression], member: Name) -> dict[Name, x.Expression]:
    """What some expressions depend on beside the member: what is free in them."""
    found: dict[Name, x.Expression] = {}
    for node in nodes:
        bound = {
            ("variable", variable)
            for inner in within(node)
            if isinstance(inner, x.Apply)
            for variable in inner.function.parameters
        }
        for inner in within(node):
            name = ME if isinstance(inner, x.Me) else named(inner)
            if name is not None and name != member and name not in bound:
                found.setdefault(name, inner)
    return found


def _values(leaf: x.Expression) -> list[int]:
    """What a leaf can be; there may be nobody who acts."""
    optional = leaf.domain.optional or isinstance(leaf, x.Me)
    return [*range(leaf.domain.low, leaf.domain.high + 1), *([NONE] if optional else [])]


def _lists(
    program: Program,
    over: x.Expression,
    asked: tuple[Name, list[x.Expression]],
    names: list[Name],
    values: list[list[int]],
) -> list[tuple[int, ...]] | None:
    """What is left, by values; `None` if it is not known; where `none` cannot be asked about, nothing."""
    rows: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    looks = 0
    for chosen in product(*values):
        members = _members(program, over, dict(zip(names, chosen, strict=True)))
        if members is None:
            return None
        looks += len(members)
        rows.append((chosen, members))
        if looks > MOST_LOOKS:
            return None
    name, conditions = asked
    given: dict[Name, Vector] = {
        leaf: tuple(chosen[i] for chosen, members in rows for _ in members) for i, leaf in enumerate(names)
    }
    given[name] = tuple(member for _, members in rows for member in members)
    tests = [known(program, condition, given, looks) for condition in conditions]
    found: list[tuple[int, ...]] = []
    at = 0
    for chosen, members in rows:
        left = _left(members, [None if test is None else test[at : at + len(members)] for test in tests])
        if left is None and NONE not in chosen:
            return None
        found.append(left or ())
        at += len(members)
    return found


def _left(members: tuple[int, ...], tests: list[Vector | None]) -> tuple[int, ...] | None:
    """The members for which all tests hold; `None` if that is not known of all."""
    if any(test is None or None in test for test in tests):
        return None
    return tuple(
        member for i, member in enumerate(members) if all(test[i] for test in tests if test is not None)
    )


def _members(program: Program, over: x.Expression, given: dict[Name, int]) -> tuple[int, ...] | None:
    """The members of a list that is gone through, for given values."""

    def of(node: x.Expression) -> int | None:
        vector = known(program, node, {name: (value,) for name, value in given.items()}, 1)
        return None if vector is None else vector[0]

    match over:
        case x.Fixed(values=values):
            return values
        case x.Neighbours(space=space, cell=cell):
            return _at(program.spaces[space].neighbours, of(cell), 0)
        case x.ListAt(of=inner, first=first, lists=lists):
            return _at(lists, of(inner), first)
        case _:
            return None


def _at(lists: Sequence[tuple[int, ...]], index: int | None, first: int) -> tuple[int, ...] | None:
    if index is None:
        return None
    return lists[index - first] if 0 <= index - first < len(lists) else ()


def _index(e: Expressions, scope: Scope, leaves: dict[Name, x.Expression], values: list[list[int]]) -> Wat:
    index: Wat = ZERO
    for leaf, column in zip(leaves.values(), values, strict=True):
        value, none = e.number(scope, leaf), len(column) - 1
        here = add(value, const(-leaf.domain.low))
        if column[-1] == NONE:
            here = either(compare("==", value, const(NONE)), const(none), here)
        index = add(multiply(index, const(len(column))), here)
    return index

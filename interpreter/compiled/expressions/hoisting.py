"""Hoisting: a value that does not change during a loop is computed once, where it is first needed.

Expressions never change the position. A subexpression in the body of a loop therefore has the same value in
each round, unless it depends on something that the loop binds, which is its variable or the slot of a pick.
`level` is the number of enclosing loops that can change the value of an expression. If the expression has
more enclosing loops than that, and it is *dear* because something in it iterates over a list, a local holds
its value, and a second local says whether the value is known yet. This flag is reset at the start of the
outermost loop in which the value is constant.

The value is computed no earlier than it would be without hoisting. A failure therefore occurs at the same
moment, and a value that is never needed is never computed. If a trial changes the position, nothing is
hoisted out of the trial (`Scope.apart`).

If the position does not change during a whole function, closed expressions that occur several times are also
remembered from one occurrence to the next (`again`), which is common subexpression elimination.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.failing import parts
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import ZERO, Wat, const, eqz, get, is_short, put, when

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["Needs", "again", "hoisted"]


class Needs:
    """Determines what expressions depend on besides the position, and which of them are dear.

    All results are cached.
    """

    def __init__(self) -> None:
        self._free: dict[int, tuple[x.Expression, frozenset[int], frozenset[int]]] = {}
        self._dear: dict[int, tuple[x.Expression, bool]] = {}
        self._settled: dict[int, tuple[x.Expression, bool]] = {}

    def free(self, node: x.Expression) -> tuple[frozenset[int], frozenset[int]]:
        """Return the variables that are free in an expression, and the slots that the expression reads."""
        known = self._free.get(id(node))
        if known is None:
            variables: frozenset[int] = frozenset()
            slots: frozenset[int] = frozenset()
            for part in parts(node):
                more, also = self.free(part)
                variables, slots = variables | more, slots | also
            match node:
                case x.Variable(variable=variable):
                    variables |= {variable}
                case x.Local(slot=slot):
                    slots |= {slot}
                case x.Let(variable=variable, value=value, body=body):
                    variables = (self.free(body)[0] - {variable}) | self.free(value)[0]
                case (
                    x.Quantifier(variable=variable, over=outer, body=body)
                    | x.Longest(variable=variable, over=outer, body=body)
                ):
                    variables = (self.free(body)[0] - {variable}) | self.free(outer)[0]
                case x.Reach(variable=variable, origin=outer, body=body):
                    variables = (self.free(body)[0] - {variable}) | self.free(outer)[0]
                case _:
                    pass
            known = self._free[id(node)] = node, variables, slots
        return known[1], known[2]

    def dear(self, node: x.Expression) -> bool:
        """Return whether evaluating an expression iterates over a list or is comparably expensive."""
        known = self._dear.get(id(node))
        if known is None:
            found = _goes_through(node) or any(self.dear(part) for part in parts(node))
            if not found and isinstance(node, x.Apply):
                found = self.dear(node.function.body)
            known = self._dear[id(node)] = node, found
        return known[1]

    def key(self, node: x.Expression) -> int | None:
        """Return a key that identifies a closed expression, or `None` if it depends on variables or slots."""
        variables, slots = self.free(node)
        if variables or slots:
            return None
        if isinstance(node, x.Apply) and not node.args:
            return self.key(node.function.body)
        return id(node)

    def settled(self, node: x.Expression) -> bool:
        """Return whether an expression has a dear part that depends on nothing but the position."""
        known = self._settled.get(id(node))
        if known is None:
            found = self.dear(node) and not any(self.free(node))
            if not found:
                found = any(self.settled(part) for part in parts(node))
            if not found and isinstance(node, x.Apply):
                found = self.settled(node.function.body)
            known = self._settled[id(node)] = node, found
        return known[1]


def _goes_through(node: x.Expression) -> bool:
    """Return whether a node itself, without its parts, iterates over a list or is comparably expensive."""
    match node:
        case x.InList(of=of) | x.Length(of=of):
            return not isinstance(of, x.Fixed | x.Numbers)
        case x.Equal(left=left):
            return left.domain.is_list
        case (
            x.Quantifier() | x.Reach() | x.Longest() | x.Nth() | x.End() | x.Only() | x.ExtremeOf() | x.Can()
            | x.InARow() | x.Occurred() | x.OfPlane()
        ):  # fmt: skip
            return True
        case _:
            return False


def hoisted(e: Expressions, scope: Scope, node: x.Expression) -> Wat | None:
    """Return the tree for a scalar that at least one enclosing loop does not change.

    Return `None` if every enclosing loop may change the scalar, or if it is not dear.
    """
    if not scope.loops or not e.needs.dear(node):
        return None
    level = scope.level(*e.needs.free(node))
    key = e.needs.key(node)
    if level < len(scope.loops):
        wanted = scope.loops[level].wanted
        level += wanted is not None and key not in wanted
    if level >= len(scope.loops):
        return None
    found = e.number(scope.outside(level), node)
    if is_short(found):
        return found
    loop = scope.loops[level]
    names = loop.values.get(key) if key is not None else None
    if names is None:
        names = scope.function.local("known"), scope.function.local("remembered")
        loop.before.append(put(names[0], ZERO))
        if key is not None:
            loop.values[key] = names
    known, value = names
    find = when(eqz(get(known)), [put(value, found), put(known, const(1))])
    return e.valued(scope, [find], get(value))


def again(needs: Needs, nodes: Iterable[x.Expression]) -> frozenset[int]:
    """Return the keys of all dear closed expressions that occur more than once in `nodes`."""
    seen: set[int] = set()
    found: set[int] = set()

    def look(node: x.Expression) -> None:
        key = needs.key(node)
        if key is not None and needs.dear(node):
            if key in seen:
                found.add(key)
                return
            seen.add(key)
        for part in parts(node):
            look(part)
        if isinstance(node, x.Apply) and needs.dear(node):
            look(node.function.body)

    for node in nodes:
        look(node)
    return frozenset(found)

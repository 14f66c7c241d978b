"""Options of several picks that have nothing to do with one another: as many as their numbers' product.

Where no pick of an action depends on the value of another, its options are all combinations of the
candidates of each, the last pick varying fastest. So whoever takes one by luck need not list them: the
candidates of each pick are listed once, and the number of an option says which of them are meant, digit by
digit. Only what the first pick asks may fail, for without candidates of that nobody would ask about those
of the second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamespec.program import Action, Pick
from gamespec.program.budget import OPTION
from interpreter.compiled.unit import Loop, Scope
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Wat,
    add,
    const,
    get,
    load,
    multiply,
    put,
    shift_left,
    store,
    subtract,
)
from interpreter.compiled.work import due

if TYPE_CHECKING:
    from interpreter.compiled.expressions import Expressions

__all__ = ["Candidates", "Product", "is_product"]

Candidates = Callable[[Scope, Scope, Pick, Callable[[Scope], Body], Callable[[Scope, Wat], Body]], Body]
"""Goes through candidates: where it is asked, the scope that knows one, the pick, and who takes one.

The last takes one together with the condition under which it stays.
"""


def is_product(e: Expressions, action: Action) -> bool:
    """Whether the options of an action are all combinations of the candidates of its picks."""
    if len(action.picks) < 2 or action.keeps is not None or action.most is not None:  # noqa: PLR2004 - several
        return False
    before: set[int] = set()
    for pick in action.picks:
        asked = [part for part in (pick.source, pick.where) if part is not None]
        free = any(e.needs.free(part)[1] & before for part in asked)
        fails = bool(before) and any(e.unit.facts.fails(part) for part in asked)
        if pick.counts is not None or pick.hidden or free or fails:
            return False
        before.add(pick.slot)
    return True


class Product:
    """Counts the options of one action, and finds one by its number."""

    def __init__(self, e: Expressions, action: Action, candidates: Candidates) -> None:
        self.e, self.unit, self.action, self._candidates = e, e.unit, action, candidates
        room = self.unit.memory.words
        self._rooms = [room(pick.source.domain.most + 1) for pick in action.picks]
        self._sizes = [room(1) for _ in action.picks]

    def total(self, scope: Scope, count: str) -> Body:
        """List the candidates of each pick where `taken` finds them, and count options into a local."""
        e, last = self.e, self.action.picks[-1]
        body: Body = [put(count, const(1))]
        for pick, room, size in zip(self.action.picks, self._rooms, self._sizes, strict=True):
            length, loop = scope.function.local("length"), Loop()
            inner = scope.within(loop).held(pick.slot, scope.function.local("value"))
            read = e.slot(inner, pick.slot)
            take = lambda _, room=room, length=length, read=read: e.appended(room, length, read)  # noqa: E731 - bound now
            keeps = lambda _, holds, room=room, length=length, read=read: [  # noqa: E731 - bound now
                store(shift_left(get(length), 2), read, room),
                put(length, add(get(length), holds)),
            ]
            walk = self._candidates(scope, inner, pick, take, keeps)
            body += [
                put(length, ZERO),
                *loop.before,
                *walk,
                store(ZERO, get(length), size),
                put(count, multiply(get(count), get(length))),
            ]
        price = multiply(get(count), const(last.each + OPTION))
        return [*body, e.unit.spend(price, last.at), due(last.at)]

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Put an option, by its number, into the slots."""
        left, index, whole = (scope.function.local(hint) for hint in ("left", "index", "whole"))
        body: Body = [put(left, number)]
        first, *others = zip(self.action.picks, self._rooms, self._sizes, strict=True)
        for pick, room, size in reversed(others):
            many = load(ZERO, size)
            body += [
                put(whole, ("i32.div_u", get(left), many)),
                put(index, subtract(get(left), multiply(get(whole), many))),
                put(left, get(whole)),
                self.e.assigned(scope, pick.slot, load(shift_left(get(index), 2), room)),
            ]
        pick, room, _ = first
        return [*body, self.e.assigned(scope, pick.slot, load(shift_left(get(left), 2), room))]

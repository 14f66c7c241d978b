"""Emits the code for unseen choices (`interpreter.kernels.unseen`), which turns combinations into answers.

The options of an action are first listed with the real components, because the action's conditions are
evaluated for these. The list is followed by a row for each option, then by the address of each row, and then
by the address of each combination. Finally, the answers overwrite the combinations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import Program
from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import WORD, cleared, copied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    call,
    compare,
    const,
    get,
    load,
    multiply,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.kernels import unseen as kernels
from interpreter.kernels.chosen import Chosen

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions
    from interpreter.compiled.state.records import Record

__all__ = ["Unseen", "chooses_unseen", "copies_counted"]


def chooses_unseen(program: Program, action: int) -> bool:
    """Return whether a value of an action may be chosen from components that the decider cannot see."""
    return any(pick.hidden for pick in program.actions[action].picks)


def copies_counted(e: Expressions, scope: Scope, chosen: Chosen) -> Body:
    """Return instructions that number the copies in a pick's list, given the values of earlier picks."""
    made, copies = e.unit.kernels.call, chosen.copies
    if copies is None:
        return []
    each = e.each(scope, chosen.pick.source, lambda c: [made(copies.count, c)], strict=False)
    return [made(copies.begin), *each]


class Unseen:
    """Emits the answers for one action in which values may be places."""

    def __init__(self, e: Expressions, number: int, record: Record) -> None:
        assert not record.weighed  # noqa: S101 - the checker has seen to it (GS209)
        self.e, self.unit, self.number, self.record = e, e.unit, number, record
        self.kernels = kernels.Unseen(self.unit.program, number, ModuleRoom(self.unit))

    # --- listing answers ------------------------------------------------------------------------------

    def answers(self, scope: Scope, begin: str, to: str) -> Body:
        """Return the instructions that replace the combinations from `begin` to `to` with answers.

        The instructions set `to` to the end of the answers.
        """
        if self.kernels.inserts:
            return self._inserted(scope, begin, to)
        function, made, own = scope.function, self.unit.kernels.call, self.kernels
        size, row_size = const(WORD * self.record.words), const(WORD * own.row)
        n, rows, of, j, row = (function.local(hint) for hint in ("n", "rows", "of", "j", "row"))
        lie = self.unit.helper("$lie", self._lie, "$to", "$count", "$first", "$size")
        room = call(self.unit.helper("$room", _room, "$end"), add(get(of), shift_left(get(n), 2)))
        here = load(add(get(rows), shift_left(get(j), 2)))
        back = copied(add(get(begin), multiply(get(j), size)), get(row), WORD * self.record.words)
        over = compare(">=", get(j), get(n))
        return [
            put(n, ("i32.div_u", subtract(get(to), get(begin)), size)),
            put(rows, add(get(to), multiply(get(n), row_size))),
            put(of, add(get(rows), shift_left(get(n), 2))),
            room,
            call(lie, get(of), get(n), get(begin), size),
            call(lie, get(rows), get(n), get(to), row_size),
            put(n, made(own.answers, get(of), get(rows), get(n))),
            *copies_counted(self.e, scope, own.chosen[0]),
            put(j, ZERO),
            *self.e.counting(scope, j, over, [put(row, here), *self._numbered(scope, get(of), row)]),
            made(own.sort, get(rows), get(n)),
            put(j, ZERO),
            *self.e.counting(scope, j, over, [put(row, here), *back]),
            put(to, add(get(begin), multiply(get(n), size))),
        ]

    def _inserted(self, scope: Scope, begin: str, to: str) -> Body:
        """Return the instructions of `answers` for options that have one value each."""
        n, made, own = scope.function.local("n"), self.unit.kernels.call, self.kernels
        copies = copies_counted(self.e, scope, own.chosen[0])
        return [
            put(n, ("i32.shr_u", subtract(get(to), get(begin)), const(2))),
            *([when(made(own.knows_any, get(begin), get(n)), copies)] if copies else []),
            put(to, add(get(begin), shift_left(made(own.insert, get(begin), get(n)), 2))),
        ]

    def _lie(self, function: Function) -> None:
        """Define `$lie(to, count, first, size)`, which writes the addresses of `count` consecutive arrays.

        The first array is at the address `first`, and each array has `size` bytes.
        """
        i = function.local("i")
        one: Body = [
            store(add(get("$to"), shift_left(get(i), 2)), get("$first")),
            put("$first", add(get("$first"), get("$size"))),
        ]
        function.body = self.e.counting(Scope(function), i, compare(">=", get(i), get("$count")), one)

    def _numbered(self, scope: Scope, of: Wat, row: str) -> Body:
        """Return the instructions that write the digits of an answer's number into its row.

        The copies in a pick's list may depend on the values of earlier picks, which are taken from the
        answer's first combination. The copies in the first pick's list are numbered before these instructions
        run.
        """
        own, fields, laid = self.kernels, self.record.fields, 0
        first, body = scope.function.local("first"), list[Wat]()
        for i, chosen in enumerate(own.chosen):
            if i > 0 and chosen.copies is not None:
                for f in fields[laid:i]:
                    source = add(get(first), const(WORD * f.word))
                    body += copied(const(self.unit.slot(f.slot)), source, WORD * f.size)
                laid = i
                body += copies_counted(self.e, scope, chosen)
            body.append(self.unit.kernels.call(chosen.digits, get(row), const(own.key)))
        if not laid:
            return body
        for f in fields[:laid]:
            body += cleared(self.unit.slot(f.slot), f.size)
        combination = load(add(of, shift_left(load(get(row), WORD * own.number), 2)))
        return [put(first, combination), *body]

    # --- taking an answer -----------------------------------------------------------------------------

    def found(self, record: Wat) -> Body:
        """Return instructions that replace places in an answer with the components that they determine."""
        tells = any(chosen.any_tells for chosen in self.kernels.hidden)
        return [self.unit.kernels.call(self.kernels.found, record)] if tells else []


def _room(function: Function) -> None:
    """Define `$room(end)`, which grows the memory at least up to the address `end`."""
    pages = subtract(("i32.shr_u", add(get("$end"), const(0xFFFF)), const(16)), ("memory.size",))
    function.body = [when(compare(">", pages, ZERO), [("drop", ("memory.grow", pages))])]

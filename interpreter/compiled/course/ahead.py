"""Lookahead: whether a player could take an action now, and how many actions the player could take in a row.

A lookahead runs on the position itself, with all locals cleared, and restores the position afterwards
(`trials`). If it keeps all values in locals of its function, only `me` changes and needs to be restored. For
actions in a row, there is one function per remaining length, because the options of one level are still being
enumerated when those of the next level are listed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.tables import Head
from interpreter.compiled.analysis.write_sets import frames
from interpreter.compiled.options.trials import Saved
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch_if,
    call,
    compare,
    const,
    get,
    put,
    when,
)

if TYPE_CHECKING:
    from interpreter.compiled.options.options import Options

__all__ = ["Ahead"]


class Ahead:
    """Emits the lookahead expressions (`Can` and `InARow`) of one module."""

    def __init__(self, options: Options) -> None:
        self.options, self.e, self.unit = options, options.e, options.unit
        self._rows: dict[tuple[int, ...], int] = {}

    def number(self, scope: Scope, node: x.Can | x.InARow) -> Wat:
        """Return the tree for whether a player could take one of the actions, or how many in a row."""
        found, player, before = (scope.function.local(hint) for hint in ("found", "who", "before"))
        trials, unit = self.options.candidates.trials, self.unit
        me, frames_ = unit.place(Head.ME), Saved(frames(unit.program))
        if self._writes_nothing(node):
            first, last = [trials.price(node.at), put(before, me)], [unit.put(Head.ME, get(before))]
        else:
            first, last = [*trials.saved(node.at, frames_), *trials.bare()], trials.put_back(frames_)
        asked = (
            self._can(scope, node, found)
            if isinstance(node, x.Can)
            else [put(found, call(self._row(node, node.times)))]
        )
        return self.e.valued(
            scope,
            [
                put(player, self.e.number(scope, node.player)),
                *first,
                unit.put(Head.ME, get(player)),
                put(found, ZERO),
                *asked,
                *last,
            ],
            get(found),
        )

    def _writes_nothing(self, node: x.Can | x.InARow) -> bool:
        """Return whether all values of the actions are in locals of the function that asks for them."""
        return isinstance(node, x.Can) and not any(
            self.options.tries(action)
            or self.unit.program.actions[action].given
            or any(pick.counts is not None for pick in self.unit.program.actions[action].picks)
            for action in node.actions
        )

    def _can(self, scope: Scope, node: x.Can, found: str) -> Body:
        known = scope.function.label("known")
        body: Body = []
        for number in node.actions:
            name = self._can_take(number)
            body += [put(found, call(name)), branch_if(known, get(found))]
        return [block(known, body)]

    def _can_take(self, number: int) -> str:
        return self.unit.helper(f"$can{number}", lambda function: self._any(function, number), result=True)

    def _any(self, function: Function, number: int) -> None:
        """Fill a function that returns whether an action has at least one option in the present position."""
        taken: Body = [("return", const(1))]
        function.body = [
            *self.options.candidates.asked(Scope(function), number, lambda _: taken, real=True),
            ZERO,
        ]

    def _row(self, node: x.InARow, left: int) -> str:
        """Return the name of `$row{n}_{left}`, which returns how many of the actions can be taken in a row.

        It looks at most `left` actions ahead.
        """
        number = self._rows.setdefault(node.actions, len(self._rows))
        return self.unit.helper(
            f"$row{number}_{left}", lambda function: self._longest(function, node, left), result=True
        )

    def _longest(self, function: Function, node: x.InARow, left: int) -> None:
        found, keeps, more = (function.local(hint) for hint in ("found", "keeps", "more"))
        scope, trials, actions = Scope(function), self.options.candidates.trials, self.unit.program.actions

        def take(number: int, scope: Scope) -> Body:
            rule = actions[number].keeps
            onward: Body = [put(more, const(1))]
            if left > 1:
                onward = [*trials.bare(), put(more, add(call(self._row(node, left - 1)), const(1)))]
            return [
                *trials.saved(self.options.candidates.end_of(number), trials.touched(number)),
                *trials.tried(number),
                put(more, ZERO),
                put(keeps, const(1) if rule is None else self.e.number(scope.apart(), rule)),
                when(get(keeps), onward),
                *trials.put_back(trials.touched(number)),
                when(compare(">", get(more), get(found)), [put(found, get(more))]),
                branch_if("$enough", compare("==", get(found), const(left))),
            ]

        body: Body = []
        for number in node.actions:
            body += self.options.candidates.asked(
                scope, number, partial(take, number), real=True, judged=False
            )
        function.body = [block("$enough", body), get(found)]

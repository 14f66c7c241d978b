"""Counts the options of two picks by walking over the first values.

For each first value, the candidates of the second pick form a set, whose size is stored beside the value. The
k-th option has the first value at which the running sum of these sizes exceeds k. Then the candidates of the
second pick are enumerated only for this value, in the order of the language. `nested` counts the sets of all
first values at once, where that is possible.
"""

from __future__ import annotations

from gamespec.program import Action, Pick
from gamespec.program import expressions as x
from gamespec.program.budget import OPTION
from interpreter.compiled.analysis.partial_evaluation import Name
from interpreter.compiled.expressions.sets import At
from interpreter.compiled.options.candidates import Candidates
from interpreter.compiled.options.nested import Second
from interpreter.compiled.state.bits import Bits, count
from interpreter.compiled.unit.unit import Loop, Scope
from interpreter.compiled.wasm.memory import WORD
from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    compare,
    const,
    get,
    load,
    loop,
    multiply,
    put,
    store,
    subtract,
)
from interpreter.compiled.wasm.work import due

__all__ = ["Walked", "walked"]

_ENTRY = 2 * WORD
"""Size of the entry of a first value, which consists of the value and of the number of its options."""


def walked(candidates: Candidates, action: Action) -> Walked | None:
    """Return a counter for the options of an action with two picks.

    Return `None` if the candidates of the second pick have no set form, or if the order of faults might not
    be that of the program.
    """
    unit, needs = candidates.unit, candidates.e.needs
    if len(action.picks) != 2 or not unit.techniques.counts:  # noqa: PLR2004 - as above
        return None
    first, second = action.picks
    if first.counts is not None or candidates.fails(first):
        return None
    if not candidates.lists_options(second) or not unit.facts.once(second.source):
        return None
    parts = [part for part in (second.source, second.where) if part is not None]
    if any(needs.free(part)[1] & {*action.given} for part in parts):  # not known where an option is taken
        return None
    scope = Scope(Function("$trial")).held(first.slot, "$value")
    return None if _seconds(candidates, scope, second, []) is None else Walked(candidates, first, second)


def _seconds(candidates: Candidates, scope: Scope, second: Pick, before: Body) -> Bits | None:
    """Return the candidates of the second pick as a set, or `None` if there is no set form.

    Any order of the list will do. Whatever in its source can fail is evaluated once, by the instructions in
    `before`.
    """
    e, node, given = candidates.e, second.source, list[tuple[Name, x.Expression]]()
    if second.where is not None:
        given.append((("local", second.slot), second.where))
    while isinstance(node, x.Apply | x.Quantifier):
        if isinstance(node, x.Quantifier):
            if node.kind != "filter":
                return None
            given.insert(0, (("variable", node.variable), node.body))
            node = node.over
        elif e.unit.memo.of(node.function) is None:
            made, scope = e.expanded(scope, node)
            before += made
            node = node.function.body
        else:
            return None
    over = e.members.ranges.over(scope, node, before, failing=True)
    if over is None or not over.once or over.bits is None:
        return None
    found = over.bits
    names = {name: tuple(range(over.size)) for name, _ in given}
    at = At(scope, over.size, names, over.mask, before=before)
    for _, condition in given:
        bits = e.members.sets.condition(at, condition)
        if bits is None:
            return None
        found = found.both(bits)
    return found


class Walked:
    """Counts the options of one action with two picks, and finds an option by its number."""

    def __init__(self, candidates: Candidates, first: Pick, second: Pick) -> None:
        self._candidates, self._first, self._second = candidates, first, Second(candidates, second)
        self.e = candidates.e
        self._room = self.e.unit.memory.words(2 * (first.source.domain.most + 1))

    def total(self, scope: Scope, count_: str) -> Body:
        """Return the instructions that put the number of options into the local `count_`.

        They also store how many options each first value has.
        """
        function, first, second = scope.function, self._first, self._second.pick
        to, value, some, loop_ = function.local("to"), function.local("value"), function.local("some"), Loop()
        inner = scope.within(loop_).held(first.slot, value)

        def take(each: Scope) -> Body:
            before: Body = []
            found = _seconds(self._candidates, each, second, before)
            assert found is not None  # noqa: S101 - it was there when it was looked for first
            return [
                *before,
                put(some, count(found)),
                store(get(to), get(value)),
                store(get(to), get(some), WORD),
                put(to, add(get(to), const(_ENTRY))),
                put(count_, add(get(count_), get(some))),
            ]

        walk = self._candidates.of(scope, inner, first, take)
        price = multiply(get(count_), const(OPTION))
        return [
            put(to, const(self._room)),
            *loop_.before,
            *walk,
            self.e.unit.spend(price, second.at),
            due(second.at),
        ]

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Return the instructions that put the values of the option with the given number into the slots."""
        function = scope.function
        at, left, found, more = (
            function.local("at"), function.local("left"), function.label("found"), function.label("more")
        )  # fmt: skip
        some = load(get(at), WORD)
        search: Body = [
            branch_if(found, compare("<", get(left), some)),
            put(left, subtract(get(left), some)),
            put(at, add(get(at), const(_ENTRY))),
            branch(more),
        ]
        return [
            put(left, number),
            put(at, const(self._room)),
            block(found, [loop(more, search)]),
            self.e.assigned(scope, self._first.slot, load(get(at))),
            *self._second.taken(scope, left),
        ]

"""Enumerates the candidates for an action's picks; each candidate of a pick leads to those of the next pick.

The values chosen so far are in locals of the function. If the steps of an action are tried, the values are in
the slots instead, because the steps read them there.

The language evaluates the conditions for all candidates of a pick before it goes on to the next pick.
Therefore, if such a condition can fail, and something evaluated later can fail too, the candidates are stored
first. A condition that cannot fail needs no branch. The consumer of an option may receive the option together
with that condition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamespec.program import Action, Pick
from gamespec.program import expressions as x
from gamespec.program.budget import OPTION
from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.expressions.members import Chosen
from interpreter.compiled.options.several import several
from interpreter.compiled.options.trials import Trials
from interpreter.compiled.state.bits import BITS, Bits
from interpreter.compiled.unit.unit import Loop, Scope, StoredList
from interpreter.compiled.wasm.memory import cleared
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    compare,
    const,
    either,
    eqz,
    get,
    load,
    put,
    store,
    when,
)
from interpreter.kernels.decider import Decider

__all__ = ["Candidates", "Take", "hand_over"]

Take = Callable[[Scope], Body]
"""A function that returns the instructions that consume the option whose values are in the scope."""

Keeps = Callable[[Scope, Wat], Body]
"""A function that returns the instructions that consume an option if a condition holds."""


def hand_over(  # noqa: PLR0913 - what is evaluated, and where it goes
    e: Expressions,
    scope: Scope,
    slots: Sequence[int],
    values: Sequence[x.Expression],
    as_: x.Expression | None = None,
    to: Scope | None = None,
) -> Body:
    """Return the instructions that evaluate expressions and the next `me`, and then assign all of them.

    The values are assigned to `slots`. The scope `to` determines where the slots are; it is `scope` by
    default.
    """
    before: Body = []
    then: Body = []
    target = scope if to is None else to
    for slot, node in zip(slots, values, strict=True):
        if node.domain.is_list:
            made, stored = e.wide(scope, node)
            length = scope.function.local("length")
            before += [*made, put(length, stored.length)]
            then += e.assigned_list(slot, stored.address, get(length))
        else:
            given = scope.function.local("given")
            before.append(put(given, e.number(scope, node)))
            then.append(e.assigned(target, slot, get(given)))
    if as_ is not None:
        before.append(e.unit.put(Head.ME, e.number(scope, as_)))
    return [*before, *then]


@dataclass(frozen=True, slots=True)
class _Way:
    """The settings of an enumeration, which `Candidates.asked` explains."""

    action: Action
    number: int
    take: Take
    real: bool
    judged: bool
    weight: str | None
    keeps: Keeps | None


class Candidates:
    """Emits code that enumerates the options of actions, in one module."""

    def __init__(self, e: Expressions, trials: Trials) -> None:
        self.unit, self.e, self.trials = e.unit, e, trials

    def tries(self, action: int) -> bool:
        """Return whether the steps of an action are ever run as a trial."""
        return self.trials.course.is_tried(action)

    def end_of(self, number: int) -> int:
        """Return the place in the specification at which the steps of an action end."""
        routine = self.unit.program.actions[number].routine
        assert routine is not None  # noqa: S101 - only steps are tried
        return self.unit.program.code[self.unit.program.routines[routine].exit].at

    def asked(  # noqa: PLR0913 - what is asked, and what of it
        self,
        scope: Scope,
        number: int,
        take: Take,
        *,
        real: bool = False,
        judged: bool = True,
        weight: str | None = None,
        keeps: Keeps | None = None,
        begun: bool = False,
    ) -> Body:
        """Return the instructions that enumerate the options of an action, whose given values must be set.

        The action's condition `when` is evaluated first, unless `begun` is set. With `real`, values are the
        components themselves, even if the decider would choose places. Without `judged`, an option is
        consumed before its steps are tried. The value of `most` is put into the local named by `weight`.
        `keeps` consumes an option together with its last condition, if no trial follows.
        """
        action = self.unit.program.actions[number]
        way = _Way(action, number, take, real, judged, weight, keeps)
        body = self._level(scope, way, 0)
        if action.when is None or begun:
            return body
        return [when(self.e.number(scope, action.when), body)]

    def asked_with(self, scope: Scope, number: int, given: Sequence[x.Expression], take: Take) -> Body:
        """Return instructions that set an action's given values, list its options and clear the values."""
        slots, action = self.unit.program.slots, self.unit.program.actions[number]
        body = [*hand_over(self.e, scope, action.given, given), *self.asked(scope, number, take)]
        for slot in action.given:
            body += cleared(self.unit.slot(slot), slots[slot].size)
        return body

    def _level(self, scope: Scope, way: _Way, level: int) -> Body:
        action = way.action
        if level == len(action.picks):
            return self._judged(scope, way)
        pick = action.picks[level]

        def deeper(inner: Scope) -> Body:
            body = self._level(inner, way, level + 1)
            if level == len(action.picks) - 1:
                body = [self.unit.spend(const(OPTION), pick.at), *body]
            return body

        aside = self.fails(pick) and self._fails_after(action, level)
        if pick.counts is not None:
            first: Body = []
            if aside:
                first = several(
                    self.e, scope.varying(pick.slot), pick, list
                )  # a fault in any combination comes before later evaluations
            return [
                *first,
                *several(self.e, scope.varying(pick.slot), pick, lambda: deeper(scope.varying(pick.slot))),
            ]
        loop, forget = Loop(), []
        if self.tries(way.number):
            inner = scope.within(loop).varying(pick.slot)
            forget = [self.e.assigned(inner, pick.slot, ZERO)]
        else:
            inner = scope.within(loop).held(pick.slot, scope.function.local("value"))
        read = self.e.slot(inner, pick.slot)
        if aside:
            room, length = self.unit.memory.words(pick.source.domain.most + 1), scope.function.local("length")
            put_aside = self.of(
                scope, inner, pick, lambda _: self.e.appended(room, length, read), real=way.real
            )
            through = self.e.through(
                scope,
                StoredList(const(room), get(length)),
                lambda value: [self.e.assigned(inner, pick.slot, value), *deeper(inner)],
            )
            return [*loop.before, put(length, ZERO), *put_aside, *through, *forget]
        keeps = self._paid(pick, way.keeps) if self._last_and_plain(way, level) else None
        walk = self.of(scope, inner, pick, deeper, keeps, real=way.real)
        return [*loop.before, *walk, *forget]

    def _paid(self, pick: Pick, keeps: Keeps | None) -> Keeps | None:
        """Return a consumer that works like `keeps` and charges the price of an option for each candidate."""
        paid = self.unit.spend(const(OPTION), pick.at)
        return None if keeps is None else lambda scope, condition: [paid, *keeps(scope, condition)]

    def _last_and_plain(self, way: _Way, level: int) -> bool:
        """Return whether a pick is the action's last and no condition is evaluated after the pick's own."""
        action = way.action
        plain = action.keeps is None and action.most is None
        return level == len(action.picks) - 1 and (plain or not way.judged)

    def fails(self, pick: Pick) -> bool:
        """Return whether evaluating the parts of a pick can fail."""
        facts = self.unit.facts
        parts = (pick.source, pick.where, pick.many)
        return any(part is not None and facts.fails(part) for part in parts)

    def _fails_after(self, action: Action, level: int) -> bool:
        """Return whether anything after the pick `level` can fail, such as a later pick or a trial."""
        return (
            action.keeps is not None
            or action.most is not None
            or any(self.fails(p) for p in action.picks[level + 1 :])
        )

    def of(  # noqa: C901, PLR0913 - a pick, and who takes what is found
        self,
        scope: Scope,
        inner: Scope,
        pick: Pick,
        take: Take,
        keeps: Keeps | None = None,
        *,
        real: bool = False,
    ) -> Body:
        """Return the instructions that enumerate the candidates of a pick; `inner` binds the current one.

        If `keeps` is given and only its condition decides whether a candidate is offered, a candidate is
        consumed together with that condition. Alike components that the decider does not know are offered
        separately, unless the values are `real`.
        """
        unit, e = self.unit, self.e
        value = e.slot(inner, pick.slot)
        once = unit.facts.once(pick.source)
        low, high = min(pick.source.domain.low, 0), pick.source.domain.high
        size = high - low + 2
        apart = pick.alike and bool(pick.hidden) and not real
        seen = None if once and not pick.alike else unit.memory.room(2 * size if apart else size)
        faces = unit.memory.table(unit.program.faces)
        none = scope.function.local("none") if pick.adds_none else None
        strict = pick.where is not None and unit.facts.fails(pick.where)
        plain = keeps is not None and seen is None and none is None and not strict

        chosen = e.masks.left(scope, inner, pick, lambda c: e.assigned(inner, pick.slot, c))

        def mark() -> Wat:
            if apart:
                knows = unit.kernels.value(scope.function, Decider(unit.program).knows, value)
                return either(knows, faces.at(value), add(value, const(size)))
            return faces.at(value) if pick.alike else e.otherwise_none(value, size - 1, low)

        def one(found: Wat) -> Body:
            start: Body = [e.assigned(inner, pick.slot, found)]
            if chosen is None:
                start = [unit.spend(const(pick.each), pick.at), *start]
            if chosen is None and plain and pick.where is not None and keeps is not None:
                return [*start, *keeps(inner, e.number(inner, pick.where))]
            body: Body = take(inner)
            if none is not None:
                body = [when(compare("==", value, const(NONE)), [put(none, const(1))]), *body]
            if seen is not None:
                body = [store(mark(), const(1), seen, width="i32.store8"), *body]
            if pick.where is not None and chosen is None:
                body = [when(e.number(inner, pick.where), body)]
            if seen is not None:
                body = [when(eqz(load(mark(), seen, width="i32.load8_u")), body)]
            return [*start, *body]

        members = self.as_set(scope, pick)
        if members is not None:
            return e.members.each(inner, ("local", pick.slot), members, lambda _: take(inner))
        marks = 2 * size if apart else size
        forget: Body = [] if seen is None else cleared(seen, marks, bytes_=True)
        before: Body = [*forget, *([put(none, ZERO)] if none is not None else [])]
        body = (
            e.each(scope, pick.source, one, strict=strict)
            if chosen is None
            else [*chosen[0], *chosen[1](one)]
        )
        last: Body = []
        if none is not None:
            last = [when(eqz(get(none)), [e.assigned(inner, pick.slot, const(NONE)), *take(inner)])]
        return [*before, *body, *last]

    def as_set(self, scope: Scope, pick: Pick, *, always: bool = False) -> Chosen | None:
        """Return the candidates of a pick as a set, or `None` if they are not listed in the order of a set.

        Unless `always` is given, the result is a set only if it makes evaluating the condition for each
        candidate unnecessary.
        """
        differ = self.lists_options(pick) and self.unit.facts.once(pick.source)
        if not differ or (pick.where is None and not always):
            return None
        name = ("local", pick.slot)
        found = self.e.members.chosen(scope, name, pick.source, pick.where, always=always)
        return found if found is not None and found.order != "any" else None

    def lists_options(self, pick: Pick) -> bool:
        """Return whether the options are the members of the list that satisfy the condition of a pick.

        Nothing is added, several members are not chosen together, and none are alike.
        """
        return pick.counts is None and not pick.alike and not pick.adds_none

    def counted(self, scope: Scope, pick: Pick) -> Chosen | None:
        """Return the candidates of a pick, in a range or in zones, as a set that needs no further condition.

        Return `None` if there is no such set. Candidates in zones that need no condition are so few that
        listing them is as fast.
        """
        found = self.as_set(scope, pick, always=True)
        if found is not None:
            return None if found.rest else found
        if not self.lists_options(pick):
            return None
        loop = Loop()
        inner = scope.within(loop).held(pick.slot, scope.function.local("value"))
        in_zones = self.e.masks.candidates(scope, inner, pick, lambda c: self.e.assigned(inner, pick.slot, c))
        if in_zones is None:
            return None
        before, words, first = in_zones
        bits = Bits(BITS * len(words), tuple(words))
        return Chosen([*loop.before, *before], bits, (), "ascending", first)

    def _judged(self, scope: Scope, way: _Way) -> Body:
        """Return the instructions that try the steps of an option, and consume it if it can be kept."""
        if not way.judged or (way.action.keeps is None and way.action.most is None):
            return way.take(scope)
        return self.judged(scope, way.number, way.take, way.weight)

    def judged(self, scope: Scope, number: int, take: Take, weight: str | None = None) -> Body:
        """Return the instructions that try the steps of the option in the slots of an action.

        `take` consumes the option if it can be kept. Then the value of `most`, if there is one, is in the
        local named by `weight`.
        """
        action, keeps = self.unit.program.actions[number], scope.function.local("keeps")
        asked: Body = [
            put(keeps, const(1) if action.keeps is None else self.e.number(scope.apart(), action.keeps))
        ]
        if action.most is not None:
            weight = weight or scope.function.local("weight")
            asked.append(when(get(keeps), [put(weight, self.e.number(scope.apart(), action.most))]))
        return [
            *self.trials.saved(self.end_of(number), self.trials.touched(number)),
            *self.trials.tried(number),
            *asked,
            *self.trials.put_back(self.trials.touched(number)),
            when(get(keeps), take(scope)),
        ]

"""Decisions: the options of a site, listed where they can be taken from.

An option is a record in memory: its action, what its `most` came to, and its values as they lie in the slots of
the action's picks. Records stand one after another behind everything else, and memory grows when they need
it. The candidates of a pick are gone through in the order of the list, each written into its slot, and within
it those of the next pick; at the end the slots are 0 again.

The language asks the conditions of all candidates of a pick before it comes to the next one. So where one of
them can fail, and what comes after it, too, the candidates are put aside first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gamespec.program import Action, Pick
from gamespec.program import expressions as x
from gamespec.program.budget import OPTION
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.compiled.expressions import Expressions
from interpreter.compiled.memory import PAGE, POSITION, WORD
from interpreter.compiled.several import several
from interpreter.compiled.trials import Trials
from interpreter.compiled.unit import Kept, Scope, Unit
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    call,
    compare,
    const,
    eqz,
    get,
    load,
    multiply,
    put,
    shift_left,
    store,
    when,
)

__all__ = ["RECORD_HEAD", "Options", "Record", "fill", "hand_over"]

RECORD_HEAD = 2
"""Words of a record before its values."""


def fill(unit: Unit, place: int, count: int) -> Body:
    """Set so many integers of the position to 0."""
    at = const(POSITION + WORD * place)
    if count <= 4:  # noqa: PLR2004 - as quick one by one
        return [unit.put(place + i, ZERO) for i in range(count)]
    return [("memory.fill", at, ZERO, const(WORD * count))]


def hand_over(
    e: Expressions,
    scope: Scope,
    places: Sequence[int],
    values: Sequence[x.Expression],
    as_: x.Expression | None = None,
) -> Body:
    """Evaluate expressions, then who is to be `me`; then put all of them where they belong."""
    before: Body = []
    then: Body = []
    for place, node in zip(places, values, strict=True):
        if node.domain.is_list:
            made, kept = e.wide(scope, node)
            length = scope.function.local("length")
            before += [*made, put(length, kept.length)]
            target = const(POSITION + WORD * (place + 1))
            size = shift_left(get(length), 2)
            then += [e.unit.put(place, get(length)), ("memory.copy", target, kept.address, size)]
        else:
            given = scope.function.local("given")
            before.append(put(given, e.number(scope, node)))
            then.append(e.unit.put(place, get(given)))
    if as_ is not None:
        before.append(e.unit.put(Head.ME, e.number(scope, as_)))
    return [*before, *then]


@dataclass(frozen=True, slots=True)
class Record:
    """How an action's values lie in an option: by pick, the word, the place in the position, and the size."""

    fields: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """How the options of an action are gone through: see `Options.asked`."""

    action: Action
    number: int
    take: Callable[[], Body]
    real: bool
    judged: bool


class Options:
    """Lists the options of the sites of one module."""

    def __init__(self, unit: Unit, expressions: Expressions, trials: Trials) -> None:
        self.unit, self.e, self.trials = unit, expressions, trials
        slots = unit.program.slots
        self.asked_in_a_row = _asked_in_a_row(unit)
        self.records: list[Record] = []
        for action in unit.program.actions:
            fields: list[tuple[int, int, int]] = []
            word = RECORD_HEAD
            for pick in action.picks:
                slot = slots[pick.slot]
                fields.append((word, slot.place, slot.size))
                word += slot.size
            self.records.append(Record(tuple(fields)))
        self.stride = max((f[0] + f[2] for r in self.records for f in r.fields), default=RECORD_HEAD)

    def tries(self, action: int) -> bool:
        """Whether the steps of an action are ever tried."""
        spec = self.unit.program.actions[action]
        return spec.keeps is not None or spec.most is not None or action in self.asked_in_a_row

    def site(self, site: int) -> str:
        """`$options{site}()`: list the options of a site; how many there are is `$count`."""
        return self.unit.helper(f"$options{site}", lambda function: self._site(function, site))

    def _site(self, function: Function, number: int) -> None:
        site, actions = self.unit.program.sites[number], self.unit.program.actions
        function.body = [("global.set", "$count", ZERO)]
        for action, given in zip(site.actions, site.given, strict=True):
            scope = Scope(function)
            places = [self.unit.program.slots[slot].place for slot in actions[action].given]
            function.body += hand_over(self.e, scope, places, given)
            function.body += self.asked(scope, action, lambda a=action: self._append(a, function))  # type: ignore[misc]
            for slot in actions[action].given:
                function.body += fill(
                    self.unit, self.unit.program.slots[slot].place, self.unit.program.slots[slot].size
                )
        if any(actions[action].most is not None for action in site.actions):
            function.body.append(call(self._greatest()))

    def asked(
        self, scope: Scope, number: int, take: Callable[[], Body], *, real: bool = False, judged: bool = True
    ) -> Body:
        """Go through the options of an action, which has what it is given; its `when` is asked first.

        With `real` values are the components themselves, also where the decider would choose places; unless
        it is `judged`, the option is taken before it is tried.
        """
        action = self.unit.program.actions[number]
        way = _Way(action, number, take, real, judged)
        body = self._level(scope, way, 0)
        if action.when is None:
            return body
        return [when(self.e.number(scope, action.when), body)]

    def _level(self, scope: Scope, way: _Way, level: int) -> Body:
        action = way.action
        if level == len(action.picks):
            return self._judged(scope, way)
        pick = action.picks[level]
        if pick.hidden and not way.real:
            message = "chosen unseen"
            raise NotImplementedError(message)
        place = self.unit.program.slots[pick.slot].place

        def deeper() -> Body:
            body = self._level(scope, way, level + 1)
            if level == len(action.picks) - 1:
                body = [self.unit.spend(const(OPTION), pick.at), *body]
            return body

        if pick.counts is not None:
            first: Body = []
            if self._fails(pick) and self._fails_after(action, level):
                first = several(self.e, scope, pick, list)  # a fault of any comes before what comes after one
            return [*first, *several(self.e, scope, pick, deeper)]
        if self._fails(pick) and self._fails_after(action, level):
            room, length = self.unit.memory.words(pick.source.domain.most + 1), scope.function.local("length")
            aside = self.candidates(
                scope, pick, lambda: self.e.appended(room, length, self.unit.place(place))
            )
            through = self.e.through(
                scope,
                Kept(const(room), get(length)),
                lambda value: [self.unit.put(place, value), *deeper()],
            )
            return [put(length, ZERO), *aside, *through, self.unit.put(place, ZERO)]
        return [*self.candidates(scope, pick, deeper), self.unit.put(place, ZERO)]

    def _fails(self, pick: Pick) -> bool:
        facts = self.unit.facts
        parts = (pick.source, pick.where, pick.many)
        return any(part is not None and facts.fails(part) for part in parts)

    def _fails_after(self, action: Action, level: int) -> bool:
        """Whether what comes after a level may fail: further picks, or a trial."""
        return (
            action.keeps is not None
            or action.most is not None
            or any(self._fails(p) for p in action.picks[level + 1 :])
        )

    def candidates(self, scope: Scope, pick: Pick, take: Callable[[], Body]) -> Body:
        """Go through the candidates of a pick; each stands in its slot when it is taken."""
        unit, e = self.unit, self.e
        place = unit.program.slots[pick.slot].place
        value = unit.place(place)
        once = unit.facts.once(pick.source)
        low, high = min(pick.source.domain.low, 0), pick.source.domain.high
        size = high - low + 2
        seen = None if once and not pick.alike else unit.memory.room(size)
        faces = unit.memory.table(unit.program.faces)
        none = scope.function.local("none") if pick.adds_none else None
        strict = pick.where is not None and unit.facts.fails(pick.where)

        def mark() -> Wat:
            return faces.at(value) if pick.alike else e.otherwise_none(value, size - 1, low)

        def one(found: Wat) -> Body:
            body: Body = take()
            if none is not None:
                body = [when(compare("==", value, const(NONE)), [put(none, const(1))]), *body]
            if seen is not None:
                body = [store(mark(), const(1), seen, width="i32.store8"), *body]
            if pick.where is not None:
                body = [when(e.number(scope, pick.where), body)]
            if seen is not None:
                body = [when(eqz(load(mark(), seen, width="i32.load8_u")), body)]
            return [unit.spend(const(pick.each), pick.at), unit.put(place, found), *body]

        chosen = None
        if seen is None and none is None and pick.where is not None:
            chosen = e.members.chosen(scope, ("local", pick.slot), pick.source, pick.where)
        if chosen is not None and chosen.order != "any":
            return e.members.each(scope, ("local", pick.slot), chosen, lambda _: take())

        forget: Body = [] if seen is None else [("memory.fill", const(seen), ZERO, const(size))]
        before: Body = [*forget, *([put(none, ZERO)] if none is not None else [])]
        body = e.each(scope, pick.source, one, strict=strict)
        last: Body = []
        if none is not None:
            last = [when(eqz(get(none)), [unit.put(place, const(NONE)), *take()])]
        return [*before, *body, *last]

    def end_of(self, number: int) -> int:
        """The place of the end of an action's steps."""
        routine = self.unit.program.actions[number].routine
        assert routine is not None  # noqa: S101 - only steps are tried
        return self.unit.program.code[self.unit.program.routines[routine].exit].at

    def _judged(self, scope: Scope, way: _Way) -> Body:
        """Take an option if it is left when its steps have been tried."""
        action, take = way.action, way.take
        if not way.judged or (action.keeps is None and action.most is None):
            return take()
        keeps, most = scope.function.local("keeps"), scope.function.local("most")
        asked: Body = [put(keeps, const(1) if action.keeps is None else self.e.number(scope, action.keeps))]
        if action.most is not None:
            asked.append(when(get(keeps), [put(most, self.e.number(scope, action.most))]))
        weigh = [("global.set", "$most", get(most))] if action.most is not None else []
        return [
            *self.trials.saved(self.end_of(way.number)),
            *self.trials.steps(scope, way.number),
            *asked,
            *self.trials.put_back(),
            when(get(keeps), [*weigh, *take()]),
        ]

    def _append(self, number: int, function: Function) -> Body:
        """Add the option that lies in the slots to those that are listed."""
        unit = self.unit
        room = unit.helper("$record", self._record, result=True)
        at = function.local("record")
        body: Body = [put(at, call(room)), store(get(at), const(number))]
        if unit.program.actions[number].most is not None:
            body.append(store(get(at), ("global.get", "$most"), WORD))
        for word, place, size in self.records[number].fields:
            if size == 1:
                body.append(store(get(at), unit.place(place), WORD * word))
            else:
                source, target = const(POSITION + WORD * place), add(get(at), const(WORD * word))
                body.append(("memory.copy", target, source, const(WORD * size)))
        return body

    def _record(self, function: Function) -> None:
        """Give the address of one record more; memory grows by as much as it has, if it is full."""
        at = function.local("at")
        end: Wat = ("i32.shl", ("memory.size",), const(16))
        function.body = [
            put(
                at,
                add(
                    ("global.get", "$options"), multiply(("global.get", "$count"), const(WORD * self.stride))
                ),
            ),
            when(
                ("i32.gt_u", add(get(at), const(WORD * self.stride)), end),
                [("drop", ("memory.grow", ("memory.size",)))],
            ),
            ("global.set", "$count", add(("global.get", "$count"), const(1))),
            get(at),
        ]
        assert 1 << 16 == PAGE  # noqa: S101 - as the shift has it

    def _greatest(self) -> str:
        """`$greatest()`: of the options whose actions say `most` leave those for which it is greatest."""
        return self.unit.helper("$greatest", self._leave_the_greatest)

    def _leave_the_greatest(self, function: Function) -> None:
        unit, size = self.unit, WORD * self.stride
        at, to, end, best, some = (function.local(hint) for hint in ("at", "to", "end", "best", "some"))
        says = unit.memory.table([int(action.most is not None) for action in unit.program.actions])
        weighed, weight = says.at(load(get(at))), load(get(at), WORD)
        start: Body = [
            put(at, ("global.get", "$options")),
            put(end, add(get(at), multiply(("global.get", "$count"), const(size)))),
        ]
        scope = Scope(function)
        better = ("i32.or", eqz(get(some)), compare(">", weight, get(best)))
        look: Body = [when(weighed, [when(better, [put(best, weight)]), put(some, const(1))])]
        leave: Wat = ("i32.or", eqz(weighed), compare("==", weight, get(best)))
        keep: Body = [
            when(leave, [("memory.copy", get(to), get(at), const(size)), put(to, add(get(to), const(size)))])
        ]
        over = compare(">=", get(at), get(end))
        function.body = [
            *start,
            *self.e.counting(scope, at, over, look, size),
            *start,
            put(to, get(at)),
            *self.e.counting(scope, at, over, keep, size),
            (
                "global.set",
                "$count",
                ("i32.div_u", ("i32.sub", get(to), ("global.get", "$options")), const(size)),
            ),
        ]

    def at(self, index: Wat) -> Wat:
        """The address of the record of a listed option."""
        return add(("global.get", "$options"), multiply(index, const(WORD * self.stride)))

    def take(self) -> str:
        """`$take(k)`: put the values of a listed option into the slots of its action, which is given back."""
        return self.unit.helper("$take", self._take, "$k", result=True)

    def _take(self, function: Function) -> None:
        at = function.local("record")
        labels = [f"$a{i}" for i in range(len(self.records))]
        body: Body = [("br_table", *labels, "$a0" if labels else "$none", load(get(at)))] if labels else []
        for number, record in enumerate(self.records):
            put_: Body = []
            for word, place, size in record.fields:
                if size == 1:
                    put_.append(self.unit.put(place, load(get(at), WORD * word)))
                else:
                    target = const(POSITION + WORD * place)
                    put_.append(("memory.copy", target, add(get(at), const(WORD * word)), const(WORD * size)))
            body = [block(labels[number], body), *put_, ("return", const(number))]
        function.body = [
            put(at, add(("global.get", "$options"), multiply(get("$k"), const(WORD * self.stride)))),
            *body,
            ("unreachable",),
        ]


def _asked_in_a_row(unit: Unit) -> frozenset[int]:
    """The actions that some expression takes in a row."""
    return frozenset(
        action for node in unit.expressions if isinstance(node, x.InARow) for action in node.actions
    )

"""Decisions: the options of a site, listed where they can be taken from.

The options of an action lie one after another, each as the values of its picks (and before them what its
`most` came to); those of the next action follow. A table says where those of each begin and how many there
are, so an option is found by its number. The candidates of a pick are gone through in the order of the list,
and within each those of the next pick. What has been chosen so far lies in locals of the function; only where
the steps of an action are tried does it lie in the slots, where steps look for it.

The language asks the conditions of all candidates of a pick before it comes to the next one. So where one of
them can fail, and what comes after it, too, the candidates are put aside first. A condition that cannot fail
needs no branch: the option is written always, and stays if the condition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gamespec.program import Action, Pick
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.budget import OPTION
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.compiled.among import Among, may_be_among
from interpreter.compiled.counted import Counted, is_counted
from interpreter.compiled.expressions import Expressions
from interpreter.compiled.interface import Listed
from interpreter.compiled.members import Chosen
from interpreter.compiled.memory import POSITION, WORD, cleared, copied
from interpreter.compiled.places import knows
from interpreter.compiled.products import Product, is_product
from interpreter.compiled.remembered import again
from interpreter.compiled.several import several
from interpreter.compiled.trials import Trials
from interpreter.compiled.unit import Kept, Loop, Scope, Unit
from interpreter.compiled.unseen import Unseen, chooses_unseen
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    compare,
    const,
    either,
    eqz,
    get,
    load,
    multiply,
    put,
    shift_left,
    store,
    subtract,
    when,
)

__all__ = ["Field", "Options", "Record", "Take", "hand_over"]

Take = Callable[[Scope], Body]
"""Gives the instructions that take an option, whose values the scope knows."""

Keeps = Callable[[Scope, Wat], Body]
"""Gives those that take an option together with the condition under which it stays."""

RESERVED = 1 << 18
"""So many bytes are kept free for the options of a site; if there may be more, memory grows when it must."""


def hand_over(  # noqa: PLR0913 - what is evaluated, and where it goes
    e: Expressions,
    scope: Scope,
    slots: Sequence[int],
    values: Sequence[x.Expression],
    as_: x.Expression | None = None,
    to: Scope | None = None,
) -> Body:
    """Evaluate expressions, then who is to be `me`; then put all of them into slots, where `to` has them."""
    before: Body = []
    then: Body = []
    target = scope if to is None else to
    for slot, node in zip(slots, values, strict=True):
        if node.domain.is_list:
            made, kept = e.wide(scope, node)
            length = scope.function.local("length")
            before += [*made, put(length, kept.length)]
            then += e.assigned_list(slot, kept.address, get(length))
        else:
            given = scope.function.local("given")
            before.append(put(given, e.number(scope, node)))
            then.append(e.assigned(target, slot, get(given)))
    if as_ is not None:
        before.append(e.unit.put(Head.ME, e.number(scope, as_)))
    return [*before, *then]


@dataclass(frozen=True, slots=True)
class Field:
    """Where a value lies in an option: from which word, of which slot, and of how many words."""

    word: int
    slot: int
    size: int


@dataclass(frozen=True, slots=True)
class Record:
    """How an option of an action lies in memory; if it is weighed, what `most` came to is the first word."""

    fields: tuple[Field, ...]
    words: int
    weighed: bool


@dataclass(frozen=True, slots=True)
class _Way:
    """How the options of an action are gone through: see `Options.asked`."""

    action: Action
    number: int
    take: Take
    real: bool
    judged: bool
    weight: str | None
    keeps: Keeps | None


class Options:
    """Lists the options of the sites of one module."""

    def __init__(self, unit: Unit, expressions: Expressions, trials: Trials) -> None:
        self.unit, self.e, self.trials = unit, expressions, trials
        actions = unit.program.actions
        self.records = tuple(self._record(action) for action in actions)
        self._counted: dict[int, Counted | Product | Among] = {
            n: Counted(expressions, action.picks[0])
            for n, action in enumerate(actions)
            if is_counted(action)
            and not self.tries(n)
            and all(s.actions.count(n) < 2 for s in unit.program.sites)  # noqa: PLR2004 - each offer once
        }
        offered = self._offered_once()
        if unit.techniques.products:
            products = {n: actions[n] for n in offered if is_product(expressions, actions[n])}
            self._counted.update((n, Product(expressions, a, self.candidates)) for n, a in products.items())
        self._single = {n for n in offered if unit.techniques.among and may_be_among(actions[n])}
        self.unseen = {
            n: Unseen(expressions, n, record)
            for n, record in enumerate(self.records)
            if chooses_unseen(unit.program, n)
        }
        most = max((len(site.actions) for site in unit.program.sites), default=1)
        self.table_words = 2 * most
        self.table = unit.memory.words(self.table_words)

    def _offered_once(self) -> list[int]:
        """The actions of which each site offers one at most, but for those that are answered in secret."""
        program = self.unit.program
        secret = {i.site for i in program.code if isinstance(i, g.Decide) and i.answers is not None}
        return [
            n
            for n in range(len(program.actions))
            if not self.tries(n)
            and all(
                s.actions.count(n) < 2 and (not s.actions.count(n) or number not in secret)  # noqa: PLR2004 - each offer once
                for number, s in enumerate(program.sites)
            )
        ]

    def _record(self, action: Action) -> Record:
        word = int(action.most is not None)
        fields: list[Field] = []
        for pick in action.picks:
            size = self.unit.program.slots[pick.slot].size
            fields.append(Field(word, pick.slot, size))
            word += size
        return Record(tuple(fields), word, action.most is not None)

    def tries(self, action: int) -> bool:
        """Whether the steps of an action are ever tried."""
        return self.trials.course.is_tried(action)

    @property
    def listed(self) -> Listed:
        """Where a host finds the options that are listed."""
        fields = tuple((record.words, tuple(f.word for f in record.fields)) for record in self.records)
        return Listed(self.table, fields)

    @property
    def reserved(self) -> int:
        """How many bytes must be free for options, beyond all else."""
        return max(
            (min(self._bytes(site), RESERVED) for site in range(len(self.unit.program.sites))), default=0
        )

    def _bytes(self, site: int) -> int:
        """How many bytes the options of a site may take, and one that is written and does not stay."""
        return sum(
            self._most(action) * WORD * self.records[action].words
            for action in self.unit.program.sites[site].actions
        )

    def _most(self, action: int) -> int:
        """How many options of an action there may be, one more that does not stay among them."""
        total = 1
        for pick in self.unit.program.actions[action].picks:
            if pick.counts is not None:
                return RESERVED  # combinations: more than one wants to count
            total *= pick.source.domain.most + 1
        return total + 1

    # --- where they lie -------------------------------------------------------------------------------

    def begins(self, index: int) -> Wat:
        """Where the options of a site's action lie, by its place among them."""
        return load(ZERO, self.table + 2 * WORD * index)

    def many(self, index: int) -> Wat:
        """How many there are of it."""
        return load(ZERO, self.table + 2 * WORD * index + WORD)

    def site(self, site: int) -> str:
        """`$options{site}(plays)`: list the options of a site; how many there are.

        If it plays, and combinations can be taken by their number, they are counted only.
        """
        return self.unit.helper(
            f"$options{site}", lambda function: self._site(function, site), "$plays", result=True
        )

    def _site(self, function: Function, number: int) -> None:
        site = self.unit.program.sites[number]
        grows = self._bytes(number) > RESERVED
        to, total, begin = (function.local(hint) for hint in ("to", "total", "begin"))
        whole = Loop(wanted=again(self.e.needs, _asked_for(self.unit, number)))
        scope = Scope(function).within(whole) if self.unit.techniques.remembered else Scope(function)
        body: Body = [put(to, ("global.get", "$options"))]
        for index, (action, given) in enumerate(zip(site.actions, site.given, strict=True)):
            size = WORD * self.records[action].words
            count = function.local("count")
            weight = function.local("weight") if self.records[action].weighed else None
            append = _Append(self, action, to, None if size else count, weight, grows)
            body += [put(begin, get(to)), put(count, ZERO)]
            body += self._of_action(scope, action, given, append, count, begin)
            found = get(count)
            if size:
                listed: Wat = ("i32.div_u", subtract(get(to), get(begin)), const(size))
                found = add(listed, found) if action in self._counted else listed
            body += [
                store(ZERO, get(begin), self.table + 2 * WORD * index),
                store(ZERO, found, self.table + 2 * WORD * index + WORD),
            ]
        weighed = [i for i, action in enumerate(site.actions) if self.records[action].weighed]
        if weighed:
            body += self._greatest(function, number, weighed)
        total_: Wat = ZERO
        for index in range(len(site.actions)):
            total_ = add(total_, self.many(index))
        function.body = [*whole.before, *body, put(total, total_), get(total)]

    def _of_action(  # noqa: PLR0913 - an action, what it is given, and where its options go
        self,
        scope: Scope,
        number: int,
        given: Sequence[x.Expression],
        to: _Append,
        count: str,
        begin: str,
    ) -> Body:
        """The options of one action, with what its site hands to it; what is only counted, into `count`."""
        slots, action = self.unit.program.slots, self.unit.program.actions[number]
        inner = scope
        if not self.tries(number):
            for slot in action.given:
                if not slots[slot].domain.is_list:
                    inner = inner.held(slot, scope.function.local("given"))
        body = hand_over(self.e, scope, action.given, given, to=inner)
        total = self._total(inner, number, count)
        counts = self._counted.get(number)
        if isinstance(counts, Among) and total is not None:
            listed = [*counts.listed(inner, get(count), to.take), put(count, ZERO)]
            asked = [*total, when(eqz(get("$plays")), listed)]
        else:
            asked = self.asked(inner, number, to.take, weight=to.weight, keeps=to.keeps, begun=True)
            asked = asked if total is None else [when(get("$plays"), total, asked)]
        if action.when is not None:
            asked = [when(self.e.number(inner, action.when), asked)]
        if number in self.unseen:
            asked += self.unseen[number].answers(inner, begin, to.to)
        body += asked
        for slot in action.given:
            if slot not in inner.slots:
                body += cleared(POSITION + WORD * slots[slot].place, slots[slot].size)
        return body

    def _total(self, scope: Scope, number: int, count: str) -> Body | None:
        """Count the options of an action into a local, if that is how one of them is taken."""
        counts = self._counted.get(number)
        if counts is None and number in self._single:
            counts = Among(self.e, self.unit.program.actions[number].picks[0])
        total = None if counts is None else counts.total(scope, count)
        if counts is not None and total is not None:
            self._counted[number] = counts
        else:
            assert number not in self._counted, "what one site counts, another lists"  # noqa: S101 - the pick is one
            self._single -= {number}
        return total

    def _greatest(self, function: Function, number: int, weighed: Sequence[int]) -> Body:
        """Of the options whose actions say `most` leave those for which it is greatest."""
        site, scope = self.unit.program.sites[number], Scope(function)
        best, some, at, end, to = (function.local(hint) for hint in ("best", "some", "at", "end", "kept"))
        body: Body = [put(some, ZERO)]
        better = ("i32.or", eqz(get(some)), compare(">", load(get(at)), get(best)))
        look: Body = [when(better, [put(best, load(get(at)))]), put(some, const(1))]
        over = compare(">=", get(at), get(end))
        for index in weighed:
            size = WORD * self.records[site.actions[index]].words
            start = [
                put(at, self.begins(index)),
                put(end, add(get(at), multiply(self.many(index), const(size)))),
            ]
            body += [*start, *self.e.counting(scope, at, over, look, size)]
        for index in weighed:
            size = WORD * self.records[site.actions[index]].words
            start = [
                put(at, self.begins(index)),
                put(end, add(get(at), multiply(self.many(index), const(size)))),
            ]
            keep = [("memory.copy", get(to), get(at), const(size)), put(to, add(get(to), const(size)))]
            stay = [when(compare("==", load(get(at)), get(best)), keep)]
            left = ("i32.div_u", subtract(get(to), self.begins(index)), const(size))
            body += [
                *start,
                put(to, get(at)),
                *self.e.counting(scope, at, over, stay, size),
                store(ZERO, left, self.table + 2 * WORD * index + WORD),
            ]
        return body

    def chosen(self, scope: Scope, action: int, number: Wat, record: Wat, *, counted: bool) -> Body:
        """Put the values of an option, which lies at an address or was only counted, into the slots."""
        if counted and action in self._counted:
            return self._counted[action].taken(scope, number)
        return self.taken(scope, action, record)

    def kept(  # noqa: PLR0913 - from where to where
        self, scope: Scope, action: int, number: Wat, to: Wat, record: Wat, size: int, *, counted: bool
    ) -> Body:
        """Copy the values of such an option to an address."""
        if not counted or action not in self._counted:
            return copied(to, record, size)
        slot = self.unit.program.slots[self.records[action].fields[0].slot]
        return [
            *self._counted[action].taken(scope, number),
            *copied(to, const(POSITION + WORD * slot.place), size),
            *cleared(POSITION + WORD * slot.place, slot.size),
        ]

    def taken(self, scope: Scope, action: int, record: Wat) -> Body:
        """Put the values of an option, which lies at an address, into the slots of its action."""
        body: Body = []
        for f in self.records[action].fields:
            if f.size == 1:
                body.append(self.e.assigned(scope, f.slot, load(record, WORD * f.word)))
            else:
                target = const(POSITION + WORD * self.unit.program.slots[f.slot].place)
                body += copied(target, add(record, const(WORD * f.word)), WORD * f.size)
        return body

    # --- going through them ---------------------------------------------------------------------------

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
        """Go through the options of an action, which has what it is given.

        Its `when` is asked first, unless it has `begun`.
        With `real` values are the components themselves, also where the decider would choose places; unless
        it is `judged`, the option is taken before it is tried. What `most` comes to is put into the local
        `weight`. `keeps` takes an option together with the condition under which it stays, if it can.
        """
        action = self.unit.program.actions[number]
        way = _Way(action, number, take, real, judged, weight, keeps)
        body = self._level(scope, way, 0)
        if action.when is None or begun:
            return body
        return [when(self.e.number(scope, action.when), body)]

    def asked_with(self, scope: Scope, number: int, given: Sequence[x.Expression], take: Take) -> Body:
        """The same for an action that is first handed what it is given, which is forgotten afterwards."""
        slots, action = self.unit.program.slots, self.unit.program.actions[number]
        body = [*hand_over(self.e, scope, action.given, given), *self.asked(scope, number, take)]
        for slot in action.given:
            body += cleared(POSITION + WORD * slots[slot].place, slots[slot].size)
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

        aside = self._fails(pick) and self._fails_after(action, level)
        if pick.counts is not None:
            first: Body = []
            if aside:
                first = several(
                    self.e, scope.varying(pick.slot), pick, list
                )  # a fault of any comes before what comes after one
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
            put_aside = self.candidates(
                scope, inner, pick, lambda _: self.e.appended(room, length, read), real=way.real
            )
            through = self.e.through(
                scope,
                Kept(const(room), get(length)),
                lambda value: [self.e.assigned(inner, pick.slot, value), *deeper(inner)],
            )
            return [*loop.before, put(length, ZERO), *put_aside, *through, *forget]
        keeps = self._paid(pick, way.keeps) if self._last_and_plain(way, level) else None
        walk = self.candidates(scope, inner, pick, deeper, keeps, real=way.real)
        return [*loop.before, *walk, *forget]

    def _paid(self, pick: Pick, keeps: Keeps | None) -> Keeps | None:
        """The same, where each candidate of the last pick is paid as an option."""
        paid = self.unit.spend(const(OPTION), pick.at)
        return None if keeps is None else lambda scope, condition: [paid, *keeps(scope, condition)]

    def _last_and_plain(self, way: _Way, level: int) -> bool:
        """Whether an option is whole with this pick, and its condition the last that is asked."""
        action = way.action
        plain = action.keeps is None and action.most is None
        return level == len(action.picks) - 1 and (plain or not way.judged)

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

    def candidates(  # noqa: C901, PLR0913 - a pick, and who takes what is found
        self,
        scope: Scope,
        inner: Scope,
        pick: Pick,
        take: Take,
        keeps: Keeps | None = None,
        *,
        real: bool = False,
    ) -> Body:
        """Go through the candidates of a pick; the scope `inner` has the one that is taken.

        With `keeps` it is taken together with its condition, if nothing else decides whether it is. Alike
        ones that the decider does not know are told apart, unless values are `real`.
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
                return either(knows(unit, value), faces.at(value), add(value, const(size)))
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

        members = self._members(scope, pick) if seen is None and none is None else None
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

    def _members(self, scope: Scope, pick: Pick) -> Chosen | None:
        """The candidates that the condition of a pick leaves, as a set, if they come in the order of sets."""
        if pick.where is None:
            return None
        found = self.e.members.chosen(scope, ("local", pick.slot), pick.source, pick.where)
        return found if found is not None and found.order != "any" else None

    def end_of(self, number: int) -> int:
        """The place of the end of an action's steps."""
        routine = self.unit.program.actions[number].routine
        assert routine is not None  # noqa: S101 - only steps are tried
        return self.unit.program.code[self.unit.program.routines[routine].exit].at

    def _judged(self, scope: Scope, way: _Way) -> Body:
        """Take an option if it is left when its steps have been tried."""
        action, take = way.action, way.take
        if not way.judged or (action.keeps is None and action.most is None):
            return take(scope)
        keeps = scope.function.local("keeps")
        asked: Body = [
            put(keeps, const(1) if action.keeps is None else self.e.number(scope.apart(), action.keeps))
        ]
        if action.most is not None:
            weight = way.weight or scope.function.local("weight")
            asked.append(when(get(keeps), [put(weight, self.e.number(scope.apart(), action.most))]))
        return [
            *self.trials.saved(self.end_of(way.number), self.trials.touched(way.number)),
            *self.trials.tried(way.number),
            *asked,
            *self.trials.put_back(self.trials.touched(way.number)),
            when(get(keeps), take(scope)),
        ]


@dataclass(frozen=True, slots=True)
class _Append:
    """Adds options of one action behind those that are listed: where `to` points, or to the `count` of it."""

    options: Options
    action: int
    to: str
    count: str | None
    weight: str | None
    grows: bool

    def take(self, scope: Scope) -> Body:
        """Add the option that the scope knows."""
        if self.count is not None:
            return [put(self.count, add(get(self.count), const(1)))]
        return [*self._written(scope), put(self.to, add(get(self.to), const(self._size)))]

    def keeps(self, scope: Scope, condition: Wat) -> Body:
        """Add it if a condition holds: it is written in any case."""
        size = self._size
        by = (
            shift_left(condition, size.bit_length() - 1)
            if size & (size - 1) == 0
            else multiply(condition, const(size))
        )
        return [*self._written(scope), put(self.to, add(get(self.to), by))]

    @property
    def _size(self) -> int:
        return WORD * self.options.records[self.action].words

    def _written(self, scope: Scope) -> Body:
        o, record = self.options, self.options.records[self.action]
        body: Body = []
        if self.grows:
            end: Wat = ("i32.shl", ("memory.size",), const(16))
            beyond: Wat = ("i32.gt_u", add(get(self.to), const(self._size)), end)
            body.append(when(beyond, [("drop", ("memory.grow", ("memory.size",)))]))
        if self.weight is not None:
            body.append(store(get(self.to), get(self.weight)))
        for f in record.fields:
            if f.size == 1:
                body.append(store(get(self.to), o.e.slot(scope, f.slot), WORD * f.word))
            else:
                source = const(POSITION + WORD * o.unit.program.slots[f.slot].place)
                body += copied(add(get(self.to), const(WORD * f.word)), source, WORD * f.size)
        return body


def _asked_for(unit: Unit, number: int) -> Iterator[x.Expression]:
    """The expressions that are asked for to list the options of a site."""
    site = unit.program.sites[number]
    for action, given in zip(site.actions, site.given, strict=True):
        yield from given
        rule = unit.program.actions[action]
        if rule.when is not None:
            yield rule.when
        for pick in rule.picks:
            yield from (part for part in (pick.source, pick.where, pick.many) if part is not None)

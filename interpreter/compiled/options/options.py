"""Emits code that lists the options of a site in memory, and code that takes one of the listed options.

The options of one action are stored one after another, followed by those of the next action. Each option
consists of the values of its picks, preceded by the value of `most` if the action has one. A table holds, for
each action, the address of its first option and the number of its options, so an option can be found by its
number (`records`). The candidates of a pick are enumerated in list order, and for each candidate those of the
next pick (`candidates`).

When a game plays by itself, options are needed only for a random choice. Options that can be counted are then
not listed, and the chosen one is found by its number (`counted`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from gamespec.program import expressions as x
from gamespec.program.instructions import Decide, Instruction
from gamespec.program.tables import Head
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.expressions.hoisting import again
from interpreter.compiled.options.append import Append
from interpreter.compiled.options.candidates import Candidates, hand_over
from interpreter.compiled.options.combinations import Combinations
from interpreter.compiled.options.counted import counted
from interpreter.compiled.options.trials import Trials
from interpreter.compiled.options.unseen import Unseen, chooses_unseen
from interpreter.compiled.state.records import Record
from interpreter.compiled.unit.unit import Loop, Scope, Unit
from interpreter.compiled.wasm.interface import Listed
from interpreter.compiled.wasm.memory import WORD, cleared, copied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    compare,
    const,
    eqz,
    get,
    load,
    multiply,
    put,
    store,
    subtract,
    when,
)

__all__ = ["Options"]

RESERVED = 1 << 18
"""Number of bytes reserved for the options of a site. If there are more, memory grows on demand."""


class Options:
    """Emits the code that lists the options of all sites, in one module."""

    through: ClassVar[type[Candidates]] = Candidates

    def __init__(self, unit: Unit, expressions: Expressions, trials: Trials) -> None:
        self.unit, self.e = unit, expressions
        self.candidates = self.through(expressions, trials)
        self.records = tuple(Record.of(unit.program, action) for action in unit.program.actions)
        self._counted = counted(self.candidates)
        self.unseen = {
            n: Unseen(expressions, n, record)
            for n, record in enumerate(self.records)
            if chooses_unseen(unit.program, n)
        }
        most = max((len(site.actions) for site in unit.program.sites), default=1)
        self.table_words = 2 * most
        self.table = unit.memory.listing(self.table_words)

    def tries(self, action: int) -> bool:
        """Return whether the steps of an action are ever run as a trial."""
        return self.candidates.tries(action)

    @property
    def listed(self) -> Listed:
        """The address and form of the listed options, for the host."""
        fields = tuple((record.words, tuple(f.word for f in record.fields)) for record in self.records)
        return Listed(self.table, fields)

    @property
    def reserved(self) -> int:
        """Number of bytes that must be free for options, after all other data."""
        return max(
            (min(self._bytes(site), RESERVED) for site in range(len(self.unit.program.sites))), default=0
        )

    def _bytes(self, site: int) -> int:
        """Return the maximum size of a site's options in bytes.

        This includes, for each action, one option that is written but not kept.
        """
        return sum(
            self._most(action) * WORD * self.records[action].words
            for action in self.unit.program.sites[site].actions
        )

    def _most(self, action: int) -> int:
        """Return the maximum number of an action's options, including one that is written but not kept."""
        total = 1
        for pick in self.unit.program.actions[action].picks:
            if pick.counts is not None:
                return RESERVED  # there may be too many combinations to count
            total *= pick.source.domain.most + 1
        return total + 1

    # --- layout ---------------------------------------------------------------------------------------

    def begins(self, index: int) -> Wat:
        """Return the tree for the address at which an action's options begin.

        `index` is the index of the action at its site.
        """
        return load(ZERO, self.table + 2 * WORD * index)

    def many(self, index: int) -> Wat:
        """Return the tree for the number of options of an action; `index` is its index at the site.

        The number is stored only if the site has several actions or its options are listed.
        """
        return load(ZERO, self.table + 2 * WORD * index + WORD)

    def end(self, function: Function) -> Wat:
        """Return the tree for the address at which the listed options of the pending decision end.

        It is the end of the options of the site's last action.
        """
        unit = self.unit
        lasts, sizes = list[int](), list[int]()
        for i in unit.program.code:
            actions = unit.program.sites[i.site].actions if isinstance(i, Decide) else ()
            lasts.append(2 * WORD * max(len(actions) - 1, 0))
            sizes.append(WORD * self.records[actions[-1]].words if actions else 0)
        at, pc = function.local("last"), unit.place(Head.PC)
        begins, many = load(get(at), self.table), load(get(at), self.table + WORD)
        end = add(begins, multiply(many, unit.memory.table(sizes).at(pc)))
        return ("block", ("result", "i32"), put(at, unit.memory.table(lasts).at(pc)), end)

    def site(self, site: int) -> str:
        """Return the name of the function `$options{site}(plays)`, which lists and counts a site's options.

        If `plays` is set, options that can be found by their number are counted without being listed.
        """
        return self.unit.helper(
            f"$options{site}", lambda function: self._site(function, site), "$plays", result=True
        )

    def unjudged(self, site: int) -> str:
        """Return the name of the function `$unjudged{site}()`, which lists a site's options untried."""
        return self.unit.helper(
            f"$unjudged{site}", lambda function: self._site(function, site, judged=False), result=True
        )

    def _site(self, function: Function, number: int, *, judged: bool = True) -> None:
        site = self.unit.program.sites[number]
        grows = self._bytes(number) > RESERVED
        to, total, begin = (function.local(hint) for hint in ("to", "total", "begin"))
        whole = Loop(wanted=again(self.e.needs, _asked_for(self.unit, number)))
        scope = Scope(function).within(whole) if self.unit.techniques.hoisting else Scope(function)
        body: Body = []
        mixed = not all(action in self._counted for action in site.actions)
        if site.actions and not mixed:
            body.append(when(get("$plays"), self._only_counted(scope, number)))
        body.append(put(to, ("global.get", "$options")))
        for index, (action, given) in enumerate(zip(site.actions, site.given, strict=True)):
            size = WORD * self.records[action].words
            count = function.local("count")
            weight = function.local("weight") if self.records[action].weighed else None
            append = Append(self.e, self.records[action], to, None if size else count, weight, grows)
            body += [put(begin, get(to)), put(count, ZERO)]
            counts = count if mixed and action in self._counted else None
            ask = partial(self._asked, action, append, begin, counts, judged=judged)
            body += self.of_action(scope, action, given, ask)
            found = get(count)
            if size:
                listed: Wat = ("i32.div_u", subtract(get(to), get(begin)), const(size))
                found = listed if counts is None else add(listed, found)
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

    def _only_counted(self, scope: Scope, number: int) -> Body:
        """Return instructions that count the options of a site without listing any, and return their number.

        All actions of the site must have counters. If there are several actions, the number of options of
        each action is stored.
        """
        site, function = self.unit.program.sites[number], scope.function
        body: Body = []
        total: Wat = ZERO
        for index, (action, given) in enumerate(zip(site.actions, site.given, strict=True)):
            count = function.local("count")
            ask = partial(self._total, action, count)
            body += [put(count, ZERO), *self.of_action(scope, action, given, ask)]
            if len(site.actions) > 1:
                body.append(store(ZERO, get(count), self.table + 2 * WORD * index + WORD))
            total = add(get(count), total)
        return [*body, ("return", total)]

    def _total(self, number: int, count: str, scope: Scope) -> Body:
        """Return the instructions that put the number of an action's options into the local `count`.

        The action must have a counter.
        """
        total, action = self._counted[number].total(scope, count), self.unit.program.actions[number]
        return total if action.when is None else [when(self.e.number(scope, action.when), total)]

    def _asked(  # noqa: PLR0913 - an action, and where its options go
        self, number: int, to: Append, begin: str, counts: str | None, scope: Scope, *, judged: bool
    ) -> Body:
        """Return the instructions that list the options of an action.

        If `counts` is given, a module that plays by itself counts the options in that local instead.
        """
        asked = self.candidates.asked(scope, number, to.take, judged=judged, weight=to.weight, keeps=to.keeps)
        if number in self.unseen:
            asked += self.unseen[number].answers(scope, begin, to.to)
        return asked if counts is None else [when(get("$plays"), self._total(number, counts, scope), asked)]

    def of_action(
        self, scope: Scope, number: int, given: Sequence[x.Expression], ask: Callable[[Scope], Body]
    ) -> Body:
        """Return instructions that assign an action's given values, run `ask`, and clear the values."""
        slots, action = self.unit.program.slots, self.unit.program.actions[number]
        inner = scope
        if not self.tries(number):
            for slot in action.given:
                if not slots[slot].domain.is_list:
                    inner = inner.held(slot, scope.function.local("given"))
        body = [*hand_over(self.e, scope, action.given, given, to=inner), *ask(inner)]
        for slot in action.given:
            if slot not in inner.slots:
                body += cleared(self.unit.slot(slot), slots[slot].size)
        return body

    def _greatest(self, function: Function, number: int, weighed: Sequence[int]) -> Body:
        """Return instructions that keep, of all actions with `most`, the options with the greatest value."""
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

    def combinations(self, action: int) -> Combinations | None:
        """Return the emitter that counts an action's options, if they are the combinations of one list."""
        found = self._counted.get(action)
        return found if isinstance(found, Combinations) else None

    def lists(self, i: Instruction) -> bool:
        """Return whether an instruction is a decision all of whose options are always listed, and have picks.

        No other decision's list can be restored, because what is known of counted options is lost when those
        of another decision are counted.
        """
        actions = self.unit.program.sites[i.site].actions if isinstance(i, Decide) else ()
        counted = any(self.by_number(action, counted=True) for action in actions)
        return not counted and any(self.unit.program.actions[action].picks for action in actions)

    def by_number(self, action: int, *, counted: bool) -> bool:
        """Return whether an option of an action is found by its number.

        `counted` says whether options that can be counted were counted instead of listed.
        """
        return counted and action in self._counted

    def chosen(self, scope: Scope, action: int, number: Wat, record: Wat, *, counted: bool) -> Body:
        """Return the instructions that put the values of an option into the slots.

        The option is found by `number` if it is counted, and at the address `record` if it is listed.
        """
        if self.by_number(action, counted=counted):
            return self._counted[action].taken(scope, number)
        return self.taken(scope, action, record)

    def copied_to(  # noqa: PLR0913 - from where to where
        self, scope: Scope, action: int, number: Wat, to: Wat, record: Wat, size: int, *, counted: bool
    ) -> Body:
        """Return the instructions that copy the values of an option to the address `to`.

        The option is found by `number` if it is counted, and at the address `record` if it is listed.
        """
        if not self.by_number(action, counted=counted):
            return copied(to, record, size)
        inner, after = scope, list[Wat]()
        for f in self.records[action].fields:
            place = self.unit.slot(f.slot)
            if f.size == 1:
                inner = inner.held(f.slot, scope.function.local("value"))
                after.append(store(to, self.e.slot(inner, f.slot), WORD * f.word))
            else:
                after += copied(add(to, const(WORD * f.word)), const(place), WORD * f.size)
                after += cleared(place, f.size)
        return [*self._counted[action].taken(inner, number), *after]

    def taken(self, scope: Scope, action: int, record: Wat) -> Body:
        """Return instructions that put the values of the option at the address `record` into its slots."""
        body: Body = []
        for f in self.records[action].fields:
            if f.size == 1:
                body.append(self.e.assigned(scope, f.slot, load(record, WORD * f.word)))
            else:
                target = const(self.unit.slot(f.slot))
                body += copied(target, add(record, const(WORD * f.word)), WORD * f.size)
        return body


def _asked_for(unit: Unit, number: int) -> Iterator[x.Expression]:
    """Yield the expressions that are evaluated in order to list the options of a site."""
    site = unit.program.sites[number]
    for action, given in zip(site.actions, site.given, strict=True):
        yield from given
        rule = unit.program.actions[action]
        if rule.when is not None:
            yield rule.when
        for pick in rule.picks:
            yield from (part for part in (pick.source, pick.where, pick.many) if part is not None)

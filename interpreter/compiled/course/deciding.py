"""Decisions of a running program: options are listed, an answer is taken, and its action is started.

A run that plays whole games chooses at random at a decision, unless it has reached its limit on decisions.
Any other run waits. If there is at most one option, either kind of run may continue without
asking. A secret answer is stored in the position, and its action runs later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import Runs
from interpreter.compiled.analysis.cfg import Point
from interpreter.compiled.course.changes import Changes
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.resolve_unseen import UnseenResolver
from interpreter.compiled.options.candidates import hand_over
from interpreter.compiled.options.ranked import LEAST, RankedOptions
from interpreter.compiled.unit.chance import picked
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import WORD, Words, emptied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    call,
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
from interpreter.compiled.wasm.work import renewed
from interpreter.play import faults

__all__ = ["ASKED", "TRYING", "Deciding"]

ASKED = "$asked"
"""Name of the local that is 1 if a player chose the option, and 0 if the option was the only one."""

TRYING: Wat = ("global.get", "$trying")
"""Whether an option is being tried, in a module in which games pause (`Unit.pauses`)."""


class Deciding:
    """Emits the decisions of one function."""

    def __init__(
        self, changes: Changes, options: RankedOptions, ranking: Ranking, scope: Scope, runs: Runs
    ) -> None:
        self.unit, self.e, self.program = changes.unit, changes.e, changes.unit.program
        self.changes, self.options, self.ranking = changes, options, ranking
        self.scope, self.counts, self.plays = scope, runs.counts, runs.plays

    # --- listing and taking options -------------------------------------------------------------------

    def asked(self, point: Point, i: g.Decide, go: Callable[[Point], Body]) -> Body:
        """Return the instructions that list the options and then wait for an answer.

        They do not wait if there is no option, if the only option is taken automatically, or if the function
        plays whole games.
        """
        unit, program = self.unit, self.program
        site, count = program.sites[i.site], self.scope.function.local("count")
        told: Body = []
        if site.told is not None and unit.facts.fails(site.told):
            told, _ = self.changes.told(self.scope, site.told)
        limit = program.limit
        over = compare(">=", unit.place(Head.DECISIONS), const(limit.decisions))
        fault = unit.fault(faults.NO_OPTION, i.at)
        none = fault if i.otherwise is None else go(Point(i.otherwise, point.ways))
        onward = go(Point(point.at, point.ways, taken=True))
        by_rank = self.plays and unit.chosen is None and i.site in self.options.ranked
        body: Body = [
            when(over, self.ranking.over(limit.outcome)),
            unit.put(Head.PC, const(point.at)),
            *told,
            put(count, self._listed(i.site, by_rank=by_rank)),
            when(eqz(get(count)), none),
            *unit.script.offered(get(count)),
            *unit.tallies.due(i.site, get(count), self.options.many),
        ]
        asked = self._by_luck(get(count), by_rank=by_rank) if self.plays else [("return", get(count))]
        if not site.ask_always:
            alone: Body = [put("$k", LEAST if by_rank else ZERO), put(ASKED, ZERO)]
            return [*body, when(compare("==", get(count), const(1)), alone, asked), *onward]
        return [*body, *asked, *(onward if self.plays else [])]

    def _listed(self, site: int, *, by_rank: bool) -> Wat:
        """Return the call that lists the options of a site and returns their number.

        With `by_rank`, it also chooses the option that a random player takes.
        """
        if by_rank:
            return call(self.options.choose(site))
        return call(self.options.site(site), const(int(self.counts)))

    def _by_luck(self, count: Wat, *, by_rank: bool) -> Body:
        """Return the instructions that choose a random option, or stop at the limit on decisions."""
        decisions = self.unit.place(Head.DECISIONS)
        if self.unit.chosen is not None:
            index = self.unit.chosen(count, decisions)
        else:
            index = LEAST if by_rank else picked(self.unit, ("global.get", "$key"), decisions, count)
        return [
            when(("i32.ge_u", decisions, load(ZERO, Words.LAST)), [("return", count)]),
            self.unit.put(Head.DECISIONS, add(decisions, const(1))),
            renewed(BUDGET),
            put("$k", index),
            put(ASKED, const(1)),
        ]

    def taken(self, point: Point, i: g.Decide, go: Callable[[Point], Body]) -> Body:
        """Return the instructions that find the action to which option `k` belongs, and take the option."""
        site, body = self.program.sites[i.site], list[Wat]()
        for index, (action, given) in enumerate(zip(site.actions, site.given, strict=True)):
            record, size = self.scope.function.local("record"), WORD * self.options.records[action].words
            does: Body = [*self.unit.tallies.chosen(self.scope.function, action)]
            if not self.options.by_number(action, counted=self.counts):
                does.append(put(record, add(self.options.begins(index), multiply(get("$k"), const(size)))))
            does += self._told(site.told, action, get(record))
            if action in self.options.unseen:
                does += self.options.unseen[action].found(get(record))
            if i.answers is None:
                does += self.options.chosen(self.scope, action, get("$k"), get(record), counted=self.counts)
                does += self._begun(point, action, given, go)
            else:
                onward = Point(point.at + 1, point.ways)
                answered: Wat = ("select", const(onward.at), const(point.at), get(ASKED))
                does += [
                    *self._store_secret(i, index, action, get(record)),
                    self.unit.put(Head.PC, answered),
                    *go(onward),
                ]
            if index == len(site.actions) - 1:
                return [*body, *does]
            many = self.options.many(index)
            body += [when(compare("<", get("$k"), many), does), put("$k", subtract(get("$k"), many))]
        return [("unreachable",)]  # the site offers no action, so no option is ever taken

    def _told(self, told: x.Expression | None, action: int, record: Wat) -> Body:
        """Return the instructions that record the answer, or none if the module does not record."""
        recorder, options = self.unit.recorder, self.options.records[action]
        if not recorder.on:
            return []
        before, mask = self.changes.told(self.scope, told)
        atoms, alone, function = self.changes.atoms, eqz(get(ASKED)), self.scope.function
        return [*before, *recorder.decided(atoms, function, action, options, record, alone, mask)]

    def _begun(
        self,
        point: Point,
        number: int,
        given: Sequence[x.Expression],
        go: Callable[[Point], Body],
    ) -> Body:
        """Return the instructions that start an action whose values are already in its slots."""
        action = self.program.actions[number]
        body = hand_over(self.e, self.scope, action.given, given)
        onward = Point(point.at + 1, point.ways)
        if action.routine is not None:
            routine = self.program.routines[action.routine]
            assert routine.back is not None  # noqa: S101 - every action has a way back
            body.append(self.e.assigned(self.scope, routine.back, const(point.at + 1)))
            onward = Point(routine.entry)
        if point.taken:
            answered = ("select", const(onward.at), const(point.at), get(ASKED))
            body.append(self.unit.put(Head.PC, answered))
        return [*body, *go(onward)]

    # --- secret answers -------------------------------------------------------------------------------

    def _answer(self, i: g.Decide | g.RunAnswer | g.DrawSecret) -> tuple[Wat, int]:
        """Return the tree for the address of the current player's secret answer, and the answer's width.

        The width is the number of integers in an answer.
        """
        assert i.answers is not None  # noqa: S101 - only answers in secret are kept
        assert i.cursor is not None  # noqa: S101 - as above
        answers, cursor = self.program.slots[i.answers], self.program.slots[i.cursor]
        width = answers.size // max(cursor.size - 2, 1)  # an always empty list of players
        index = add(self.unit.place(cursor.place), const(-1))
        return add(multiply(index, const(WORD * width)), const(self.unit.slot(i.answers))), width

    def _store_secret(self, i: g.Decide, index: int, action: int, record: Wat) -> Body:
        """Return the instructions that store a secret answer, which consists of its action and its values."""
        where, width = self._answer(i)
        options, answer = self.options.records[action], self.scope.function.local("answer")
        place = get(answer)
        first = int(options.weighed)
        source, size = add(record, const(WORD * first)), WORD * (options.words - first)
        return [
            put(answer, where),
            *emptied(place, WORD * width),
            store(place, const(index + 1)),
            *self.options.copied_to(
                self.scope, action, get("$k"), add(place, const(WORD)), source, size, counted=self.counts
            ),
        ]

    def run(self, point: Point, i: g.RunAnswer, go: Callable[[Point], Body]) -> Body:
        """Return the instructions that run the action of a secret answer, or go on if there is no answer."""
        site, answer = self.program.sites[i.site], self.scope.function.local("answer")
        place, _ = self._answer(i)
        body: Body = [put(answer, place)]
        for index, (number, given) in enumerate(zip(site.actions, site.given, strict=True)):
            first = WORD * (1 - int(self.options.records[number].weighed))
            does = self.options.taken(self.scope, number, add(get(answer), const(first)))
            does += self._begun(point, number, given, go)
            body.append(when(compare("==", load(get(answer)), const(index + 1)), does))
        return [*body, *go(Point(point.at + 1, point.ways))]

    # --- unseen choices -------------------------------------------------------------------------------

    def meant(self, i: g.DrawHidden) -> Body:
        """Return the instructions that resolve the unseen choices among the values in an action's slots."""
        return self._meant(i.action).in_slots()

    def drawn(self, i: g.DrawSecret) -> Body:
        """Return the instructions that resolve the unseen choices in a secret answer, if there is one."""
        place, _ = self._answer(i)
        answer = self.scope.function.local("answer")
        body: Body = [put(answer, place)]
        for index, action in enumerate(self.program.sites[i.site].actions):
            if action in self.options.unseen:
                drawn = self._meant(action).answered(add(get(answer), const(WORD)), i.site)
                body.append(when(compare("==", load(get(answer)), const(index + 1)), drawn))
        return body

    def _meant(self, action: int) -> UnseenResolver:
        return UnseenResolver(self.options, self.options.unseen[action], self.changes.atoms)

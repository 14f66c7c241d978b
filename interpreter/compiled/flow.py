"""What runs a program: `$run` goes from instruction to instruction until it has to wait.

Instructions that always follow one another are a block. What can come after a block is a graph (`course`),
which `regions` makes into code. Where only the position says where it goes on (behind a routine that several
call, after a turn that is left) it goes by a switch over the points that can be meant.

`$run(pc, k)` begins at an instruction, or takes the k-th of the listed options if a decision is due there. It
gives `DECIDE` when a decision is due, whose options are listed then, and `OVER` when the game is over. Locals
that nobody else looks for are locals of the function (`held`).

`$play(pc, k)` is entered likewise, plays on to the end and takes each option with the same chance; options
that can be taken by their number are counted only. It is left before the end where as many decisions have
been made as are wanted (`Words.LAST`). `$try{n}()` runs the steps of an action, whose values lie in its
slots, to their end (`trials`). All come of the same instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import assert_never

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.budget import BUDGET
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.compiled import situations
from interpreter.compiled.chance import picked
from interpreter.compiled.changes import Changes
from interpreter.compiled.course import Point, goes_on
from interpreter.compiled.held import Held
from interpreter.compiled.meant import Meant
from interpreter.compiled.memory import POSITION, WORD, Table, Words, cleared, emptied
from interpreter.compiled.noted import SIZE, noted
from interpreter.compiled.options import Options, hand_over
from interpreter.compiled.ranking import Ranking
from interpreter.compiled.regions import Go, regions, structured
from interpreter.compiled.unit import Kept, Scope, Unit
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    call,
    compare,
    const,
    eqz,
    get,
    load,
    loop,
    multiply,
    or_,
    put,
    shift_left,
    store,
    subtract,
    switch,
    when,
)
from interpreter.compiled.work import due, renewed
from interpreter.play import faults

__all__ = ["DECIDE", "OVER", "Flow"]

DECIDE, OVER = 1, 2

ASKED = "$asked"
"""The local that says whether the option taken was chosen: else it was the only one, and answered itself."""


class Flow:
    """Emits `$run` of one module or, if it `plays`, `$play`, or what tries the steps of an action."""

    def __init__(  # noqa: PLR0913 - what emits the parts
        self,
        unit: Unit,
        held: Held,
        changes: Changes,
        options: Options,
        ranking: Ranking,
        *,
        plays: bool = False,
        tried: int | None = None,
    ) -> None:
        self.unit, self.changes, self.options, self.ranking = unit, changes, options, ranking
        self.e, self.program, self.plays = changes.e, unit.program, plays
        self.course, self.held = held.course, held
        self.tried = tried
        self._notes = {} if tried is None else options.trials.numbers(tried)
        self._after, first, entries = self._points()
        self.first, self.entries = self.course.number[first], entries
        self._doors: dict[int, int] = {}
        self._blocks = self._cut()
        self._graph = {first: self._after[block[-1]] for first, block in self._blocks.items()}
        self._loops: dict[int, tuple[str, str, Kept]] = {}
        self._again: frozenset[int] = frozenset()

    def _instruction(self, number: int) -> g.Instruction:
        return self.program.code[self.course.points[number].at]

    def _points(self) -> tuple[Mapping[int, tuple[int, ...]], Point, set[int]]:
        """The points that may be run, with those that come next; the first; those that are entered."""
        course = self.course
        if self.tried is None:
            return dict(enumerate(course.after)), Point(0), course.entries()
        number = self.program.actions[self.tried].routine
        assert number is not None  # noqa: S101 - a `choose` step, which has none, is not tried
        after, first = course.within(number), Point(self.program.routines[number].entry)
        back = [to for n, onward in after.items() if course.is_switched(course.points[n]) for to in onward]
        return after, first, {course.number[first], *back}

    def _cut(self) -> dict[int, tuple[int, ...]]:
        """The blocks, as numbers of points, by their first."""
        firsts = set(self.entries)
        for n, onward in self._after.items():
            if not goes_on(self._instruction(n)):
                firsts |= set(onward)
        ways: dict[int, int] = {}
        for onward in self._after.values():
            for n in onward:
                ways[n] = ways.get(n, 0) + 1
        firsts |= {n for n, count in ways.items() if count > 1}
        found: dict[int, tuple[int, ...]] = {}
        for first in sorted(firsts):
            inside = [first]
            while goes_on(self._instruction(inside[-1])) and self._after[inside[-1]][0] not in firsts:
                inside.append(self._after[inside[-1]][0])
            found[first] = tuple(inside)
        return found

    # --- the function ---------------------------------------------------------------------------------

    @property
    def beginning(self) -> int:
        """What `$run` is given to begin a game."""
        return len(self.program.code)

    def function(self) -> Function:
        """The function."""
        if self.tried is None:
            name = "$play" if self.plays else "$run"
            function = Function(name, (("$pc", "i32"), ("$k", "i32")), ("i32",))
            names = [function.local("asked"), "$pc", "$k"]
        else:
            function = Function(f"$try{self.tried}", ())
            names = [function.local(hint) for hint in ("asked", "pc", "k")]
        assert names == [ASKED, "$pc", "$k"]  # noqa: S101 - the first of their names
        parts = regions(self._graph, self.entries)
        self._again = frozenset(at for region in parts for at in region.loops)
        doors = self._doors = {region.head: i for i, region in enumerate(parts)}
        scope = self._scope(function)

        def away(target: int) -> Body:
            return [put("$pc", const(doors[target])), branch("$go")]

        labels = [f"$at{i}" for i in doors.values()]
        body: Body = [block("$nowhere", [switch([*labels, "$nowhere"], get("$pc"))]), ("unreachable",)]
        for region in parts:
            inside = structured(
                region,
                lambda at, go: self._block(scope, at, go),
                away,
                function,
                lambda n: f"to{self.course.points[n].at}",
            )
            body = [block(labels[doors[region.head]], body), *inside]
        first = const(doors[self.first])
        enter = put("$pc", self._switch(entered=True).at(get("$pc")) if self.tried is None else first)
        function.body = [enter, put(ASKED, const(1)), loop("$go", body), ("unreachable",)]
        if self._notes:
            top: Wat = ("global.get", "$saved")
            function.body.insert(0, put(function.local("notes"), add(top, const(-SIZE * len(self._notes)))))
        return function

    def _switch(self, *, entered: bool) -> Table:
        """By instruction its number in the switch; of a decision that is `entered` the answer is taken."""
        code, doors = self.program.code, self._doors
        table = [len(doors)] * (len(code) + 1)
        for head, door in doors.items():
            point = self.course.points[head]
            asks = isinstance(code[point.at], g.Decide)
            if not point.ways and (not asks or point.taken == entered):
                table[point.at] = door
        table[self.beginning] = doors[self.first]
        return self.unit.memory.table(table)

    def _scope(self, function: Function) -> Scope:
        """Where the slots that are held lie."""
        scope = Scope(function)
        for slot in sorted(self.held.scalars):
            scope = scope.held(slot, function.local(f"s{slot}_"))
        for slot in sorted(self.held.loops):
            cursor, length = function.local(f"s{slot}_at"), function.local(f"s{slot}_end")
            most = self.program.slots[slot].size - 2
            room = Kept(const(self.unit.memory.words(most)), get(length))
            self._loops[slot] = (cursor, length, room)
        return scope

    def _block(self, scope: Scope, first: int, go: Go) -> Body:
        """What a block does, and what goes on."""
        numbers = self._blocks[first]
        at = self._instruction(first).at
        cost = sum(self._instruction(n).cost for n in numbers if not self.course.points[n].taken)
        body: Body = [self.unit.spend(const(cost), at)] if cost else []
        if first in self._again:
            body.append(due(at))
        for n in numbers[:-1]:
            body += self._done(scope, n)
        last = numbers[-1]
        if goes_on(self._instruction(last)):
            return [*body, *self._done(scope, last), *go(self._after[last][0])]
        return [*body, *self._last(scope, last, lambda point: go(self.course.number[point]))]

    def _done(self, scope: Scope, n: int) -> Body:  # noqa: C901, PLR0912 - a case for each
        """An instruction after which the next one comes."""
        unit, i = self.unit, self._instruction(n)
        match i:
            case g.MoveTo():
                return self.changes.move(scope, i)
            case g.Put():
                return self.changes.put(scope, i, self._note(n))
            case g.PutLocal():
                return self.changes.put_local(scope, i)
            case g.Renew():
                return self.changes.renew(i)
            case g.TransferTo():
                return self.changes.transfer(scope, i)
            case g.ShuffleZone():
                return self.changes.shuffle(scope, i)
            case g.RevealTo():
                return self.changes.reveal(scope, i)
            case g.Throw():
                return self.changes.throw(scope, i)
            case g.LoopStart():
                return self._loop_start(scope, i)
            case g.LoopReset(block=number):
                if number in self._loops:
                    return [put(self._loops[number][0], ZERO)]
                return [unit.put(self.program.slots[number].place, ZERO)]
            case g.Clear(routine=routine, start=start):
                return self._forgotten(scope, n, self.held.of(routine, start))
            case g.Save(slot=slot):
                return [self.e.assigned(scope, slot, unit.place(Head.ME))]
            case g.SetMe(player=player):
                return [unit.put(Head.ME, self.e.number(scope, player))]
            case g.Restore(slot=slot):
                return [unit.put(Head.ME, self.e.slot(scope, slot)), self.e.assigned(scope, slot, ZERO)]
            case g.StartPhase(phase=phase):
                nobody = const(NONE)
                return [
                    unit.put(Head.PHASE, const(phase)),
                    unit.put(Head.TURN, nobody),
                    unit.put(Head.ME, nobody),
                ]
            case g.Remember():
                return situations.remember(unit, i)
            case g.Forget():
                return situations.forget(unit, i)
            case g.LayTile():
                return self.changes.lay(scope, i)
            case g.ShowTo():
                return self.changes.show(scope, i)
            case g.DrawHidden(action=action):
                return self._meant(action).in_slots()
            case g.DrawSecret():
                return self._draw_secret(scope, i)
            case (
                g.Decide() | g.RunAnswer() | g.Jump() | g.BranchUnless() | g.LoopNext() | g.Call()
                | g.Return() | g.NextTurn() | g.StopTurn() | g.LeavePhase() | g.CheckEnd() | g.Finish()
            ):  # fmt: skip
                message = f"{type(i).__name__} goes elsewhere"
                raise AssertionError(message)
            case _:
                assert_never(i)

    def _forgotten(self, scope: Scope, n: int, slots: Iterable[int]) -> Body:
        """Let those of some slots be 0 that may hold something at a point."""
        live, body = self.held.before[n], list[Wat]()
        places: set[int] = set()
        for slot in slots:
            if not live >> slot & 1 or slot in self._loops:
                continue
            if slot in scope.slots:
                body.append(self.e.assigned(scope, slot, ZERO))
            else:
                place = self.program.slots[slot].place
                places |= {*range(place, place + self.program.slots[slot].size)}
        for place in sorted(places):
            if place - 1 not in places:
                count = next(k for k in range(1, len(places) + 1) if place + k not in places)
                body += cleared(POSITION + WORD * place, count)
        return body

    def _loop_start(self, scope: Scope, i: g.LoopStart) -> Body:
        """Store a list behind its cursor and its length."""
        held = self._loops.get(i.block)
        place = self.program.slots[i.block].place
        length = scope.function.local("length") if held is None else held[1]
        members = const(POSITION + WORD * (place + 2)) if held is None else held[2].address
        target = int(str(members[1]))
        fill = self.e.each(scope, i.over, lambda value: self.e.appended(target, length, value), strict=False)
        if held is not None:
            return [put(length, ZERO), *fill, put(held[0], ZERO)]
        return [
            put(length, ZERO),
            *fill,
            self.unit.put(place, ZERO),
            self.unit.put(place + 1, get(length)),
        ]

    def _last(  # noqa: C901, PLR0912 - a case for each
        self, scope: Scope, n: int, go: Callable[[Point], Body]
    ) -> Body:
        """An instruction that decides what comes next."""
        point, i = self.course.points[n], self._instruction(n)
        onward = Point(point.at + 1, point.ways)
        match i:
            case g.Jump() | g.LeavePhase():
                left = self._left(scope, n) if isinstance(i, g.LeavePhase) else []
                return [*left, *go(self.course.points[self._after[n][0]])]
            case g.BranchUnless(condition=condition, to=to):
                return [when(self.e.number(scope, condition), go(onward), go(Point(to, point.ways)))]
            case g.LoopNext(leave=leave):
                return [*self._loop_next(scope, i, go(Point(leave, point.ways))), *go(onward)]
            case g.Call():
                return self._call(scope, point, i, go)
            case g.Return():
                return self._return(scope, n, i, go)
            case g.NextTurn(leave=leave):
                return self._next_turn(scope, i, go(onward), go(Point(leave, point.ways)))
            case g.StopTurn(whole_phase=whole):
                leaves = [phase.leave if whole else phase.turn_end for phase in self.program.phases]
                to_ = self.unit.memory.table(leaves).at(self.unit.place(Head.PHASE))
                return [*self._left(scope, n), *self._gone(n, to_, go)]
            case g.CheckEnd():
                body: Body = []
                for number, rule in enumerate(self.program.end):
                    over = self._finish(Head.END + number, self._spilt(scope, n))
                    body.append(when(self.e.number(scope, rule.when), over))
                return [*body, *go(onward)]
            case g.Finish():
                return self._finish(Head.FINISHED, self._spilt(scope, n))
            case g.Decide() if point.taken:
                return self._taken(scope, point, i, go)
            case g.Decide():
                return self._decide(scope, point, i, go)
            case g.RunAnswer():
                return self._run_answer(scope, point, i, go)
            case _:
                message = f"{type(i).__name__} goes on"
                raise AssertionError(message)

    def _gone(self, n: int, at: Wat, go: Callable[[Point], Body]) -> Body:
        """Go where an instruction's number says, if there are several that it may be."""
        after = self._after[n]
        if len({*after}) == 1:
            return go(self.course.points[after[0]])
        return [put("$pc", self._switch(entered=False).at(at)), branch("$go")]

    def _loop_next(self, scope: Scope, i: g.LoopNext, leave: Body) -> Body:
        """Take the next member, if there is one."""
        held = self._loops.get(i.block)
        if held is not None:
            at, length, kept = held
            return [
                when(compare(">=", get(at), get(length)), leave),
                self.e.assigned(scope, i.item, kept.member(get(at))),
                put(at, add(get(at), const(1))),
            ]
        place, cursor = self.program.slots[i.block].place, scope.function.local("cursor")
        member = load(shift_left(get(cursor), 2), POSITION + WORD * (place + 2))
        return [
            put(cursor, self.unit.place(place)),
            when(compare(">=", get(cursor), self.unit.place(place + 1)), leave),
            self.e.assigned(scope, i.item, member),
            self.unit.put(place, add(get(cursor), const(1))),
        ]

    def _left(self, scope: Scope, n: int) -> Body:
        """A turn or phase is left: whose turn it was is `me`, and all locals are forgotten."""
        forgotten = self._forgotten(scope, n, self.held.live(n))
        return [self.unit.put(Head.ME, self.unit.place(Head.TURN)), *forgotten]

    def _call(self, scope: Scope, point: Point, i: g.Call, go: Callable[[Point], Body]) -> Body:
        """Arguments are the caller's: they are evaluated before `me` changes."""
        routine = self.program.routines[i.routine]
        assert routine.back is not None  # noqa: S101 - only routines with a way back are called
        body = hand_over(self.e, scope, routine.parameters, i.args, as_=i.as_)
        back = self.e.assigned(scope, routine.back, const(point.at + 1))
        return [*body, back, *go(self.course.called(point, i.routine))]

    def _return(self, scope: Scope, n: int, i: g.Return, go: Callable[[Point], Body]) -> Body:
        """Go back to where it was run from; at the end of what is tried that is whoever tries it."""
        routine = self.program.routines[i.routine]
        assert routine.back is not None  # noqa: S101 - only routines with a way back return
        if not self._after[n]:
            return [("unreachable",) if self.tried is None else ("return",)]
        way = scope.function.local("way")
        return [
            put(way, self.e.slot(scope, routine.back)),
            *self._forgotten(scope, n, self.held.of(i.routine, 0)),
            *self._gone(n, get(way), go),
        ]

    def _next_turn(self, scope: Scope, i: g.NextTurn, onward: Body, leave: Body) -> Body:
        """The first player, from the candidate on, who takes part."""
        unit, players, function = self.unit, self.program.players, scope.function
        player, left = function.local("player"), function.local("left")
        found: Body = [
            self.e.assigned(scope, i.candidate, ZERO),
            unit.put(Head.TURN, get(player)),
            unit.put(Head.ME, get(player)),
            *onward,
        ]
        start: Body = [put(player, self.e.slot(scope, i.candidate))]
        if i.who is None:
            return [*start, *found]
        inner = scope.bound(i.variable, player)
        yes, more, none = function.label("plays"), function.label("next"), function.label("nobody")
        step = add(get(player), const(1 if i.forward else players - 1))
        search: Body = [
            ("br_if", yes, self.e.number(inner, i.who)),
            put(player, ("i32.rem_u", step, const(players))),
            put(left, add(get(left), const(-1))),
            ("br_if", more, get(left)),
        ]
        return [
            *start,
            put(left, const(players)),
            block(none, [block(yes, [loop(more, search), branch(none)]), *found]),
            *leave,
        ]

    def _spilt(self, scope: Scope, n: int) -> Body:
        """Let what is held lie in the position, as whoever looks at the end of a game expects.

        Slots that may be live can share a place. No more than one of them holds anything; the others are 0.
        """
        unit, body = self.unit, list[Wat]()
        for slot in self.held.live(n):
            place = self.program.slots[slot].place
            if slot in scope.slots:
                body.append(unit.put(place, or_(unit.place(place), self.e.slot(scope, slot))))
            elif slot in self._loops:
                cursor, length, kept = self._loops[slot]
                target = const(POSITION + WORD * (place + 2))
                body += [
                    unit.put(place, or_(unit.place(place), get(cursor))),
                    unit.put(place + 1, or_(unit.place(place + 1), get(length))),
                    ("memory.copy", target, kept.address, shift_left(get(length), 2)),
                ]
        return body

    def _finish(self, outcome: int, spilt: Body) -> Body:
        """End the game; what scores come to is computed now, so that a fault in it is one of the game."""
        return [
            *spilt,
            self.unit.put(Head.OUTCOME, const(outcome)),
            call(self.ranking.places()),
            *([call(self.ranking.scores())] if self.program.score else []),
            ("return", const(OVER)),
        ]

    def _note(self, n: int) -> Callable[[Wat], Body] | None:
        """What an instruction that is tried writes down before it puts something at a place."""
        number = self._notes.get(n)
        if number is None:
            return None
        return lambda place: noted(get("$notes"), number, place, self.unit.place_at(0, place))

    # --- decisions ------------------------------------------------------------------------------------

    def _decide(self, scope: Scope, point: Point, i: g.Decide, go: Callable[[Point], Body]) -> Body:
        """List the options; wait, unless there is none, or one that answers itself, or it plays."""
        unit, program = self.unit, self.program
        site, count = program.sites[i.site], scope.function.local("count")
        told: Body = []
        if site.told is not None and unit.facts.fails(site.told):
            told, _ = self.changes.told(scope, site.told)
        limit = program.limit
        over = compare(">=", unit.place(Head.DECISIONS), const(limit.decisions))
        fault = unit.fault(faults.NO_OPTION, i.at)
        none = fault if i.otherwise is None else go(Point(i.otherwise, point.ways))
        onward = go(Point(point.at, point.ways, taken=True))
        body: Body = [
            when(over, self._finish(limit.outcome, [])),
            unit.put(Head.PC, const(point.at)),
            *told,
            put(count, call(self.options.site(i.site), const(int(self.plays)))),
            when(eqz(get(count)), none),
        ]
        asked = self._asked(get(count)) if self.plays else [("return", const(DECIDE))]
        if not site.ask_always:
            alone: Body = [put("$k", ZERO), put(ASKED, ZERO)]
            return [*body, when(compare("==", get(count), const(1)), alone, asked), *onward]
        return [*body, *asked, *(onward if self.plays else [])]

    def _asked(self, count: Wat) -> Body:
        """Take one of so many options by luck, unless that is not wanted any more."""
        decisions = self.unit.place(Head.DECISIONS)
        return [
            when(("i32.ge_u", decisions, load(ZERO, Words.LAST)), [("return", const(DECIDE))]),
            self.unit.put(Head.DECISIONS, add(decisions, const(1))),
            renewed(BUDGET),
            put("$k", call(picked(self.unit), count)),
            put(ASKED, const(1)),
        ]

    def _taken(self, scope: Scope, point: Point, i: g.Decide, go: Callable[[Point], Body]) -> Body:
        """Take the k-th option: it is found by its action."""
        site, body = self.program.sites[i.site], list[Wat]()
        for index, (action, given) in enumerate(zip(site.actions, site.given, strict=True)):
            record, size = scope.function.local("record"), WORD * self.options.records[action].words
            does: Body = [put(record, add(self.options.begins(index), multiply(get("$k"), const(size))))]
            if action in self.options.unseen:
                does += self.options.unseen[action].found(get(record))
            if i.answers is None:
                does += self.options.chosen(scope, action, get("$k"), get(record), counted=self.plays)
                does += self._begun(scope, point, action, given, go)
            else:
                onward = Point(point.at + 1, point.ways)
                answered: Wat = ("select", const(onward.at), const(point.at), get(ASKED))
                does += [
                    *self._kept(scope, i, index, action, get(record)),
                    self.unit.put(Head.PC, answered),
                    *go(onward),
                ]
            if index == len(site.actions) - 1:
                return [*body, *does]
            many = self.options.many(index)
            body += [when(compare("<", get("$k"), many), does), put("$k", subtract(get("$k"), many))]
        return [("unreachable",)]  # nothing is offered here, so nothing is taken

    def _begun(
        self,
        scope: Scope,
        point: Point,
        number: int,
        given: Sequence[x.Expression],
        go: Callable[[Point], Body],
    ) -> Body:
        """Go on with an action, whose values lie in its slots."""
        action = self.program.actions[number]
        body = hand_over(self.e, scope, action.given, given)
        onward = Point(point.at + 1, point.ways)
        if action.routine is not None:
            routine = self.program.routines[action.routine]
            assert routine.back is not None  # noqa: S101 - every action has a way back
            body.append(self.e.assigned(scope, routine.back, const(point.at + 1)))
            onward = Point(routine.entry)
        if point.taken:
            answered = ("select", const(onward.at), const(point.at), get(ASKED))
            body.append(self.unit.put(Head.PC, answered))
        return [*body, *go(onward)]

    def _answer(self, i: g.Decide | g.RunAnswer | g.DrawSecret) -> tuple[Wat, int]:
        """Where the answer of whoever is asked lies, and how many integers it takes."""
        assert i.answers is not None  # noqa: S101 - only answers in secret are kept
        assert i.cursor is not None  # noqa: S101 - as above
        answers, cursor = self.program.slots[i.answers], self.program.slots[i.cursor]
        width = answers.size // max(cursor.size - 2, 1)  # of a list that is always empty nobody answers
        index = add(self.unit.place(cursor.place), const(-1))
        return add(multiply(index, const(WORD * width)), const(POSITION + WORD * answers.place)), width

    def _meant(self, action: int) -> Meant:
        """Draws what was chosen unseen as values of an action."""
        return Meant(self.options, self.options.unseen[action])

    def _draw_secret(self, scope: Scope, i: g.DrawSecret) -> Body:
        """Draw what was chosen unseen in the answer that was given in secret; nobody may have."""
        place, _ = self._answer(i)
        answer = scope.function.local("answer")
        body: Body = [put(answer, place)]
        for index, action in enumerate(self.program.sites[i.site].actions):
            if action in self.options.unseen:
                drawn = self._meant(action).answered(add(get(answer), const(WORD)), i.site)
                body.append(when(compare("==", load(get(answer)), const(index + 1)), drawn))
        return body

    def _kept(self, scope: Scope, i: g.Decide, index: int, action: int, record: Wat) -> Body:
        """Keep an answer given in secret: its action, then its values."""
        where, width = self._answer(i)
        options, answer = self.options.records[action], scope.function.local("answer")
        place = get(answer)
        first = int(options.weighed)
        source, size = add(record, const(WORD * first)), WORD * (options.words - first)
        return [
            put(answer, where),
            *emptied(place, WORD * width),
            store(place, const(index + 1)),
            *self.options.kept(
                scope, action, get("$k"), add(place, const(WORD)), source, size, counted=self.plays
            ),
        ]

    def _run_answer(self, scope: Scope, point: Point, i: g.RunAnswer, go: Callable[[Point], Body]) -> Body:
        """Run the action that somebody answered in secret; nobody may have."""
        site, answer = self.program.sites[i.site], scope.function.local("answer")
        place, _ = self._answer(i)
        body: Body = [put(answer, place)]
        for index, (number, given) in enumerate(zip(site.actions, site.given, strict=True)):
            first = WORD * (1 - int(self.options.records[number].weighed))
            does = self.options.taken(scope, number, add(get(answer), const(first)))
            does += self._begun(scope, point, number, given, go)
            body.append(when(compare("==", load(get(answer)), const(index + 1)), does))
        return [*body, *go(Point(point.at + 1, point.ways))]

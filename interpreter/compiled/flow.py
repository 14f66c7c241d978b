"""The course of a program: `$run` goes from instruction to instruction until it has to wait.

Instructions that always follow one another are a block. What can come after a block is a graph, which
`regions` makes into code. Where it goes on at a place that only the position knows (behind a call, after a
turn that is left) it goes by the switch, so all places that can be meant are heads.

`$run(pc)` gives `DECIDE` when a decision is due, whose options are listed then, `OVER` when the game is over,
and `LEFT` when it has come to the end of the action that is being tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from gamespec.program import instructions as g
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.compiled import situations
from interpreter.compiled.changes import Changes
from interpreter.compiled.memory import POSITION, WORD
from interpreter.compiled.options import RECORD_HEAD, Options, fill, hand_over
from interpreter.compiled.ranking import Ranking
from interpreter.compiled.regions import Go, regions, structured
from interpreter.compiled.unit import Scope, Unit
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
    put,
    shift_left,
    store,
    switch,
    when,
)
from interpreter.play import faults

__all__ = ["DECIDE", "LEFT", "OVER", "Flow"]

DECIDE, OVER, LEFT = 1, 2, 3


class Flow:
    """Emits `$run` of one module."""

    def __init__(self, unit: Unit, changes: Changes, options: Options, ranking: Ranking) -> None:
        self.unit, self.changes, self.options, self.ranking = unit, changes, options, ranking
        self.e, self.program = changes.e, unit.program
        self._blocks = self._cut()
        self.graph = {first: tuple(self._after(block[-1])) for first, block in self._blocks.items()}

    # --- blocks ---------------------------------------------------------------------------------------

    def _cut(self) -> dict[int, range]:
        """The blocks, by the number of their first instruction."""
        code = self.program.code
        firsts = {0, *self._entries()}
        for at, i in enumerate(code):
            if not self._goes_on(i):
                firsts |= {at + 1, *self._after(at)}
        ascending = sorted(first for first in firsts if first < len(code))
        return {
            first: range(first, end)
            for first, end in zip(ascending, [*ascending[1:], len(code)], strict=True)
        }

    def _goes_on(self, i: g.Instruction) -> bool:
        """Whether nothing but the next instruction can come after one."""
        match i:
            case (
                g.Decide() | g.RunAnswer() | g.Jump() | g.BranchUnless() | g.LoopNext() | g.Call() | g.Return()
                | g.NextTurn() | g.StopTurn() | g.LeavePhase() | g.CheckEnd() | g.Finish()
            ):  # fmt: skip
                return False
            case _:
                return True

    def _entries(self) -> set[int]:
        """Where it goes on, or begins, at a place that is found in the position or given from outside."""
        found = {0}
        for at, i in enumerate(self.program.code):
            match i:
                case g.Decide() | g.RunAnswer():
                    found.add(at + 1)
                    for action in self.program.sites[i.site].actions:
                        routine = self.program.actions[action].routine
                        if routine is not None:
                            found.add(self.program.routines[routine].entry)
                case g.Call():
                    found.add(at + 1)
                case g.StopTurn():
                    found |= {
                        phase.leave if i.whole_phase else phase.turn_end for phase in self.program.phases
                    }
                case _:
                    pass
        return found

    def _after(self, at: int) -> Iterator[int]:
        """The instructions that can come after one, without those that the position says."""
        i = self.program.code[at]
        match i:
            case g.Decide(otherwise=otherwise):
                if otherwise is not None:
                    yield otherwise
            case g.Jump(to=to):
                yield to
            case g.BranchUnless(to=to):
                yield from (at + 1, to)
            case g.LoopNext(leave=leave) | g.NextTurn(leave=leave):
                yield from (at + 1, leave)
            case g.Call(routine=routine):
                yield self.program.routines[routine].entry
            case g.LeavePhase(phase=phase):
                yield self.program.phases[phase].leave
            case g.Return() | g.StopTurn() | g.Finish():
                pass
            case _:
                yield at + 1

    # --- the function ---------------------------------------------------------------------------------

    def run(self) -> Function:
        """The function `$run`."""
        function = Function("$run", (("$pc", "i32"),), ("i32",))
        parts = regions(self.graph, self._entries())
        names = {region.head: f"$at{region.head}" for region in parts}

        def away(target: int) -> Body:
            return [put("$pc", const(target)), branch("$go")]

        targets = [names.get(at, "$nowhere") for at in range(len(self.program.code))]
        body: Body = [block("$nowhere", [switch([*targets, "$nowhere"], get("$pc"))]), ("unreachable",)]
        for region in parts:
            inside = structured(
                region, lambda at, go: self._block(function, at, go), away, function, lambda at: f"to{at}"
            )
            body = [block(names[region.head], body), *inside]
        function.body = [loop("$go", body), ("unreachable",)]
        return function

    def _block(self, function: Function, first: int, go: Go) -> Body:
        """What a block does, and what goes on."""
        scope, numbers = Scope(function), self._blocks[first]
        code = self.program.code
        cost = sum(code[at].cost for at in numbers)
        body: Body = [self.unit.exhausted(const(cost), code[first].at)]
        for at in numbers[:-1]:
            body += self._done(scope, code[at])
        last = numbers[-1]
        if self._goes_on(code[last]):
            return [*body, *self._done(scope, code[last]), *go(last + 1)]
        return [*body, *self._last(scope, last, code[last], go)]

    def _done(self, scope: Scope, i: g.Instruction) -> Body:  # noqa: C901, PLR0912 - a case for each
        """An instruction after which the next one comes."""
        unit, slots = self.unit, self.program.slots
        match i:
            case g.MoveTo():
                return self.changes.move(scope, i)
            case g.Put():
                return self.changes.put(scope, i)
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
                return [unit.put(slots[number].place, ZERO)]
            case g.Clear(routine=routine, start=start):
                frame = self.program.routines[routine]
                return fill(unit, frame.base + start, frame.size - start)
            case g.Save(slot=slot):
                return [unit.put(slots[slot].place, unit.place(Head.ME))]
            case g.SetMe(player=player):
                return [unit.put(Head.ME, self.e.number(scope, player))]
            case g.Restore(slot=slot):
                place = slots[slot].place
                return [unit.put(Head.ME, unit.place(place)), unit.put(place, ZERO)]
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
            case g.DrawHidden() | g.DrawSecret():
                raise NotImplementedError(type(i).__name__)
            case (
                g.Decide() | g.RunAnswer() | g.Jump() | g.BranchUnless() | g.LoopNext() | g.Call() | g.Return()
                | g.NextTurn() | g.StopTurn() | g.LeavePhase() | g.CheckEnd() | g.Finish()
            ):  # fmt: skip
                message = f"{type(i).__name__} goes elsewhere"
                raise AssertionError(message)
            case _:
                assert_never(i)

    def _loop_start(self, scope: Scope, i: g.LoopStart) -> Body:
        """Store a list behind its cursor and its length."""
        place = self.program.slots[i.block].place
        length = scope.function.local("length")
        members = POSITION + WORD * (place + 2)
        fill_ = self.e.each(
            scope,
            i.over,
            lambda value: [
                store(shift_left(get(length), 2), value, members),
                put(length, add(get(length), const(1))),
            ],
            strict=False,
        )
        return [
            put(length, ZERO),
            *fill_,
            self.unit.put(place, ZERO),
            self.unit.put(place + 1, get(length)),
        ]

    def _last(self, scope: Scope, at: int, i: g.Instruction, go: Go) -> Body:  # noqa: C901 - a case for each
        """An instruction that decides what comes next."""
        unit, slots, program = self.unit, self.program.slots, self.program
        match i:
            case g.Jump(to=to):
                return go(to)
            case g.BranchUnless(condition=condition, to=to):
                return [when(self.e.number(scope, condition), go(at + 1), go(to))]
            case g.LoopNext(block=number, item=item, leave=leave):
                place = slots[number].place
                cursor = scope.function.local("cursor")
                member = load(shift_left(get(cursor), 2), POSITION + WORD * (place + 2))
                take: Body = [
                    unit.put(slots[item].place, member),
                    unit.put(place, add(get(cursor), const(1))),
                ]
                return [
                    put(cursor, unit.place(place)),
                    when(compare(">=", get(cursor), unit.place(place + 1)), go(leave)),
                    *take,
                    *go(at + 1),
                ]
            case g.Call():
                return self._call(scope, at, i, go)
            case g.Return(routine=number):
                return self._return(at, number)
            case g.NextTurn():
                return self._next_turn(scope, at, i, go)
            case g.StopTurn(whole_phase=whole):
                leaves = [phase.leave if whole else phase.turn_end for phase in program.phases]
                to_ = unit.memory.table(leaves).at(unit.place(Head.PHASE))
                return [*self._left(), put("$pc", to_), branch("$go")]
            case g.LeavePhase(phase=number):
                return [*self._left(), *go(program.phases[number].leave)]
            case g.CheckEnd():
                body: Body = []
                for number, rule in enumerate(program.end):
                    body.append(when(self.e.number(scope, rule.when), self._finish(Head.END + number)))
                return [*body, *go(at + 1)]
            case g.Finish():
                return self._finish(Head.FINISHED)
            case g.Decide():
                return self._decide(scope, at, i, go)
            case g.RunAnswer():
                return self._run_answer(scope, at, i, go)
            case _:
                raise NotImplementedError(type(i).__name__)

    def _left(self) -> Body:
        """A turn or phase is left: whose turn it was is `me`, and all locals are forgotten."""
        layout = self.unit.layout
        return [
            self.unit.put(Head.ME, self.unit.place(Head.TURN)),
            *fill(self.unit, layout.frames, layout.length - layout.frames),
        ]

    def _call(self, scope: Scope, at: int, i: g.Call, go: Go) -> Body:
        """Arguments are the caller's: they are evaluated before `me` changes."""
        program, unit = self.program, self.unit
        routine = program.routines[i.routine]
        assert routine.back is not None  # noqa: S101 - only routines with a way back are called
        places = [program.slots[slot].place for slot in routine.parameters]
        body = hand_over(self.e, scope, places, i.args, as_=i.as_)
        back = unit.put(program.slots[routine.back].place, const(at + 1))
        return [*body, back, *go(routine.entry)]

    def _return(self, at: int, number: int) -> Body:
        """Go back to where the position says, unless this is the end of what is being tried."""
        program, unit = self.program, self.unit
        routine = program.routines[number]
        assert routine.back is not None  # noqa: S101 - only routines with a way back return
        tried = any(
            action.routine == number and self.options.tries(k) for k, action in enumerate(program.actions)
        )
        leave: Body = []
        if tried:
            leave = [when(compare("==", ("global.get", "$leave"), const(at)), [("return", const(LEFT))])]
        return [
            *leave,
            put("$pc", unit.place(program.slots[routine.back].place)),
            *fill(unit, routine.base, routine.size),
            branch("$go"),
        ]

    def _next_turn(self, scope: Scope, at: int, i: g.NextTurn, go: Go) -> Body:
        """The first player, from the candidate on, who takes part."""
        unit, players, function = self.unit, self.program.players, scope.function
        candidate = self.program.slots[i.candidate].place
        player, left = function.local("player"), function.local("left")
        found: Body = [
            unit.put(candidate, ZERO),
            unit.put(Head.TURN, get(player)),
            unit.put(Head.ME, get(player)),
            *go(at + 1),
        ]
        start: Body = [put(player, unit.place(candidate))]
        if i.who is None:
            return [*start, *found]
        inner = scope.bound(i.variable, player)
        yes, more, none = function.label("plays"), function.label("next"), function.label("nobody")
        on = add(get(player), const(1 if i.forward else players - 1))
        search: Body = [
            ("br_if", yes, self.e.number(inner, i.who)),
            put(player, ("i32.rem_u", on, const(players))),
            put(left, add(get(left), const(-1))),
            ("br_if", more, get(left)),
        ]
        return [
            *start,
            put(left, const(players)),
            block(none, [block(yes, [loop(more, search), branch(none)]), *found]),
            *go(i.leave),
        ]

    def _finish(self, outcome: int) -> Body:
        """End the game; what scores come to is computed now, so that a fault in it is one of the game."""
        return [
            self.unit.put(Head.OUTCOME, const(outcome)),
            call(self.ranking.places()),
            *([call(self.ranking.scores())] if self.program.score else []),
            ("return", const(OVER)),
        ]

    def _decide(self, scope: Scope, at: int, i: g.Decide, go: Go) -> Body:
        """List the options; wait, unless there is none, or one that answers itself."""
        unit, program = self.unit, self.program
        site = program.sites[i.site]
        told: Body = []
        if site.told is not None and unit.facts.fails(site.told):
            told, _ = self.changes.told(scope, site.told)
        limit = program.limit
        over = compare(">=", unit.place(Head.DECISIONS), const(limit.decisions))
        fault = unit.fault(faults.NO_OPTION, i.at)
        count: Wat = ("global.get", "$count")
        body: Body = [
            when(over, self._finish(limit.outcome)),
            unit.put(Head.PC, const(at)),
            *told,
            call(self.options.site(i.site)),
            when(eqz(count), fault if i.otherwise is None else go(i.otherwise)),
        ]
        if not site.ask_always:
            forced = call(self.begin(), ZERO)
            body.append(when(compare("==", count, const(1)), [put("$pc", forced), branch("$go")]))
        return [*body, ("return", const(DECIDE))]

    def _answer(self, i: g.Decide | g.RunAnswer | g.DrawSecret) -> tuple[Wat, int]:
        """Where the answer of whoever is asked lies, and how many integers it takes."""
        assert i.answers is not None  # noqa: S101 - only answers in secret are kept
        assert i.cursor is not None  # noqa: S101 - as above
        answers, cursor = self.program.slots[i.answers], self.program.slots[i.cursor]
        width = answers.size // (cursor.size - 2)
        index = add(self.unit.place(cursor.place), const(-1))
        return add(multiply(index, const(WORD * width)), const(POSITION + WORD * answers.place)), width

    def _run_answer(self, scope: Scope, at: int, i: g.RunAnswer, go: Go) -> Body:
        """Run the action that somebody answered in secret; nobody may have."""
        program, unit = self.program, self.unit
        site, answer = program.sites[i.site], scope.function.local("answer")
        place, _ = self._answer(i)
        body: Body = [put(answer, place)]
        for index, (number, given) in enumerate(zip(site.actions, site.given, strict=True)):
            action = program.actions[number]
            assert action.routine is not None  # noqa: S101 - several can only be offered actions
            routine = program.routines[action.routine]
            assert routine.back is not None  # noqa: S101 - every action has a way back
            places = [program.slots[slot].place for slot in action.given]
            does = hand_over(self.e, scope, places, given)
            word = 1
            for _, to, size in self.options.records[number].fields:
                source = add(get(answer), const(WORD * word))
                does.append(("memory.copy", const(POSITION + WORD * to), source, const(WORD * size)))
                word += size
            does += [unit.put(program.slots[routine.back].place, const(at + 1)), *go(routine.entry)]
            body.append(when(compare("==", load(get(answer)), const(index + 1)), does))
        return [*body, *go(at + 1)]

    def _kept(self, scope: Scope, i: g.Decide, at: int) -> Body:
        """Keep an answer given in secret: its action, then its values."""
        place, width = self._answer(i)
        answer, record = (scope.function.local(hint) for hint in ("answer", "record"))
        source = add(get(record), const(WORD * RECORD_HEAD))
        chosen: Body = []
        for index, action in enumerate(self.program.sites[i.site].actions):
            size = WORD * sum(size for _, _, size in self.options.records[action].fields)
            keep: Body = [
                store(get(answer), const(index + 1)),
                ("memory.copy", add(get(answer), const(WORD)), source, const(size)),
            ]
            chosen.append(when(compare("==", load(get(record)), const(action)), keep))
        return [
            put(record, self.options.at(get("$k"))),
            put(answer, place),
            ("memory.fill", get(answer), ZERO, const(WORD * width)),
            *chosen,
            ("return", const(at + 1)),
        ]

    def begin(self) -> str:
        """`$begin(k)`: put the values of a listed option where they belong; where to go on."""
        return self.unit.helper("$begin", self._begin, "$k", result=True)

    def _begin(self, function: Function) -> None:
        """By the site at which the position waits, and the action that was taken."""
        program, unit = self.program, self.unit
        scope = Scope(function)
        action = function.local("action")
        decides = [(at, i) for at, i in enumerate(program.code) if isinstance(i, g.Decide)]
        secret = [
            when(compare("==", unit.place(Head.PC), const(at)), self._kept(scope, i, at))
            for at, i in decides
            if i.answers is not None
        ]
        body: Body = [*secret, put(action, call(self.options.take(), get("$k")))]
        for at, i in decides:
            if i.answers is not None:
                continue
            site = program.sites[i.site]
            here: Body = []
            for number, given in zip(site.actions, site.given, strict=True):
                taken = program.actions[number]
                places = [program.slots[slot].place for slot in taken.given]
                does = hand_over(self.e, scope, places, given)
                entry = at + 1
                if taken.routine is not None:
                    routine = program.routines[taken.routine]
                    assert routine.back is not None  # noqa: S101 - every action has a way back
                    does = [*does, unit.put(program.slots[routine.back].place, const(at + 1))]
                    entry = routine.entry
                here.append(
                    when(compare("==", get(action), const(number)), [*does, ("return", const(entry))])
                )
            body.append(when(compare("==", unit.place(Head.PC), const(at)), here))
        function.body = [*body, ("unreachable",)]

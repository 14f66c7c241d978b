"""The functions that run a program, instruction by instruction, until it has to wait.

Instructions that always follow one another form a block. `blocks` provides the graph of the blocks and their
successors, which `regions` converts to structured code. After a routine with several callers, or after
leaving a turn, the successor depends on the position; a switch over all possible points then selects it.

There are three functions for the whole program, and one for each action that is tried (`Runs`). A module
contains only the functions that it needs.

- `$run(pc, k)` begins at the instruction `pc` or, if a decision is pending there, by taking the listed option
  `k`. When a decision is pending, its options are listed, and the function returns their number. When the
  game is over, it returns `OVER`.
- `$play(pc, k)` is entered in the same way and plays on to the end of the game, choosing uniformly at random.
  Options that can be selected by number are counted but not listed. The function stops early when the
  requested number of decisions has been made (`Words.LAST`).
- `$wait(pc, k)` waits as `$run` does, but counts options as `$play` does.
- `$try{n}()` runs all steps of a tried action (`trials`), whose values are in its slots. It logs some of the
  changes that these steps make (`undo_log`).

All these functions are generated from the same instructions. Slots that no other code reads become locals of
the function (`liveness`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import assert_never

from gamespec.program import Program
from gamespec.program import instructions as g
from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import Blocks, Runs
from interpreter.compiled.analysis.cfg import Point, goes_on
from interpreter.compiled.analysis.liveness import Liveness
from interpreter.compiled.analysis.regions import Go, regions, structured
from interpreter.compiled.course.changes import Changes
from interpreter.compiled.course.deciding import ASKED, TRYING, Deciding
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.slots import Slots
from interpreter.compiled.course.turns import Turns
from interpreter.compiled.expressions import situations
from interpreter.compiled.options.candidates import hand_over
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.state.undo_log import SIZE, logged
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import Table
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    compare,
    const,
    eqz,
    get,
    loop,
    put,
    switch,
    when,
)
from interpreter.compiled.wasm.work import apart, due
from interpreter.play import faults
from interpreter.play.tally import failed, ran

__all__ = ["Flow", "beginning"]

_PARAMETERS = (("$pc", "i32"), ("$k", "i32"))


def beginning(program: Program) -> int:
    """Return the value of `pc` with which `$run` and `$play` begin a game.

    It is the number of instructions in the program.
    """
    return len(program.code)


class Flow:
    """Emits one of the functions that run a program."""

    def __init__(  # noqa: PLR0913 - what emits the parts
        self,
        unit: Unit,
        held: Liveness,
        changes: Changes,
        options: RankedOptions,
        ranking: Ranking,
        runs: Runs,
    ) -> None:
        self.unit, self.changes, self.options, self.ranking = unit, changes, options, ranking
        self.e, self.program, self.course, self.runs = changes.e, unit.program, held.course, runs
        self.blocks = Blocks(self.course, runs)
        self._notes = {} if runs.action is None else options.candidates.trials.numbers(runs.action)
        self._doors: dict[int, int] = {}
        self._function = function = self._empty()
        self._noted = function.local("notes") if self._notes else ""
        """The name of the local that holds the address of the undo log, or an empty string if nothing is
        logged.
        """
        self.slots = Slots(unit, self.e, held, function)
        self.scope = self.slots.scope
        self.turns = Turns(self.slots)
        self.deciding = Deciding(changes, options, ranking, self.scope, runs)
        self._again: frozenset[int] = frozenset()

    # --- the function ---------------------------------------------------------------------------------

    def _empty(self) -> Function:
        """Return the function without its body; the function of a trial has no parameters and no result."""
        if self.runs.action is None:
            function = Function(self.runs.name, _PARAMETERS, ("i32",))
            names = [function.local("asked")]
        else:
            function = Function(self.runs.name)
            names = [function.local(hint) for hint in ("asked", "pc", "k")]
        assert names == [ASKED, "$pc", "$k"][: len(names)]  # noqa: S101 - the first of their names
        return function

    def function(self) -> Function:
        """Fill the function with its body and return the function."""
        function = self._function
        parts = regions(self.blocks.graph, self.blocks.entries)
        self._again = frozenset(at for region in parts for at in region.loops)
        doors = self._doors = {region.head: i for i, region in enumerate(parts)}

        def away(target: int) -> Body:
            return [put("$pc", const(doors[target])), branch("$go")]

        labels = [f"$at{i}" for i in doors.values()]
        body: Body = [block("$nowhere", [switch([*labels, "$nowhere"], get("$pc"))]), ("unreachable",)]
        for region in parts:
            inside = structured(
                region, self._block, away, function, lambda n: f"to{self.course.points[n].at}"
            )
            body = [block(labels[doors[region.head]], body), *inside]
        first = const(doors[self.blocks.first])
        enter = first if self.runs.action is not None else self._switch(entered=True).at(get("$pc"))
        function.body = [put("$pc", enter), put(ASKED, const(1)), loop("$go", body), ("unreachable",)]
        if self._notes:
            top: Wat = ("global.get", "$saved")
            function.body.insert(0, put(self._noted, add(top, const(-SIZE * len(self._notes)))))
        return function

    def _switch(self, *, entered: bool) -> Table:
        """Return a table that maps the number of each instruction to the number of its label in the switch.

        If `entered`, a decision is mapped to the point that takes its answer, otherwise to the point that
        lists its options.
        """
        code, doors = self.program.code, self._doors
        table = [len(doors)] * (len(code) + 1)
        for head, door in doors.items():
            point = self.course.points[head]
            asks = isinstance(code[point.at], g.Decide)
            if not point.ways and (not asks or point.taken == entered):
                table[point.at] = door
        table[beginning(self.program)] = doors[self.blocks.first]
        return self.unit.memory.table(table)

    def _block(self, first: int, go: Go) -> Body:
        """Return the instructions of a block, including the continuation with which they end."""
        numbers, instruction = self.blocks.of[first], self.blocks.instruction
        at = instruction(first).at
        cost = sum(instruction(n).cost for n in numbers if not self.course.points[n].taken)
        body: Body = [self.unit.spend(const(cost), at)] if cost else []
        if first in self._again:
            body.append(due(at))
        body += self._reached(numbers)
        for n in numbers[:-1]:
            body += [*self._paused(n), *self._step(n)]
        last = numbers[-1]
        body += self._paused(last)
        if goes_on(instruction(last)):
            return [*body, *self._step(last), *go(self.blocks.after[last][0])]
        return [*body, *self._last(last, lambda point: go(self.course.number[point]))]

    def _paused(self, n: int) -> Body:
        """Return the instructions that stop before a step if an option is tried that pauses there."""
        point = self.course.points[n]
        if point.taken or not self.runs.plays or point.at not in self.unit.pauses:
            return []
        return [when(TRYING, [self.unit.put(Head.PC, const(point.at)), ("return", const(1))])]

    def _step(self, n: int) -> Body:
        """Return the instructions for a step, as `_done` does.

        A step without a cost belongs to a check. It has a budget of its own, and trials pass over it.
        """
        i = self.blocks.instruction(n)
        if i.cost:
            return self._done(n)
        return [apart(BUDGET, self._done(n), i.at)] if self.runs.action is None else []

    def _done(self, n: int) -> Body:  # noqa: C901, PLR0912 - a case for each
        """Return the instructions for a step after which execution always continues with the next step."""
        unit, scope, i = self.unit, self.scope, self.blocks.instruction(n)
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
                return self.slots.loop_start(i)
            case g.LoopReset():
                return self.slots.loop_reset(i)
            case g.Clear(routine=routine, start=start):
                return self.slots.forgotten(n, self.slots.held.of(routine, start))
            case g.Save(slot=slot):
                return [self.e.assigned(scope, slot, unit.place(Head.ME))]
            case g.SetMe(player=player):
                return [unit.put(Head.ME, self.e.number(scope, player))]
            case g.Restore(slot=slot):
                return [unit.put(Head.ME, self.e.slot(scope, slot)), self.e.assigned(scope, slot, ZERO)]
            case g.StartPhase():
                return self.turns.phase(i)
            case g.Remember():
                return situations.remember(unit, i)
            case g.Forget():
                return situations.forget(unit, i)
            case g.LayTile():
                return self.changes.lay(scope, i)
            case g.ShowTo():
                return self.changes.show(scope, i)
            case g.Hold():
                return self._hold(i)
            case g.DrawHidden():
                return self.deciding.meant(i)
            case g.DrawSecret():
                return self.deciding.drawn(i)
            case (
                g.Decide() | g.RunAnswer() | g.Jump() | g.BranchUnless() | g.LoopNext() | g.Call()
                | g.Return() | g.NextTurn() | g.StopTurn() | g.LeavePhase() | g.CheckEnd() | g.Finish()
            ):  # fmt: skip
                message = f"{type(i).__name__} goes elsewhere"
                raise AssertionError(message)
            case _:
                assert_never(i)

    def _last(self, n: int, go: Callable[[Point], Body]) -> Body:  # noqa: C901, PLR0912 - a case for each
        """Return the instructions for a step that determines which step comes next."""
        point, i, scope = self.course.points[n], self.blocks.instruction(n), self.scope
        onward = Point(point.at + 1, point.ways)
        match i:
            case g.Jump() | g.LeavePhase():
                left = self.turns.left(n) if isinstance(i, g.LeavePhase) else []
                return [*left, *go(self.course.points[self.blocks.after[n][0]])]
            case g.BranchUnless(condition=condition, to=to):
                held, not_held = self._bits(ran(point.at)), self._bits(failed(point.at))
                away = [*not_held, *go(Point(to, point.ways))]
                return [when(self.e.number(scope, condition), [*held, *go(onward)], away)]
            case g.LoopNext(leave=leave):
                return [*self.slots.loop_next(i, go(Point(leave, point.ways))), *go(onward)]
            case g.Call():
                return self._call(point, i, go)
            case g.Return():
                return self._return(n, i, go)
            case g.NextTurn(leave=leave):
                return self.turns.next(i, go(onward), go(Point(leave, point.ways)))
            case g.StopTurn(whole_phase=whole):
                leaves = [phase.leave if whole else phase.turn_end for phase in self.program.phases]
                to_ = self.unit.memory.table(leaves).at(self.unit.place(Head.PHASE))
                return [*self.turns.left(n), *self._gone(n, to_, go)]
            case g.CheckEnd():
                body: Body = []
                for number, rule in enumerate(self.program.end):
                    over = [*self.slots.spilt(n), *self.ranking.over(Head.END + number)]
                    body.append(when(self.e.number(scope, rule.when), over))
                return [*body, *go(onward)]
            case g.Finish():
                return [*self.slots.spilt(n), *self.ranking.over(Head.FINISHED)]
            case g.Decide() if point.taken:
                return self.deciding.taken(point, i, go)
            case g.Decide():
                return self.deciding.asked(point, i, go)
            case g.RunAnswer():
                return self.deciding.run(point, i, go)
            case _:
                message = f"{type(i).__name__} goes on"
                raise AssertionError(message)

    def _reached(self, numbers: Sequence[int]) -> Body:
        """Return the instructions that record that the game runs the instructions of a block."""
        points = (self.course.points[n] for n in numbers if not self.course.points[n].taken)
        code = self.program.code
        return self._bits(*(ran(p.at) for p in points if not isinstance(code[p.at], g.BranchUnless)))

    def _bits(self, *bits: int) -> Body:
        """Return the instructions that record bits of `Tally.reached`; there are none in a trial."""
        return self.unit.tallies.reached(bits) if self.runs.action is None else []

    def _hold(self, i: g.Hold) -> Body:
        """Return the instructions that check an invariant."""
        said, numbers = faults.broken(i)
        fault = self.unit.fault(said, i.at, **{name: const(number) for name, number in numbers.items()})
        check = when(eqz(self.e.number(self.scope, i.condition)), fault)
        if not i.last:
            return [check]
        reached = compare(">=", self.unit.place(Head.DECISIONS), const(self.program.limit.decisions))
        return [when(reached, [check])]

    def _gone(self, n: int, at: Wat, go: Callable[[Point], Body]) -> Body:
        """Return the instructions that continue at the step with the number `at`.

        They go through the switch if there is more than one possible successor.
        """
        after = self.blocks.after[n]
        if len({*after}) == 1:
            return go(self.course.points[after[0]])
        return [put("$pc", self._switch(entered=False).at(at)), branch("$go")]

    def _call(self, point: Point, i: g.Call, go: Callable[[Point], Body]) -> Body:
        """Return the instructions that call a routine.

        The arguments belong to the caller, so they are evaluated before `me` changes.
        """
        routine = self.program.routines[i.routine]
        assert routine.back is not None  # noqa: S101 - only routines with a way back are called
        body = hand_over(self.e, self.scope, routine.parameters, i.args, as_=i.as_)
        back = self.e.assigned(self.scope, routine.back, const(point.at + 1))
        return [*body, back, *go(self.course.called(point, i.routine))]

    def _return(self, n: int, i: g.Return, go: Callable[[Point], Body]) -> Body:
        """Return the instructions that return from a routine to its caller, or end a trial."""
        routine = self.program.routines[i.routine]
        assert routine.back is not None  # noqa: S101 - only routines with a way back return
        if not self.blocks.after[n]:
            return [("unreachable",) if self.runs.action is None else ("return",)]
        way = self.scope.function.local("way")
        return [
            put(way, self.e.slot(self.scope, routine.back)),
            *self.slots.forgotten(n, self.slots.held.of(i.routine, 0)),
            *self._gone(n, get(way), go),
        ]

    def _note(self, n: int) -> Callable[[Wat], Body] | None:
        """Return a function that emits the instructions that log a place before it is assigned.

        Return `None` if the assignment at point `n` is not logged.
        """
        number = self._notes.get(n)
        if number is None:
            return None
        instruction = self.blocks.instruction(n)
        assert isinstance(instruction, g.Put)  # noqa: S101 - nothing else notes
        held = partial(self.unit.member, instruction.target.store)
        return lambda place: logged(get(self._noted), number, place, held(place))

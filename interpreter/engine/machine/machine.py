"""The machine: runs a program's instructions on a position until a decision is pending or the game is over.

Each instruction becomes a closure from position and context to the next instruction. The machine holds no
game: everything that changes is in the position, so any number of games of one program share a machine, and a
game stopped at a decision, however deep inside an effect, is just its list of integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from typing import ClassVar, assert_never

from gamespec.program import Pick, Program, Routine
from gamespec.program import instructions as g
from gamespec.program.budget import INTEGERS
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.machine import changes, flow, remembered, unseen
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.engine.machine.ranking import decide_places, scores
from interpreter.engine.options import ahead
from interpreter.engine.options.decision import Walk, enumerator, give, given_first, walker
from interpreter.engine.options.unseen import Unseen, components, drawn
from interpreter.engine.state.effects import Atoms
from interpreter.engine.state.frames import Frames
from interpreter.engine.state.position import put_local
from interpreter.kernels.budget import refill, spend
from interpreter.kernels.chance import Streams
from interpreter.kernels.terms import Lists
from interpreter.kernels.tiling import Tiling
from interpreter.play import faults
from interpreter.play.chance import mix
from interpreter.play.errors import Refused
from interpreter.play.events import (
    Asked,
    Decided,
    Ended,
)
from interpreter.play.known import recognized
from interpreter.play.options import Option, Value

__all__ = ["Machine"]

_STOP = -1
_TOGETHER = 256
"""Number of instructions that are charged together."""

_PC, _ME, _TURN, _PHASE = Head.PC, Head.ME, Head.TURN, Head.PHASE
_OUTCOME, _DECISIONS = Head.OUTCOME, Head.DECISIONS
_NONE = NONE


def _stop(_p: Position, _context: Context) -> int:
    """Stop before an instruction."""
    return _STOP


class Machine:
    """A program compiled to closures, with the caches that running it needs."""

    evaluator_type: ClassVar[type[Evaluator]] = Evaluator

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tilings = tuple(Tiling(number, plane, Lists()) for number, plane in enumerate(program.planes))
        self.evaluator = self.make_evaluator()
        self.evaluator.ahead = ahead.looking(self.evaluator, self.trial)
        self.atoms = Atoms(program)
        self.streams = Streams(program.streams, program.layout.streams)
        self._givers: dict[tuple[int, int], Callable[[Position], None] | None] = {}
        self._told = tuple(changes.told(self, site.told) for site in program.sites)
        self._enumerators: dict[int, Callable[[Position], list[Option]]] = {}
        self._walks: dict[tuple[int | None, int], Walk] = {}
        self._unseen: dict[int, Unseen] = {}
        self._ends = tuple((i, self.evaluator.number(rule.when)) for i, rule in enumerate(program.end))
        self._operations = tuple(
            flow.heavier(self._operation(i, instruction), i, instruction, self.evaluator.scratch)
            for i, instruction in enumerate(program.code)
        )

    def make_evaluator(self) -> Evaluator:
        """Return the evaluator with which this machine compiles the expressions of its instructions."""
        return self.evaluator_type(self.program, self.tilings)

    def run(self, p: Position, context: Context) -> None:
        """Run until a decision is pending (with its options in the context) or the game is over.

        Raises `Fault`.
        """
        context.options, context.chance = (), None
        operations, pc, scratch = self._operations, p[_PC], self.evaluator.scratch
        refill(scratch)
        while True:
            for _ in range(_TOGETHER):
                following = operations[pc](p, context)
                if following == _STOP:
                    if p[_OUTCOME] == Head.RUNNING:
                        p[_PC] = pc
                    return
                pc = following
            spend(scratch, _TOGETHER, self.program.code[pc].at)

    @cached_property
    def frames(self) -> Frames:
        """The owners and domains of a position's locals."""
        return Frames(self.program)

    def pausing(self, *before: int) -> Machine:
        """Return the same machine, except that `run` stops before the instructions at some places."""
        other = copy(self)
        operations = [*self._operations]
        for at in before:
            operations[at] = _stop
        other._operations = tuple(operations)  # noqa: SLF001 - another machine of this class
        return other

    def answer(self, p: Position, option: Option, context: Context) -> None:
        """Answer the pending decision; `run` goes on from there."""
        decide = self.pending(p)
        if option.action not in self.program.sites[decide.site].actions:
            raise Refused("this is not what is asked")
        refill(self.evaluator.scratch)
        p[_DECISIONS] += 1
        p[_PC] = self._take(p, p[_PC], decide, option, context, forced=False)

    def pending(self, p: Position) -> g.Decide:
        """Return the decision at which a position waits."""
        instruction = self.program.code[p[_PC]]
        assert isinstance(instruction, g.Decide)  # noqa: S101 - positions are saved at decisions only
        return instruction

    def redraw_answers(self, p: Position, player: int, seed: int) -> None:
        """Redraw the others' secret answers to the pending decision, uniformly among their options.

        The answer of `player` stays. If the step gives values to an action, its answers are drawn for these
        values.
        """
        if p[_OUTCOME] != Head.RUNNING:
            return
        decide = self.program.code[p[_PC]]
        if not isinstance(decide, g.Decide) or decide.answers is None or decide.cursor is None:
            return
        asked, state = p[_ME], mix(seed)
        enumerate_, cursor = self._enumerator(decide.site), self.program.slots[decide.cursor].place
        for i in range(p[cursor] - 1):
            p[_ME] = p[cursor + 2 + i]
            refill(self.evaluator.scratch)
            options = enumerate_(p)
            if p[_ME] != player and options:
                state = mix(state + 1)
                option = options[state * len(options) >> 64]
                values = self._drawn_anew(p, decide.site, option, mix(state))
                self._store_answer(p, decide, i, option.action, values)
        p[_ME] = asked

    def _answer_place(self, i: g.Decide | g.RunAnswer | g.DrawSecret, index: int) -> tuple[int, int]:
        """Return the place and the length of a decider's stored answer, by index in the list."""
        assert i.answers is not None  # noqa: S101 - asked by the caller
        assert i.cursor is not None  # noqa: S101 - as above
        answers, cursor = self.program.slots[i.answers], self.program.slots[i.cursor]
        width = answers.size // (cursor.size - 2)
        return answers.place + width * index, width

    def _drawn_anew(self, p: Position, site: int, option: Option, seed: int) -> tuple[Value, ...]:
        """Return the values of an option, with components chosen unseen drawn anew from a seed."""
        unseen, state = self.unseen(option.action), seed
        values = unseen.meant(p, option.values)
        while (draw := unseen.next(p, values, self.combinations(site, option.action))) is not None:
            state = mix(state + 1)
            values = drawn(
                values, draw, changes.picked(draw.outcomes, draw.shares, state * sum(draw.shares) >> 64)
            )
        return values

    def _store_answer(
        self, p: Position, decide: g.Decide, index: int, action: int, values: tuple[Value, ...]
    ) -> None:
        """Store the answer of the decider at an index of the list."""
        place, width = self._answer_place(decide, index)
        p[place : place + width] = [0] * width
        p[place] = self.program.sites[decide.site].actions.index(action) + 1
        for pick, value in zip(self.program.actions[action].picks, values, strict=True):
            put_local(p, place + 1, value)
            place += self.program.slots[pick.slot].size

    def answer_at(
        self, p: Position, i: g.Decide | g.RunAnswer | g.DrawSecret, index: int
    ) -> tuple[int, list[int]] | None:
        """Return the stored action of the decider at an index, and the places of its values.

        Returns `None` if this decider has not answered.
        """
        place, _ = self._answer_place(i, index)
        if p[place] == 0:
            return None
        action = self.program.sites[i.site].actions[p[place] - 1]
        places: list[int] = []
        for pick in self.program.actions[action].picks:
            places.append(place + 1)
            place += self.program.slots[pick.slot].size
        return action, places

    def values_at(self, p: Position, action: int, places: Sequence[int]) -> tuple[Value, ...]:
        """Return the values of an action stored at places."""
        picks = self.program.actions[action].picks
        return tuple(
            tuple(p[at + 1 : at + 1 + p[at]]) if pick.counts is not None else p[at]
            for pick, at in zip(picks, places, strict=True)
        )

    def unseen(self, action: int) -> Unseen:
        """Return the places among the values of an action."""
        if action not in self._unseen:
            self._unseen[action] = Unseen(self.program, action)
        return self._unseen[action]

    def combinations(self, site: int | None, action: int) -> Walk:
        """Return the function that lists the combinations of values of an action at a site.

        Without a site, it lists them for an action that already has its given values: inside its routine, or
        after a `choose` step.
        """
        if (site, action) not in self._walks:
            walk = walker(self.evaluator, site, action, self.trial)
            if site is not None:
                asks = self.program.sites[site]
                given = asks.given[asks.actions.index(action)]
                walk = given_first(self.evaluator, action, given, walk)
            self._walks[site, action] = walk
        return self._walks[site, action]

    def options(self, p: Position) -> tuple[Option, ...]:
        """List the options of the pending decision again. Raises `Fault`."""
        refill(self.evaluator.scratch)
        return tuple(self._enumerator(self.pending(p).site)(p))

    def _enumerator(self, site: int) -> Callable[[Position], list[Option]]:
        if site not in self._enumerators:
            self._enumerators[site] = enumerator(self.evaluator, site, self.trial)
        return self._enumerators[site]

    def _take(  # noqa: PLR0913 - a decision, its place and its answer
        self, p: Position, at: int, decide: g.Decide, option: Option, context: Context, *, forced: bool
    ) -> int:
        """Act on an answer; return the next instruction."""
        values = option.values
        if context.events is not None:
            picks = self.program.actions[option.action].picks
            seen = self._seen(p, picks, values)
            told = self._told[decide.site](p) | 1 << p[_ME]
            context.events.append(Decided(p[_ME], option.action, values, seen, forced, told))
        if self.unseen(option.action).possible:
            values = self.unseen(option.action).meant(p, values)
        if decide.cursor is not None:
            index = p[self.program.slots[decide.cursor].place] - 1
            self._store_answer(p, decide, index, option.action, values)
            return at + 1
        return self._begin(p, decide.site, option.action, values, at + 1)

    def _seen(self, p: Position, picks: Sequence[Pick], values: Sequence[Value]) -> tuple[int, ...]:
        """Return, for each value, a bit for each player who can tell which value was chosen.

        For several components, these are the players who recognise all of them. Everybody sees a place.
        """
        found: list[int] = []
        named: list[int] = []
        for pick, value in zip(picks, values, strict=True):
            seen = self.atoms.everyone
            for c in components((pick,), (value,)):
                seen &= recognized(self.program, p, c, named)
                named.append(c)
            found.append(seen)
        return tuple(found)

    def trial(self, p: Position, site: int | None, action: int, values: tuple[Value, ...]) -> Position:
        """Return the position after an action's steps, before it is left; `p` is unchanged.

        A trial is charged like everything else, and for the copy of the position. Nothing in it leaves the
        action, which the checker ensures. Raises `Fault`.
        """
        scratch, code = self.evaluator.scratch, self.program.code
        q, context, leave = p[:], Context(trial=True), self._routine(action).exit
        spend(scratch, 1 + len(p) // INTEGERS, code[leave].at)
        pc = self._begin(q, site, action, values, leave)
        while True:
            for run in range(_TOGETHER):
                if pc == leave:
                    spend(scratch, run, code[leave].at)
                    return q
                pc = self._operations[pc](q, context)
            spend(scratch, _TOGETHER, code[pc].at)

    def _routine(self, action: int) -> Routine:
        """Return the steps of an action."""
        routine = self.program.actions[action].routine
        assert routine is not None  # noqa: S101 - a `choose` step, which has none, is neither run nor tried
        return self.program.routines[routine]

    def giver(self, site: int, action: int) -> Callable[[Position], None] | None:
        """Return the function that hands an action its given values; `None` if there are none."""
        spec = self.program.actions[action]
        if not spec.given:
            return None
        if (site, action) not in self._givers:
            asks = self.program.sites[site]
            given = asks.given[asks.actions.index(action)]
            self._givers[site, action] = give(self.evaluator, spec, given)
        return self._givers[site, action]

    def _begin(self, p: Position, site: int | None, action: int, values: tuple[Value, ...], back: int) -> int:
        spec, slots = self.program.actions[action], self.program.slots
        hand_over = self.giver(site, action) if site is not None else None
        if hand_over is not None:
            hand_over(p)
        for pick, value in zip(spec.picks, values, strict=True):
            put_local(p, slots[pick.slot].place, value)
        if spec.routine is None:
            return back
        routine = self.program.routines[spec.routine]
        assert routine.back is not None  # noqa: S101 - every action has a way back
        p[slots[routine.back].place] = back
        return routine.entry

    def _finish(self, p: Position, outcome: int, context: Context) -> int:
        """End the game. Scores are computed now, so that a fault in them is a fault of this game."""
        p[_OUTCOME] = outcome
        decide_places(self, p)
        if self.program.score:
            scores(self, p)
        if context.events is not None:
            context.events.append(Ended(outcome))
        return _STOP

    def _operation(self, at: int, i: g.Instruction) -> Operation:  # noqa: C901, PLR0912 - one line each
        slots = self.program.slots
        match i:
            case g.MoveTo():
                return changes.move(self, at, i)
            case g.Put():
                return changes.put(self, at, i)
            case g.PutLocal():
                return changes.put_into_slot(self, at, i)
            case g.Renew():
                return changes.renew(self, at, i)
            case g.TransferTo():
                return changes.transfer(self, at, i)
            case g.LayTile():
                return changes.lay(self, at, i)
            case g.ShuffleZone():
                return changes.shuffle(self, at, i)
            case g.RevealTo():
                return changes.reveal(self, at, i)
            case g.ShowTo():
                return changes.show(self, at, i)
            case g.Throw():
                return changes.throw(self, at, i)
            case g.Remember():
                return remembered.remember(self, at, i)
            case g.Forget():
                return remembered.forget(self, at, i)
            case g.Decide():
                return self._decide(at, i)
            case g.RunAnswer():
                return self._run_answer(at, i)
            case g.DrawHidden():
                return unseen.draw_hidden(self, at, i, unseen.by_stream(self, told=True))
            case g.DrawSecret():
                return unseen.draw_secret(self, at, i, unseen.by_stream(self, told=False))
            case g.Jump(to=to):
                return lambda p, _: to
            case g.BranchUnless(_, _, condition, to):
                return flow.branch_unless(self.evaluator.number(condition), at + 1, to)
            case g.LoopStart():
                return flow.loop_start(self, at, i)
            case g.LoopNext():
                return flow.loop_next(self, at, i)
            case g.LoopReset(block=block):
                return flow.store(slots[block].place, lambda _: 0, at + 1)
            case g.Call():
                return flow.call(self, at, i)
            case g.Return(routine=routine):
                return flow.leave_routine(self, routine)
            case g.Clear(_, _, routine, start):
                return flow.clear(self, at, routine, start)
            case g.Save(slot=slot):
                return flow.store(slots[slot].place, lambda p: p[_ME], at + 1)
            case g.SetMe(player=player):
                return flow.store(_ME, self.evaluator.number(player), at + 1)
            case g.Restore(slot=slot):
                return flow.restore(slots[slot].place, at + 1)
            case g.StartPhase():
                return flow.start_phase(self, at, i)
            case g.NextTurn():
                return flow.next_turn(self, at, i)
            case g.StopTurn(whole_phase=whole_phase):
                return flow.stop_turn(self, whole_phase=whole_phase)
            case g.LeavePhase(phase=phase):
                return flow.leave_phase(self, phase)
            case g.CheckEnd():
                return self._check_end(at)
            case g.Finish():
                return lambda p, context: self._finish(p, Head.FINISHED, context)
            case g.Hold():
                return flow.hold(self, at, i)
            case _:
                assert_never(i)

    def _decide(self, at: int, i: g.Decide) -> Operation:
        enumerate_, limit, told = self._enumerator(i.site), self.program.limit, self._told[i.site]
        ask_always, otherwise, place = self.program.sites[i.site].ask_always, i.otherwise, i.at

        def operation(p: Position, context: Context) -> int:
            if p[_DECISIONS] >= limit.decisions:
                return self._finish(p, limit.outcome, context)
            p[_PC] = at
            told(p)  # a fault in it belongs to the question, not to the answer
            options = enumerate_(p)
            if not options:
                if otherwise is None:
                    raise faults.NO_OPTION.at(place)
                return otherwise
            if len(options) == 1 and not ask_always:
                return self._take(p, at, i, options[0], context, forced=True)
            context.options = tuple(options)
            if context.events is not None:
                context.events.append(Asked(p[_ME], i.site, context.options))
            return _STOP

        return operation

    def _run_answer(self, at: int, i: g.RunAnswer) -> Operation:
        after, cursor = at + 1, self.program.slots[i.cursor].place

        def operation(p: Position, _: Context) -> int:
            answer = self.answer_at(p, i, p[cursor] - 1)
            if answer is None:
                return after
            return self._begin(p, i.site, answer[0], self.values_at(p, *answer), after)

        return operation

    def _check_end(self, at: int) -> Operation:
        after = at + 1

        def operation(p: Position, context: Context) -> int:
            for i, when in self._ends:
                if when(p):
                    return self._finish(p, Head.END + i, context)
            return after

        return operation

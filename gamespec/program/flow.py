"""Whether the code of a program leads on from every step, and what is certain wherever it leads.

What is certain before an instruction is a `State`: the least of what is certain on all ways that lead to it.
From what is certain before the first one it is found for all others by following each way until nothing new
comes up. A routine is followed by itself, from what is certain wherever it is run; its caller goes on with
what it held below the routine's frame. A second walk then asks of each instruction whether what it computes
fits, with what is certain there (`fits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from gamespec.program import instructions as g
from gamespec.program.forms import Malformed
from gamespec.program.program import Action, Program
from gamespec.program.ranges import Key, Scope, facts

__all__ = ["TAKEN", "Flow", "State"]

NO_PHASE = -1
MAIN = -1

TAKEN = "taken"
"""The head of what is certain where a member of a loop's list has been taken."""


@dataclass(frozen=True)
class State:
    """What is certain: the slots that have a value, what is not `none`, who acts and has the turn.

    `dirty` are the slots that may hold something, `phases` those that it may be; of both there are no others.
    """

    slots: frozenset[int] = frozenset()
    facts: frozenset[Key] = frozenset()
    me: bool = False
    turn: bool = False
    dirty: frozenset[int] = frozenset()
    phases: frozenset[int] = frozenset({NO_PHASE})

    def meet(self, other: State) -> State:
        """What is certain on either of two ways."""
        return State(
            self.slots & other.slots,
            self.facts & other.facts,
            self.me and other.me,
            self.turn and other.turn,
            self.dirty | other.dirty,
            self.phases | other.phases,
        )

    @property
    def scope(self) -> Scope:
        """What expressions can rely on."""
        return Scope({}, self.facts, self.slots, self.me)


class Flow:
    """What is certain before each instruction of a program; `before` has none for what is never reached."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.before: dict[int, State] = {}
        self.entered: dict[int, State] = {}
        """What is certain where each routine begins."""
        self.owner: dict[int, int] = {}
        self._overlap = _overlaps(program)
        self._left: list[int] = []
        self._reach(0, State(), MAIN)
        while self._left:
            at = self._left.pop()
            try:
                for to, state in self._after(at, program.code[at], self.before[at]):
                    self._reach(to, state, self.owner[at])
            except Malformed as error:
                raise error.within(str(at)).within("code") from None

    # --- ways -----------------------------------------------------------------------------------------

    def _reach(self, to: int, state: State, owner: int) -> None:
        """A way leads to an instruction of a routine."""
        if not 0 <= to < len(self.program.code):
            raise Malformed("no instruction follows")
        if self.owner.setdefault(to, owner) != owner:
            raise Malformed(f"instruction {to} is one of two routines")
        known = self.before.get(to)
        joined = state if known is None else known.meet(state)
        if joined != known:
            self.before[to] = joined
            self._left.append(to)

    def _run(self, at: int, number: int, state: State, given: Iterable[int]) -> State:
        """What is certain after a routine that an instruction runs with values in some slots."""
        routine, owner = self.program.routines[number], self.owner[at]
        if routine.back is None:
            raise Malformed(f"routine {number} has no way back")
        if owner != MAIN and routine.base <= self.program.routines[owner].base:
            raise Malformed(f"the frame of routine {number} does not lie above its caller's")
        handed = [*given, routine.back]
        if not set(handed) <= set(routine.slots):
            raise Malformed(f"a value is handed to what is no slot of routine {number}")
        inside = self._written(replace(state, slots=frozenset()), *handed)
        inside = replace(inside, facts=self._about(inside.facts, set(handed)))
        known = self.entered.get(number)
        self.entered[number] = inside if known is None else known.meet(inside)
        self._reach(routine.entry, self.entered[number], number)
        return self._cleared(state, routine.base, self.program.layout.length)

    def _about(self, known: frozenset[Key], slots: set[int]) -> frozenset[Key]:
        """The facts about some slots, and what is printed on them."""
        return frozenset(fact for fact in known if set(_slots_of(fact)) <= slots)

    # --- states ---------------------------------------------------------------------------------------

    def _written(self, state: State, *slots: int) -> State:
        """The state after values were put into slots, one after another."""
        for slot in slots:
            state = self._lost(state, self._overlap[slot])
            state = replace(state, slots=state.slots | {slot}, dirty=state.dirty | {slot})
        return state

    def _lost(self, state: State, slots: frozenset[int]) -> State:
        """The state once some slots have no value any more that could be relied on."""
        kept = frozenset(fact for fact in state.facts if not slots.intersection(_slots_of(fact)))
        return replace(state, slots=state.slots - slots, facts=kept)

    def _cleared(self, state: State, start: int, end: int) -> State:
        """The state after a part of the frames has been set to 0."""
        touched = {i for i, s in enumerate(self.program.slots) if s.place < end and s.place + s.size > start}
        whole = {
            i for i in touched if (s := self.program.slots[i]).place >= start and s.place + s.size <= end
        }
        return replace(self._lost(state, frozenset(touched)), dirty=state.dirty - whole)

    def _own(self, at: int, *slots: int) -> None:
        """See to it that an instruction of a routine writes to the routine's own slots only."""
        owner = self.owner[at]
        if owner != MAIN and not set(slots) <= set(self.program.routines[owner].slots):
            raise Malformed("a slot of another routine is written to")

    def clean(self, state: State, slot: int) -> bool:
        """Whether a slot is certain to hold what was put into it, or 0."""
        return slot in state.slots or not self._overlap[slot] & state.dirty - {slot}

    # --- instructions ---------------------------------------------------------------------------------

    def _after(self, at: int, i: g.Instruction, state: State) -> Iterator[tuple[int, State]]:  # noqa: C901, PLR0912, PLR0915 - a case each
        """Where an instruction leads, and what is certain there."""
        match i:
            case g.Jump(to=to):
                yield to, state
            case g.BranchUnless(condition=condition, to=to):
                yield at + 1, self._knowing(state, facts(condition, holds=True))
                yield to, self._knowing(state, facts(condition, holds=False))
            case g.PutLocal(slot=slot) | g.Throw(slot=slot) | g.LoopStart(block=slot):
                self._own(at, slot)
                yield at + 1, self._written(state, slot)
            case g.LoopNext(block=block, item=item, leave=leave):
                self._own(at, block, item)
                yield leave, state
                taken = self._written(state, item)
                yield at + 1, replace(taken, facts=taken.facts | {(TAKEN, block)})
            case g.LoopReset(block=block):
                self._own(at, block)
                yield at + 1, replace(state, facts=state.facts - {(TAKEN, block)})
            case g.Call(routine=routine):
                inside = replace(state, me=state.me or i.as_ is not None)
                after = self._run(at, routine, inside, self.program.routines[routine].parameters)
                yield at + 1, replace(after, me=state.me)
            case g.Return(routine=routine):
                self._leaves(at, routine, state)
            case g.Clear(routine=routine, start=start):
                frame = self.program.routines[routine]
                owner = self.owner[at]
                if owner not in {MAIN, routine} or (owner != MAIN and start == 0):
                    raise Malformed("what is forgotten is not the routine's own")
                yield at + 1, self._cleared(state, frame.base + start, frame.base + frame.size)
            case g.Save(slot=slot):
                self._own(at, slot)
                after = self._written(state, slot)
                yield at + 1, replace(after, facts=after.facts | ({("Local", slot)} if state.me else set()))
            case g.SetMe(player=player):
                yield at + 1, replace(state, me=not player.domain.optional)
            case g.Restore(slot=slot):
                self._own(at, slot)
                yield (
                    at + 1,
                    replace(self._lost(state, self._overlap[slot]), me=("Local", slot) in state.facts),
                )
            case g.StartPhase(phase=phase):
                if self.owner[at] != MAIN:
                    raise Malformed("a phase begins inside a routine")
                yield at + 1, replace(state, me=False, turn=False, phases=frozenset({phase}))
            case g.NextTurn(candidate=candidate, leave=leave):
                self._own(at, candidate)
                yield leave, state
                yield at + 1, replace(state, me=True, turn=True)
            case g.StopTurn(whole_phase=whole):
                yield from self._stopped(state, whole=whole)
            case g.Decide():
                yield from self._decided(at, i, state)
            case g.RunAnswer(site=site):
                for action in self.program.sites[site].actions:
                    after = self.acting(state, self.program.actions[action])
                    yield at + 1, self._begun(at, self.program.actions[action], after)
                yield at + 1, state
            case g.Finish():
                pass
            case (
                g.MoveTo() | g.Put() | g.Renew() | g.TransferTo() | g.LayTile()
                | g.ShuffleZone() | g.RevealTo() | g.CheckEnd()
            ):  # fmt: skip
                yield at + 1, state
            case _:
                assert_never(i)

    def _knowing(self, state: State, found: frozenset[Key]) -> State:
        """The state with what a condition says of locals; of anything else the next step may undo it."""
        return replace(state, facts=state.facts | {fact for fact in found if _lasts(fact)})

    def _leaves(self, at: int, routine: int, state: State) -> None:
        frame = self.program.routines[routine]
        if self.owner[at] != routine or frame.back not in state.slots:
            raise Malformed("the way back is not known here")
        if self.entered[routine].me and not state.me:
            raise Malformed("nobody acts any more when the routine is left")

    def _stopped(self, state: State, *, whole: bool) -> Iterator[tuple[int, State]]:
        """Where it goes on once a turn or phase is left; all locals are forgotten."""
        if NO_PHASE in state.phases:
            raise Malformed("there is no phase to leave")
        for number in state.phases:
            phase = self.program.phases[number]
            left = State(me=state.turn, turn=state.turn, phases=frozenset({number}))
            to = phase.leave if whole else phase.turn_end
            self._reach(to, left, MAIN)
        yield from ()

    def _decided(self, at: int, i: g.Decide, state: State) -> Iterator[tuple[int, State]]:
        """Where a decision leads: what was tried leaves nothing behind but the answer."""
        actions = [self.program.actions[number] for number in self.program.sites[i.site].actions]
        tried = state
        for action in actions:
            for slot in (*action.given, *(pick.slot for pick in action.picks)):
                tried = replace(self._lost(tried, self._overlap[slot]), dirty=tried.dirty)
        if i.otherwise is not None:
            yield i.otherwise, tried
        if i.answers is not None:
            self._own(at, i.answers)
            yield at + 1, self._written(tried, i.answers)
            return
        for action in actions:
            yield at + 1, self._begun(at, action, self.acting(tried, action))

    def acting(self, state: State, action: Action) -> State:
        """What is certain once an action's values are chosen."""
        state = self._written(state, *action.given)
        found: frozenset[Key] = facts(action.when, holds=True) if action.when is not None else frozenset()
        for pick in action.picks:
            state = self._written(state, pick.slot)
            if not pick.adds_none and not pick.source.domain.optional:
                found |= {("Local", pick.slot)}
            if pick.where is not None and not pick.adds_none:
                found |= facts(pick.where, holds=True)
        return self._knowing(state, found)

    def _begun(self, at: int, action: Action, state: State) -> State:
        """What is certain after an action, or once the values of a `choose` step are there."""
        slots = (*action.given, *(pick.slot for pick in action.picks))
        if action.routine is None:
            self._own(at, *slots)
            return state
        return self._run(at, action.routine, state, slots)


def _overlaps(program: Program) -> list[frozenset[int]]:
    """For each slot those that share a place with it, itself among them."""
    lying: dict[int, set[int]] = {}
    for number, slot in enumerate(program.slots):
        for place in range(slot.place, slot.place + slot.size):
            lying.setdefault(place, set()).add(number)
    return [
        frozenset().union(*(lying[place] for place in range(slot.place, slot.place + slot.size)))
        for slot in program.slots
    ]


def _slots_of(fact: Key) -> Iterator[int]:
    """The slots that a fact speaks of."""
    if fact[0] in {"Local", TAKEN} and isinstance(fact[1], int):
        yield fact[1]
    for part in fact:
        if isinstance(part, tuple):
            yield from _slots_of(part)


def _lasts(fact: Key) -> bool:
    """Whether a fact is one of a local, or of what is printed on it."""
    return fact[:1] == ("Local",) or (
        fact[:1] == ("Column",) and isinstance(fact[1], tuple) and _lasts(fact[1])
    )

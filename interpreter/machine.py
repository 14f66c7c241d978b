"""The machine: runs a program's instructions on a position until a decision is due or the game is over.

Each instruction becomes a closure from position and context to the next instruction. The machine holds no
game: everything that changes is in the position, so any number of games of one program share a machine,
and a game stopped at a decision, however deep inside an effect, is just its list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import assert_never

from gamespec import program as g
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.program import Head, Program
from interpreter.chance import Stream
from interpreter.decision import Option, Value, enumerator, give, put_value
from interpreter.effects import Atoms
from interpreter.errors import Fault, Refused
from interpreter.evaluate import Evaluator, Number
from interpreter.events import (
    Changed,
    Decided,
    Drew,
    Ended,
    Event,
    Laid,
    PhaseBegan,
    Transferred,
    TurnBegan,
)
from interpreter.explicit import Chance, explicit_operations
from interpreter.ranking import decide_places
from interpreter.text import Texts
from interpreter.tiling import Tiling

__all__ = ["FUEL", "Context", "Machine"]

Position = list[int]

FUEL = 200_000
"""The most instructions between two decisions."""

_STOP = -1
_PC, _ME, _TURN, _PHASE = Head.PC, Head.ME, Head.TURN, Head.PHASE
_OUTCOME, _DECISIONS = Head.OUTCOME, Head.DECISIONS
_NONE = t.NONE


@dataclass(eq=False, slots=True)
class Context:
    """What a run leaves behind and is given beside the position.

    `events` collects what happens, if it is a list. `script` holds outcomes that the next draws of chance
    streams must bring. `options` are those of the decision at which the run stopped. With `explicit` it also
    stops where chance comes in, at the node `chance`.
    """

    events: list[Event] | None = None
    script: dict[str, list[int]] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    explicit: bool = False
    chance: Chance | None = None


Operation = Callable[[Position, Context], int]


class Machine:
    """A program made ready to run."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tilings = {
            name: Tiling(plane, program.layout.planes[name]) for name, plane in program.world.planes.items()
        }
        self.evaluator = Evaluator(program, self.tilings)
        self.atoms = Atoms(program)
        self.streams = tuple(
            Stream(name, program.layout.streams + i) for i, name in enumerate(program.streams)
        )
        self._texts: dict[str, Texts] = {}
        self._givers: dict[tuple[g.Site, g.ActionSpec], Callable[[Position], None] | None] = {}
        self._enumerators: dict[g.Site, Callable[[Position], list[Option]]] = {}
        self._ends = tuple((i, self.evaluator.number(rule.when)) for i, rule in enumerate(program.end))
        self._operations = tuple(
            self._operation(i, instruction) for i, instruction in enumerate(program.code)
        )

    def texts(self, language: str) -> Texts:
        """Words in a language."""
        if language not in self._texts:
            self._texts[language] = Texts(self, language)
        return self._texts[language]

    def run(self, p: Position, context: Context, fuel: int = FUEL) -> None:
        """Run until a decision is due (its options are in the context) or the game is over.

        Raises `Fault`.
        """
        context.options, context.chance = (), None
        operations, pc = self._operations, p[_PC]
        if context.explicit:
            operations = self._explicit_operations
        for _ in range(fuel):
            following = operations[pc](p, context)
            if following == _STOP:
                if p[_OUTCOME] == Head.RUNNING:
                    p[_PC] = pc
                return
            pc = following
        span = self.program.code[pc].span
        raise Fault("GS508", f"{fuel} instructions have run without a decision", span)

    @cached_property
    def _explicit_operations(self) -> tuple[Operation, ...]:
        return explicit_operations(self, self._operations)

    def answer(self, p: Position, option: Option, context: Context) -> None:
        """Give the pending decision an answer; `run` goes on from there."""
        decide = self.pending(p)
        if option.spec not in decide.site.branches:
            raise Refused(f"`{option.action}` is not what is asked")
        p[_DECISIONS] += 1
        p[_PC] = self._take(p, p[_PC], decide, option, context, forced=False)

    def pending(self, p: Position) -> g.Decide:
        """The decision at which a position waits."""
        instruction = self.program.code[p[_PC]]
        assert isinstance(instruction, g.Decide)  # noqa: S101 - positions are saved at decisions only
        return instruction

    def options(self, p: Position) -> tuple[Option, ...]:
        """The options of the pending decision."""
        return tuple(self._enumerator(self.pending(p).site)(p))

    def _enumerator(self, site: g.Site) -> Callable[[Position], list[Option]]:
        if site not in self._enumerators:
            self._enumerators[site] = enumerator(self.evaluator, site, self.trial)
        return self._enumerators[site]

    def _take(  # noqa: PLR0913 - a decision, its place and its answer
        self, p: Position, at: int, decide: g.Decide, option: Option, context: Context, *, forced: bool
    ) -> int:
        """Act on an answer; where to go on."""
        spec, values = option.spec, option.value_tuple
        if context.events is not None:
            seen = tuple(self._seen(p, pick, value) for pick, value in zip(spec.picks, values, strict=True))
            context.events.append(Decided(p[_ME], spec, values, seen, forced, decide.site.secret))
        if decide.answers is not None and decide.cursor is not None:
            width = decide.answers.size // (decide.cursor.size - 2)
            place = decide.answers.at + width * (p[decide.cursor.at] - 1)
            p[place] = decide.site.branches.index(spec) + 1
            for pick, value in zip(spec.picks, values, strict=True):
                put_value(p, replace(pick.slot, at=place + 1), value)
                place += pick.slot.size
            return at + 1
        return self._begin(p, decide.site, spec, values, at + 1)

    def _seen(self, p: Position, pick: g.PickSpec, value: Value) -> int:
        """Who can tell which value was chosen: of a component whoever knows it, of several whoever knows all."""
        type_ = t.strip(pick.slot.type)
        if isinstance(value, tuple):
            type_, values = t.element(type_) or type_, value
        else:
            values = (value,)
        seen = self.atoms.everyone
        if isinstance(type_, t.Named) and type_.sort == "component":
            for c in values:
                if c != _NONE:
                    seen &= p[self.atoms.known + c] | 1 << p[_ME]
        return seen

    def trial(self, p: Position, site: g.Site, spec: g.ActionSpec, values: tuple[Value, ...]) -> Position:
        """The position after an action's steps, before it is left; `p` stays as it is."""
        assert spec.routine is not None  # noqa: S101 - only actions are tried
        q, context, leave = p[:], Context(), spec.routine.exit.at
        pc = self._begin(q, site, spec, values, leave)
        for _ in range(FUEL):
            if pc == leave:
                return q
            pc = self._operations[pc](q, context)
        raise Fault("GS508", f"{FUEL} instructions have run in one action", self.program.code[pc].span)

    def giver(self, site: g.Site, spec: g.ActionSpec) -> Callable[[Position], None] | None:
        """What hands an action of a site its given values; `None` if it is given none."""
        if not spec.given:
            return None
        key = (site, spec)
        if key not in self._givers:
            self._givers[key] = give(self.evaluator, spec, site.given[site.branches.index(spec)])
        return self._givers[key]

    def _begin(
        self, p: Position, site: g.Site, spec: g.ActionSpec, values: tuple[Value, ...], back: int
    ) -> int:
        hand_over = self.giver(site, spec)
        if hand_over is not None:
            hand_over(p)
        for pick, value in zip(spec.picks, values, strict=True):
            put_value(p, pick.slot, value)
        if spec.routine is None:
            return back
        assert spec.routine.back is not None  # noqa: S101 - every action has a way back
        p[spec.routine.back.at] = back
        return spec.routine.entry.at

    def _finish(self, p: Position, outcome: int, context: Context) -> int:
        """End the game."""
        p[_OUTCOME] = outcome
        decide_places(self, p)
        if context.events is not None:
            context.events.append(Ended(outcome))
        return _STOP

    def _operation(self, at: int, i: g.Instruction) -> Operation:  # noqa: C901, PLR0911, PLR0912 - one line each
        match i:
            case g.MoveTo():
                return self._move(at, i)
            case g.Put():
                return self._put(at, i)
            case g.Renew():
                return self._renew(at, i)
            case g.TransferTo():
                return self._transfer(at, i)
            case g.LayTile():
                return self._lay(at, i)
            case g.ShuffleZone():
                return self._shuffle(at, i)
            case g.RevealTo():
                return self._reveal(at, i)
            case g.Throw():
                return self._throw(at, i)
            case g.Decide():
                return self._decide(at, i)
            case g.RunAnswer():
                return self._run_answer(at, i)
            case g.Jump(_, to):
                return lambda p, _: to.at
            case g.BranchUnless(_, condition, to):
                return _branch_unless(self.evaluator.number(condition), at + 1, to)
            case g.LoopStart():
                return self._loop_start(at, i)
            case g.LoopNext():
                return _loop_next(at + 1, i)
            case g.LoopReset(_, block):
                return _store(block.at, lambda _: 0, at + 1)
            case g.Call():
                return self._call(at, i)
            case g.Return(_, routine):
                return self._return(routine)
            case g.Clear(_, routine, start):
                return self._clear(at, routine, start)
            case g.Save(_, slot):
                return _store(slot.at, lambda p: p[_ME], at + 1)
            case g.SetMe(_, player):
                return _store(_ME, self.evaluator.number(player), at + 1)
            case g.Restore(_, slot):
                return _restore(slot.at, at + 1)
            case g.StartPhase():
                return self._start_phase(at, i)
            case g.NextTurn():
                return self._next_turn(at, i)
            case g.StopTurn(_, whole_phase):
                return self._stop_turn(whole_phase=whole_phase)
            case g.CheckEnd():
                return self._check_end(at)
            case g.Finish():
                return lambda p, context: self._finish(p, Head.FINISHED, context)
            case _:
                assert_never(i)

    def _components(self, what: core.Core) -> Callable[[Position], list[int]]:
        if isinstance(what.type, t.ListType):
            listing = self.evaluator.listing(what)
            return lambda p: list(listing(p))
        number = self.evaluator.number(what)
        return lambda p: [number(p)]

    def _move(self, at: int, i: g.MoveTo) -> Operation:
        components, to = self._components(i.what), self.evaluator.number(i.to)
        move, bottom, span, after = self.atoms.move, i.bottom, i.span, at + 1
        size, zone_of = self.atoms.size, self.atoms.zone_of

        def operation(p: Position, context: Context) -> int:
            target, moving = to(p), components(p)
            whole = len(moving) > 1 and len(moving) == p[size + p[zone_of + moving[0]]]
            for c in moving:
                move(p, c, target, bottom=bottom, sink=context.events, span=span, whole=whole)
            return after

        return operation

    def _put(self, at: int, i: g.Put) -> Operation:
        after = at + 1
        if isinstance(i.target, core.Slot):
            return self._put_local(i.target, i.value, after)
        store = i.target.store
        offset = self.evaluator.offset(i.target.keys, store.dims, store.at)
        value, bounds, span = self.evaluator.number(i.value), i.bounds, i.value.span
        seen = self._variable_seen(store)

        def operation(p: Position, context: Context) -> int:
            new, place = +value(p), offset(p)
            if bounds is not None and not bounds[0] <= new <= bounds[1] and new != _NONE:
                raise Fault(
                    "GS505", f"{new} is not in `{bounds[0]}..{bounds[1]}`, what `{store.name}` can hold", span
                )
            if context.events is not None and p[place] != new:
                index = place - store.at
                context.events.append(Changed(store, index, p[place], new, seen[index]))
            p[place] = new
            return after

        return operation

    def _lay(self, at: int, i: g.LayTile) -> Operation:
        tiling = self.tilings[i.plane.name]
        what, spot, after = self.evaluator.number(i.what), self.evaluator.number(i.at), at + 1

        def operation(p: Position, context: Context) -> int:
            tile, where = what(p), spot(p)
            tiling.lay(p, tile, where, i.span)
            self.atoms.move(p, tile, i.zone, bottom=False, sink=context.events, span=i.span)
            if context.events is not None:
                context.events.append(Laid(i.plane.name, tile, where))
            return after

        return operation

    def _renew(self, at: int, i: g.Renew) -> Operation:
        store, after, seen = i.store, at + 1, self._variable_seen(i.store)
        start, end, fresh = store.at, store.at + store.count, [i.start] * store.count

        def operation(p: Position, context: Context) -> int:
            if context.events is not None and p[start:end] != fresh:
                context.events += [
                    Changed(store, k, p[start + k], i.start, seen[k])
                    for k in range(store.count)
                    if p[start + k] != i.start
                ]
            p[start:end] = fresh
            return after

        return operation

    def _variable_seen(self, store: core.Store) -> tuple[int, ...]:
        from interpreter.knowledge import variable_seen

        return variable_seen(self.program, store)

    def _put_local(self, slot: core.Slot, node: core.Core, after: int) -> Operation:
        at = slot.at
        if not isinstance(slot.type, t.ListType):
            value = self.evaluator.number(node)
            return _store(at, value, after)
        listing, most, span = self.evaluator.listing(node), slot.size - 1, node.span

        def operation(p: Position, _: Context) -> int:
            members = listing(p)
            if len(members) > most:
                raise Fault("GS512", f"a list of {len(members)}, at most {most}", span)
            p[at] = len(members)
            p[at + 1 : at + 1 + len(members)] = members
            return after

        return operation

    def _transfer(self, at: int, i: g.TransferTo) -> Operation:
        e, store, after = self.evaluator, i.source.store, at + 1
        amount, span = e.number(i.amount), i.span
        ends = tuple(self._holder(x) for x in (i.source, i.target))
        bank = store.at + store.count
        limited = store.name in self.program.limited
        bounds = store.type
        assert isinstance(bounds, t.Int)  # noqa: S101 - the type of every resource

        def operation(p: Position, context: Context) -> int:
            n, (source, target) = amount(p), (end(p) for end in ends)
            least = (0 if limited else t.INT_MIN) if source == bank else bounds.low
            if n < 0 or p[source] - n < least:
                raise Fault("GS507", f"{n} `{store.name}` cannot be taken from {p[source]}", span)
            if target != bank and source != target and p[target] + n > bounds.high:
                raise Fault("GS505", f"{p[target] + n} is more `{store.name}` than `{t.show(bounds)}`", span)
            p[source] -= n
            p[target] += n
            if n and context.events is not None:
                context.events.append(Transferred(store, n, source - store.at, target - store.at))
            return after

        return operation

    def _holder(self, node: core.Load) -> Number:
        store = node.store
        if node.bank:
            bank = store.at + store.count
            return lambda _: bank
        return self.evaluator.offset(node.keys, store.dims, store.at)

    def _shuffle(self, at: int, i: g.ShuffleZone) -> Operation:
        zone, stream, after, shuffle = (
            self.evaluator.number(i.zone),
            self.streams[i.stream],
            at + 1,
            self.atoms.shuffle,
        )

        def operation(p: Position, context: Context) -> int:
            shuffle(p, zone(p), stream, context.events)
            return after

        return operation

    def _reveal(self, at: int, i: g.RevealTo) -> Operation:
        components, after, everyone = self._components(i.what), at + 1, self.atoms.everyone
        players = self.evaluator.listing(i.to) if i.to is not None else None

        def operation(p: Position, context: Context) -> int:
            seen = everyone if players is None else sum(1 << x for x in set(players(p)))
            self.atoms.reveal(p, components(p), seen, context.events)
            return after

        return operation

    def _throw(self, at: int, i: g.Throw) -> Operation:
        source, stream, after, span = self.evaluator.listing(i.source), self.streams[i.stream], at + 1, i.span
        weight = self.evaluator.number(i.weight) if i.weight is not None else None
        place, scratch, slot, name = self.evaluator.place(i.item), self.evaluator.scratch, i.slot, i.name

        def weights(p: Position, values: tuple[int, ...]) -> list[int]:
            if weight is None:
                return [1] * len(values)
            found: list[int] = []
            for value in values:
                scratch[place] = value
                found.append(weight(p))
            return found

        def operation(p: Position, context: Context) -> int:
            values = tuple(source(p))
            shares = weights(p, values)
            if min(shares, default=0) < 0 or sum(shares) <= 0:
                raise Fault("GS511", "there is nothing to draw from", span)
            if context.script.get(name):
                value = context.script[name].pop(0)
                if value not in values:
                    raise Fault("GS511", "the scripted value cannot be drawn here", span)
            else:
                number = stream.below(p, sum(shares))
                value = _pick(values, shares, number)
            p[slot.at] = value
            if context.events is not None:
                context.events.append(Drew(name, slot.type, value))
            return after

        return operation

    def _decide(self, at: int, i: g.Decide) -> Operation:
        enumerate_, limit = self._enumerator(i.site), self.program.limit
        ask_always, otherwise, span = i.site.ask_always, i.otherwise, i.span

        def operation(p: Position, context: Context) -> int:
            if p[_DECISIONS] >= limit.decisions:
                return self._finish(p, limit.outcome, context)
            p[_PC] = at
            options = enumerate_(p)
            if not options:
                if otherwise is None:
                    raise Fault(
                        "GS501",
                        "nobody can answer: there is no option",
                        span,
                        "say what happens under `otherwise`",
                    )
                return otherwise.at
            if len(options) == 1 and not ask_always:
                return self._take(p, at, i, options[0], context, forced=True)
            context.options = tuple(options)
            return _STOP

        return operation

    def _run_answer(self, at: int, i: g.RunAnswer) -> Operation:
        answers, cursor, branches, after = i.answers, i.cursor, i.site.branches, at + 1
        width = answers.size // (cursor.size - 2)

        def operation(p: Position, _: Context) -> int:
            place = answers.at + width * (p[cursor.at] - 1)
            if p[place] == 0:
                return after
            spec = branches[p[place] - 1]
            values: list[Value] = []
            for pick in spec.picks:
                at_ = place + 1
                several = pick.counts is not None
                values.append(tuple(p[at_ + 1 : at_ + 1 + p[at_]]) if several else p[at_])
                place += pick.slot.size
            return self._begin(p, i.site, spec, tuple(values), after)

        return operation

    def _loop_start(self, at: int, i: g.LoopStart) -> Operation:
        over, block, most, after, span = (
            self.evaluator.listing(i.over),
            i.block.at,
            i.most,
            at + 1,
            i.over.span,
        )

        def operation(p: Position, _: Context) -> int:
            members = over(p)
            if len(members) > most:
                raise Fault("GS512", f"a list of {len(members)}, at most {most}", span)
            p[block], p[block + 1] = 0, len(members)
            p[block + 2 : block + 2 + len(members)] = members
            return after

        return operation

    def _call(self, at: int, i: g.Call) -> Operation:
        routine, after = i.routine, at + 1
        assert routine.back is not None  # noqa: S101 - only routines with a way back are called
        back, entry = routine.back.at, routine.entry
        parts = tuple(
            (
                slot,
                self.evaluator.listing(a) if isinstance(slot.type, t.ListType) else self.evaluator.number(a),
                a.span,
            )
            for slot, a in zip(routine.parameters, i.args, strict=True)
        )

        def operation(p: Position, _: Context) -> int:
            values = [(slot, value(p), span) for slot, value, span in parts]
            for slot, value, span in values:
                _put_argument(p, slot, value, span)
            p[back] = after
            return entry.at

        return operation

    def _return(self, routine: g.Routine) -> Operation:
        assert routine.back is not None  # noqa: S101 - only routines with a way back return
        back = routine.back.at
        start = self.program.layout.frames + routine.base
        end, zeros = start + routine.size, [0] * routine.size

        def operation(p: Position, _: Context) -> int:
            following = p[back]
            p[start:end] = zeros
            return following

        return operation

    def _clear(self, at: int, routine: g.Routine, offset: int) -> Operation:
        start = self.program.layout.frames + routine.base + offset
        end, after = self.program.layout.frames + routine.base + routine.size, at + 1
        zeros = [0] * (end - start)

        def operation(p: Position, _: Context) -> int:
            p[start:end] = zeros
            return after

        return operation

    def _start_phase(self, at: int, i: g.StartPhase) -> Operation:
        phase, after = i.phase, at + 1
        first = self.evaluator.number(i.first) if i.first is not None else (lambda _: 0)
        candidate, turns = i.candidate.at, self.program.phases[i.phase].turns

        def operation(p: Position, context: Context) -> int:
            p[_PHASE], p[_TURN], p[_ME] = phase, _NONE, _NONE
            if turns:
                p[candidate] = first(p)
            if context.events is not None:
                context.events.append(PhaseBegan(phase))
            return after

        return operation

    def _next_turn(self, at: int, i: g.NextTurn) -> Operation:
        players, candidate, after, leave = self.program.players, i.candidate.at, at + 1, i.leave
        who = self.evaluator.number(i.who) if i.who is not None else None
        place, scratch, step = self.evaluator.place(i.player), self.evaluator.scratch, 1 if i.forward else -1

        def operation(p: Position, context: Context) -> int:
            player = p[candidate]
            for _ in range(players):
                scratch[place] = player
                if who is None or who(p):
                    break
                player = (player + step) % players
            else:
                return leave.at
            p[candidate] = 0
            p[_TURN] = p[_ME] = player
            if context.events is not None:
                context.events.append(TurnBegan(player))
            return after

        return operation

    def _stop_turn(self, *, whole_phase: bool) -> Operation:
        phases, frames = self.program.phases, self.program.layout.frames

        def operation(p: Position, _: Context) -> int:
            play = phases[p[_PHASE]]
            p[_ME] = p[_TURN]
            p[frames:] = [0] * (len(p) - frames)
            return play.leave.at if whole_phase else play.turn_end.at

        return operation

    def _check_end(self, at: int) -> Operation:
        after = at + 1

        def operation(p: Position, context: Context) -> int:
            for i, when in self._ends:
                if when(p):
                    return self._finish(p, Head.END + i, context)
            return after

        return operation


def _pick(values: tuple[int, ...], shares: list[int], number: int) -> int:
    for value, share in zip(values, shares, strict=True):
        if number < share:
            return value
        number -= share
    message = "the number is below the sum of the shares"
    raise AssertionError(message)


def _put_argument(p: Position, slot: core.Slot, value: object, span: core.Span) -> None:
    if isinstance(value, int):
        p[slot.at] = +value
        return
    members = list(value)  # type: ignore[call-overload]
    if len(members) > slot.size - 1:
        raise Fault("GS512", f"a list of {len(members)}, at most {slot.size - 1}", span)
    p[slot.at] = len(members)
    p[slot.at + 1 : slot.at + 1 + len(members)] = members


def _branch_unless(condition: Number, after: int, to: g.Label) -> Operation:
    return lambda p, _: after if condition(p) else to.at


def _store(at: int, value: Number, after: int) -> Operation:
    def operation(p: Position, _: Context) -> int:
        p[at] = +value(p)
        return after

    return operation


def _restore(at: int, after: int) -> Operation:
    def operation(p: Position, _: Context) -> int:
        p[_ME] = p[at]
        p[at] = 0
        return after

    return operation


def _loop_next(after: int, i: g.LoopNext) -> Operation:
    block, item, leave = i.block.at, i.item.at, i.leave

    def operation(p: Position, _: Context) -> int:
        cursor = p[block]
        if cursor >= p[block + 1]:
            return leave.at
        p[item] = p[block + 2 + cursor]
        p[block] = cursor + 1
        return after

    return operation

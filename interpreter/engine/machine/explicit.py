"""Explicit chance: the caller supplies every outcome, and sees the possible ones with their probabilities.

A shuffled order is not settled at once (`unsettled` represents it, `reads` detects its readers). An
instruction that reads an unsettled place is undone and waits at a chance node; once the place is settled, it
runs again from its start. So a game tree has no more chance nodes than the game has surprises. As in any
other game, the position is the whole state of a game that waits at a chance node.

Everything that players see is settled before they see it: a zone that somebody sees into is settled when it
is shuffled, and so is a zone with differing backs; a pile is settled before it moves to a zone where somebody
sees its order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.budget import BUDGET
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.machine import changes, unseen
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.reads import Pending, WatchingEvaluator, unordered
from interpreter.engine.options.unseen import Draw
from interpreter.engine.state.unsettled import (
    MOST_GROUPS,
    Unsettled,
    groups_in,
    make_group,
    node_at,
    open_in,
    put_group,
    settle,
    tidy,
)
from interpreter.play.chance import Chance
from interpreter.play.errors import Fault
from interpreter.play.events import BackSeen, Revealed, Shuffled

__all__ = ["ExplicitMachine", "settled_only"]

_STOP = -1


@contextmanager
def settled_only(at: int) -> Iterator[None]:
    """Turn reads of unsettled places into faults, where nothing is played and so nothing can be settled."""
    try:
        yield
    except Unsettled:
        raise Fault("GS513", at, "an order is read that is not settled") from None


class ExplicitMachine(Machine):
    """A machine that stops at every chance node. `Context.explicit` must be set."""

    evaluator_type: ClassVar[type[Evaluator]] = WatchingEvaluator
    evaluator: WatchingEvaluator

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        overseen = any(zone.seen != 0 for zone in program.zones if zone.ordered)
        self._overseen = overseen or len(set(program.backs)) > len(program.kinds)

    def run(self, p: Position, context: Context) -> None:
        """Run until a decision or a chance node is pending, or the game is over. Raises `Fault`.

        Each run has a budget of its own, also after a chance node. `Context.work` says what it took.
        """
        super().run(p, context)
        context.work = BUDGET - self.evaluator.scratch[0]

    def settle(self, p: Position, chance: Chance, outcome: int, context: Context) -> None:
        """Supply the outcome of a chance node; `run` goes on from there."""
        if chance.place is None:
            assert chance.stream is not None  # noqa: S101 - what settles no place draws by a stream
            context.script[self.program.streams[chance.stream]] = [outcome]
            return
        differ = self._backs_differ(p, chance.place)
        seen = settle(self.atoms, p, chance.place, outcome)
        if context.events is not None:
            zone, place = p[self.atoms.zone_of + outcome], self.atoms.place_of(p, outcome)
            if differ:
                context.events.append(BackSeen(outcome, zone, place))
            if seen:
                context.events.append(Revealed(outcome, seen, zone, place))

    def _backs_differ(self, p: Position, c: int) -> bool:
        """Return whether the group of a component has different backs."""
        members = groups_in(self.atoms, p, p[self.atoms.zone_of + c])[open_in(self.atoms, p, c)]
        return len({self.program.backs[member] for member in members}) > 1

    def _operation(self, at: int, i: g.Instruction) -> Operation:
        match i:
            case g.ShuffleZone():
                operation = self._shuffle(at, i)
            case g.Throw():
                operation = self._throw(at, i)
            case g.DrawHidden():
                operation = unseen.draw_hidden(self, at, i, self._by_the_caller())
            case g.DrawSecret():
                operation = unseen.draw_secret(self, at, i, self._by_the_caller())
            case g.MoveTo():
                operation = self._move(at, i)
            case g.LayTile():
                operation = self._named(i.what, i.at, "laid", super()._operation(at, i))
            case g.RevealTo() | g.ShowTo():
                operation = self._named(i.what, i.at, "revealed", super()._operation(at, i))
            case _:
                operation = super()._operation(at, i)
        return self.waiting(at, operation)

    def waiting(self, at: int, operation: Operation) -> Operation:
        """Wrap an instruction, so that it waits wherever it depends on an unsettled place."""
        if at > 0 and isinstance(self.program.code[at - 1], g.ShuffleZone):
            operation = self._after_shuffle(operation)
        return self._undone(operation)

    def _undone(self, operation: Operation) -> Operation:
        """Wrap an instruction: if it reads an unsettled place, it has no effect and waits.

        In a trial of an action the position is a copy, with the same components in the same places: there the
        signal propagates to the decision, which waits.
        """
        if not self.evaluator.shuffles:
            return operation

        def waiting(p: Position, context: Context) -> int:
            if not context.explicit:
                return operation(p, context)
            before, events = p[:], context.events
            recorded = len(events) if events is not None else 0
            try:
                return operation(p, context)
            except Unsettled as signal:
                p[:] = before
                if events is not None:
                    del events[recorded:]
                context.chance = node_at(self.atoms, p, signal.component)
                return _STOP

        return waiting

    def _after_shuffle(self, operation: Operation) -> Operation:
        """Wrap the instruction after a shuffle: it waits until every visible place is settled."""

        def seen_first(p: Position, context: Context) -> int:
            for c in range(len(self.program.start)) if self._overseen else ():
                number = open_in(self.atoms, p, c)
                if number and (p[self.atoms.known + c] & self.atoms.everyone or self._backs_differ(p, c)):
                    raise Unsettled(groups_in(self.atoms, p, p[self.atoms.zone_of + c])[number][0])
            return operation(p, context)

        return seen_first

    def _shuffle(self, at: int, i: g.ShuffleZone) -> Operation:
        zone, atoms = changes.zone_to_shuffle(self, i), self.atoms

        def operation(p: Position, context: Context) -> int:
            number = zone(p)
            make_group(atoms, p, number)
            if context.events is not None:
                context.events.append(Shuffled(number))
            return at + 1

        return operation

    def _throw(self, at: int, i: g.Throw) -> Operation:
        usual, shares = self.evaluator.freely(
            (i.source,), lambda: (changes.throw(self, at, i), changes.shares(self, i))
        )
        told = changes.told(self, i.told)
        name = self.program.streams[i.stream]

        def operation(p: Position, context: Context) -> int:
            if context.script.get(name):
                following: int = usual(p, context)
                return following
            told(p)  # before the outcome is requested: nothing may be left to settle when it arrives
            found: dict[int, int] = {}
            for value, share in zip(*shares(p), strict=True):
                found[value] = found.get(value, 0) + share
            possible = {value: share for value, share in found.items() if share > 0}
            context.chance = Chance(tuple(possible), tuple(possible.values()), i.stream, i.slot)
            return _STOP

        return operation

    def _by_the_caller(self) -> unseen.Outcome:
        """Return the function that settles a draw: it asks the caller, unless there is only one outcome."""
        by_stream = unseen.by_stream(self, told=True)

        def outcome(p: Position, context: Context, draw: Draw, slot: int, at: int) -> int | None:
            stream = self.program.zones[draw.zone].stream
            if len(draw.outcomes) == 1 or context.script.get(self.program.streams[stream]):
                return by_stream(p, context, draw, slot, at)
            context.chance = Chance(draw.outcomes, draw.shares, stream, slot)
            return None

        return outcome

    def _named(self, what: x.Expression, at: int, done: str, usual: Operation) -> Operation:
        """Wrap an instruction: naming a component whose place is unsettled is a fault."""
        components = changes.components(self, what)

        def operation(p: Position, context: Context) -> int:
            if any(open_in(self.atoms, p, c) for c in components(p)):
                raise Fault("GS513", at, f"a component whose place is not settled is {done}", _CURE)
            return usual(p, context)

        return operation

    def _move(self, at: int, i: g.MoveTo) -> Operation:
        """Make a move. If a whole pile moves, its groups of unsettled components move along.

        The move may name either all components of a group or none of them.
        """
        usual, atoms, to = super()._operation(at, i), self.atoms, self.evaluator.number(i.to)
        what = self.evaluator.listing(i.what) if i.what.domain.is_list else None
        one = self.evaluator.number(i.what) if what is None else None

        def operation(p: Position, context: Context) -> int:
            moving = what(p) if what is not None else [one(p)] if one is not None else []
            target = to(p)
            whole = isinstance(moving, Pending) and moving.whole
            open_ = {c: n for c in (unordered(moving) if whole else moving) if (n := open_in(atoms, p, c))}
            if not open_:
                return usual(p, context)
            if whole and atoms.ordered[target] and any(atoms.sees(target, c) for c in open_):
                raise Unsettled(next(iter(open_)))
            if not whole:
                self._entire(p, open_, i.at)
            sources = {p[atoms.zone_of + c] for c in open_}
            for c in open_:
                put_group(atoms, p, c, 0)
            following = usual(p, context)
            if whole and atoms.ordered[target]:
                self._join(p, open_, target, i.at)
            for zone in (*sources, target) if context.explicit else ():
                tidy(atoms, p, zone)
            return following

        return operation

    def _entire(self, p: Position, moving: dict[int, int], at: int) -> None:
        for zone in {p[self.atoms.zone_of + c] for c in moving}:
            for members in groups_in(self.atoms, p, zone).values():
                if 0 < sum(c in moving for c in members) < len(members):
                    raise Fault("GS513", at, "a component whose place is not settled is moved", _CURE)

    def _join(self, p: Position, moved: dict[int, int], target: int, at: int) -> None:
        """Add the groups of a moved pile to its new zone, beside the groups there."""
        above = max(groups_in(self.atoms, p, target), default=0)
        if above + max(moved.values()) > MOST_GROUPS:
            raise Fault("GS513", at, f"more than {MOST_GROUPS} shuffled piles lie in one zone")
        for c, number in moved.items():
            put_group(self.atoms, p, c, above + number)


_CURE = "read it with `top` or `nth`, or move all of the zone"

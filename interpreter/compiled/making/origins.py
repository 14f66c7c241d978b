"""The origins of emitted instructions: the place of the program for which each instruction was emitted.

Instructions are trees of distinct objects, so their origins are stored separately, by object identity. The
code is the same whether or not origins are recorded. For everything that the emitters below emit, they record
the expression, pick or instruction for which it was emitted. Parts of a tree for which nothing is recorded
have the same origin as the tree around them. If a list passes its members to a consumer, the code of the
consumer belongs to the consumer and not to the list.

A tree *begins* a place if it runs whenever the expression is evaluated or the instruction is executed. Every
application of a function is recorded as a `Call`. If the function returns a scalar, the call is recorded with
its tree. If the function returns a list, its code is a loop around the consumer, so the call is recorded by
markers before and after the function's own code (`ENTERED`, `LEFT`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.cfg import Point
from interpreter.compiled.analysis.regions import Go
from interpreter.compiled.course.flow import Flow
from interpreter.compiled.expressions.expressions import Expressions, Take
from interpreter.compiled.options.candidates import Candidates
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.unit.unit import Scope, StoredList
from interpreter.compiled.wasm.wat import Body, Function, Wat

__all__ = [
    "CALLED",
    "END",
    "ENTERED",
    "ENTERS",
    "LEFT",
    "NOTES",
    "Call",
    "Origin",
    "Origins",
    "PlacedExpressions",
    "PlacedFlow",
    "PlacedOptions",
]

ENTERS, CALLED, ENTERED, LEFT = "origin.enters", "origin.called", "origin.entered", "origin.left"
"""Markers that stand among instructions.

`ENTERS` begins a part of the game, and carries the kind and the number of that part. `CALLED` counts a call,
and carries its number. `ENTERED` begins or resumes the callee's own code, and `LEFT` suspends or ends it.
Each of these two carries the number of the call and a name that the pair of markers shares.
"""
NOTES = frozenset({ENTERS, CALLED, ENTERED, LEFT})

END = ("end", 0)
"""The part of a game in which its end conditions are evaluated."""


@dataclass(frozen=True, slots=True)
class Call:
    """An application of a function of the game, at a place of the program."""

    function: int
    at: int


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a tree of instructions.

    It consists of the place of the tree, whether the tree begins that place, and the number of the call that
    the tree makes, if any.
    """

    at: int
    begins: bool
    call: int | None = None


class Origins:
    """Records the origins of the instructions of one module."""

    def __init__(self) -> None:
        self.calls: dict[Call, int] = {}
        """The calls that have been recorded, each mapped to its number."""
        self._known: dict[int, tuple[Wat, Origin]] = {}
        self._here: list[int] = []
        self._applied: list[tuple[x.Expression | None, int]] = []
        self._names = 0

    def of(self, node: Wat) -> Origin | None:
        """Return the origin that was recorded for this very tree, or `None` if there is none."""
        known = self._known.get(id(node))
        return None if known is None else known[1]

    @property
    def here(self) -> int | None:
        """The place for which code is currently being emitted, or `None` if it is emitted for none."""
        return self._here[-1] if self._here else None

    @contextmanager
    def emitting(self, at: int | None) -> Iterator[None]:
        """Attribute the code that is emitted inside the context to the place `at`."""
        if at is None:
            yield
            return
        self._here.append(at)
        try:
            yield
        finally:
            self._here.pop()

    def note(self, node: Wat, at: int, *, begins: bool = False, call: int | None = None) -> None:
        """Record the origin of a tree, unless it already has one.

        Strings and constants have no origin. A tree whose place has been recorded may still be marked as
        beginning that place, or as making a call.
        """
        if not isinstance(node, tuple) or node[0] == "i32.const":
            return
        known = self.of(node)
        if known is None or (begins and known.at == at):
            self._known[id(node)] = node, Origin(at, begins, None if known is None else known.call)
        if call is not None:
            self._known[id(node)] = node, replace(self._known[id(node)][1], call=call)

    def note_all(self, body: Sequence[Wat], at: int, *, begins: bool = False) -> None:
        """Record the origin of several instructions, of which the first may begin the place."""
        for i, node in enumerate(body):
            self.note(node, at, begins=begins and i == 0)

    def call(self, node: x.Apply) -> int:
        """Return the number of a function application, which is assigned when it is first used."""
        return self.calls.setdefault(Call(node.function.number, node.at), len(self.calls))

    @contextmanager
    def applying(self, body: x.Expression | None, call: int) -> Iterator[None]:
        """Attribute the body of a function to a call, wherever the body is expanded inside the context."""
        self._applied.append((body, call))
        try:
            yield
        finally:
            self._applied.pop()

    def applied(self, node: x.Expression) -> int | None:
        """Return the number of the current call if an expression is the body of the called function.

        For each call, this happens only once. In all other cases, the result is `None`.
        """
        if not self._applied or self._applied[-1][0] is not node:
            return None
        _, call = self._applied.pop()
        self._applied.append((None, call))
        return call

    def name(self) -> str:
        """Return a new name, to be shared by a pair of markers."""
        self._names += 1
        return str(self._names)


class PlacedExpressions(Expressions):
    """Emits expressions like its base class, and records their origins."""

    origins: Origins

    def number(self, scope: Scope, node: x.Expression) -> Wat:
        """Return the tree that the base class emits, and record its origin."""
        call = self.origins.applied(node)
        found = super().number(scope, node)
        self.origins.note(found, node.at, call=call)
        return found

    def _number(self, scope: Scope, node: x.Expression) -> Wat:
        begins = self.origins.here != node.at
        with self.origins.emitting(node.at):
            found = super()._number(scope, node)
        self.origins.note(found, node.at, begins=begins)
        return found

    def _apply(self, scope: Scope, node: x.Apply) -> Wat:
        call = self.origins.call(node)
        with self.origins.applying(node.function.body, call):
            found = super()._apply(scope, node)
        self.origins.note(found, node.at, begins=True)
        last = found[-1] if found[0] == "block" else found
        if isinstance(last, tuple) and last[0] == "call":  # otherwise, the body is recorded
            self.origins.note(last, node.at, call=call)
        return found

    def _compiled(self, function: x.Function, lists: tuple[bool, ...]) -> str:
        with self.origins.applying(None, 0):  # the body belongs to all its callers
            return super()._compiled(function, lists)

    def each(self, scope: Scope, node: x.Expression, take: Take, *, strict: bool) -> Body:
        """Return the instructions that the base class emits, and record their origin."""
        consumer, begins = self.origins.here, self.origins.here != node.at
        with self.origins.emitting(node.at):
            body = super().each(scope, node, self._taken_by(consumer, take), strict=strict)
        self.origins.note_all(body, node.at, begins=begins)
        return body

    def materialized(self, scope: Scope, node: x.Expression) -> tuple[Body, StoredList]:
        """Return what the base class emits, and record the origin of its instructions."""
        begins = self.origins.here != node.at
        with self.origins.emitting(node.at):
            body, stored = super().materialized(scope, node)
        self.origins.note_all(body, node.at, begins=begins)
        return body, stored

    def _streamed(self, scope: Scope, node: x.Expression, take: Take) -> Body:
        begins = self.origins.here != node.at
        with self.origins.emitting(node.at):
            body = self._handed_on(scope, node, take)
        self.origins.note_all(body, node.at, begins=begins)
        return body

    def _handed_on(self, scope: Scope, node: x.Expression, take: Take) -> Body:
        """Return the code that passes on the members of a list.

        The code of a called function is marked apart from the code of its consumer.
        """
        if not isinstance(node, x.Apply):
            return super()._streamed(scope, node, take)
        number, name = str(self.origins.call(node)), self.origins.name()
        entered: Wat = (ENTERED, number, name)
        left: Wat = (LEFT, number, name)
        before, inner = self.expanded(scope, node)
        taken = self._taken_by(node.at, take)
        body = self._streamed(inner, node.function.body, lambda value: [left, *taken(value), entered])
        return [*before, (CALLED, number), entered, *body, left]

    def _taken_by(self, consumer: int | None, take: Take) -> Take:
        def taken(value: Wat) -> Body:
            with self.origins.emitting(consumer):
                body = take(value)
            if consumer is not None:
                self.origins.note_all(body, consumer)
            return body

        return taken


class PlacedCandidates(Candidates):
    """Enumerates options like its base class, and records the pick for which code is emitted."""

    def _level(self, scope: Scope, way: object, level: int) -> Body:
        origins = self.e.origins  # type: ignore[attr-defined] # its expressions are placed, too
        picks = way.action.picks  # type: ignore[attr-defined]
        if not picks:
            return super()._level(scope, way, level)  # type: ignore[arg-type]
        at = picks[min(level, len(picks) - 1)].at
        with origins.emitting(at):
            body = super()._level(scope, way, level)  # type: ignore[arg-type]
        origins.note_all(body, at)
        return body


class PlacedOptions(RankedOptions):
    """Emits functions that list options, and records the sites to which they belong."""

    through = PlacedCandidates
    origins: Origins

    def _site(self, function: Function, number: int, *, judged: bool = True) -> None:
        at = self.unit.program.sites[number].at
        with self.origins.emitting(at):
            super()._site(function, number, judged=judged)
        self.origins.note_all(function.body, at, begins=True)

    def _total(self, number: int, count: str, scope: Scope) -> Body:
        """Return the code that counts the options of an action, attributed to the action's last pick.

        The code that takes such an option is attributed to the last pick, too.
        """
        return self._for_last_pick(number, partial(super()._total, number, count, scope))

    def chosen(self, scope: Scope, action: int, number: Wat, record: Wat, *, counted: bool) -> Body:
        """Return the code that the base class emits; code that selects by number belongs to the last pick."""
        emit = partial(super().chosen, scope, action, number, record, counted=counted)
        return self._for_last_pick(action, emit) if self.by_number(action, counted=counted) else emit()

    def _for_last_pick(self, action: int, emit: Callable[[], Body]) -> Body:
        at = self.unit.program.actions[action].picks[-1].at
        with self.origins.emitting(at):
            body = emit()
        self.origins.note_all(body, at)
        return body


class PlacedFlow(Flow):
    """Emits control flow, and records for each step its instruction and its part of the game."""

    origins: Origins

    def _block(self, first: int, go: Go) -> Body:
        body = super()._block(first, go)
        at = self.blocks.instruction(first).at
        self.origins.note_all(body, at)
        point = self.course.points[first]
        routine = self.course.routine_of(point)
        kind, number = ("routine", routine) if routine is not None else self._phase(point)
        return [(ENTERS, kind, str(number)), *body]

    def _phase(self, point: Point) -> tuple[str, int]:
        """Return the phase that contains a point, or the set-up if the point precedes the first phase."""
        starts = [i.phase for i in self.program.code[: point.at + 1] if isinstance(i, g.StartPhase)]
        return ("phase", starts[-1]) if starts else ("setup", 0)

    def _done(self, n: int) -> Body:
        at = self.blocks.instruction(n).at
        with self.origins.emitting(at):
            body = super()._done(n)
        self.origins.note_all(body, at, begins=True)
        return body

    def _last(self, n: int, go: Callable[[Point], Body]) -> Body:
        i = self.blocks.instruction(n)
        with self.origins.emitting(i.at):
            body = super()._last(n, go)
        self.origins.note_all(body, i.at, begins=True)
        if isinstance(i, g.CheckEnd):
            return [(ENTERS, *map(str, END)), *body]
        return body

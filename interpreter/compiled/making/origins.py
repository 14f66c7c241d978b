"""The origin of emitted instructions: the place of the program for which each was made.

Instructions are trees of distinct objects, so their origins are stored separately, by object identity: the
code is the same with and without this record. The emitters below record, for everything they make, the
expression, pick or instruction for which it was made; parts of a tree without a record of their own belong to
the same one. Where a list passes its members to a consumer, the consumer's code belongs to the consumer.

A tree *begins* a place if it runs each time the expression is evaluated or the instruction executed. A
function application is recorded as a `Call`. For a function that returns a scalar, the call is recorded with
the tree. A list is a loop around its consumer, so markers before and after the function's own code record the
call (`ENTERED`, `LEFT`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from interpreter.compiled.analysis.course import Point
from interpreter.compiled.analysis.regions import Go
from interpreter.compiled.course.flow import Flow
from interpreter.compiled.expressions.expressions import Expressions, Take
from interpreter.compiled.options.candidates import Candidates
from interpreter.compiled.options.options import Options
from interpreter.compiled.unit.unit import Kept, Scope
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
"""Markers among instructions.

`ENTERS` begins a part of the game, with its kind and number; `CALLED` counts a call, with its number.
`ENTERED` begins or resumes the callee's own code, and `LEFT` suspends or ends it; each has the number of the
call and a name that both markers share.
"""
NOTES = frozenset({ENTERS, CALLED, ENTERED, LEFT})

END = ("end", 0)
"""The part of a game that evaluates its end conditions."""


@dataclass(frozen=True, slots=True)
class Call:
    """An application of a function at a place."""

    function: int
    at: int


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a tree: its place, whether the tree begins the place, and its call, if any."""

    at: int
    begins: bool
    call: int | None = None


class Origins:
    """The origins of the instructions of one module."""

    def __init__(self) -> None:
        self.calls: dict[Call, int] = {}
        """The calls, each with its number."""
        self._known: dict[int, tuple[Wat, Origin]] = {}
        self._here: list[int] = []
        self._applied: list[tuple[x.Expression | None, int]] = []
        self._names = 0

    def of(self, node: Wat) -> Origin | None:
        """Return the origin recorded for a tree itself, or `None`."""
        known = self._known.get(id(node))
        return None if known is None else known[1]

    @property
    def here(self) -> int | None:
        """The place for which code is being emitted."""
        return self._here[-1] if self._here else None

    @contextmanager
    def emitting(self, at: int | None) -> Iterator[None]:
        """Set the place for which code is emitted inside the context."""
        if at is None:
            yield
            return
        self._here.append(at)
        try:
            yield
        finally:
            self._here.pop()

    def note(self, node: Wat, at: int, *, begins: bool = False, call: int | None = None) -> None:
        """Record the origin of a tree unless it has one; strings and constants have none.

        A tree with a recorded place may still be marked as beginning it.
        """
        if not isinstance(node, tuple) or node[0] == "i32.const":
            return
        known = self.of(node)
        if known is None or (begins and known.at == at):
            self._known[id(node)] = node, Origin(at, begins, None if known is None else known.call)
        if call is not None:
            self._known[id(node)] = node, replace(self._known[id(node)][1], call=call)

    def note_all(self, body: Sequence[Wat], at: int, *, begins: bool = False) -> None:
        """Record the origin of several instructions, the first of which may begin the place."""
        for i, node in enumerate(body):
            self.note(node, at, begins=begins and i == 0)

    def call(self, node: x.Apply) -> int:
        """Return the number of a call."""
        return self.calls.setdefault(Call(node.function.number, node.at), len(self.calls))

    @contextmanager
    def applying(self, body: x.Expression | None, call: int) -> Iterator[None]:
        """Assign a function body to one call inside the context, wherever the body is expanded."""
        self._applied.append((body, call))
        try:
            yield
        finally:
            self._applied.pop()

    def applied(self, node: x.Expression) -> int | None:
        """Return the call if an expression is the body being applied, once; otherwise `None`."""
        if not self._applied or self._applied[-1][0] is not node:
            return None
        _, call = self._applied.pop()
        self._applied.append((None, call))
        return call

    def name(self) -> str:
        """Return a fresh name that a pair of markers shares."""
        self._names += 1
        return str(self._names)


class PlacedExpressions(Expressions):
    """Emits expressions and records their origins."""

    origins: Origins

    def number(self, scope: Scope, node: x.Expression) -> Wat:
        """Emit as the base class does, and record the origin."""
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
        if isinstance(last, tuple) and last[0] == "call":  # else it was expanded, and its body is noted
            self.origins.note(last, node.at, call=call)
        return found

    def _compiled(self, function: x.Function, lists: tuple[bool, ...]) -> str:
        with self.origins.applying(None, 0):  # its body belongs to all who call it
            return super()._compiled(function, lists)

    def each(self, scope: Scope, node: x.Expression, take: Take, *, strict: bool) -> Body:
        """Emit as the base class does, and record the origin."""
        consumer, begins = self.origins.here, self.origins.here != node.at
        with self.origins.emitting(node.at):
            body = super().each(scope, node, self._taken_by(consumer, take), strict=strict)
        self.origins.note_all(body, node.at, begins=begins)
        return body

    def kept(self, scope: Scope, node: x.Expression) -> tuple[Body, Kept]:
        """Emit as the base class does, and record the origin."""
        begins = self.origins.here != node.at
        with self.origins.emitting(node.at):
            body, kept = super().kept(scope, node)
        self.origins.note_all(body, node.at, begins=begins)
        return body, kept

    def _streamed(self, scope: Scope, node: x.Expression, take: Take) -> Body:
        begins = self.origins.here != node.at
        with self.origins.emitting(node.at):
            body = self._handed_on(scope, node, take)
        self.origins.note_all(body, node.at, begins=begins)
        return body

    def _handed_on(self, scope: Scope, node: x.Expression, take: Take) -> Body:
        """Emit the members of a list; a function's own code is marked apart from its consumer's."""
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
    """Enumerates options and records the pick for which code is emitted."""

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


class PlacedOptions(Options):
    """Emits the listing of options and records the site of each."""

    through = PlacedCandidates
    origins: Origins

    def _site(self, function: Function, number: int) -> None:
        at = self.unit.program.sites[number].at
        with self.origins.emitting(at):
            super()._site(function, number)
        self.origins.note_all(function.body, at, begins=True)

    def _total(self, number: int, count: str, scope: Scope) -> Body:
        """Record code that counts options as belonging to the last pick, like code that takes one."""
        return self._for_last_pick(number, partial(super()._total, number, count, scope))

    def chosen(self, scope: Scope, action: int, number: Wat, record: Wat, *, counted: bool) -> Body:
        """Emit as the base class does, and record the origin."""
        emit = partial(super().chosen, scope, action, number, record, counted=counted)
        return self._for_last_pick(action, emit) if self.by_number(action, counted=counted) else emit()

    def _for_last_pick(self, action: int, emit: Callable[[], Body]) -> Body:
        at = self.unit.program.actions[action].picks[-1].at
        with self.origins.emitting(at):
            body = emit()
        self.origins.note_all(body, at)
        return body


class PlacedFlow(Flow):
    """Emits control flow and records its instruction and its part of the game."""

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
        """Return the phase that contains a point; the set-up precedes the first phase."""
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

"""Where emitted instructions come from: which place of the program each stands for.

Instructions are trees, and each tree is an object of its own, so what is known of one is kept by its identity
beside it: the code is the same whether anybody notes where it comes from or not. The emitters below note, of
all that they make, the expression, pick or instruction that it was made for; what stands within a tree and
was not noted by itself belongs to the same. Where a list hands its members on to whoever takes them, what
takes them belongs to the taker.

A place is *begun* by a tree that is run each time the expression is evaluated, or the instruction done. A
function that is applied is noted as a `Call`: of a scalar with its tree, of a list, which is a loop around
its taker, by words before and after what is its own (`ENTERED`, `LEFT`).
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
    "Call",
    "Origin",
    "Origins",
    "PlacedExpressions",
    "PlacedFlow",
    "PlacedOptions",
]

ENTERS, CALLED, ENTERED, LEFT = "origin.enters", "origin.called", "origin.entered", "origin.left"
"""Words among instructions: a part of the game begins (its kind and number); a function is called (the number
of the call); what it does begins or goes on, and stops, for the time being or for good (the number of the
call, and a name that both words share)."""

END = ("end", 0)
"""The part of a game that asks whether it is over."""


@dataclass(frozen=True, slots=True)
class Call:
    """A function is applied at a place."""

    function: int
    at: int


@dataclass(frozen=True, slots=True)
class Origin:
    """What a tree was made for: a place, whether it begins there, and the call that it is, if any."""

    at: int
    begins: bool
    call: int | None = None


class Origins:
    """What is known of the instructions of one module."""

    def __init__(self) -> None:
        self.calls: dict[Call, int] = {}
        """The calls, each with its number."""
        self._known: dict[int, tuple[Wat, Origin]] = {}
        self._here: list[int] = []
        self._applied: list[tuple[x.Expression | None, int]] = []
        self._names = 0

    def of(self, node: Wat) -> Origin | None:
        """What is known of a tree by itself."""
        known = self._known.get(id(node))
        return None if known is None else known[1]

    @property
    def here(self) -> int | None:
        """The place for which something is being emitted."""
        return self._here[-1] if self._here else None

    @contextmanager
    def emitting(self, at: int | None) -> Iterator[None]:
        """While this lasts, something is emitted for a place."""
        if at is None:
            yield
            return
        self._here.append(at)
        try:
            yield
        finally:
            self._here.pop()

    def note(self, node: Wat, at: int, *, begins: bool = False, call: int | None = None) -> None:
        """Note where a tree comes from, unless it is known; words and constants come from nowhere.

        Of one that is known to come from there it may still be noted that it begins the place.
        """
        if not isinstance(node, tuple) or node[0] == "i32.const":
            return
        known = self.of(node)
        if known is None or (begins and known.at == at):
            self._known[id(node)] = node, Origin(at, begins, None if known is None else known.call)
        if call is not None:
            self._known[id(node)] = node, replace(self._known[id(node)][1], call=call)

    def note_all(self, body: Sequence[Wat], at: int, *, begins: bool = False) -> None:
        """Note where some instructions come from, of which the first may begin the place."""
        for i, node in enumerate(body):
            self.note(node, at, begins=begins and i == 0)

    def call(self, node: x.Apply) -> int:
        """The number of a call."""
        return self.calls.setdefault(Call(node.function.number, node.at), len(self.calls))

    @contextmanager
    def applying(self, body: x.Expression | None, call: int) -> Iterator[None]:
        """While this lasts, the body of a function is emitted for one call, wherever it is expanded."""
        self._applied.append((body, call))
        try:
            yield
        finally:
            self._applied.pop()

    def applied(self, node: x.Expression) -> int | None:
        """The call for which an expression is emitted, if it is the body of the function; told once."""
        if not self._applied or self._applied[-1][0] is not node:
            return None
        _, call = self._applied.pop()
        self._applied.append((None, call))
        return call

    def name(self) -> str:
        """A name for what two words share."""
        self._names += 1
        return str(self._names)


class PlacedExpressions(Expressions):
    """Emits expressions, and notes which is which."""

    origins: Origins

    def number(self, scope: Scope, node: x.Expression) -> Wat:
        """As it is emitted else."""
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
        """As it is emitted else."""
        consumer, begins = self.origins.here, self.origins.here != node.at
        with self.origins.emitting(node.at):
            body = super().each(scope, node, self._taken_by(consumer, take), strict=strict)
        self.origins.note_all(body, node.at, begins=begins)
        return body

    def kept(self, scope: Scope, node: x.Expression) -> tuple[Body, Kept]:
        """As it is emitted else."""
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
        """The members of a list; of a function its own part is told from its taker's."""
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
    """Goes through options, and notes for which pick."""

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
    """Emits what lists options, and notes for which site."""

    through = PlacedCandidates
    origins: Origins

    def _site(self, function: Function, number: int) -> None:
        at = self.unit.program.sites[number].at
        with self.origins.emitting(at):
            super()._site(function, number)
        self.origins.note_all(function.body, at, begins=True)

    def _total(self, number: int, count: str, scope: Scope) -> Body:
        """What counts options is noted for the last pick, as what takes one is."""
        return self._for_last_pick(number, partial(super()._total, number, count, scope))

    def chosen(self, scope: Scope, action: int, number: Wat, record: Wat, *, counted: bool) -> Body:
        """As it is emitted else."""
        emit = partial(super().chosen, scope, action, number, record, counted=counted)
        return self._for_last_pick(action, emit) if self.by_number(action, counted=counted) else emit()

    def _for_last_pick(self, action: int, emit: Callable[[], Body]) -> Body:
        at = self.unit.program.actions[action].picks[-1].at
        with self.origins.emitting(at):
            body = emit()
        self.origins.note_all(body, at)
        return body


class PlacedFlow(Flow):
    """Emits what runs a program, and notes of which instruction it is and in which part of the game."""

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
        """The phase in which a point lies; set-up is what comes before the first."""
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

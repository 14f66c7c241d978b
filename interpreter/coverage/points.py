"""Lists the points of a specification that games can reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gamespec.loader import Spec
from gamespec.model import model as m
from gamespec.model.walk import blocks, every_phase
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from gamespec.trees.ast import Expression
from interpreter.coverage.tally import Key, Tally, key_of

__all__ = ["Point", "points"]


@dataclass(frozen=True, slots=True)
class Point:
    """A part of a specification that can be reached, with the message in case it never was.

    In all programs and variants of a game, the same part has the same `key`. It is reached only if the part
    with the key `under` is, if there is one.
    """

    span: Span
    what: str
    key: Key
    under: Key | None = None

    def as_dict(self) -> dict[str, object]:
        """Return the place, and what was not reached."""
        span = self.span
        return {"file": span.source.name, "line": span.line, "column": span.column, "what": self.what}

    def __str__(self) -> str:
        return f"{self.span}: {self.what}"


def points(spec: Spec, tally: Tally) -> tuple[Point, ...]:
    """Return all points of a specification, in the order of the source."""
    game = spec.model
    found: list[Point] = []
    for phase in every_phase(game.phases):
        found += _outcomes(phase.until, tally)
    for action in game.actions:
        name = action.ident.name
        found.append(Point(action.ident.span, f"action `{name}` is never taken", ("action", name)))
    for handler in game.handlers:
        found += _outcomes(handler.when, tally)
    handled = frozenset(handler.event.name for handler in game.handlers)
    for steps, under in _routines(game):
        found += _within(steps, under, tally, handled)
    for end in game.end:
        found.append(Point(end.ident.span, f"the game never ends by `{end.ident}`", ("end", end.ident.name)))
    for table in game.tables:
        name = table.ident.name
        found += [
            Point(row.span, f"row {i} of `{name}` is never read", ("row", name, i - 1))
            for i, row in enumerate(table.rows, 1)
            if name in tally.tables
        ]
    unique = {point.key: point for point in found}
    return tuple(sorted(unique.values(), key=lambda p: (p.span.source.name, p.span.start, p.what)))


def _routines(game: m.Game) -> Iterator[tuple[tuple[m.Step, ...], Key | None]]:
    """Yield the steps of each part of a game, and the key of what must be reached before, if there is one."""
    yield game.setup, None
    for phase in every_phase(game.phases):
        yield phase.do, None
    for action in game.actions:
        yield action.do, ("action", action.ident.name)
    for procedure in game.procedures:
        yield procedure.do, None
    for handler in game.handlers:
        yield handler.do, None if handler.when is None else key_of("holds", handler.when.span)


def _within(
    steps: tuple[m.Step, ...], under: Key | None, tally: Tally, handled: frozenset[str]
) -> Iterator[Point]:
    """Yield the points of steps and of all steps nested in them.

    An `announce` of an event that is not `handled` has no instruction, and no point.
    """
    for step in steps:
        if not isinstance(step, m.Announce) or step.event.name in handled:
            for point in _points(step, tally):
                yield replace(point, under=under)
        for guard, inner in _guarded(step, under):
            yield from _within(inner, guard, tally, handled)


def _guarded(step: m.Step, under: Key | None) -> Iterator[tuple[Key | None, tuple[m.Step, ...]]]:
    """Yield the lists of steps in a step, each with the key of what must be reached before."""
    inner = [steps for _, steps in blocks(step)]
    match step:
        case m.If(condition=condition):
            yield key_of("holds", condition.span), inner[0]
            yield key_of("fails", condition.span), inner[1]
        case m.While(condition=condition):
            yield key_of("holds", condition.span), inner[0]
        case m.Case():
            yield from zip([point.key for point in _branches(step)], inner, strict=False)
        case _:
            place = _place(step)
            for steps in inner:
                yield under if place is None else key_of("step", place), steps


def _outcomes(condition: Expression | None, tally: Tally) -> Iterator[Point]:
    """Yield a point for each of the two outcomes of a condition. A literal has no points."""
    if condition is None or condition.text in {"true", "false"}:
        return
    holds, span = key_of("holds", condition.span), condition.span
    only = ": options settle it" if holds in tally.settled - tally.asked else ""
    yield Point(span, f"`{condition.text}` never holds{only}", holds)
    yield Point(span, f"`{condition.text}` always holds{only}", key_of("fails", span))


def _points(step: m.Step, tally: Tally) -> Iterator[Point]:
    """Yield the points of one step, not including the points of steps nested in it."""
    match step:
        case m.If() | m.While():
            yield from _outcomes(step.condition, tally)
        case m.Case():
            yield from _branches(step)
        case m.Set():
            for pair in step.pairs:
                span = pair.place.span
                yield Point(span, f"`{pair.place.text}` is never set", key_of("step", span))
        case _:
            verb, place = type(step).__name__.lower(), _place(step)
            if place is not None:
                yield Point(step.span, f"this `{verb}` is never reached", key_of("step", place))


def _place(step: m.Step) -> Span | None:
    """Return the span of a step's first instruction, or `None` for a diagram that draws nothing."""
    if not isinstance(step, m.Draw):
        return step.span
    legend = {ident.name for ident, _ in step.legend}
    return next((c.span for line in step.diagram.lines for c in line if c.name in legend), None)


def _branches(step: m.Case) -> Iterator[Point]:
    """Yield a point for each branch of a `case` step. If there is no `else`, the last branch has no test."""
    spans = [branch.values[0].span for branch in step.branches]
    last = spans[-2:-1] if step.otherwise is None else spans[-1:]
    for span in spans if step.otherwise is not None else spans[:-1]:
        yield Point(span, f"the branch `{span.text}` is never taken", key_of("holds", span))
    for asked in last:
        name = f"the branch `{spans[-1].text}`" if step.otherwise is None else "`else`"
        place = spans[-1] if step.otherwise is None else step.span
        yield Point(place, f"{name} is never taken", key_of("fails", asked))

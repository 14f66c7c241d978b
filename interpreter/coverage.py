"""Rule coverage: which parts of a specification no scenario and no random game ever reached.

A *point* is a step, one outcome of a condition that steps hang on, an action, an entry of `end`, or a row
of a table that is read while the game goes on. What runs are instructions; those of all programs of a game
(for numbers of players and options, and for what scenarios set up) lead back to its points by the places they
were written at. What is only tried, to see whether an option is one, does not count.

Games that are not being watched pay nothing: a watched machine has operations of its own, each around the
usual one. `watching` must not be used by two threads at once.
"""

from __future__ import annotations

# ruff: noqa: SLF001 - it takes machines apart, which nothing else may
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import interpreter.engine.game
from gamespec import model as m
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.ast import Expression
from gamespec.loader import Spec
from gamespec.compile.draft import BranchUnless, CheckEnd, Head, Program
from gamespec.source import Span
from gamespec.walk import every_step
from interpreter.engine.context import Context, Operation
from interpreter.contract import choose_at_random
from interpreter.engine.decision import Option
from interpreter.engine.game import Game, Machines
from interpreter.engine.machine import Machine
from interpreter.scenario import load_scenarios, run_scenario

__all__ = ["Coverage", "Point", "Tally", "measure", "points", "watching"]

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A part of a specification that can be reached, and how it is said that it never was.

    `key` is the same for a part in all programs of a game, and in its variants.
    """

    span: Span
    what: str
    key: Key

    def __str__(self) -> str:
        return f"{self.span}: {self.what}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often each point was reached, in the order of the files."""

    reached: Mapping[Point, int]

    @property
    def never(self) -> tuple[Point, ...]:
        """The points that nothing reached."""
        return tuple(point for point, times in self.reached.items() if not times)

    @property
    def report(self) -> str:
        """The points never reached, a line each; nothing if there are none."""
        return "\n".join(str(point) for point in self.never)


@dataclass(eq=False)
class Tally:
    """How often each key was reached, and what only shows when a machine is made.

    `tables` are those that are read while a game goes on; `settled` and `asked` the conditions that are
    constant in some program, and in some are not.
    """

    hits: Counter[Key] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)
    settled: set[Key] = field(default_factory=set)
    asked: set[Key] = field(default_factory=set)


def _key(what: str, span: Span) -> Key:
    """The key of what stands at a place."""
    return what, span.source.name, span.start, span.end


def measure(
    spec: Spec,
    *,
    games: int = 20,
    scenarios: bool = True,
    options: Iterable[Mapping[str, int | bool | str]] = ({},),
    seed: int = 0,
) -> Coverage:
    """Run the scenarios of a game, and random games for each number of players and each choice of options.

    Raises `OptionError` for options that the game does not have. What fails is not reported here.
    """
    tally = Tally()
    with watching(tally):
        if scenarios:
            for scenario in load_scenarios(spec)[0]:
                run_scenario(spec, scenario)
        for chosen in options:
            for players in spec.players:
                for number in range(games):
                    _play(spec.program(players, chosen), seed + number)
    return Coverage({point: tally.hits[point.key] for point in points(spec, tally)})


def _play(program: Program, seed: int) -> None:
    game, step = Game(program, seed), 0
    while not game.over:
        game.play(choose_at_random(game, seed, step))
        step += 1


@contextmanager
def watching(tally: Tally) -> Iterator[None]:
    """While this lasts, whatever games begin to do is noted."""
    usual = interpreter.engine.game._MACHINES
    interpreter.engine.game._MACHINES = _Watched(tally)
    try:
        yield
    finally:
        interpreter.engine.game._MACHINES = usual


class _Watched(Machines):
    """Machines that are watched from when they are made."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def made(self, program: Program) -> Machine:
        """A new machine that is watched."""
        machine = super().made(program)
        _watch(machine, self.tally)
        return machine


# --- what runs --------------------------------------------------------------------------------------


def _watch(machine: Machine, tally: Tally) -> None:
    """Give a machine operations that note what they reach."""
    code, evaluator = machine.program.code, machine.evaluator
    compile_, take, trial = evaluator._compile, machine._take, machine.trial

    def taken(*args: Any, forced: bool) -> int:
        option: Option = args[3]
        tally.hits["action", option.spec.name] += 1
        return take(*args, forced=forced)

    def tried(*args: Any) -> list[int]:
        machine._operations = plain
        try:
            return trial(*args)
        finally:
            machine._operations = watched

    machine._take, machine.trial = taken, tried  # type: ignore[method-assign,assignment]
    _watch_tables(machine, tally)
    machine._enumerators.clear()
    machine._givers.clear()
    machine._ends = tuple((i, evaluator.number(rule.when)) for i, rule in enumerate(machine.program.end))
    plain = tuple(machine._operation(at, instruction) for at, instruction in enumerate(code))
    watched = tuple(_watched(machine, at, usual, tally) for at, usual in enumerate(plain))
    machine._operations = watched
    # what scenarios ask afterwards is not reached by the rules
    evaluator._compile = compile_  # type: ignore[method-assign]


def _watch_tables(machine: Machine, tally: Tally) -> None:
    """Note which rows of tables are read."""
    evaluator = machine.evaluator
    compile_ = evaluator._compile
    evaluator._closures.clear()

    def compiled(node: core.Core) -> object:
        closure = compile_(node)
        if not isinstance(node, core.Column) or not isinstance(node.of.type, t.Named):
            return closure
        type_ = node.of.type
        if type_.sort != "row":
            return closure
        tally.tables.add(type_.name)
        row = evaluator.number(node.of)

        def read(p: list[int]) -> int:
            tally.hits["row", type_.name, row(p)] += 1
            return closure(p)  # type: ignore[no-any-return]

        return read

    evaluator._compile = compiled  # type: ignore[method-assign]


def _watched(machine: Machine, at: int, usual: Operation, tally: Tally) -> Operation:
    """The operation of an instruction, noting that it was reached and what came of it."""
    instruction = machine.program.code[at]
    hits, ends = tally.hits, machine.program.end
    here, holds, fails = (_key(what, instruction.span) for what in ("step", "holds", "fails"))

    def operation(p: list[int], context: Context) -> int:
        hits[here] += 1
        return usual(p, context)

    def branch(p: list[int], context: Context) -> int:
        hits[here] += 1
        following = usual(p, context)
        hits[holds if following == at + 1 else fails] += 1
        return following

    def check(p: list[int], context: Context) -> int:
        hits[here] += 1
        following = usual(p, context)
        if p[Head.OUTCOME] >= Head.END:
            hits["end", ends[p[Head.OUTCOME] - Head.END].name] += 1
        return following

    match instruction:
        case BranchUnless(_, condition, _):
            (tally.settled if isinstance(condition, core.Const) else tally.asked).add(holds)
            return branch
        case CheckEnd():
            return check
        case _:
            return operation


# --- what there is to reach -------------------------------------------------------------------------


def points(spec: Spec, tally: Tally) -> tuple[Point, ...]:
    """All points of a specification, in the order of its files."""
    game = spec.model
    found: list[Point] = []
    for phase in game.phases:
        found += _outcomes(phase.until, tally)
    for action in game.actions:
        name = action.ident.name
        found.append(Point(action.ident.span, f"action `{name}` is never taken", ("action", name)))
    for handler in game.handlers:
        found += _outcomes(handler.when, tally)
    for step in _steps(game):
        found += _points(step, tally)
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


def _outcomes(condition: Expression | None, tally: Tally) -> Iterator[Point]:
    """Both outcomes of a condition that is more than a literal."""
    if condition is None or condition.text in {"true", "false"}:
        return
    holds, span = _key("holds", condition.span), condition.span
    only = ": options settle it" if holds in tally.settled - tally.asked else ""
    yield Point(span, f"`{condition.text}` never holds{only}", holds)
    yield Point(span, f"`{condition.text}` always holds{only}", _key("fails", span))


def _points(step: m.Step, tally: Tally) -> Iterator[Point]:
    """The points of one step, without those of steps in it."""
    match step:
        case m.If() | m.While():
            yield from _outcomes(step.condition, tally)
        case m.Set():
            for pair in step.pairs:
                span = pair.place.span
                yield Point(span, f"`{pair.place.text}` is never set", _key("step", span))
        case _:
            verb = type(step).__name__.lower()
            yield Point(step.span, f"this `{verb}` is never reached", _key("step", step.span))


def _steps(game: m.Game) -> Iterator[m.Step]:
    """Every step of a game that leaves an instruction, those in other steps included."""
    handled = {handler.event.name for handler in game.handlers}
    for step in every_step(game):
        if not isinstance(step, m.Announce) or step.event.name in handled:
            yield step

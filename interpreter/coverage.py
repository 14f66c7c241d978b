"""Rule coverage: which parts of a specification no scenario and no random game ever reached.

A *point* is a step, one outcome of a condition that steps hang on, an action, an entry of `end`, or a row of a
table that is read while the game goes on. What runs are instructions; those of all programs of a game (for each
number of players, and one for each scenario) lead back to its points by the places they were written at.

Games that are not being watched pay nothing: a watched machine has operations of its own, each around the usual
one. `watching` must not be used by two threads at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import interpreter.game
from gamespec import model as m
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.loader import Spec
from gamespec.program import ActionSpec, BranchUnless, CheckEnd, Head, Instruction, Program
from gamespec.source import Span
from interpreter.contract import choose_at_random
from interpreter.decision import Option
from interpreter.game import Game
from interpreter.machine import Context, Machine, Operation
from interpreter.scenario import load_scenarios, run_scenario

__all__ = ["Coverage", "Point", "Tally", "measure", "points", "watching"]

Place = tuple[str, int, int]
"""A file's name, and where a part of it begins and ends."""


@dataclass(frozen=True, slots=True)
class Point:
    """A part of a specification that can be reached. `key` tells apart what stands at one place."""

    span: Span
    what: str
    key: str

    @property
    def id(self) -> tuple[Place, str]:
        """The same for a point in all programs of a game."""
        return place(self.span), self.key

    def __str__(self) -> str:
        return f"{self.span}: {self.what}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often each point was reached, and those that never were, in the order of the files."""

    reached: Mapping[Point, int]

    @property
    def never(self) -> tuple[Point, ...]:
        """The points that nothing reached."""
        return tuple(p for p, times in self.reached.items() if not times)

    @property
    def report(self) -> str:
        """The points never reached, a line each; nothing if there are none."""
        return "\n".join(str(p) for p in self.never)


@dataclass(eq=False)
class Tally:
    """What has been reached so far; `settled` are the conditions that options settle in every program."""

    hits: Counter[tuple[Place, str]] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)

    def hit(self, span: Span, key: str) -> None:
        """Note that a point was reached."""
        self.hits[place(span), key] += 1


def place(span: Span) -> Place:
    """Where a span lies, whoever read the file."""
    return span.source.name, span.start, span.end


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
    found = points(spec, tally.tables)
    return Coverage({p: tally.hits[p.id] for p in found})


def _play(program: Program, seed: int) -> None:
    game, step = Game(program, seed), 0
    while not game.over:
        game.play(choose_at_random(game, seed, step))
        step += 1


@contextmanager
def watching(tally: Tally) -> Iterator[None]:
    """While this lasts, whatever games begin to do is noted."""
    usual = interpreter.game._MACHINES  # noqa: SLF001 - the one place where machines are kept
    interpreter.game._MACHINES = _Watched(tally)  # noqa: SLF001
    try:
        yield
    finally:
        interpreter.game._MACHINES = usual  # noqa: SLF001


class _Watched(WeakKeyDictionary[Program, Machine]):
    """Machines that are watched from when they are put here."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self.tally = tally

    def __setitem__(self, program: Program, machine: Machine) -> None:
        """Keep a machine, and watch it."""
        _watch(machine, self.tally)
        super().__setitem__(program, machine)


# --- what runs --------------------------------------------------------------------------------------


def _watch(machine: Machine, tally: Tally) -> None:
    """Give a machine operations that note what they reach."""
    _watch_tables(machine, tally)
    machine._enumerators.clear()  # noqa: SLF001 - made again, to read tables under watch
    machine._ends = tuple(  # noqa: SLF001
        (i, machine.evaluator.number(rule.when)) for i, rule in enumerate(machine.program.end)
    )
    machine._operations = tuple(  # noqa: SLF001
        _watched(machine, instruction, machine._operation(at, instruction), at, tally)  # noqa: SLF001
        for at, instruction in enumerate(machine.program.code)
    )
    take = machine._take  # noqa: SLF001

    def taken(p: list[int], at: int, decide: object, option: Option, context: Context, *, forced: bool) -> int:
        tally.hits[_action_id(option.spec)] += 1
        return take(p, at, decide, option, context, forced=forced)  # type: ignore[arg-type]

    machine._take = taken  # type: ignore[method-assign]  # noqa: SLF001


def _watch_tables(machine: Machine, tally: Tally) -> None:
    """Note which rows of tables are read."""
    evaluator = machine.evaluator
    compile_ = evaluator._compile  # noqa: SLF001
    evaluator._closures.clear()  # noqa: SLF001

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
            tally.hits[("", 0, 0), f"{type_.name} {row(p)}"] += 1
            return closure(p)  # type: ignore[no-any-return]

        return read

    evaluator._compile = compiled  # type: ignore[method-assign]  # noqa: SLF001


def _watched(machine: Machine, instruction: Instruction, usual: Operation, at: int, tally: Tally) -> Operation:
    span, ends = instruction.span, machine.program.end

    def operation(p: list[int], context: Context) -> int:
        tally.hit(span, "")
        return usual(p, context)

    def branch(p: list[int], context: Context) -> int:
        following = usual(p, context)
        tally.hit(span, "")
        tally.hit(span, "holds" if following == at + 1 else "fails")
        return following

    def check(p: list[int], context: Context) -> int:
        following = usual(p, context)
        tally.hit(span, "")
        if p[Head.OUTCOME] >= Head.END:
            tally.hit(ends[p[Head.OUTCOME] - Head.END].span, "end")
        return following

    match instruction:
        case BranchUnless():
            return branch
        case CheckEnd():
            return check
        case _:
            return operation


def _action_id(spec: ActionSpec) -> tuple[Place, str]:
    return ("", 0, 0), f"action {spec.name}"


# --- what there is to reach -------------------------------------------------------------------------


def points(spec: Spec, tables: Iterable[str] = ()) -> tuple[Point, ...]:
    """All points of a specification; of tables those that are read while a game goes on."""
    game = spec.model
    found: list[Point] = []
    for phase in game.phases:
        if phase.until is not None:
            found += _condition(phase.until.span, "until")
    for action in game.actions:
        found.append(Point(action.ident.span, f"action `{action.ident}` is never taken", f"action {action.ident}"))
    for handler in game.handlers:
        if handler.when is not None:
            found += _condition(handler.when.span, "when")
    for step in _steps(game):
        found += _points_of(step, game)
    found += [Point(end.ident.span, f"the game never ends by `{end.ident}`", "end") for end in game.end]
    for table in game.tables:
        if table.ident.name in set(tables):
            found += [
                Point(row.span, f"row {i} of `{table.ident}` is never read", f"{table.ident} {i - 1}")
                for i, row in enumerate(table.rows, 1)
            ]
    unique = {p.id: p for p in found}
    return tuple(sorted(unique.values(), key=lambda p: (p.span.source.name, p.span.start, p.key)))

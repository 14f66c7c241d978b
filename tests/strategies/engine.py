"""All contact with what the checker and the engine are inside: who changes them changes this module.

What is used elsewhere of `gamespec` and `interpreter` is public: `load`, `Game`, options and their numbers,
positions, observations, faults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any
from unittest import mock

from gamespec.compile.draft import Instruction, Program
from gamespec.diagnostics import Collector
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.ast import Expression
from gamespec.expr.builtins import BUILTINS
from gamespec.expr.check import elaborate
from gamespec.expr.fold import NotConstant, constant_list, constant_value
from gamespec.expr.parse import parse_slice
from gamespec.expr.quantifiers import QUANTIFIERS
from gamespec.expr.scope import MeUse, Scope
from gamespec.source import Source, Span
from gamespec.space import Space
from interpreter import Fault, Game
from interpreter.decision import Option
from interpreter.evaluate import Evaluator
from interpreter.game import machine_of
from strategies.known import known

__all__ = [
    "BUILTIN_NAMES",
    "INSTRUCTION_NAMES",
    "QUANTIFIER_NAMES",
    "Judged",
    "Outcome",
    "action_space",
    "instructions",
    "judged",
    "laid",
    "meaning",
    "runs",
    "same_program",
    "spots_at",
    "stored",
    "value_names",
    "watched",
]

BUILTIN_NAMES = tuple(BUILTINS)
QUANTIFIER_NAMES = (*QUANTIFIERS, "reach")
INSTRUCTION_NAMES = tuple(c.__name__ for c in Instruction.__args__)

Outcome = int | tuple[int, ...] | str
"""A value, or the code of the fault that an expression comes to."""


class OutOfType(AssertionError):
    """A value does not lie in its inferred type."""


def _outcome(run: Callable[[], Any]) -> Outcome:
    try:
        value = run()
    except Fault as fault:
        return fault.diagnostic.code
    return int(value) if isinstance(value, int) else tuple(map(int, value))


@dataclass(frozen=True)
class Judged:
    """What the checker makes of an expression: the codes of its mistakes, or its typed form."""

    codes: tuple[str, ...]
    _node: core.Core | None
    _game: Game

    @property
    def type(self) -> str:
        """The inferred type, in the author's words."""
        return t.show(self._node.type) if self._node is not None else "?"

    def value(self) -> Outcome:
        """What the engine makes of it."""
        assert self._node is not None
        node, game = self._node, self._game
        return _outcome(lambda: game.machine.evaluator.asked(node, game.position))

    def folded(self) -> Outcome | None:
        """What it is before the game; `None` if that is not known, `GS304` if it cannot be computed."""
        assert self._node is not None
        node = self._node
        listed = isinstance(node.type, t.ListType)
        try:
            return constant_list(node) if listed else constant_value(node)
        except NotConstant as why:
            return None if why.code in {"GS306", "GS309"} else why.code


def judged(game: Game, text: str) -> Judged:
    """An expression in a game's position, where there is a `me` if there is one in that position."""
    source, found = Source("expression", text), Collector()
    parsed = parse_slice(source, 0, len(text), found)
    if parsed is None:
        return Judged(tuple(d.code for d in found), None, game)
    scope = Scope(game.program.world, source, found, MeUse(available=game.player >= 0), {})
    node = elaborate(parsed, scope)
    if isinstance(node.type, t.ZoneType):
        node = core.Contents(t.ListType(node.type.of, node.type.most), node.span, node)
    codes = tuple(d.code for d in found)
    return Judged(codes, None if codes else node, game)


# --- values and their types -------------------------------------------------------------------------


def _hold(node: core.Core, zones: int) -> Callable[[Any], None]:
    """A check that a value is one of a node's type."""

    def one(value: int, type_: t.Type) -> bool:
        if isinstance(type_, t.ZoneType):
            return 0 <= value < zones
        if value == t.NONE:
            return isinstance(type_, t.Optional | t.Nothing)
        domain = t.domain(type_)
        return domain is not None and domain[0] <= value < domain[0] + domain[1]

    def check(value: Any) -> None:
        type_ = node.type
        if isinstance(type_, t.ListType):
            sound = len(value) <= type_.most and all(one(x, type_.of) for x in value)
        else:
            sound = one(value, type_)
        if not sound:
            raise OutOfType(f"`{node.span.text}` is {value!r}, which is not of type {type_}")

    return check


@contextmanager
def watched() -> Iterator[None]:
    """While this lasts, each value that an expression of a new program takes is held against its type.

    So are the keys of families, against what the family has members for. Programs must be made inside.
    """
    compile_, offset = Evaluator._compile, Evaluator.offset  # noqa: SLF001 - where all expressions pass

    def checked(self: Evaluator, node: core.Core) -> Any:
        inner, hold = compile_(self, node), _hold(node, len(self.program.zone_rules))

        def evaluated(p: list[int]) -> Any:
            value = inner(p)
            hold(value)
            return value

        return evaluated

    def within(self: Evaluator, keys: Any, dims: Any, base: int) -> Callable[[list[int]], int]:
        inner, size = offset(self, keys, dims, base), 1
        for _, length in dims:
            size *= length
        span = keys[0].span if keys else None

        def place(p: list[int]) -> int:
            at = inner(p)
            if not base <= at < base + size:
                raise OutOfType(f"the keys at {span} lead to another family")
            return at

        return place if keys else inner

    with (
        mock.patch.object(Evaluator, "_compile", checked),
        mock.patch.object(Evaluator, "offset", within),
    ):
        yield


# --- options ------------------------------------------------------------------------------------------


def action_space(program: Program) -> int:
    """How many numbers the options of a game have."""
    return sum(spec.count for spec in program.actions)


def meaning(game: Game, option: Option) -> object:
    """What an option stands for; components that are alike are one, and several values have no order."""
    values: list[object] = []
    for pick, value in zip(option.spec.picks, option.value_tuple, strict=True):
        if isinstance(value, tuple):
            values.append(tuple(sorted(value)))
        elif pick.faces is None or value == t.NONE:
            values.append(value)
        else:
            values.append(("alike", game.program.faces[value]))
    return option.action, option.spec.number, tuple(values)


# --- planes -------------------------------------------------------------------------------------------


def laid(game: Game, plane: str) -> dict[str, tuple[int, int, int]]:
    """The tiles on a plane by name, each with its column and row from the centre and its quarter turns."""
    world, at = game.program.world, game.program.layout.planes[plane].spot_of
    table = world.planes[plane]
    names = world.labels[world.zones[table.zone].kind.name]
    found: dict[str, tuple[int, int, int]] = {}
    for i in range(len(table.ports)):
        spot = game.position[at + i] - 1
        if spot >= 0:
            place, turn = divmod(spot, 4)
            row, column = divmod(place, table.side)
            found[names[i]] = column - table.side // 2, row - table.side // 2, turn
    return found


def spots_at(game: Game, plane: str, values: Sequence[int]) -> list[tuple[int, int, int]]:
    """Some spots, each as its column and row from the centre and its quarter turns."""
    side, found = game.program.world.planes[plane].side, []
    for value in values:
        place, turn = divmod(value, 4)
        row, column = divmod(place, side)
        found.append((column - side // 2, row - side // 2, turn))
    return found


def stored(game: Game, name: str) -> int | None:
    """What a variable without keys holds; `None` if there is none."""
    store = game.program.world.stores.get(name)
    return game.position[store.at] if store is not None else None


def value_names(game: Game, type_name: str, values: Sequence[int]) -> list[str]:
    """The names of some values of a type whose first value is 0: parts, spots, cells."""
    return [game.program.world.labels[type_name][v] for v in values]


# --- programs -----------------------------------------------------------------------------------------


def runs(program: Program, met: Counter[str]) -> bool:
    """Whether an engine can be made of a program; what is known to be wrong is counted."""
    try:
        machine_of(program)
    except ArithmeticError as error:
        what = known(error)
        if what is None:
            raise
        met[what] += 1
        return False
    return True


def instructions(program: Program) -> frozenset[str]:
    """The sorts of instructions that occur."""
    return frozenset(type(i).__name__ for i in program.code)


def same_program(one: Program, other: Program) -> str | None:
    """Where two programs differ, places in files and digests aside; `None` if they don't."""
    return _Comparison().differ(one, other, "program")


class _Comparison:
    """A walk over two programs at once; what is met again must be met again in both."""

    LEFT_OUT = frozenset({"span", "spec_hash", "world", "made_of", "ident"})

    def __init__(self) -> None:
        self.met: dict[int, object] = {}

    def differ(self, a: object, b: object, where: str) -> str | None:
        if isinstance(a, Span | Space):
            return None
        if isinstance(a, Expression) and isinstance(b, Expression):
            return None if a.text == b.text else f"{where}: {a.text} and {b.text}"
        if type(a) is not type(b):
            return f"{where}: {a!r} and {b!r}"
        if isinstance(a, str | int | bool | Enum) or a is None:
            return None if a == b else f"{where}: {a!r} and {b!r}"
        if id(a) in self.met:
            return None if self.met[id(a)] is b else f"{where}: another object"
        self.met[id(a)] = b
        return self._parts(a, b, where)

    def _parts(self, a: Any, b: Any, where: str) -> str | None:
        if isinstance(a, tuple | list):
            if len(a) != len(b):
                return f"{where}: {len(a)} and {len(b)}"
            pairs = [(x, y, f"{where}[{i}]") for i, (x, y) in enumerate(zip(a, b, strict=True))]
        elif isinstance(a, dict):
            if list(a) != list(b):
                return f"{where}: keys {list(a)} and {list(b)}"
            pairs = [(a[k], b[k], f"{where}[{k}]") for k in a]
        elif isinstance(a, frozenset):
            return None if a == b else f"{where}: {a} and {b}"
        elif is_dataclass(a):
            names = [f.name for f in fields(a) if f.name not in self.LEFT_OUT]
            pairs = [(getattr(a, n), getattr(b, n), f"{where}.{n}") for n in names]
        else:
            return None if a == b or type(a).__module__ != "builtins" else f"{where}: {a!r} and {b!r}"
        return next((found for x, y, at in pairs if (found := self.differ(x, y, at))), None)

"""The only module of the generators that uses internals of the checker and the engine.

What is used elsewhere of `gamespec` and `interpreter` is public: `load`, `Game`, options and their numbers,
positions, observations, faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

from gamespec import Spec
from gamespec.compile import Compiled
from gamespec.expr.builtins import BUILTINS
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fold import NotConstant, constant_list, constant_value
from gamespec.expr.longest import LONGEST_FORMS
from gamespec.expr.parse import parse_slice
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.expr.scope import MeUse
from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import Domain
from gamespec.program.instructions import Instruction, RunAnswer
from gamespec.program.written import program_hash
from gamespec.resolve import outermost
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter import Fault, Game, Option
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.inspection import Inspector

__all__ = [
    "BUILTIN_NAMES",
    "HEADS",
    "INSTRUCTION_NAMES",
    "QUANTIFIERS",
    "Judged",
    "Outcome",
    "action_space",
    "closed",
    "compiled_of",
    "instructions",
    "judged",
    "laid",
    "meaning",
    "program_of",
    "same_program",
    "spots_at",
    "stored",
    "tried_before",
    "value_names",
    "watched",
]

BUILTIN_NAMES = tuple(BUILTINS)
HEADS = {**dict.fromkeys([*QUANTIFIER_FORMS, *LONGEST_FORMS], "in"), "reach": "from", "let": "="}
"""What binds a name, and what stands behind that name."""
QUANTIFIERS = tuple(f"{name}(x {word})" for name, word in HEADS.items())
INSTRUCTION_NAMES = tuple(c.__name__ for c in Instruction.__args__)


class _Key:
    """Under which a program keeps its names, so that both go together."""


_KEY = _Key()


def program_of(
    spec: Spec, players: int | None = None, options: Mapping[str, int | bool | str] | None = None
) -> Program:
    """The program of a game, whose names this module then knows."""
    compiled = spec.compiled(players, options)
    compiled.program.made_of[_KEY] = compiled
    return compiled.program


def compiled_of(program: Program) -> Compiled:
    """A program that `program_of` has made, with its names."""
    compiled = program.made_of[_KEY]
    assert isinstance(compiled, Compiled)
    return compiled


Outcome = int | tuple[int, ...] | str
"""A value, or the code of the fault that evaluating an expression raises."""


class OutOfType(AssertionError):
    """A value lies outside its inferred type."""


def _outcome(run: Callable[[], Any]) -> Outcome:
    try:
        value = run()
    except Fault as fault:
        return fault.code
    return int(value) if isinstance(value, int) else tuple(map(int, value))


@dataclass(frozen=True)
class Judged:
    """The checker's result for an expression: the codes of its mistakes, or its typed form."""

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
        return _outcome(lambda: Inspector.of(compiled_of(game.program), game).value(node))

    def alike(self, outcome: Outcome) -> Outcome:
        """A value, of alike components the first: in which order they lie is known in the game only."""
        assert self._node is not None
        of = t.element(self._node.type) or self._node.type
        if isinstance(outcome, str) or not t.is_component(of):
            return outcome
        alike = self._game.program.alike
        if isinstance(outcome, int):
            return alike[outcome] if outcome >= 0 else outcome
        return tuple(alike[c] if c >= 0 else c for c in outcome)

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
    world = compiled_of(game.program).world
    node = elaborate(parsed, outermost(world, source, found, MeUse(available=game.player >= 0)))
    if isinstance(node.type, t.ZoneType):
        node = core.Contents(t.ListType(node.type.of, node.type.most), node.span, node)
    codes = tuple(d.code for d in found)
    return Judged(codes, None if codes else node, game)


def closed(game: Game, text: str) -> tuple[x.Expression, Program] | None:
    """An expression in its closed form, and the program with the spaces it needs; `None` if it is wrong."""
    found = judged(game, text)
    if found._node is None:  # noqa: SLF001 - of this module
        return None
    compiled = compiled_of(game.program)
    node = compiled.expression(found._node)  # noqa: SLF001 - as above
    game.machine.evaluator.learn(compiled.spaces)
    return node, replace(game.program, spaces=compiled.spaces)


# --- values and their types -------------------------------------------------------------------------


def _hold(node: x.Expression) -> Callable[[Any], None]:
    """A check that a value is one of a node's domain."""
    domain = node.domain
    member = domain.member if domain.is_list else Domain(domain.low, domain.high, domain.optional)

    def check(value: Any) -> None:
        if domain.is_list:
            sound = len(value) <= domain.most and all(map(member.holds, value))
        else:
            sound = member.holds(value)
        if not sound:
            raise OutOfType(f"{type(node).__name__} at {node.at} is {value!r}, which is not in {domain}")

    return check


@contextmanager
def watched() -> Iterator[None]:
    """While this lasts, each value that an expression of a new program takes is held against its type.

    So are the keys of families, against what the family has members for. Programs must be made inside.
    """
    compile_, offset = Evaluator._compile, Evaluator.offset  # noqa: SLF001 - where all expressions pass

    def checked(self: Evaluator, node: x.Expression) -> Any:
        inner, hold = compile_(self, node), _hold(node)

        def evaluated(p: list[int]) -> Any:
            value = inner(p)
            hold(value)
            return value

        return evaluated

    def within(self: Evaluator, keys: Any, dims: Any, base: int) -> Callable[[list[int]], int]:
        inner, size = offset(self, keys, dims, base), 1
        for _, length in dims:
            size *= length

        def place(p: list[int]) -> int:
            at = inner(p)
            if not base <= at < base + size:
                raise OutOfType(f"the keys at {keys[0].at} lead to another family")
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
    return sum(action.count for action in program.actions)


def tried_before(program: Program) -> bool:
    """Whether actions with `keeps` run where they were tried: none of them is answered in secret."""
    sites = (program.sites[i.site] for i in program.code if isinstance(i, RunAnswer))
    secret = {action for site in sites for action in site.actions}
    return all(program.actions[action].keeps is None for action in secret)


def meaning(game: Game, option: Option) -> object:
    """What an option stands for; components that are alike are one, and several values have no order."""
    values: list[object] = []
    for pick, value in zip(game.program.actions[option.action].picks, option.counted, strict=True):
        parts = value if isinstance(value, tuple) else (value,)
        faces = game.program.faces if pick.alike else ()
        shown = sorted(("alike", faces[c]) if faces and c >= 0 else ("", c) for c in parts)
        values.append((isinstance(value, tuple), *shown))
    return option.action, tuple(values)


# --- planes -------------------------------------------------------------------------------------------


def _plane(game: Game, name: str) -> int:
    """The number of a plane."""
    planes = compiled_of(game.program).names.planes
    return next(number for number, plane in enumerate(planes) if plane.name == name)


def laid(game: Game, plane: str) -> dict[str, tuple[int, int, int]]:
    """The tiles on a plane by name, each with its column and row from the centre and its quarter turns."""
    names, table = compiled_of(game.program).names, game.program.planes[_plane(game, plane)]
    tiles = names.world.values.labels[names.zone(table.zone).kind.name]
    spots = game.position[table.at.spot_of : table.at.spot_of + table.tiles]
    turned = {tiles[i]: spot - 1 for i, spot in enumerate(spots) if spot}
    return dict(zip(turned, spots_at(game, plane, list(turned.values())), strict=True))


def spots_at(game: Game, plane: str, values: Sequence[int]) -> list[tuple[int, int, int]]:
    """Some spots, each as its column and row from the centre and its quarter turns."""
    side, found = game.program.planes[_plane(game, plane)].side, []
    for value in values:
        place, turn = divmod(value, 4)
        row, column = divmod(place, side)
        found.append((column - side // 2, row - side // 2, turn))
    return found


def stored(game: Game, name: str) -> int | None:
    """What a variable without keys holds; `None` if there is none."""
    try:
        number = compiled_of(game.program).names.store(name)
    except KeyError:
        return None
    return game.position[game.program.stores[number].place]


def value_names(game: Game, type_name: str, values: Sequence[int]) -> list[str]:
    """The names of some values of a type whose first value is 0: parts, spots, cells."""
    return [compiled_of(game.program).world.values.labels[type_name][v] for v in values]


# --- programs -----------------------------------------------------------------------------------------


def instructions(program: Program) -> frozenset[str]:
    """The sorts of instructions that occur."""
    return frozenset(type(i).__name__ for i in program.code)


def same_program(one: Program, other: Program) -> bool:
    """Whether two programs mean the same."""
    return program_hash(one) == program_hash(other)

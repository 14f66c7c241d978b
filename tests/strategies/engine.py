"""The only module of the generators that uses internals of the checker and the engine.

The other modules use only the public parts of `gamespec` and `interpreter`: `load`, `Game`, options and their
numbers, positions, observations, and faults.
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
from gamespec.resolve import scope_apart
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
"""Words that bind a name, each mapped to the word that follows the name."""
QUANTIFIERS = tuple(f"{name}(x {word})" for name, word in HEADS.items())
INSTRUCTION_NAMES = tuple(c.__name__ for c in Instruction.__args__)


class _Key:
    """The type of the key under which a program stores its names."""


_KEY = _Key()


def program_of(
    spec: Spec, players: int | None = None, options: Mapping[str, int | bool | str] | None = None
) -> Program:
    """Return the program of a game, with its names stored for the other functions of this module."""
    compiled = spec.compiled(players, options)
    compiled.program.made_of[_KEY] = compiled
    return compiled.program


def compiled_of(program: Program) -> Compiled:
    """Return a program made by `program_of`, together with its names."""
    compiled = program.made_of[_KEY]
    assert isinstance(compiled, Compiled)
    return compiled


Outcome = int | tuple[int, ...] | str
"""The value of an expression, or the code of the fault that evaluating it raises."""


class OutOfType(AssertionError):
    """Raised if a value lies outside its inferred type."""


def _outcome(run: Callable[[], Any]) -> Outcome:
    try:
        value = run()
    except Fault as fault:
        return fault.code
    return int(value) if isinstance(value, int) else tuple(map(int, value))


@dataclass(frozen=True)
class Judged:
    """The checker's result for an expression: the codes of its errors, or its typed form."""

    codes: tuple[str, ...]
    _node: core.Core | None
    _game: Game

    @property
    def type(self) -> str:
        """The inferred type, as authors write it."""
        return t.show(self._node.type) if self._node is not None else "?"

    def value(self) -> Outcome:
        """Return the value that the engine computes for the expression, or the code of its fault."""
        assert self._node is not None
        node, game = self._node, self._game
        return _outcome(lambda: Inspector.of(compiled_of(game.program), game).value(node))

    def alike(self, outcome: Outcome) -> Outcome:
        """Return `outcome` with each component replaced by the first of its copies.

        Copies have an order only within a game.
        """
        assert self._node is not None
        of = t.element(self._node.type) or self._node.type
        if isinstance(outcome, str) or not t.is_component(of):
            return outcome
        alike = self._game.program.alike
        if isinstance(outcome, int):
            return alike[outcome] if outcome >= 0 else outcome
        return tuple(alike[c] if c >= 0 else c for c in outcome)

    def folded(self) -> Outcome | None:
        """Return the constant value of the expression.

        Return `None` if the expression is not constant, or the error code if its value cannot be computed.
        """
        assert self._node is not None
        node = self._node
        listed = isinstance(node.type, t.ListType)
        try:
            return constant_list(node) if listed else constant_value(node)
        except NotConstant as why:
            return None if why.code in {"GS306", "GS309"} else why.code


def judged(game: Game, text: str) -> Judged:
    """Return the checker's result for an expression in the game's position.

    `me` exists if a player is acting.
    """
    source, found = Source("expression", text), Collector()
    parsed = parse_slice(source, 0, len(text), found)
    if parsed is None:
        return Judged(tuple(d.code for d in found), None, game)
    world = compiled_of(game.program).world
    node = elaborate(parsed, scope_apart(world, source, found, MeUse(available=game.player >= 0)))
    if isinstance(node.type, t.ZoneType):
        node = core.Contents(t.ListType(node.type.of, node.type.most), node.span, node)
    codes = tuple(d.code for d in found)
    return Judged(codes, None if codes else node, game)


def closed(game: Game, text: str) -> tuple[x.Expression, Program] | None:
    """Return an expression in closed form, and the program with its spaces, or `None` if it is invalid."""
    found = judged(game, text)
    if found._node is None:  # noqa: SLF001 - of this module
        return None
    compiled = compiled_of(game.program)
    node = compiled.expression(found._node)  # noqa: SLF001 - as above
    game.machine.evaluator.learn(compiled.spaces)
    return node, replace(game.program, spaces=compiled.spaces)


# --- values and their types -------------------------------------------------------------------------


def _hold(node: x.Expression) -> Callable[[Any], None]:
    """Return a function that raises `OutOfType` unless its argument is in the domain of the expression."""
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
    """Check each value that an expression yields against its type, for programs made during the block.

    The keys of families are checked against the members of the family, too.
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
    """Return the number of distinct numbers that the options of a game can have."""
    return sum(action.count for action in program.actions)


def tried_before(program: Program) -> bool:
    """Return whether actions with `keeps` run in the same position in which they were tried.

    This is the case if none of them is answered in secret.
    """
    sites = (program.sites[i.site] for i in program.code if isinstance(i, RunAnswer))
    secret = {action for site in sites for action in site.actions}
    return all(program.actions[action].keeps is None for action in secret)


def meaning(game: Game, option: Option) -> object:
    """Return the meaning of an option. It ignores which copies are chosen and the order of several values."""
    values: list[object] = []
    for pick, value in zip(game.program.actions[option.action].picks, option.counted, strict=True):
        parts = value if isinstance(value, tuple) else (value,)
        faces = game.program.faces if pick.alike else ()
        shown = sorted(("alike", faces[c]) if faces and c >= 0 else ("", c) for c in parts)
        values.append((isinstance(value, tuple), *shown))
    return option.action, tuple(values)


# --- planes -------------------------------------------------------------------------------------------


def _plane(game: Game, name: str) -> int:
    """Return the index of the plane called `name` in the program."""
    planes = compiled_of(game.program).names.planes
    return next(number for number, plane in enumerate(planes) if plane.name == name)


def laid(game: Game, plane: str) -> dict[str, tuple[int, int, int]]:
    """Return the tiles on a plane by name.

    Each tile has its column and row, counted from the center, and its quarter turns.
    """
    names, table = compiled_of(game.program).names, game.program.planes[_plane(game, plane)]
    tiles = names.world.values.labels[names.zone(table.zone).kind.name]
    spots = game.position[table.at.spot_of : table.at.spot_of + table.tiles]
    turned = {tiles[i]: spot - 1 for i, spot in enumerate(spots) if spot}
    return dict(zip(turned, spots_at(game, plane, list(turned.values())), strict=True))


def spots_at(game: Game, plane: str, values: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return each spot as its column and row, counted from the center, and its quarter turns."""
    side, found = game.program.planes[_plane(game, plane)].side, []
    for value in values:
        place, turn = divmod(value, 4)
        row, column = divmod(place, side)
        found.append((column - side // 2, row - side // 2, turn))
    return found


def stored(game: Game, name: str) -> int | None:
    """Return the value of a variable without keys, or `None` if there is no such variable."""
    try:
        number = compiled_of(game.program).names.store(name)
    except KeyError:
        return None
    return game.position[game.program.stores[number].place]


def value_names(game: Game, type_name: str, values: Sequence[int]) -> list[str]:
    """Return the names of values of a type that counts from 0: parts, spots or cells."""
    return [compiled_of(game.program).world.values.labels[type_name][v] for v in values]


# --- programs -----------------------------------------------------------------------------------------


def instructions(program: Program) -> frozenset[str]:
    """Return the class names of the instructions that occur in a program."""
    return frozenset(type(i).__name__ for i in program.code)


def same_program(one: Program, other: Program) -> bool:
    """Return whether two programs have the same meaning."""
    return program_hash(one) == program_hash(other)

"""Requirements, which are conditions on the combination of options and number of players.

A requirement is a constant condition over options and the number of players. `bind_requires` types it
together with the rest of a game. `Requirements` evaluates it for a choice without binding anything else. So a
choice can be refused before its game is bound, and many choices can be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property

from gamespec.model import model as m
from gamespec.resolve.binder import Binder
from gamespec.resolve.options import bind_enum, bind_options
from gamespec.resolve.types import constant
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.effort import Effort, TooMuch
from gamespec.text.source import Span
from gamespec.trees import ast
from gamespec.trees import types as t
from gamespec.world.symbols import OptionValue
from gamespec.world.world import World

__all__ = ["Requirements", "bind_requires"]

PLAYERS = "players"


def bind_requires(b: Binder, game: m.Game, *, usual: bool) -> None:
    """Type each requirement after the options are bound.

    If all options are `usual`, which means that they have their defaults, a violation is an error.
    """
    used = set(b.world.symbols.used)
    known = {PLAYERS, *(option.ident.name for option in game.options)}
    for required in game.requires:
        value = b.constant(required.condition, t.BOOL) if _only_options(b, game, required) else None
        if value is not None and known.isdisjoint(_names(required.condition.root)):
            b.found.report("GS128", "this does not depend on any option", required.condition.span)
        elif value == 0 and usual:
            _report_defaults(b, game, required)
    b.world.symbols.used.intersection_update(used)  # constraining an option is not using it


def _report_defaults(b: Binder, game: m.Game, required: m.Requirement) -> None:
    known = {option.ident.name: option for option in game.options}
    named = [known[name] for name in _names(required.condition.root) if name in known]
    b.found.report(
        "GS320", f"this does not hold with {_shown(required, b.world)}", required.condition.span,
        label="the defaults violate this",
        others=tuple(Remark(option.default.span, "a default") for option in named),
        help="choose defaults that go together, with every number of players",
    )  # fmt: skip


def _shown(required: m.Requirement, world: World) -> str:
    """Format the names in a requirement with their values in a world, as in `size=3, line=5`."""
    names = _names(required.condition.root)
    options = ((name, world.options[name]) for name in names if name in world.options)
    shown = [f"{name}={world.values.text(option.type, option.value)}" for name, option in options]
    if PLAYERS in names:
        shown.append("1 player" if world.players == 1 else f"{world.players} players")
    return ", ".join(shown) or "any choice"


def _only_options(b: Binder, game: m.Game, required: m.Requirement) -> bool:
    """Return whether a requirement names only options, and report any other declared name in it."""
    sections = (
        *(game.spaces, game.components, game.parts, game.tables, game.zones),
        *(game.variables, game.resources, game.functions),
    )
    declared = {each.ident.name: each.ident for section in sections for each in section}
    source = required.condition.source
    for node in _nodes(required.condition.root):
        name = node.name if isinstance(node, ast.Name | ast.Call) else ""
        if name in declared:
            b.found.report(
                "GS306", f"`{name}` is not an option", Span(source, node.start, node.end),
                others=(Remark(declared[name].span, "declared here"),),
                help="a requirement can use only options, their values and the number of players",
            )  # fmt: skip
            return False
    return True


def _nodes(node: ast.Node) -> Iterator[ast.Node]:
    yield node
    for child in ast.children(node):
        yield from _nodes(child)


def _names(node: ast.Node) -> list[str]:
    """Return the names in an expression, each once."""
    return list(dict.fromkeys(n.name for n in _nodes(node) if isinstance(n, ast.Name)))


def _world(game: m.Game, players: int) -> World:
    """Return a world in which only the enumerations and the options, with their defaults, are bound."""
    world = World(players, game)
    binder = Binder(world, Collector())
    try:
        for enum in game.enums:
            bind_enum(binder, enum)
        bind_options(binder, game, {})
    except TooMuch:
        pass  # reported when the game is bound
    return world


class Requirements:
    """Evaluates the requirements of a game for one choice of options and players after another."""

    def __init__(self, game: m.Game) -> None:
        self._game = game
        self._worlds: dict[int, World] = {}
        self._known: dict[tuple[int, tuple[int | None, ...]], bool] = {}
        self.spent = 0
        """Number of parts (`effort`) spent so far on evaluating the requirements."""

    @cached_property
    def named(self) -> tuple[frozenset[str], ...]:
        """The names of the options in each requirement, and `players` if it occurs there."""
        options = {option.ident.name for option in self._game.options} | {PLAYERS}
        return tuple(frozenset(_names(required.condition.root)) & options for required in self._game.requires)

    def holds(self, number: int, players: int, options: Mapping[str, int]) -> bool:
        """Return whether requirement `number` holds for a choice; other options have their defaults.

        A requirement that cannot be evaluated counts as met. Binding the game for that choice reports why.
        """
        names = sorted(self.named[number])
        key = (number, tuple(players if name == PLAYERS else options.get(name) for name in names))
        if key not in self._known:
            self._known[key] = self._asked(number, players, options)
        return self._known[key]

    def unmet(self, players: int, options: Mapping[str, int]) -> tuple[m.Requirement, ...]:
        """Return the requirements that a choice breaks."""
        every = enumerate(self._game.requires)
        return tuple(required for n, required in every if not self.holds(n, players, options))

    def shown(self, required: m.Requirement, players: int, options: Mapping[str, int]) -> str:
        """Format the names in a requirement with their values in a choice, as in `size=3, line=5`."""
        with self._chosen(players, options) as world:
            return _shown(required, world)

    def _asked(self, number: int, players: int, options: Mapping[str, int]) -> bool:
        condition = self._game.requires[number].condition
        with self._chosen(players, options) as world:
            try:
                return constant(condition, world, Collector(), t.BOOL) != 0
            except TooMuch:
                return True
            finally:
                self.spent += world.effort.used_up

    @contextmanager
    def _chosen(self, players: int, options: Mapping[str, int]) -> Iterator[World]:
        """Yield a world in which options have the given values, and restore their defaults afterwards."""
        if players not in self._worlds:
            self._worlds[players] = _world(self._game, players)
        world = self._worlds[players]
        world.effort = Effort()
        usual = {name: world.options[name] for name in options if name in world.options}
        for name, option in usual.items():
            _put(world, name, OptionValue(option.type, options[name]))
        yield world
        for name, option in usual.items():
            _put(world, name, option)


def _put(world: World, name: str, option: OptionValue) -> None:
    """Give an option of a world another value."""
    world.options[name] = option
    world.symbols.bind(world.symbols.places[name], option)

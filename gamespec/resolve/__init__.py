"""Binding, which gives every declared name its meaning for one choice of options and number of players.

Sections are bound in the order of their dependencies: options, enumerations, spaces, components, tables,
zones, variables and resources, functions, teams, and the view. A declaration that fails is recorded as
broken, so that its uses are not reported as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from gamespec.model import model as m
from gamespec.resolve.agendas import bind_agenda
from gamespec.resolve.binder import Binder
from gamespec.resolve.components import bind_kind, bind_part, bind_starts
from gamespec.resolve.histories import bind_history
from gamespec.resolve.options import bind_enum, bind_options
from gamespec.resolve.requires import Requirements, bind_requires
from gamespec.resolve.spaces import bind_space, bind_tiles
from gamespec.resolve.stores import bind_resource, bind_variable, bind_zone
from gamespec.resolve.tables import bind_table
from gamespec.resolve.teams import bind_teams
from gamespec.resolve.types import option_type, parameter_type, read_value, scope_apart
from gamespec.resolve.views import bind_view
from gamespec.text.diagnostics import Collector
from gamespec.text.effort import TooMuch
from gamespec.world.world import Typed, World

__all__ = [
    "Requirements",
    "bind",
    "bind_defaults",
    "option_type",
    "parameter_type",
    "read_value",
    "scope_apart",
]


def bind(
    game: m.Game,
    players: int,
    options: Mapping[str, int],
    found: Collector,
    typed: list[Typed] | None = None,
) -> World:
    """Bind every name of a game. `options` holds the values of options that differ from the defaults.

    `typed` receives each part of an expression that is typed, here and when the world is compiled.
    """
    world = World(players, game, typed=typed)
    try:
        _sections(Binder(world, found), game, options)
    except TooMuch as much:
        world.effort.tell(much, found)
    return world


def bind_defaults(game: m.Game, players: int, found: Collector) -> World:
    """Bind only the options, with their default values, and the requirements on them."""
    world = World(players, game)
    with suppress(TooMuch):  # reported when the game is bound
        _options(Binder(world, found), game, {})
    return world


def _options(binder: Binder, game: m.Game, options: Mapping[str, int]) -> None:
    for enum in game.enums:
        bind_enum(binder, enum)
    bind_requires(binder, game, usual=bind_options(binder, game, options))


def _sections(binder: Binder, game: m.Game, options: Mapping[str, int]) -> None:  # noqa: C901, PLR0912 - a loop for each section
    _options(binder, game, options)
    for space in game.spaces:
        if not isinstance(space, m.Plane | m.Edges | m.Corners):
            bind_space(binder, space)
    for space in game.spaces:
        if isinstance(space, m.Edges | m.Corners):
            bind_space(binder, space)
    first = 0
    for kind in game.components:
        first = bind_kind(binder, kind, first)
    for table in game.tables:
        bind_table(binder, table)
    for part in game.parts:
        bind_part(binder, part)
    number = 0
    for zone in game.zones:
        number = bind_zone(binder, zone, number)
    for space in game.spaces:
        if isinstance(space, m.Plane):
            bind_tiles(binder, space)
    for resource in game.resources:
        bind_resource(binder, resource)
    for variable in game.variables:
        bind_variable(binder, variable)
    for agenda in game.agendas:
        bind_agenda(binder, agenda)
    for history in game.histories:
        bind_history(binder, history)
    for function in game.functions:
        binder.define(function.ident, function)
    bind_teams(binder, game)
    for kind in game.components:
        bind_starts(binder, kind)
    bind_view(binder, game.view)

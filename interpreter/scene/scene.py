"""Makes a scene from a seat's observation alone, without looking at the rest of the position."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from gamespec.program.expressions import Load
from gamespec.program.tables import Head
from gamespec.trees import types as t
from interpreter.engine.knowledge.seen import Hides
from interpreter.play.errors import Fault
from interpreter.scene.boards import boards_of
from interpreter.scene.computed import Computed
from interpreter.scene.looks import declared
from interpreter.scene.pieces import place_of
from interpreter.scene.reading import Reading, cell_space, is_player
from interpreter.scene.things import Ending, Group, Look, Place, Player, Ranked, Scene
from interpreter.scene.values import player_values, scoreboard, single_values, tables, together

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from gamespec.world.world import ZoneRule
    from interpreter.engine.game import Game
    from interpreter.inspection import Inspector
    from interpreter.play.observation import Observation
    from interpreter.scene.things import Ref, Stands
    from interpreter.words import Words

__all__ = ["scene_of"]

MANY = 12
"""Number of zones above which a family shows only those of its zones that are not empty."""


def scene_of(
    words: Words,
    game: Game,
    seat: int | None,
    changed: AbstractSet[Ref] = frozenset(),
    seen: Observation | None = None,
) -> Scene:
    """Return what a seat (from 0), or a spectator if `seat` is `None`, may see of a game.

    The things whose refs are in `changed` are marked. A spectator sees what every player sees. Only the
    player who decides sees the question. `seen` is what the seat observes, if that is known already.
    """
    if seen is None:
        seen = game.observation(seat) if seat is not None else game.common_observation()
    computed = Computed(words, game, seen)
    reading = Reading(words, seen, seat, changed, computed)
    decision = game.decision
    asked = decision is not None and decision.player == seat
    scores = _scores(words, game, seat, computed)
    groups = (_common(reading), *(_own(reading, player) for player in _order(words.program.players, seat)))
    return Scene(
        words.names.title.in_(words.language),
        words.language,
        seat,
        words.phase(seen.phase) if seen.phase >= 0 else "",
        words.prompt(game) if asked else "",
        tuple(
            replace(_player(reading, number), score=score, score_name=named, lowest=lowest)
            for number, (score, named, lowest) in enumerate(scores)
        ),
        tuple(group for group in groups if group.player is None or _filled(group)),
        scoreboard(reading),
        _ending(words, game, scores),
        tuple(_legend(reading)),
        reading.looks.view.felt,
    )


def _legend(reading: Reading) -> Iterator[tuple[str, Look]]:
    """Yield each symbol and its meaning. The view gives symbols to values and to attributes at an edge.

    Values that count the sign of a card stand on it as words, too.
    """
    words, view = reading.words, reading.looks.view
    counted = {
        t.strip(reading.world.kinds[kind].columns[said.pips.name][0])
        for kind, said in view.components.items()
        if said.pips is not None and kind in reading.world.kinds
    }
    for name, looks in view.values.items():
        if any(isinstance(type_, t.Named) and type_.name == name for type_ in counted):
            continue
        for value, look in looks.items():
            text = words.names.world.texts.get(name, {}).get(value)
            called = text.in_(words.language) if text else value.replace("_", " ")
            if called != look.symbol:
                yield called, Look(look.symbol or "", look.color or "", look.icon or "")
    for kind, said in view.components.items():
        for attribute, edge in said.edges.items():
            yield words.attribute(kind, attribute), declared(edge)
    yield from dict.fromkeys(_of_fields(reading))
    yield from _of_tags(reading)


def _of_tags(reading: Reading) -> Iterator[tuple[str, Look]]:
    """Yield the names of what icons stand for beside numbers, and of the coats of arms on parts of tiles."""
    words, view = reading.words, reading.looks.view
    for name, shown in view.functions.items():
        if shown.icon and reading.computed is not None:
            yield reading.computed.name(name), declared(shown)
    for table in reading.world.parts.values():
        for name, (type_, values) in table.columns.items():
            emblem = (
                isinstance(t.strip(type_), t.Int) and words.is_shown(table.type.name, name) and any(values)
            )
            if emblem:  # numbers are printed on parts of tiles as coats of arms
                yield words.attribute(table.type.name, name), Look(color="blue", icon="shield-chevron")


def _of_fields(reading: Reading) -> Iterator[tuple[str, Look]]:
    """Yield the names of single fields that look unlike others, with their looks."""
    view = reading.looks.view
    every = [each.cells for each in view.spaces.values()]
    every += [each.cells for each in (*view.variables.values(), *view.resources.values())]
    for cells in every:
        for look in cells.values():
            if look.name is not None:
                yield look.name.in_(reading.words.language), declared(look)


def _order(players: int, seat: int | None) -> Iterator[int]:
    """Yield the seats clockwise, beginning with the reader's own seat."""
    first = seat or 0
    return ((first + step) % players for step in range(players))


def _filled(group: Group) -> bool:
    return bool(group.boards or group.places or group.values or group.tables)


def _scores(
    words: Words, game: Game, seat: int | None, computed: Computed
) -> Sequence[tuple[int | None, str, bool]]:
    """Return each player's score with its name and whether fewer is better.

    It is the score that the view names. Otherwise it is the score if the game were over now, without a name.
    It is `None` where the reader cannot know it, or sees it as a variable or a resource.
    """
    program, shown = words.program, computed.score
    if shown is not None:
        name, lowest = computed.name(shown), words.names.world.game.view.functions[shown].score == "lowest"
        return [(computed.number(shown, each), name, lowest) for each in range(program.players)]
    stored = len(program.score) == 1 and isinstance(program.score[0], Load)
    if seat is None or not program.score or stored or game.over:
        return [(None, "", False)] * program.players
    return [(_score(computed.inspector, each), "", False) for each in range(program.players)]


def _score(inspector: Inspector, seat: int) -> int | None:
    """Return the score of a player, or `None` if it depends on something that the reader does not know."""
    try:
        return inspector.score(seat)
    except (Hides, Fault):
        return None


def _player(reading: Reading, seat: int) -> Player:
    seen, teams = reading.seen, reading.world.teams
    return Player(
        seat,
        reading.words.player(seat),
        f"p{seat}",
        reading.looks.player(seat),
        you=seat == reading.seat,
        turn=seen.turn == seat and seen.outcome == Head.RUNNING,
        deciding=seen.me == seat and seen.outcome == Head.RUNNING,
        team=teams[seat] if teams is not None else None,
        values=tuple(player_values(reading, seat)),
    )


def _common(reading: Reading) -> Group:
    """Return the group of things on the shared table."""
    boards = tuple(boards_of(reading, None))
    centre = bool(boards) or bool(reading.own_boards)
    places = tuple(
        place for rule in reading.families for place in _common_places(reading, rule, boarded=centre)
    )
    return Group(
        None,
        reading.words.texts.gettext("table"),
        boards,
        places,
        tuple(single_values(reading)),
        tuple(tables(reading)),
    )


def _own(reading: Reading, player: int) -> Group:
    """Return the group of a player's own boards and zones."""
    places = tuple(place for rule in reading.families for place in _own_places(reading, rule, player))
    return Group(player, reading.words.player(player), tuple(boards_of(reading, player)), places)


def _common_places(reading: Reading, rule: ZoneRule, *, boarded: bool) -> Iterator[Place]:
    """Yield the places of a family that belong to nobody, or that lie together.

    By default, zones that lie together stand in the centre of the table, and so do rows if no board stands
    there.
    """
    keys, said = rule.zone.keys, reading.zone_view(rule)
    if _stands_elsewhere(reading, rule) or (keys and is_player(keys[0]) and not together(reading, rule)):
        return
    for zone, key in reading.zones(rule):
        if rule.zone.count <= MANY or reading.seen.zones[zone]:
            owner = key[0] if together(reading, rule) else None
            place = place_of(reading, rule, zone, reading.key_text(keys, key), owner)
            central = owner is not None or (place.lies == "row" and not boarded)
            usual: Stands = "center" if central else "side"
            yield replace(place, stands=(said.stands if said else None) or usual)


def _own_places(reading: Reading, rule: ZoneRule, player: int) -> Iterator[Place]:
    keys, dims = rule.zone.keys, rule.zone.dims
    if not keys or not is_player(keys[0]) or _stands_elsewhere(reading, rule) or together(reading, rule):
        return
    others = product(*(range(first, first + size) for first, size in dims[1:]))
    each = rule.zone.count // dims[0][1]
    for number, key in enumerate(others):
        zone = rule.zone.first + player * each + number
        if each <= MANY or reading.seen.zones[zone]:
            yield place_of(reading, rule, zone, reading.key_text(keys[1:], key), player)


def _stands_elsewhere(reading: Reading, rule: ZoneRule) -> bool:
    """Return whether the zones of a family are shown on a board, on a component, or on a part of a tile."""
    if reading.plane(rule.zone.name) is not None:
        return True
    keys = rule.zone.keys
    return bool(keys) and (
        cell_space(keys[-1]) is not None
        or any(t.is_component(key) or (isinstance(key, t.Named) and key.sort == "part") for key in keys)
    )


def _ending(words: Words, game: Game, scores: Sequence[tuple[int | None, str, bool]]) -> Ending | None:
    """Return the end of a game that is over. `scores` are what the players' plates show."""
    result = game.result
    if result is None:
        return None
    order = sorted(range(words.program.players), key=lambda seat: result.places[seat])
    ranked = tuple(
        Ranked(
            result.places[seat],
            seat,
            result.scores[seat],
            result.parts[seat] if result.parts else (),
            seat in result.winners,
            scores[seat][0],
        )
        for seat in order
    )
    counted = scores[0][1]
    return Ending(words.reason(result.outcome), ranked, tuple(words.score_names), result.truncated, counted)

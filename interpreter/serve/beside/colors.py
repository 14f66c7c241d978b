"""The colours that people choose for their seats.

A colour is chosen only where it means nothing else. If a specification names its players, a colour belongs
to a name, as in `Red`: then one chooses among the declared looks that no seat has, and the name comes with
the look. So there is a choice only in games that declare more looks than players sit at the table; where
Black begins or sides belong to colours, there are no more. Otherwise one chooses among the colours of the
palette that the game gives neither to values nor to components.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

from gamespec.model import model as m
from interpreter.scene.looks import SEATS

__all__ = ["PALETTE", "choices", "looks_of_seats"]

PALETTE: tuple[str, ...] = get_args(m.Color)
"""The names of all colours."""


def choices(game: m.Game, colors: Sequence[str], seat: int) -> list[str]:
    """Return the colours that a seat (from 0) may have, its own among them, or nothing if there is no choice.

    `colors` has the colour that was chosen for each seat, or "".
    """
    looks = looks_of_seats(game, colors)
    others = {_color(game, looks, each) for each in range(len(colors)) if each != seat}
    offered = _offered(game, len(colors))
    found = [color for color in dict.fromkeys([_usual(game, seat), *offered]) if color not in others]
    return found if offered and len(found) > 1 else []


def looks_of_seats(game: m.Game, colors: Sequence[str]) -> Mapping[int, m.NamedLook]:
    """Return the look of each seat that differs from the declared or default one.

    A colour is ignored if it is not offered, or if an earlier seat has chosen it. A seat whose own colour
    somebody has chosen gets the first free one.
    """
    offered = _offered(game, len(colors))
    chosen: dict[int, str] = {}
    for seat, color in enumerate(colors):
        if color in offered and color not in chosen.values():
            chosen[seat] = color
    for seat in range(len(colors)):
        usual = _usual(game, seat)
        if seat in chosen or usual not in chosen.values():
            continue
        taken = {*chosen.values(), *(_usual(game, other) for other in range(len(colors)))}
        free = [color for color in offered if color not in taken]
        rest = [color for color in offered if color not in chosen.values()]
        chosen[seat] = (free or rest)[0]
    return {seat: _look(game, seat, color) for seat, color in chosen.items() if color != _usual(game, seat)}


def _named(game: m.Game) -> bool:
    return any(look.name is not None for look in game.view.players)


def _offered(game: m.Game, players: int) -> list[str]:
    """Return the colours among which people choose, or nothing."""
    view = game.view
    if _named(game):
        looks = [look.color for look in view.players if look.color is not None]
        return list(looks) if len(set(looks)) == len(view.players) > players else []
    meant: set[str | None] = {look.color for looks in view.values.values() for look in looks.values()}
    meant |= {look.color.name for look in view.components.values() if look.color is not None}
    found = [color for color in PALETTE if color not in meant]
    return found if len(found) > players else []


def _usual(game: m.Game, seat: int) -> str:
    """Return the colour of a seat for which none is chosen."""
    players = game.view.players
    said = players[seat].color if seat < len(players) else None
    return said or SEATS[seat % len(SEATS)].color


def _color(game: m.Game, looks: Mapping[int, m.NamedLook], seat: int) -> str:
    return (looks[seat].color if seat in looks else None) or _usual(game, seat)


def _look(game: m.Game, seat: int, color: str) -> m.NamedLook:
    """Return the look of a seat in a colour: the declared look of this colour, or its own one dyed."""
    players = game.view.players
    if _named(game):
        return next(look for look in players if look.color == color)
    own = players[seat] if seat < len(players) else m.NamedLook()
    return replace(own, color=next(each for each in get_args(m.Color) if each == color))

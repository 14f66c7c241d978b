"""Draws everything on a table, with empty zones and values that are not set, in any number of lines."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from interpreter.drawn.text.boards import board_lines
from interpreter.drawn.text.planes import map_lines
from interpreter.drawn.text.players import called, mark, seat_rows
from interpreter.drawn.text.values import table_lines, values_lines
from interpreter.drawn.text.zones import places_lines
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.scene.things import Board, Group, Scene

__all__ = ["group_lines", "indented", "legend_lines", "table_text", "whole_board"]

NARROWEST = 20
"""The least width for which a table is drawn, in characters."""


def table_text(scene: Scene, width: int = 80) -> list[str]:
    """Return the lines of text that show a scene.

    No line is longer than `width` characters, unless a single word or cell does not fit.
    """
    width = max(width, NARROWEST)
    return [*_lines(scene, width)]


def _lines(scene: Scene, width: int) -> Iterator[str]:
    common = scene.groups[0]
    for board in common.boards:
        yield from _board(board, scene, width)
    yield from values_lines(common.values, width)
    for table in common.tables:
        players = seat_rows(table, scene)
        yield from table_lines(table, width, ["  "] * len(table.rows) if players and table.title else ())
    yield from places_lines(common.places, width, scene.language)
    if scene.scoreboard is not None:
        marks = [mark(player) for player in scene.players]
        yield from table_lines(scene.scoreboard, width, marks)
    else:
        yield "   ".join(f"{mark(player)}{called(player)}" for player in scene.players)
    for group in scene.groups[1:]:
        yield from group_lines(group, scene, width)


def group_lines(group: Group, scene: Scene, width: int) -> Iterator[str]:
    """Yield the lines for a player's own things, if anything more than their number is known."""
    texts = catalogue(scene.language)
    hidden = texts.gettext("hidden")
    places = [
        place for place in group.places if any(each.known or each.name != hidden for each in place.pieces)
    ]
    if not (places or group.boards):
        return
    player = next(player for player in scene.players if player.seat == group.player)
    you = texts.gettext("you")
    yield f"{player.name} ({you})" if player.you else player.name
    for board in group.boards:
        yield from indented(_board(board, scene, width - 2))
    yield from indented(places_lines(places, width - 2, scene.language))


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines that are two characters further to the right."""
    return (f"  {line}" if line else "" for line in lines)


def _board(board: Board, scene: Scene, width: int) -> Iterator[str]:
    if board.owner is not None and not any(cell.pieces or cell.marks for cell in board.cells):
        empty = catalogue(scene.language).gettext("empty")
        yield f"{board.title}: {empty}"
        return
    if len(scene.groups[0].boards) > 1 or board.owner is not None:
        yield f"{board.title}:"
    yield from whole_board(board, width)


def whole_board(board: Board, width: int) -> Iterator[str]:
    """Yield the lines of a board without its title."""
    return map_lines(board, width) if board.form == "plane" else board_lines(board, width)


def legend_lines(scene: Scene, width: int = 80) -> Iterator[str]:
    """Yield lines that explain the symbols of a game, if it has any."""
    listed = [f"{look.symbol} {text}" for text, look in scene.legend if look.symbol]
    if listed:
        yield from textwrap.wrap(", ".join(listed), width)

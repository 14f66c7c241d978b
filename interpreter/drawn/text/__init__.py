"""Draws scenes as text for terminals, without colours and within a given width."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from interpreter.drawn.text.boards import board_lines
from interpreter.drawn.text.planes import map_lines
from interpreter.drawn.text.players import called, mark, seat_rows
from interpreter.drawn.text.values import grid_lines, table_lines, values_lines
from interpreter.drawn.text.zones import places_lines
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.scene.things import Board, Ending, Group, Scene

__all__ = ["ending_lines", "legend_lines", "table_text"]

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
        yield from _own(group, scene, width)


def _own(group: Group, scene: Scene, width: int) -> Iterator[str]:
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
        yield from _indented(_board(board, scene, width - 2))
    yield from _indented(places_lines(places, width - 2, scene.language))


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" if line else "" for line in lines)


def _board(board: Board, scene: Scene, width: int) -> Iterator[str]:
    if board.owner is not None and not any(cell.pieces or cell.marks for cell in board.cells):
        empty = catalogue(scene.language).gettext("empty")
        yield f"{board.title}: {empty}"
        return
    if len(scene.groups[0].boards) > 1 or board.owner is not None:
        yield f"{board.title}:"
    yield from map_lines(board, width) if board.form == "plane" else board_lines(board, width)


def legend_lines(scene: Scene, width: int = 80) -> Iterator[str]:
    """Yield lines that explain the symbols of a game, if it has any."""
    listed = [f"{look.symbol} {text}" for text, look in scene.legend if look.symbol]
    if listed:
        yield from textwrap.wrap(", ".join(listed), width)


def ending_lines(scene: Scene, ending: Ending, width: int = 80) -> Iterator[str]:
    """Yield lines with the result of a game: why it ended, and the ranking with each part of the score."""
    texts = catalogue(scene.language)
    if ending.truncated:
        yield texts.gettext("the game is cut short by its limit")
        return
    yield texts.gettext("the game is over: {reason}", reason=ending.reason)
    names = {player.seat: called(player) for player in scene.players}
    heads = [texts.gettext("score"), *ending.parts]
    sides = [f"{each.place}. {names[each.seat]}" for each in ending.ranked]
    rows = [[str(number) for number in (each.score, *each.parts)] for each in ending.ranked]
    yield from grid_lines(heads, [f"  {side}" for side in sides], rows, width)

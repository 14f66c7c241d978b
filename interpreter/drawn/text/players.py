"""Draws the players with their values, in one line for each or in a run of texts."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from interpreter.drawn.text.tokens import heading
from interpreter.drawn.text.values import grid_lines, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.scene.things import Player, Scene, Table, Value

__all__ = ["DECIDES", "HAS_TURN", "called", "mark", "player_lines", "player_texts", "seat_rows"]

DECIDES = "→ "
"""The mark of a player who decides."""

HAS_TURN = "* "
"""The mark of a player who has the turn while others decide."""

Column = tuple[str, tuple["Value | None", ...]]
"""The heading of a column and the value of each player."""


def mark(player: Player) -> str:
    """Return the mark in front of a player's name, which shows whether the player decides or has the turn."""
    return DECIDES if player.deciding else HAS_TURN if player.turn else "  "


def called(player: Player) -> str:
    """Return the name of a player, with the player's sign."""
    return f"{player.look.symbol} {player.name}" if player.look.symbol else player.name


def seat_rows(table: Table, scene: Scene) -> bool:
    """Return whether each row of a table is about one of the players, in the order of seats."""
    return len(table.rows) == len(scene.players) and all(
        row.refs[:1] == (player.ref,) for (row, _), player in zip(table.rows, scene.players, strict=True)
    )


def player_lines(scene: Scene, width: int, *, table: bool) -> list[str]:
    """Return the lines of a `table` of the players and their values, or of a run of texts.

    Columns in which nothing is set are left out, and if the table would be too wide, also those with 0 for
    everybody.
    """
    columns = [column for column in _columns(scene) if any(map(_says, column[1]))]
    if not columns:
        return _wrapped([f"{mark(player)}{called(player)}" for player in scene.players], width)
    if not table:
        return _wrapped([*_run(scene, columns)], width)
    found = _grid(scene, columns, width)
    if len(found) > len(scene.players) + 1:
        found = _grid(scene, [each for each in columns if not _is_blank(each)] or columns, width)
    return found


def player_texts(scene: Scene) -> list[str]:
    """Return a text for each player, with all values of the player."""
    columns = [*_columns(scene)]
    return [_told(player, columns) for player in scene.players]


def _columns(scene: Scene) -> Iterator[Column]:
    """Yield the columns of all tables that have a row for each player."""
    for table in (*scene.groups[0].tables, *([scene.scoreboard] if scene.scoreboard else [])):
        if not seat_rows(table, scene):
            continue
        for number, column in enumerate(table.columns):
            title = f"{table.title} {heading(column)}".strip()
            yield title, tuple(values[number] for _, values in table.rows)


def _says(value: Value | None) -> bool:
    return value is not None and (not value.blank or value.text.lstrip("-").isdecimal())


def _is_blank(column: Column) -> bool:
    return all(value is None or value.blank for value in column[1])


def _grid(scene: Scene, columns: list[Column], width: int) -> list[str]:
    sides = [f"{mark(player)}{called(player)}" for player in scene.players]
    cells = [[text_of(values[seat]) for _, values in columns] for seat in range(len(scene.players))]
    return [*grid_lines([head for head, _ in columns], sides, cells, width)]


def _run(scene: Scene, columns: list[Column]) -> Iterator[str]:
    """Yield a text for each player, with those of the values that are not 0, none or false."""
    for player in scene.players:
        yield _told(player, [(head, values) for head, values in columns if _matters(values[player.seat])])


def _matters(value: Value | None) -> bool:
    return value is not None and not value.blank


def _told(player: Player, columns: list[Column]) -> str:
    told = ", ".join(f"{head} {text_of(values[player.seat])}" for head, values in columns)
    return f"{mark(player)}{called(player)}{f': {told}' if told else ''}"


def _wrapped(texts: list[str], width: int) -> list[str]:
    """Return texts in lines with as many as fit, each line beginning with the mark of a player."""
    found: list[str] = []
    line = ""
    for text in texts:
        if line and len(line) + 3 + len(text) <= width:
            line += f"   {text}"
            continue
        if line:
            found.append(line)
        *whole, line = textwrap.wrap(text, width, subsequent_indent="    ", drop_whitespace=False) or [""]
        found += whole
    return [*found, line] if line else found

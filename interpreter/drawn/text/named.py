"""Finds the things on a table by their names, and draws each of them in full."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.drawn.text.players import player_texts
from interpreter.drawn.text.values import table_lines, value_text
from interpreter.drawn.text.whole import group_lines, legend_lines, table_text, whole_board
from interpreter.drawn.text.zones import name_of, place_lines
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.scene.things import Group, Place, Scene

__all__ = ["Named", "named", "shown_lines", "things"]


@dataclass(frozen=True, slots=True)
class Named:
    """A thing with its name, all the words under which people may look for it, and the lines that show it."""

    name: str
    words: str
    lines: tuple[str, ...]


def shown_lines(scene: Scene, text: str, width: int) -> list[str]:
    """Return lines that show everything, or the things with a name, or else which names there are."""
    if not text:
        return [*table_text(scene, width), *legend_lines(scene, width)]
    if found := named(scene, text, width):
        return [line for each in found for line in each.lines]
    names = ", ".join(dict.fromkeys(each.name for each in things(scene, width)))
    said = catalogue(scene.language).gettext(
        "nothing is called `{text}`; these have names: {names}", text=text, names=names
    )
    return textwrap.wrap(said, width, subsequent_indent="  ")


def named(scene: Scene, text: str, width: int) -> list[Named]:
    """Return the things whose name is `text` or, if there are none, those that `text` fits word by word."""
    everything, wanted = [*things(scene, width)], text.casefold().split()
    equal = [each for each in everything if each.name.casefold().split() == wanted]
    return equal or [each for each in everything if all(word in each.words.casefold() for word in wanted)]


def things(scene: Scene, width: int) -> Iterator[Named]:
    """Yield the boards, values, tables and zones of a scene, each by itself, and the players."""
    texts = catalogue(scene.language)
    board_word = texts.gettext("board")
    for group in scene.groups:
        whose = _whose(scene, group)
        for board in group.boards:
            lines = [f"{whose}{board.title}:", *whole_board(board, width)]
            yield Named(board.title, f"{whose} {board.title} {board_word}", tuple(lines))
        for value in group.values:
            yield Named(value.name, f"{value.name} {value.key}", (value_text(value),))
        for table in group.tables:
            name = table.title or ", ".join(row.text for row, _ in table.rows)
            heads = " ".join(head.text for head in table.columns)
            yield Named(name, f"{name} {heads}", tuple(table_lines(table, width)))
        for place in group.places:
            lines = [
                f"{whose}{line}" if n == 0 else line for n, line in enumerate(_zone(place, scene, width))
            ]
            yield Named(place.name, f"{whose} {name_of(place)}", tuple(lines))
    yield from _players(scene, width)


def _players(scene: Scene, width: int) -> Iterator[Named]:
    told = player_texts(scene)
    for player in scene.players:
        lines = [told[player.seat]]
        for group in scene.groups[1:]:
            if group.player == player.seat:
                lines += [*group_lines(group, scene, width)][1:]
        yield Named(player.name, player.name, tuple(lines))


def _whose(scene: Scene, group: Group) -> str:
    """Return the name of a group's player and a colon, to stand before the names of the player's things."""
    found = next((player for player in scene.players if player.seat == group.player), None)
    if found is None:
        return ""
    you = catalogue(scene.language).gettext("you")
    return f"{found.name} ({you}): " if found.you else f"{found.name}: "


def _zone(place: Place, scene: Scene, width: int) -> Sequence[str]:
    if not place.pieces:
        empty = catalogue(scene.language).gettext("empty")
        return (f"{name_of(place)}: {empty}",)
    return [*place_lines(place, width, scene.language, most=None)]

"""Explains the signs that a table shows now: those of the game, and those that every table has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawn.text.boards import EMPTY, NOTHING
from interpreter.drawn.text.planes import FREE, part_signs
from interpreter.drawn.text.players import DECIDES, HAS_TURN, mark
from interpreter.drawn.text.tokens import ARROWS, UNSEEN
from interpreter.drawn.text.whole import table_text
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from interpreter.scene.things import Scene

__all__ = ["signs_of"]


def signs_of(scene: Scene, width: int = 80) -> list[tuple[str, str]]:
    """Return each sign with its meaning: those of the game, the players', and those of every table.

    A sign to which the game gives a meaning has none besides, unless it also stands for a player.
    """
    shown = {word for line in table_text(scene, width) for word in line.split()}
    found = [(look.symbol, text) for text, look in scene.legend if look.symbol]
    for group in scene.groups:
        for board in group.boards:
            found += part_signs(board).items() if board.form == "plane" else ()
    taken = {sign for sign, _ in found}
    found += _of_players(scene, shown)
    found += [entry for entry in _of_tables(scene, shown) if entry[0] not in taken]
    return [*dict.fromkeys(found)]


def _of_players(scene: Scene, shown: Collection[str]) -> Iterator[tuple[str, str]]:
    for player in scene.players:
        sign = player.look.symbol
        if sign not in {"", player.name} and any(sign in word for word in shown):
            yield sign, player.name


def _of_tables(scene: Scene, shown: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the signs that tables have in every game, as far as they are among the words `shown`."""
    gettext = catalogue(scene.language).gettext
    marks = {mark(player) for player in scene.players}
    if DECIDES in marks:
        yield DECIDES.strip(), gettext("decides now")
    if HAS_TURN in marks:
        yield HAS_TURN.strip(), gettext("has the turn")
    for sign, meaning in (
        (UNSEEN, gettext("hidden")),
        (EMPTY, gettext("an empty cell")),
        (NOTHING, gettext("an empty side or corner")),
        (FREE, gettext("a free place")),
    ):
        if sign in shown:
            yield sign, meaning
    for arrow in ARROWS.values():
        if any(arrow in word for word in shown if len(word) > 1):
            yield arrow, gettext("the side to which the sign before it belongs")

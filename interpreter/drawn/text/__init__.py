"""Draws scenes as text for terminals, without colours and within a given width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawn.text.players import called
from interpreter.drawn.text.values import grid_lines
from interpreter.drawn.text.whole import legend_lines, table_text
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.scene.things import Ending, Scene

__all__ = ["ending_lines", "legend_lines", "table_text"]


def ending_lines(scene: Scene, ending: Ending, width: int = 80) -> Iterator[str]:
    """Yield lines with the result of a game: why it ended, and the ranking with each part of the score."""
    texts = catalogue(scene.language)
    if ending.truncated:
        yield texts.gettext("the game is cut short by its limit")
        return
    yield texts.gettext("the game is over: {reason}", reason=ending.reason)
    names = {player.seat: called(player) for player in scene.players}
    heads = [ending.counted or texts.gettext("score"), *ending.parts]
    sides = [f"{each.place}. {names[each.seat]}" for each in ending.ranked]
    rows = [[str(number) for number in (each.shown, *each.parts)] for each in ending.ranked]
    yield from grid_lines(heads, [f"  {side}" for side in sides], rows, width)

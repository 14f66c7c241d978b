"""Formats a player's information state as text, with the events and options shown to that player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.kernels.sights import sight
from interpreter.play.events import Asked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.play.events import Event
    from interpreter.words.text import Words

__all__ = ["lines_told"]


def lines_told(words: Words, events: Iterable[Event], player: int) -> Iterator[str]:
    """Yield a line for each event that is shown to a player (given by the seat, from 0), in order.

    Every player sees who is asked for a decision. The player who is asked also sees the numbers of the
    options, in which each component is replaced by the first of those that are alike.
    """
    for event in events:
        if isinstance(event, Asked):
            _, _, *shown = sight(words.program, event, player) or ()
            numbers = ", ".join(map(str, shown[1:]))  # after the site
            who = words.texts.gettext("{player} is asked", player=words.player(event.player))
            yield f"{who}: {numbers}" if event.player == player else who
        elif (text := words.event(event, player)) is not None:
            yield text

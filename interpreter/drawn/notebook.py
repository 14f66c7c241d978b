"""Shows games in notebooks, as seen by the player who has to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.compile import named
from interpreter.drawn.html import standalone
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from interpreter.engine.game import Game

__all__ = ["html_of"]


def html_of(game: Game, language: str = "en") -> str | None:
    """Return a game as self-contained HTML, as the deciding player sees it.

    Once the game is over, it is shown as a spectator sees it. Returns `None` if the program was read from a
    file, because such a program has no names.
    """
    compiled = named(game.program)
    if compiled is None:
        return None
    decision = game.decision
    return standalone(
        scene_of(Words(compiled, language), game, decision.player if decision is not None else None)
    )

"""Games in notebooks: the table as seen by the player who is to decide."""

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
    """Return a game as self-contained HTML, as the decider sees it, or a spectator once the game is over.

    Returns `None` for a program that was read from a file, which has no names.
    """
    compiled = named(game.program)
    if compiled is None:
        return None
    decision = game.decision
    return standalone(
        scene_of(Words(compiled, language), game, decision.player if decision is not None else None)
    )

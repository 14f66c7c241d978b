"""What the player in one seat knows of a game, as text and as JSON.

Everything that the player does not know is left out. This includes the seed, because it determines all past
and future chance, the digest of the position, because it depends on the seed, and answers that others gave in
secret.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from interpreter.cli.common.output import terminal_width
from interpreter.cli.play import narrate
from interpreter.drawn.text import table_text
from interpreter.engine.game import Game
from interpreter.scene.happened.log import counted_runs
from interpreter.scene.scene import scene_of

if TYPE_CHECKING:
    from interpreter.protocol import Playing
    from interpreter.sitting import Sitting
    from interpreter.words import Words

__all__ = ["known", "known_lines", "seen_lines"]


def known(sitting: Sitting, player: int) -> dict[str, Any]:
    """Return what a player (from 0) knows of a game, as a dict that can be written as JSON."""
    game, words = sitting.game, sitting.words
    seen = game.observation(player)
    result = game.result
    return {
        "over": game.over,
        "observation": asdict(seen),
        "information_state": game.information_state(player),
        "shown": words.describe(game, player).splitlines(),
        "log": narrate.log_of_seat(sitting, player),
        "places": None if result is None else list(result.places),
        "scores": None if result is None else list(result.scores),
        "score_parts": {} if result is None else words.score_parts(result),
        "winners": None if result is None else [seat + 1 for seat in result.winners],
        "truncated": result is not None and result.truncated,
    }


def known_lines(sitting: Sitting, player: int) -> list[str]:
    """Return what a player knows as lines, first the events that the player saw and then the position."""
    told = counted_runs(sitting.words, narrate.log_of_seat(sitting, player))
    return [*told, *seen_lines(sitting.game, sitting.words, player)]


def seen_lines(game: Playing, words: Words, player: int) -> list[str]:
    """Draw what a player (from 0) sees of a position, in lines as wide as the terminal."""
    asked = game if isinstance(game, Game) else Game.restore(words.program, list(game.position))
    return table_text(scene_of(words, asked, player), terminal_width())

"""Draws a picture of a game for the first page of a hall, from a game of its own."""

from __future__ import annotations

from gamespec.spec import Spec
from interpreter.drawn import html as drawn
from interpreter.engine.game import Game
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws
from interpreter.scene.scene import scene_of
from interpreter.words import Words

__all__ = ["picture"]

SEED = 3
"""The seed of all pictures. No table has it, other than by chance."""
ANSWERS = 24
"""Number of random answers after which a game is shown, so that something lies on the table."""


def picture(spec: Spec, language: str) -> str:
    """Return the table of a game after some random answers, as its first player sees it."""
    made = spec.compiled()
    words, luck = Words(made, language), Draws(SEED, "picture")
    game = Game(made.program, SEED)
    for _ in range(ANSWERS):
        options = game.options
        if game.over or not options:
            break
        before = game.position[:]
        try:
            game.apply(options[luck.below(len(options))])
        except Fault:
            game = Game.restore(made.program, before)
            break
        if game.over:
            game = Game.restore(made.program, before)
            break
    return drawn.table(scene_of(words, game, 0))

"""The claim that no two options of a decision have the same text, in any output that people read."""

from __future__ import annotations

from interpreter import Game
from interpreter.scene import asked_of
from interpreter.words import Words

__all__ = ["texts_differ"]


def texts_differ(words: Words, game: Game) -> None:
    """Check the texts of the pending decision's options, as printed by `option` and as labels of the table.

    Raises `Fault` if a text cannot be computed.
    """
    asked = asked_of(words, game)
    assert asked is not None
    labels = {choice.number: choice.label for choice in asked.choices}
    texts = {option.number: words.option(game, option) for option in game.options}
    assert labels == texts
    assert len(set(texts.values())) == len(texts), sorted(texts.values())

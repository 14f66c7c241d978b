"""Tells in words how a game went and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.scene.happened.log import line_of
from interpreter.words.information import lines_told

if TYPE_CHECKING:
    from interpreter.protocol import Playing
    from interpreter.sitting import Sitting
    from interpreter.words import Words

__all__ = ["ending", "log", "log_of_seat"]


def log(sitting: Sitting) -> list[str]:
    """Return a line for each event of a game, as told by an observer who sees everything."""
    lines = (line_of(sitting.words, event, label, None) for event, label in sitting.read)
    return [line for line in lines if line is not None]


def log_of_seat(sitting: Sitting, player: int) -> list[str]:
    """Return a line for each event that a player (from 0) sees, and for each question asked."""
    lines: list[str] = []
    for event, label in sitting.read:
        line = line_of(sitting.words, event, label, player)
        lines += [line] if line is not None else lines_told(sitting.words, [event], player)
    return lines


def ending(game: Playing, words: Words) -> list[str]:
    """Return lines that give the headline and the ranking or, if the game goes on, say who decides next."""
    result, decision = game.result, game.decision
    if decision is not None:
        return [
            words.texts.gettext("the game goes on: {player} decides", player=words.player(decision.player))
        ]
    if result is None or result.truncated:
        return [words.texts.gettext("the game is cut short by its limit")]
    ranked = sorted(enumerate(zip(result.places, result.scores, strict=True)), key=lambda seat: seat[1][0])
    parts, points = words.score_parts(result), words.texts.gettext("score")
    lines = [
        f"  {place}. {words.player(seat)}, {points} {score}"
        + (": " + ", ".join(f"{name} {of[seat]}" for name, of in parts.items()) if parts else "")
        for seat, (place, score) in ranked
    ]
    return [words.texts.gettext("the game is over: {reason}", reason=words.reason(result.outcome)), *lines]

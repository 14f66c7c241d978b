"""What happened in a game and how it ended, in words."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.protocol import Playing
    from interpreter.words import Words

__all__ = ["counted_runs", "ending", "log"]


def log(game: Playing, words: Words) -> list[str]:
    """A line for each event of a game that records, as somebody sees it who knows everything."""
    told = (words.event(event) for event in game.events)
    return [line for line in told if line is not None]


def counted_runs(words: Words, lines: Iterable[str]) -> list[str]:
    """The lines with equal neighbours as one: `a card: deck → hand[p2] (6 times)`."""
    runs = ((line, len(list(run))) for line, run in groupby(lines))
    several = words.word("({} times)")
    return [line if times == 1 else f"{line} {several.format(times)}" for line, times in runs]


def ending(game: Playing, words: Words) -> list[str]:
    """Who came where, or who decides next if the game goes on; the headline first."""
    result, decision = game.result, game.decision
    if decision is not None:
        return [words.word("the game goes on: {} decides").format(words.player(decision.player))]
    if result is None or result.truncated:
        return [words.word("the game is cut short by its limit")]
    ranked = sorted(enumerate(zip(result.places, result.scores, strict=True)), key=lambda seat: seat[1][0])
    parts = words.score_parts(result)
    lines = [
        f"  {place}. {words.player(seat)}, {words.word('score')} {score}"
        + (": " + ", ".join(f"{name} {of[seat]}" for name, of in parts.items()) if parts else "")
        for seat, (place, score) in ranked
    ]
    return [words.word("the game is over: {}").format(words.reason(result.outcome)), *lines]

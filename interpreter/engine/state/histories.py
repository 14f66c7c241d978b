"""Checks the past situations that a position contains."""

from __future__ import annotations

from itertools import groupby

from gamespec.program.tables import History

__all__ = ["strange"]

Position = list[int]


def strange(p: Position, history: History) -> str | None:
    """Return what is wrong with a history in a position, or `None` if nothing is."""
    held, width, base = p[history.place], history.words, history.place + 1
    if not 0 <= held <= history.length:
        return f"{held} situations, at most {history.length}"
    rows = [p[base + i * width : base + (i + 1) * width] for i in range(held)]
    if rows != sorted(rows):
        return "the situations do not ascend"
    if any(p[base + held * width : history.place + history.size]):
        return "something lies beyond the last situation"
    for word, digits in groupby(history.digits, lambda digit: digit.word):
        last = list(digits)[-1]
        most = last.weight * last.size
        if last.size and any(not 0 <= row[word] < most for row in rows):
            return f"word {word} of a situation is not in `0..{most - 1}`"
    return None

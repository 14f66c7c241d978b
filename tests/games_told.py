"""Handwritten tables of games for tests, each with metadata and a row for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.report import Facts, Run, facts_of
from interpreter.report.record import SavedGames
from interpreter.simulate.formats.saved_table import SavedTable

__all__ = ["ABOUT", "facts", "game", "table"]

ABOUT: dict[str, Any] = {
    "table": 2,
    "game": "duel",
    "called": "duel",
    "title": "Duel",
    "spec_hash": "0123456789abcdef",
    "players": 2,
    "options": {"size": 3},
    "set": {},
    "seed": 0,
    "games": 100,
    "until": None,
    "estimate": None,
    "seats": ["random", "random"],
    "rotate": True,
    "teams": [0, 1],
    "scored": True,
    "parts": {},
    "actions": ["take", "wait"],
    "faces": {"coin": "coin"},
    "measures": {},
    "program": "",
}
"""Metadata for games between two random players, with the actions `take` and `wait`, and with coins."""


def game(
    points: Sequence[int] = (1, 0),
    chosen: Sequence[Sequence[int]] = ((1, 0), (1, 0)),
    offered: Sequence[Sequence[int]] = ((1, 1), (1, 1)),
    free: Sequence[tuple[int, int, int] | None] = (None, None),
    **more: Any,
) -> dict[str, Any]:
    """Return the row of a game that has ten decisions in four turns, as values by column.

    `points` are the scores. The player with the most points wins, and nobody wins if all are equal. `chosen`
    and `offered` are indexed `[seat][action]`. For each seat, `free` describes the first free offer of
    `take`: the number of its options, the number of all options, and whether `take` was chosen.
    """
    high = max(points)
    won = [score == high and min(points) < high for score in points]
    row: dict[str, Any] = {"seed": 5, "luck": 6, "end": "over", "outcome": 8, "truncated": False}
    row |= {"fault": None, "decisions": 10, "alone": 0, "turns": 4, "rounds": 2, "options": 20}
    row |= {"most_options": 3, "forced": 5, "branching": 2.0, "forced_share": 0.5, "lead_changes": 1}
    for seat, score in enumerate(points, 1):
        row |= {f"seat.{seat}": "random", f"score.{seat}": score, f"won.{seat}": won[seat - 1]}
        row |= {f"place.{seat}": 1 + sum(other > score for other in points), f"led.{seat}": 2 * won[seat - 1]}
        for name, counts in (("offered", offered), ("chosen", chosen)):
            row |= {f"{name}.{seat}.take": counts[seat - 1][0], f"{name}.{seat}.wait": counts[seat - 1][1]}
        first, of, took = free[seat - 1] or (None, None, None)
        row |= {f"first.{seat}.take": first, f"first_of.{seat}.take": of, f"took.{seat}.take": took}
        waits = (None, None, None) if first is None or of is None else (of - first, of, int(not took))
        row |= dict(
            zip((f"{name}.{seat}.wait" for name in ("first", "first_of", "took")), waits, strict=True)
        )
    row |= {"came.coin.pot": 0, "came.coin.purse": 2, "left.coin.pot": 1, "left.coin.purse": 2}
    return row | more


def table(rows: Sequence[dict[str, Any]], **about: Any) -> SavedTable:
    """Return a table with the given rows, each of which describes a game."""
    names = ("game", *rows[0])
    said = {**ABOUT, "rows": len(rows), **about}
    return SavedTable(said, names, lambda: ([number, *row.values()] for number, row in enumerate(rows)))


def facts(rows: Sequence[dict[str, Any]], **about: Any) -> Facts:
    """Return the facts that a report computes from the given rows."""
    made = table(rows, **about)
    run = Run.of(made.about)
    return facts_of(run, SavedGames(run, made))

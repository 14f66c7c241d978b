"""How much of a scene a screen shows: from everything to what a player needs most, step by step.

Each of the `FOLDS` leaves out or shortens something that the one before it still shows. What costs a player
the least goes first: empty lines, old news, the things of others. Boards and the reader's own things go last.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gamespec.program.frozen import dataclass

__all__ = ["FOLDS", "Fold"]

MANY = 1000
"""More lines than any screen has."""


@dataclass(frozen=True, slots=True)
class Fold:
    """What a screen shows, and in how many lines.

    `news` is the maximum number of lines about what has happened, `text` that of a shared zone or table in a
    line of its own, `common` that of all shared zones and values, and `own` that of a zone of the reader.
    `options` is the number of lines that options get at least, if they need as many; `columns` says whether
    they may stand side by side. With `gaps`, empty lines separate the rows of boards. `legend` says whether
    signs are explained. `players` are lines of a table, or follow each other. `others` says how the zones of
    other players are shown, and `boards` how their boards are. `window` is the number of lines of the shared
    boards that remain at least when rows are cut off, or `None` if no rows are.
    """

    news: int = MANY
    legend: bool = True
    gaps: bool = True
    text: int = MANY
    common: int = MANY
    own: int = MANY
    options: int = MANY
    columns: bool = False
    players: Literal["table", "run"] = "table"
    others: Literal["whole", "line", "none"] = "whole"
    boards: Literal["whole", "cropped", "line"] = "whole"
    folded: bool = True
    window: int | None = None


def _folds() -> tuple[Fold, ...]:
    steps: tuple[dict[str, object], ...] = (
        {"columns": True},
        {"options": 10},
        {"legend": False, "news": 12},
        {"gaps": False},
        {"news": 8, "options": 8},
        {"text": 1, "others": "line", "boards": "cropped", "folded": False},
        {"news": 5, "options": 6},
        {"players": "run", "own": 3},
        {"news": 3, "options": 5, "common": 2},
        {"boards": "line", "own": 2, "news": 2, "options": 4},
        {"others": "none", "common": 1, "news": 1},
        {"options": 3, "own": 1, "window": 10},
        {"window": 5},
    )
    found = [Fold()]
    for step in steps:
        found.append(replace(found[-1], **step))  # type: ignore[arg-type]
    return tuple(found)


FOLDS = _folds()
"""The folds, from the one that shows everything to the shortest."""

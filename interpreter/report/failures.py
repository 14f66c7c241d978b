"""The games of a run that stopped without ending by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from gamespec.text.codes import CODES
from interpreter.play.result import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.play.luck import Seeds
    from interpreter.simulate.summary import Summary

__all__ = ["Failure", "failures_of"]

LIMITED = dict(
    zip(
        sorted(LIMITS),
        ("are ranked as they stand", "count as draws", "are cut short, without a result"),
        strict=True,
    )
)
"""Maps the outcome of games that reach their limit to a phrase that says how they count."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The number of games that stopped in one way, and the command that replays the first of them.

    `code` is the code of the fault, or `None` for games that reached the limit. `title` describes the fault,
    or says how games that reach the limit count.
    """

    code: str | None
    title: str
    games: int
    command: str


def failures_of(summary: Summary, again: Callable[[Seeds], str]) -> list[Failure]:
    """Return the faults that stopped games, most frequent first, then the limit that games reached.

    `again` returns the command that replays a game.
    """
    faults: dict[str, tuple[Seeds, int]] = {}
    for (code, _), place in summary.fault_places.items():
        first, games = faults.get(code, (place.seeds, 0))
        faults[code] = first, games + place.games
    found = [
        Failure(code, CODES[code].title if code in CODES else "unknown here", games, again(first))
        for code, (first, games) in sorted(faults.items(), key=lambda item: -item[1][1])
    ]
    if summary.first_limited is not None:
        ends = summary.outcomes
        outcome = Head.TRUNCATED if summary.truncated else next(each for each in LIMITED if each in ends)
        found.append(Failure(None, LIMITED[outcome], summary.limited, again(summary.first_limited)))
    return found

"""Converts estimates of the winner to values of columns, and back (see `interpreter.simulate.columns`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, starmap
from typing import TYPE_CHECKING, Any

from interpreter.play.estimated import Bounds, Estimated
from interpreter.simulate.columns import ESTIMATED

if TYPE_CHECKING:
    from interpreter.simulate.columns import Value

__all__ = ["estimate_columns", "estimate_values", "estimates_of"]


def estimate_columns(games: Sequence[Estimated | None]) -> list[list[Value]]:
    """Return the values of the columns `ESTIMATED`, given the estimates of each game."""
    rows = [estimate_values(each) for each in games]
    return [[row[at] for row in rows] for at in range(len(ESTIMATED))]


def estimate_values(told: Estimated | None) -> Sequence[Value]:
    """Return the values that one game has in the columns `ESTIMATED`."""
    if told is None:
        return [None] * len(ESTIMATED)
    pairs = (told.drama, told.comeback, told.known, told.ahead)
    ends = ((None, None) if each is None else (each.low, each.high) for each in pairs)
    return [told.moments, told.uncertainty, told.halfway, *chain.from_iterable(ends)]


def estimates_of(told: Sequence[Any]) -> Estimated | None:
    """Return the estimates of a game, given its values in the columns `ESTIMATED`.

    Return `None` for a game without a result.
    """
    moments, uncertainty, halfway, *ends = told
    if moments is None:
        return None
    if halfway is None:
        return Estimated(moments, uncertainty)
    return Estimated(moments, uncertainty, halfway, *starmap(Bounds, zip(ends[::2], ends[1::2], strict=True)))

"""What solvers and engines exchange: kinds of values, and what an exploration has found."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["Beyond", "Exploration", "Values"]


class Beyond(Exception):
    """A game is beyond what a solver can do; the message says why."""


class Values(IntEnum):
    """What the value of a finished game says (`interpreter.kernels.solving.outcomes`)."""

    OUTCOME = 0
    """Who has won, and after how many decisions."""
    MARGIN = 1
    """The scores of the first side minus those of the other."""
    WON = 2
    """Whether a puzzle is solved."""
    TOTAL = 3
    """The score that all players have in common, or else the sum of all scores."""


class Exploration(NamedTuple):
    """The progress of an exploration of all situations.

    It has found `nodes` situations, has expanded `done` of them, which have `edges` options, and expands
    those that `depth` decisions lead to. If it is `exhausted`, there are no others; if it is `full`, there
    was no memory for more. The `best` end so far, if any, comes after `best_depth` decisions, to which
    `ways` ways lead.
    """

    nodes: int
    done: int
    edges: int
    depth: int
    exhausted: bool
    full: bool
    best: int | None
    best_depth: int
    ways: int

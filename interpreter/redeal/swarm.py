"""Swarms: several tries side by side, of which those that fail are replaced by others that have not yet.

Each plays a node at a time. So a sight that one in two cannot come to costs half of the tries a node, and not
all tries what they had come to. It is a particle filter that resamples uniformly among those that are left
(Gordon, Salmond and Smith, "Novel approach to nonlinear/non-Gaussian Bayesian state estimation", 1993):
whenever only *m* of *n* are left, each counts for *n* of them, and so weighs *m*/*n* of what it did.
"""

from __future__ import annotations

from interpreter.play.luck import Draws
from interpreter.redeal.walk import Walk
from interpreter.redeal.weight import times

__all__ = ["swarm"]


def swarm(going: list[Walk], size: int, luck: Draws) -> list[Walk]:
    """Those of `size` walks that come to be complete, `going` being those that could begin.

    One may be there several times. There are none if all have failed. If the budget is exhausted on the way,
    those are missing that would have gone on.
    """
    done: list[Walk] = []
    while going:
        _fill(going, done, size, luck)
        stepped = [(walk, walk.step()) for walk in going]
        done += [walk for walk, _ in stepped if walk.complete]
        going = [walk for walk, goes_on in stepped if goes_on]
    return done


def _fill(going: list[Walk], done: list[Walk], size: int, luck: Draws) -> None:
    """Replace what is missing by others of those that are left."""
    left = [*going, *done]
    if len(left) == size:
        return
    for walk in {id(walk): walk for walk in left}.values():
        walk.weight = times(walk.weight, len(left) / size)
    for _ in range(size - len(left)):
        other = left[luck.below(len(left))]
        if other.complete:
            done.append(other)
        else:
            going.append(other.copy())

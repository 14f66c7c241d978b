"""Swarms: parallel tries, in which failed ones are replaced by copies of survivors.

Each plays one node at a time. So a sight that half of the tries fail to match costs half of the tries one
node, rather than all tries their progress. It is a particle filter that resamples uniformly among the
survivors (Gordon, Salmond and Smith, "Novel approach to nonlinear/non-Gaussian Bayesian state estimation",
1993): whenever only *m* of *n* survive, each stands for *n*/*m* of them, so its weight is multiplied by
*m*/*n*.
"""

from __future__ import annotations

from interpreter.play.luck import Draws
from interpreter.redeal.walk import Walk
from interpreter.redeal.weight import times

__all__ = ["swarm"]


def swarm(going: list[Walk], size: int, luck: Draws) -> list[Walk]:
    """Return those of `size` walks that become complete; `going` are the initial ones.

    One may occur several times. There are none if all have failed. If the budget runs out, unfinished walks
    are missing.
    """
    done: list[Walk] = []
    while going:
        _fill(going, done, size, luck)
        stepped = [(walk, walk.step()) for walk in going]
        done += [walk for walk, _ in stepped if walk.complete]
        going = [walk for walk, goes_on in stepped if goes_on]
    return done


def _fill(going: list[Walk], done: list[Walk], size: int, luck: Draws) -> None:
    """Replace failed walks by copies of survivors."""
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

"""Estimates the number of nodes of a game tree without walking it.

A random descent from the root to an ending chooses uniformly among the children of each node. The product of
the numbers of children along the way, summed over the way, is an unbiased estimate of the number of nodes (D.
Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 1975). Such estimates
vary widely, and most of them are too small.
"""

from __future__ import annotations

from interpreter.play.luck import Draws
from interpreter.protocol import Engine

__all__ = ["DESCENTS", "estimated"]

DESCENTS = 64
"""Number of random descents that are averaged."""


def estimated(engine: Engine, descents: int = DESCENTS, seed: int = 0) -> float:
    """Return an estimate of the number of nodes of a game's tree. Raises `Fault`."""
    draws, total = Draws(seed, "descents"), 0.0
    root = engine.begin(explicit=True)
    for _ in range(descents):
        game, reached = root.clone(), 1.0
        total += reached
        while not game.over:
            chance = game.chance
            many = game.branching if chance is None else len(chance.outcomes)
            reached *= many
            total += reached
            k = draws.below(many)
            if chance is None:
                game.take(k)
            else:
                game.settle(chance.outcomes[k])
    return total / descents

"""The inputs of a tree search: the random keys of each iteration, and the rewards."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from interpreter.play.luck import Draws, Seeds

__all__ = ["Iteration", "Reward"]


class Iteration(NamedTuple):
    """The random keys of one iteration.

    `chance` seeds chance on the way down the tree, `playout` after that; `luck` is the key for choices in the
    playout (`Draws.key`), `tree` the key for trying new options.
    """

    chance: int
    playout: int
    luck: int
    tree: int

    @classmethod
    def drawn(cls, draws: Draws) -> tuple[Iteration, Seeds]:
        """Draw the next iteration, with the seeds of its playout."""
        chance, game, luck, tree = (draws.below(1 << 62) for _ in range(4))
        return cls(chance, game, Draws(luck, "policy").key, Draws(tree, "tree").key), Seeds(game, luck)


class Reward(IntEnum):
    """The reward of a game for a player.

    `PLACES`: the share of opponents (players of other teams) that the player finishes ahead of, counting ties
    as half. `SCORES`: the score minus the best score of another team, if there is one.
    """

    PLACES = 0
    SCORES = 1

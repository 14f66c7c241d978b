"""The inputs of a tree search: the random keys of each iteration, and the kinds of rewards."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from interpreter.play.luck import Draws, Seeds

__all__ = ["Iteration", "Reward"]


class Iteration(NamedTuple):
    """The random keys of one iteration of a tree search.

    `chance` is the seed of the game's chance on the way down the tree, and `playout` is the seed from there
    on. `luck` is the key of the choices in the playout (`Draws.key`). `tree` is the key of the choices among
    options not yet tried.
    """

    chance: int
    playout: int
    luck: int
    tree: int

    @classmethod
    def drawn(cls, draws: Draws) -> tuple[Iteration, Seeds]:
        """Draw the keys of the next iteration, and return them with the seeds of its playout."""
        chance, game, luck, tree = (draws.below(1 << 62) for _ in range(4))
        return cls(chance, game, Draws(luck, "policy").key, Draws(tree, "tree").key), Seeds(game, luck)


class Reward(IntEnum):
    """The kinds of rewards that a search can give a player for a finished game.

    With `PLACES`, the reward is the share of the player's opponents (the players of other teams) that have a
    worse place, where an equal place counts as half. With `SCORES`, it is the player's score minus the best
    score of another team, if there is another team.
    """

    PLACES = 0
    SCORES = 1

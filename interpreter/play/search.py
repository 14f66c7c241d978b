"""What a tree search goes by: the numbers of each iteration, and what games are worth."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from interpreter.play.luck import Draws, Seeds

__all__ = ["Iteration", "Reward"]


class Iteration(NamedTuple):
    """What one iteration draws by.

    `chance` is the seed of chance on the way down the tree, `playout` that from there on; `luck` is the key
    by which options are taken in the playout (`Draws.key`), `tree` that by which new ones are tried.
    """

    chance: int
    playout: int
    luck: int
    tree: int

    @classmethod
    def drawn(cls, draws: Draws) -> tuple[Iteration, Seeds, Draws]:
        """The next one; the two seeds of its playout, and the draws by which new options are tried."""
        chance, game, luck, tree = (draws.below(1 << 62) for _ in range(4))
        own = Draws(tree, "tree")
        return cls(chance, game, Draws(luck, "policy").key, own.key), Seeds(game, luck), own


class Reward(IntEnum):
    """What a game is worth to a player.

    By `PLACES` the share of the others, those of other teams, behind whom the player is not; of those in the
    same place half. By `MARGINS` the score less the best score of another team, by `SCORES` the score.
    """

    PLACES = 0
    MARGINS = 1
    SCORES = 2

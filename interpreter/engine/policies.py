"""Plays whole games by policies: the definition of what `batch` plays if it is given policies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from gamespec.program import Program
from interpreter.engine.counted import CountedGames
from interpreter.engine.game import Game
from interpreter.kernels.learning.weighing import PolicyGame
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played
from interpreter.play.policies import Policies
from interpreter.play.tally import Counts

__all__ = ["PolicyGames"]


class PolicyGames:
    """Plays games of one program by policies, and tallies the same counts for each game."""

    def __init__(self, program: Program, policies: Policies, counts: Counts) -> None:
        self._program, self._chooser = program, PolicyGame(program, policies)
        self._counted = CountedGames(program, counts) if counts else None
        self._game: Game | None = None

    def batch(self, seeds: Iterable[Seeds], seats: Iterable[Sequence[int]] | None) -> Iterator[Playout]:
        """Play a game for each pair of seeds, with the player in each seat that `seats` names."""
        order = range(self._program.players)
        for each, seated in zip(seeds, seats if seats is not None else repeat(order), strict=False):
            yield self._played(each, seated)

    def _played(self, seeds: Seeds, seats: Sequence[int]) -> Playout:
        self._chooser.begin(seats)
        if self._counted is not None:
            return self._counted.played(seeds, self._choose, self._began)
        return played(seeds, self._begin, self._choose)

    def _begin(self, seed: int) -> Game:
        game = Game(self._program, seed)
        self._began(game)
        return game

    def _began(self, game: Game) -> None:
        self._game = game

    def _choose(self, decision: Decision, draws: Draws) -> Option:
        assert self._game is not None  # noqa: S101 - it has begun
        return decision.options[self._chooser.choose(self._game, decision, draws.key)]

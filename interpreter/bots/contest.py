"""Many games between bots, in place of an engine's own batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamespec.program import Program
from interpreter.bots.match import Match, matches, rotated
from interpreter.play.information import Record
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.tally import NOTHING, Counts
from interpreter.protocol import MakeEngine, Playing, Policy

__all__ = ["Contest"]


class Contest:
    """An engine in whose batches bots play: by seat one name each, and all move on a seat from game to game.

    `first` is the number of the first game. Games are played in so many processes as there are `jobs`; all
    else is done by the engine that `make` makes.
    """

    def __init__(
        self, program: Program, make: MakeEngine, names: Sequence[str], *, jobs: int, first: int = 0
    ) -> None:
        self.program, self._make, self._engine = program, make, make(program)
        self.names, self._jobs, self._first = tuple(names), jobs, first

    def sitting(self, game: int) -> tuple[int, ...]:
        """By seat the number of the bot that sits there in a game, by its number."""
        return rotated(len(self.names), game)

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> Playing:
        """A new game, at its first decision. Raises `Fault`."""
        return self._engine.begin(seed, record=record, explicit=explicit)

    def restore(
        self, position: Sequence[int], *, record: bool | Record = False, explicit: bool = False
    ) -> Playing:
        """A game that goes on from a position. Raises `Broken`."""
        return self._engine.restore(position, record=record, explicit=explicit)

    def batch(
        self, seeds: Iterable[Seeds], policy: Policy | None = None, *, tally: Counts = NOTHING
    ) -> Iterator[Playout]:
        """Games between the bots, one for each two seeds, in that order; by a policy the engine's own."""
        if policy is not None:
            return self._engine.batch(seeds, policy, tally=tally)
        games = (Match(each, self.sitting(number)) for number, each in enumerate(seeds, self._first))
        return matches(self.program, self._make, self.names, games, self._jobs, tally=tally)

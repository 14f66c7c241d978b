"""Implements the protocol of engines with the definitional engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from gamespec.program import Program
from interpreter.engine.counted import CountedGames
from interpreter.engine.game import Game
from interpreter.play.information import Record
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played, uniform
from interpreter.play.tally import NOTHING, Counts

__all__ = ["DefinitionalEngine"]


class DefinitionalEngine:
    """The engine that defines the meaning of programs. It implements `interpreter.protocol`."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __repr__(self) -> str:
        return f"<DefinitionalEngine of {self.program!r}>"

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> Game:
        """Begin a new game and play to its first decision. Raises `Fault`."""
        return Game(self.program, seed, record=record, explicit=explicit)

    def restore(
        self, position: Sequence[int], *, record: bool | Record = False, explicit: bool = False
    ) -> Game:
        """Resume a game from a position. Raises `Broken` if no game can have this position."""
        return Game.restore(self.program, list(position), record=record, explicit=explicit)

    def batch(
        self,
        seeds: Iterable[Seeds],
        policy: Callable[[Decision, Draws], Option] | None = None,
        *,
        tally: Counts = NOTHING,
    ) -> Iterator[Playout]:
        """Play one game to its end for each element of `seeds`, and yield the playouts in order.

        Without a policy, players choose uniformly at random.
        """
        usual = policy or uniform
        counted = CountedGames(self.program, tally) if tally else None
        for each in seeds:
            yield played(each, self.begin, usual) if counted is None else counted.played(each, usual)

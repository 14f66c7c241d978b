"""Games played to their end, by a policy or at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from gamespec.program import Program
from interpreter.engine.game import Game
from interpreter.play.errors import Fault
from interpreter.play.information import Record
from interpreter.play.luck import Draws
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, uniform

__all__ = ["DefinitionalEngine"]


class DefinitionalEngine:
    """The engine that says what a program means, as `interpreter.protocol` asks for it."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> Game:
        """A new game, at its first decision. Raises `Fault`."""
        return Game(self.program, seed, record=record, explicit=explicit)

    def restore(
        self, position: Sequence[int], *, record: bool | Record = False, explicit: bool = False
    ) -> Game:
        """A game that goes on from a position. Raises `Broken` if it cannot be one."""
        return Game.restore(self.program, list(position), record=record, explicit=explicit)

    def batch(
        self, seeds: Iterable[int], policy: Callable[[Decision, Draws], Option] | None = None
    ) -> Iterator[Playout]:
        """Games played to their end, one for each seed, in that order; at random without a policy."""
        for seed in seeds:
            yield self._to_the_end(seed, policy or uniform)

    def _to_the_end(self, seed: int, policy: Callable[[Decision, Draws], Option]) -> Playout:
        """One game. The policy's luck derives from the game's seed, so the game can be played again."""
        draws, decisions = Draws(seed, "policy"), 0
        try:
            game = self.begin(seed)
            while (decision := game.decision) is not None:
                game.play(policy(decision, draws))
                decisions += 1
        except Fault as fault:
            return Playout(seed, decisions, None, fault)
        return Playout(seed, decisions, game.result)

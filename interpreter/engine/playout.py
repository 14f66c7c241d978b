"""Games played to their end, by a policy or at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from gamespec.program import Program
from interpreter.engine.evaluate import Evaluator
from interpreter.engine.game import Game, machine_of
from interpreter.engine.position import initial
from interpreter.engine.ranking import leader
from interpreter.play.information import Record
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played, uniform
from interpreter.play.tally import NOTHING, Counts
from interpreter.play.tallying import Tallying

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
        self,
        seeds: Iterable[Seeds],
        policy: Callable[[Decision, Draws], Option] | None = None,
        *,
        tally: Counts = NOTHING,
    ) -> Iterator[Playout]:
        """Games played to their end, one for each two seeds, in that order; at random without a policy.

        A game that is counted keeps its events meanwhile.
        """
        usual, ranking = policy or uniform, Evaluator(self.program, machine_of(self.program).tilings)
        for each in seeds:
            yield self._counted(each, usual, tally, ranking) if tally else played(each, self.begin, usual)

    def _counted(
        self,
        seeds: Seeds,
        policy: Callable[[Decision, Draws], Option],
        counts: Counts,
        ranking: Evaluator,
    ) -> Playout:
        """A game that is counted; `ranking` evaluates what the game is ranked by, and nothing else."""
        machine = machine_of(self.program)
        position = initial(self.program, machine.atoms, seeds.game)
        events = Tallying(self.program, counts, partial(leader, ranking, position))

        def begin(_: int) -> Game:
            game = Game.halted(machine, position, {}, events)
            game.go_on()
            return game

        return replace(played(seeds, begin, policy), tally=events.tally)

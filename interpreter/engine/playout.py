"""Implements the protocol of engines with the definitional engine."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Sequence

from gamespec.program import Program
from interpreter.engine.counted import CountedGames
from interpreter.engine.game import Game
from interpreter.engine.machine.hasty import hasty_machine_of
from interpreter.engine.machine.machines import is_usual, machine_of
from interpreter.engine.policies import PolicyGames
from interpreter.engine.solving import DefinitionalSolver
from interpreter.engine.state.position import initial
from interpreter.kernels.learning.weighing import InPython
from interpreter.play.information import Record
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played, uniform
from interpreter.play.policies import Policies
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

    def solver(self, memory: int) -> DefinitionalSolver:
        """Return what solves games of this program, as described in `interpreter.protocol.SolvingEngine`."""
        return DefinitionalSolver(self.program, memory)

    def batch(
        self,
        seeds: Iterable[Seeds],
        policy: Callable[[Decision, Draws], Option] | None = None,
        *,
        tally: Counts = NOTHING,
        policies: Policies | None = None,
        seats: Iterable[Sequence[int]] | None = None,
    ) -> Generator[Playout]:
        """Play one game to its end for each element of `seeds`, and yield the playouts in order.

        Without a policy, players choose uniformly at random, or by `policies` if they are given, as described
        in `interpreter.protocol.PolicyEngine`. If choices are uniform, and options are not counted, as few
        options as possible are tried.
        """
        if policies is not None:
            yield from PolicyGames(self.program, policies, tally).batch(seeds, seats)
            return
        usual, few = policy or uniform, policy is None and not tally.options
        hasty = few and bool(self.program.ranked) and is_usual(machine_of(self.program))
        if tally:
            counted = CountedGames(self.program, tally, hasty=hasty)
            yield from (counted.played(each, usual) for each in seeds)
        elif hasty:
            yield from map(self._hastily, seeds)
        else:
            yield from (played(each, self.begin, usual) for each in seeds)

    def weighing(self, weights: array[float]) -> InPython:
        """Return what chooses by a policy, as described in `interpreter.protocol.PolicyEngine`."""
        return InPython(self.program, weights)

    def _hastily(self, seeds: Seeds) -> Playout:
        """Play a random game that tries few options."""
        machine = hasty_machine_of(self.program)
        machine.follow(seeds.draws())

        def begin(seed: int) -> Game:
            game = Game.halted(machine, initial(self.program, machine.atoms, seed), {}, None)
            game.go_on()
            return game

        return played(seeds, begin, uniform)

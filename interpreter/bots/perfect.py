"""The bot that plays perfectly, in games without secrets and chance that are small enough to be solved."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamespec.program import Program
from interpreter.bots.refusals import BotFailed
from interpreter.bots.trials import best_of
from interpreter.bots.view import Luck, View
from interpreter.engines import best
from interpreter.kernels.solving.kinds import Beyond
from interpreter.kernels.solving.outcomes import MOST, sides_of
from interpreter.play.openness import is_certain
from interpreter.play.options import Option
from interpreter.protocol import Solver
from interpreter.solving.answers import Stopped, Worth
from interpreter.solving.methods import ALONE, Plan, Unsolvable, plan
from interpreter.solving.watch import Watch

__all__ = ["Perfect"]

MEMORY = 32_000_000
"""The memory for what has been proved of positions, in bytes."""


@dataclass(slots=True, eq=False)
class Perfect:
    """Takes an option of the greatest value: it wins as early, or loses as late, as it can force.

    What it proves of positions serves its later decisions, too.
    """

    name: str = "perfect"
    _ready: tuple[Program, Plan, Solver] | None = field(default=None, init=False)

    def choose(self, view: View, luck: Luck) -> Option:
        """Return an option. Raises `BotFailed` if the game cannot be solved, and `Fault`."""
        if len(view.options) == 1:
            return view.options[0]
        planned, solver = self._solver(view.program)
        (game,) = view.redeals(0, 1)
        solving = planned.solving(solver, game, Watch())
        try:
            solving.run()
        except (Beyond, MemoryError) as error:
            raise BotFailed(f"`{self.name}` cannot play this game: {error}") from None
        answer = solving.answer()
        if answer.stopped == Stopped.INTERRUPT:
            raise KeyboardInterrupt
        if answer.stopped is not None:
            raise BotFailed(f"`{self.name}` cannot play this game: there is no memory for its situations")
        sign = -1 if sides_of(view.program)[view.player] else 1
        values = {each.option.number: sign * _value(each.worth) for each in answer.options}
        return best_of(view.options, [values[option.number] for option in view.options], luck.draws())

    def _solver(self, program: Program) -> tuple[Plan, Solver]:
        """Return how to solve a game, and its solver. Raises `BotFailed` and `Fault`."""
        if self._ready is None or self._ready[0] is not program:
            if not is_certain(program) or len({*sides_of(program)}) == ALONE:
                raise BotFailed(f"`{self.name}` plays games of two sides without secrets and chance")
            try:
                planned = plan(best(program, 1, steps=True).make(program))
            except Unsolvable as unsolvable:
                raise BotFailed(f"`{self.name}` cannot play this game: {unsolvable}") from None
            self._ready = program, planned, planned.solver(MEMORY)
        return self._ready[1:]


def _value(worth: Worth) -> float:
    """Return a value for the first side, in which an early win counts for more than a late one."""
    assert worth.low is not None  # noqa: S101 - a solver that has not stopped knows all values
    return worth.low if worth.decisions is None else worth.low * (MOST - worth.decisions)

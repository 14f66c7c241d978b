"""The bot that plays an equilibrium, in games that are small enough to be solved."""

from __future__ import annotations

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.bots.refusals import BotFailed
from interpreter.bots.view import Luck, View
from interpreter.play.openness import is_open
from interpreter.play.options import Option
from interpreter.solving.equilibrium import Equilibrium, Unsolvable, equilibrium

__all__ = ["Solved"]


class _Key:
    """The type of the key under which a program stores its equilibrium."""


_KEY = _Key()

UNITS = 1 << 32
"""Number of equal parts in which a probability is drawn."""


@dataclass(frozen=True, slots=True)
class Solved:
    """Chooses with the probabilities of an equilibrium, which is computed at the first decision."""

    name: str = "equilibrium"

    def choose(self, view: View, luck: Luck) -> Option:
        """Return an option. Raises `BotFailed` if the game is not solved, and `Fault`."""
        if len(view.options) == 1:
            return view.options[0]
        found = self.equilibrium(view.program)
        at = found.sequences.found(view.player, view.information_state)
        if at is None:
            raise BotFailed(
                f"`{self.name}` has no strategy here, because the game did not begin at its start"
            )
        shares = dict(zip(at.options, found.strategy(at), strict=True))
        left = luck.draws().below(UNITS) / UNITS
        for option in view.options:
            left -= shares[option.number]
            if left < 0:
                return option
        return max(view.options, key=lambda option: shares[option.number])  # the rest is a rounding error

    def equilibrium(self, program: Program) -> Equilibrium:
        """Return the equilibrium of a program, which stores it. Raises `BotFailed` and `Fault`."""
        stored = program.made_of.get(_KEY)
        if not isinstance(stored, Equilibrium):
            if is_open(program):
                raise BotFailed(f"`{self.name}` plays games with hidden information or secret decisions")
            try:
                stored = program.made_of[_KEY] = equilibrium(program)
            except Unsolvable as unsolvable:
                raise BotFailed(f"`{self.name}` cannot play this game: {unsolvable.why}") from None
        return stored

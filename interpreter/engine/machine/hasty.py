"""A machine for random games, which tries as few options as it can."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from operator import itemgetter

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.engine.machine.context import Position
from interpreter.engine.machine.machine import Machine
from interpreter.engine.options.decision import enumerator, judge
from interpreter.play.chance import rank
from interpreter.play.luck import Draws
from interpreter.play.options import Option

__all__ = ["HastyMachine", "hasty_machine_of"]


class HastyMachine(Machine):
    """A machine for random games in which options are not counted (`Counts.options`).

    At the sites in `Program.ranked`, it tries candidates in the order of their ranks until one is kept. It
    offers this option, and another one if there is another one, because a player who has no choice is not
    asked. If players are asked in any case, it looks for another option only if decisions are `counted`,
    because forced ones are counted apart. `draws` are those of the random player of the current game, which
    begins, or goes on, after `before` decisions.
    """

    draws: Draws
    before: int
    counted: bool

    def follow(self, draws: Draws, before: int = 0, *, counted: bool = False) -> None:
        """Play the next game by these draws."""
        self.draws, self.before, self.counted = draws, before, counted

    def _enumerator(self, site: int) -> Callable[[Position], list[Option]]:
        if site not in self.program.ranked:
            return super()._enumerator(site)
        if site not in self._enumerators:
            self._enumerators[site] = self._shortlist(site)
        return self._enumerators[site]

    def _shortlist(self, site: int) -> Callable[[Position], list[Option]]:
        e, asks = self.evaluator, self.program.sites[site]
        candidates = enumerator(e, site, self.trial, judged=False)
        judges = {action: judge(e, site, action, self.trial) for action in asks.actions}

        def is_kept(p: Position, option: Option) -> bool:
            fits = judges[option.action]
            return fits is None or fits(p, option.values)

        def shortlist(p: Position) -> list[Option]:
            drawn = self.draws.number(p[Head.DECISIONS] + 1 - self.before)
            ranks = [(rank(drawn, option.number), option) for option in candidates(p)]
            for least, option in sorted(ranks, key=itemgetter(0)):
                if is_kept(p, option):
                    others = (each for other, each in ranks if other > least and is_kept(p, each))
                    return [option, *islice(others, int(self.counted or not asks.ask_always))]
            return []

        return shortlist


def hasty_machine_of(program: Program) -> HastyMachine:
    """Return the hasty machine of a program, which is made once."""
    if HastyMachine not in program.made_of:
        program.made_of[HastyMachine] = HastyMachine(program)
    made = program.made_of[HastyMachine]
    assert isinstance(made, HastyMachine)  # noqa: S101 - made above
    return made

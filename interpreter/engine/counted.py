"""Games that are counted while they are played: what an engine comes to that counts is what these come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from gamespec.program import Program
from interpreter.engine.evaluate import Evaluator
from interpreter.engine.game import Game, machine_of
from interpreter.engine.position import initial
from interpreter.engine.ranking import leader
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played
from interpreter.play.tally import Cells, Counts, has_leader
from interpreter.play.tallying import Tallying

__all__ = ["CountedGames"]


class CountedGames:
    """Games of one program, of which the same is counted. A game keeps its events while it is played.

    Who leads is asked of an evaluator that runs nothing else: what that spends, and what it keeps, is no
    matter of the game.
    """

    def __init__(self, program: Program, counts: Counts) -> None:
        self._program, self._counts = program, counts
        self._machine, self._cells = machine_of(program), Cells(program)
        leads = counts.lead and has_leader(program)
        self._ranking = Evaluator(program, self._machine.tilings) if leads else None

    def played(self, seeds: Seeds, policy: Callable[[Decision, Draws], Option]) -> Playout:
        """A game that begins with a seed, played to its end by a policy, and what was counted of it."""
        position = initial(self._program, self._machine.atoms, seeds.game)
        leads = None if self._ranking is None else partial(leader, self._ranking, position)
        events = Tallying(self._program, self._counts, self._cells, leads)

        def begin(_: int) -> Game:
            game = Game.halted(self._machine, position, {}, events)
            game.go_on()
            return game

        return replace(played(seeds, begin, policy), tally=events.tally)

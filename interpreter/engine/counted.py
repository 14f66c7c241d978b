"""Games that are counted while they are played: the definition of a tally for all engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from gamespec.program import Program
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.game import Game, machine_of
from interpreter.engine.machine.ranking import leader
from interpreter.engine.state.position import initial
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played
from interpreter.play.tally import Cells, Counts, has_leader
from interpreter.play.tallying import Tallying

__all__ = ["CountedGames"]


class CountedGames:
    """Games of one program with the same counts. A game keeps its events while it is played.

    The leader and the game's measures are computed by a separate evaluator, whose budget and caches do not
    affect the game.
    """

    def __init__(self, program: Program, counts: Counts) -> None:
        self._program, self._counts = program, counts
        self._machine, self._cells = machine_of(program), Cells(program)
        leads = counts.lead and has_leader(program)
        self._beside = Evaluator(program, self._machine.tilings)
        self._leads, self._measures = leads, counts.measures and bool(program.measures)

    def played(self, seeds: Seeds, policy: Callable[[Decision, Draws], Option]) -> Playout:
        """Play a game with the given seeds to its end by a policy, and count it."""
        position = initial(self._program, self._machine.atoms, seeds.game)
        leads = partial(leader, self._beside, position) if self._leads else None
        asked = partial(self._asked, position) if self._measures else None
        events = Tallying(self._program, self._counts, self._cells, leads, asked)

        def begin(_: int) -> Game:
            game = Game.halted(self._machine, position, {}, events)
            game.go_on()
            return game

        return replace(played(seeds, begin, policy), tally=events.tally)

    def _asked(self, position: list[int], measures: Sequence[tuple[int, int]]) -> list[int]:
        """Return the values of some measures; each has a budget of its own. Raises `Fault`."""
        program, e, found = self._program, self._beside, []
        for number, seat in measures:
            e.scratch[e.place(program.seat)] = seat
            found.append(int(e.asked(program.measures[number].value, position)))
        return found

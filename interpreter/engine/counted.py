"""Plays games and counts their events. The resulting tallies are those that every engine must produce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from gamespec.program import Program
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.game import Game, machine_of
from interpreter.engine.machine.hasty import HastyMachine, hasty_machine_of
from interpreter.engine.machine.observed import ObservedMachine, Reaching
from interpreter.engine.machine.ranking import leader
from interpreter.engine.state.position import initial
from interpreter.kernels.statistics.counters import Counters, Reading
from interpreter.kernels.statistics.tallying import BITS, Tallying
from interpreter.kernels.terms import Long
from interpreter.play.events import Asked, Decided, Ended, Event, Moved, TurnBegan
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played
from interpreter.play.tally import Cells, Counts

__all__ = ["CountedGames"]


class CountedGames:
    """Plays games of one program, and tallies the same counts for each game.

    The events of a game are kept while it is played. If games are `hasty`, they are those of random players,
    and try as few options as possible.
    """

    def __init__(self, program: Program, counts: Counts, *, hasty: bool = False) -> None:
        self._machine = hasty_machine_of(program) if hasty else machine_of(program)
        self._program, self._counters = program, Counters()
        evaluator = Evaluator(program, self._machine.tilings)
        self._tallying = _Tallying(evaluator, counts, self._counters)
        if counts.reached:
            self._machine = ObservedMachine(program, Reaching(program, self._tallying.reaches))
        self._reading = Reading(self._tallying, self._counters)

    def played(
        self,
        seeds: Seeds,
        policy: Callable[[Decision, Draws], Option],
        began: Callable[[Game], None] | None = None,
    ) -> Playout:
        """Play a game from its seeds to its end by a policy, and return the playout with its tally.

        `began` is called with the game before it begins.
        """
        if isinstance(self._machine, HastyMachine):
            counted = self._tallying.counts.pace
            self._machine.follow(seeds.draws(), counted=counted)
        position = initial(self._program, self._machine.atoms, seeds.game)
        self._counters.clear()
        self._tallying.position = position
        events = _Counted(self._tallying)

        def begin(_: int) -> Game:
            game = Game.halted(self._machine, position, {}, events)
            if began is not None:
                began(game)
            game.go_on()
            return game

        found = played(seeds, begin, policy)
        return replace(found, tally=self._reading.tally(self._counters.numbers()) if events.over else None)


class _Tallying(Tallying):
    """The counts of a game, with a separate evaluator, so that counting does not use the game's budget."""

    position: list[int]

    def __init__(self, evaluator: Evaluator, counts: Counts, counters: Counters) -> None:
        super().__init__(evaluator.program, counts, Cells(evaluator.program), counters, counters)
        self.evaluator = evaluator

    def reaches(self, bit: int) -> None:
        """Record that the game has reached a bit of `Tally.reached`."""
        self.reach(bit // BITS, Long(1) << bit % BITS)

    def leader(self) -> int:
        """Return 1 plus the number of the team that is alone in the lead, or 0 if no team is."""
        team = leader(self.evaluator, self.position)
        return 0 if team is None else 1 + team

    def measure(self, number: int, seat: int) -> int:
        """Return the value of measure `number` for a seat, using a separate budget. Raises `Fault`."""
        e = self.evaluator
        e.scratch[e.place(self.program.seat)] = seat
        return int(e.asked(self.program.measures[number].value, self.position))


class _Counted(list[Event]):
    """The list of the events of one game, which counts each event when it is appended."""

    def __init__(self, tallying: _Tallying) -> None:
        super().__init__()
        self._tallying, self.over = tallying, False

    def append(self, event: Event) -> None:
        """Append an event to the list, and count it."""
        super().append(event)
        counts, tallying = self._tallying.counts, self._tallying
        match event:
            case TurnBegan(player=player):
                tallying.turn_began(player)
            case Asked(player=player, options=options):
                self._due(player, [option.action for option in options], alone=False)
            case Decided(player=player, action=action, forced=alone):
                if alone:
                    self._due(player, [action], alone=True)
                if counts.actions or tallying.last:
                    tallying.taken(player, action)
            case Moved(component=component, source=source, target=target):
                if counts.components:
                    tallying.moved(component, source, target, 0)
            case Ended():
                tallying.over(tallying.position)
                self.over = True
            case _:
                pass

    def _due(self, player: int, options: list[int], *, alone: bool) -> None:
        """Count a decision of `player`. `options` has the action of each option, with repetitions."""
        self._tallying.due(len(options), alone)
        if self._tallying.counts.actions:
            for action, count in Counter(options).items():
                self._tallying.offered(player * self._tallying.actions + action, count, len(options))

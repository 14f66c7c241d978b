"""Lets an engine play the games between two bots of a ladder whole, and sum them itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from gamespec.program import Program
from interpreter.bots.inside import policies_of
from interpreter.bots.names import bot, plays_inside
from interpreter.play.interrupts import Interrupts
from interpreter.play.tally import NOTHING
from interpreter.protocol import SummingEngine
from interpreter.simulate.summary import Summary
from interpreter.simulate.summed import Summed, SummedGames
from interpreter.study.ladder import Meeting, seatings, seed_of

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.protocol import MakeEngine
    from interpreter.simulate.cluster import Cluster

__all__ = ["Pair"]


class Pair(NamedTuple):
    """Two bots of a ladder, given by their numbers, both of which an engine can play by itself.

    `names` are those of all bots, and `seed` is that of the ladder.
    """

    compiled: Compiled
    make: MakeEngine
    names: tuple[str, ...]
    bots: tuple[int, int]
    seed: int

    @property
    def program(self) -> Program:
        """The program that is played."""
        return self.compiled.program

    @property
    def both(self) -> tuple[str, str]:
        """The names of the two bots."""
        first, second = self.bots
        return self.names[first], self.names[second]

    @property
    def inside(self) -> bool:
        """Whether the engine plays whole games between the two bots, and sums them."""
        return plays_inside(self.both) and isinstance(self.make(self.program), SummingEngine)

    def play(
        self,
        numbers: range,
        elsewhere: Cluster | None,
        meeting: Meeting,
        progress: Callable[[int], None] | None = None,
    ) -> Meeting:
        """Play the games with these numbers, count them in the meeting, and return it.

        `progress` is called with how many games were just played. An interrupt waits for a whole chunk. If
        other machines play, `elsewhere`, the games are counted there, and it raises as `Cluster.playouts`
        does. Raises `BotFailed` if a policy does not fit the program.
        """
        step = progress or (lambda _: None)
        with Interrupts() as interrupts:
            if elsewhere is None:
                self._sum(meeting, numbers, step, interrupts)
            else:
                work, first = partial(_played, self), elsewhere.first(self.both)
                with closing(elsewhere.shards(work, numbers, first=first)) as shards:
                    interrupts.counting()
                    while (part := interrupts.waited(lambda: next(shards, None))) is not None:
                        meeting.merge(part)
                        step(part.games + part.stopped)
            interrupts.counted()
        return meeting

    def _sum(
        self, meeting: Meeting, numbers: range, step: Callable[[int], None], interrupts: Interrupts
    ) -> None:
        """Play and count games here."""
        engine, program, seats = self.make(self.program), self.program, seatings(self.program)
        assert isinstance(engine, SummingEngine)  # noqa: S101 - as the caller knows
        policies = policies_of(program, [*map(bot, self.both)])
        run, summary = seed_of(self.names, self.bots, self.seed), Summary.of(program)
        summed = Summed(summary, program, NOTHING, engine, seats=seats, pair=meeting.include)
        with closing(engine.chunks(run, numbers, policies=policies, seats=seats)) as chunks:
            games = SummedGames(summed, chunks)
            interrupts.counting()
            try:
                while ready := interrupts.waited(games.ready):
                    step(games.add(ready))
            finally:
                games.settle()
                meeting.games += summary.completed
                meeting.stopped += summary.games - summary.completed


def _played(pair: Pair, numbers: Sequence[int]) -> Meeting:
    """Play games on a worker."""
    assert isinstance(numbers, range)  # noqa: S101 - as they were sent
    return pair.play(numbers, None, Meeting(pair.bots))

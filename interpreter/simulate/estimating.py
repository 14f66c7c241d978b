"""Estimates of the winner at the end of every turn, based on random playouts.

An engine made by `Estimating` replays each game that a policy has played. At each moment of the game (see
`interpreter.play.estimated`), it plays a number of random games that start there. The estimates are what an
omniscient observer expects, since hidden components stay where they are, while future chance is drawn anew
for each random game. The seeds of the random games are derived from the game's seeds and the moment, so the
estimates of a game do not depend on who plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.play.errors import Fault
from interpreter.play.estimated import Moment, estimated
from interpreter.play.events import TurnBegan
from interpreter.play.luck import Draws, Seeds
from interpreter.play.playout import uniform
from interpreter.play.tally import NOTHING, Counts
from interpreter.protocol import Searching

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.play.information import Record
    from interpreter.play.playout import Playout
    from interpreter.play.result import Result
    from interpreter.play.search import Plan
    from interpreter.protocol import Engine, MakeEngine, OptionStats, Playing, Policy

__all__ = ["Estimating", "Estimator"]


@dataclass(frozen=True, slots=True)
class Estimating:
    """Makes engines that estimate the winner from `playouts` random games at each moment.

    `make` makes the engine that plays all these games.
    """

    make: MakeEngine
    playouts: int

    def __call__(self, program: Program) -> Estimator:
        """Return an estimating engine for `program`."""
        return Estimator(self.make(program), self.playouts)


class Estimator:
    """An engine whose batches include estimates of the winner, and that leaves playing to another engine."""

    def __init__(self, engine: Engine, playouts: int) -> None:
        self._engine, self._playouts = engine, playouts
        self.program = engine.program
        teams = dict.fromkeys(self.program.teams)
        self._number = {team: number for number, team in enumerate(teams)}

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> Playing:
        """Begin a game and play to its first decision. Raises `Fault` if a fault occurs before it."""
        return self._engine.begin(seed, record=record, explicit=explicit)

    def restore(
        self, position: Sequence[int], *, record: bool | Record = False, explicit: bool = False
    ) -> Playing:
        """Resume a game from a saved position. Raises `Broken` if the position is invalid."""
        return self._engine.restore(position, record=record, explicit=explicit)

    def option_stats(self, game: Playing, roots: Sequence[Playing], plan: Plan) -> OptionStats | None:
        """Return the statistics of the options of `game` from the engine's tree search, if it has one."""
        engine = self._engine
        return engine.option_stats(game, roots, plan) if isinstance(engine, Searching) else None

    def batch(
        self, seeds: Iterable[Seeds], policy: Policy | None = None, *, tally: Counts = NOTHING
    ) -> Iterator[Playout]:
        """Play a game for each pair of seeds, in the order of `seeds`, and estimate the winner on the way.

        Each game is played to its end. Raises `ValueError` unless `tally` counts turns.
        """
        if not tally.pace:
            raise ValueError("estimates require that turns are counted: `Counts(pace=True)`")
        return (self._played(each, policy or uniform, tally) for each in seeds)

    def _played(self, seeds: Seeds, policy: Policy, tally: Counts) -> Playout:
        moments, answers = self.moments(seeds, policy)
        again = iter(answers)
        (played,) = self._engine.batch(
            (seeds,), lambda decision, _: decision.options[next(again)], tally=tally
        )
        result, counted = played.result, played.tally
        if result is None or result.truncated or counted is None or counted.pace is None or not moments:
            return played
        return replace(played, estimated=estimated(moments, counted.pace.turns, self._winner(result)))

    def moments(self, seeds: Seeds, policy: Policy) -> tuple[list[Moment], list[int]]:
        """Play a game, and return its moments and the index of the option taken at each decision.

        If a fault stops the game, the lists end there.
        """
        moments: list[Moment] = []
        answers: list[int] = []
        draws, began, seen = seeds.draws(), 0, 0
        try:
            game = self._engine.begin(seeds.game, record=True)
            while (decision := game.decision) is not None:
                events = game.events
                began += sum(isinstance(event, TurnBegan) for event in events[seen:])
                seen, ended = len(events), max(began - 1, 0)
                if not moments or ended > moments[-1].ended:
                    luck = Draws(seeds.luck, f"estimate {len(moments)}")
                    moments.append(self._moment(game, ended, luck.below))
                option = policy(decision, draws)
                answers.append(decision.options.index(option))
                game.play(option)
        except Fault:
            pass  # whoever plays the game with these answers reaches the same fault and reports it
        return moments, answers

    def _moment(self, game: Playing, ended: int, below: Callable[[int], int]) -> Moment:
        """Return the moment at the position of `game`, with the outcomes of random games that start there.

        `ended` is the number of turns that have ended.
        """
        teams = len(self._number)
        outcomes = tuple(self._outcomes(game, self._playouts, below))
        lots = tuple(below(teams) if outcome == teams else outcome for outcome in outcomes)
        return Moment(ended, teams, outcomes, lots, self._recurs(game, outcomes, below))

    def _recurs(self, game: Playing, outcomes: Sequence[int], below: Callable[[int], int]) -> int:
        """Pick one of `outcomes` at random, and return how many further games it takes until it recurs.

        Return 0 if the picked outcome occurs more than once in `outcomes`. An outcome with chance p recurs
        after 1 / p games on average, and the chance of picking it as a unique one is at most p. So each
        possible outcome adds at most one expected game, however rare it is.
        """
        if not outcomes or outcomes.count(picked := outcomes[below(len(outcomes))]) > 1:
            return 0
        tried = 0
        while True:
            for outcome in self._outcomes(game, self._playouts, below):
                tried += 1
                if outcome == picked:
                    return tried

    def _outcomes(self, game: Playing, count: int, below: Callable[[int], int]) -> Iterator[int]:
        """Play `count` random games, and yield the number of the team that won alone in each.

        If no team won a game alone, yield the number of teams instead. Games without a result are left out.
        """
        seeds = [Seeds(below(1 << 62), below(1 << 62)) for _ in range(count)]
        for played in game.playouts(seeds):
            if played.result is not None and not played.result.truncated:
                winner = self._winner(played.result)
                yield len(self._number) if winner is None else winner

    def _winner(self, result: Result) -> int | None:
        """Return the number of the team that won alone, or `None` if there is no such team."""
        winners = {self.program.teams[seat] for seat in result.winners}
        return self._number[winners.pop()] if len(winners) == 1 else None

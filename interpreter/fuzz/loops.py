"""Loops: situations that come again, and who can make the game go on for ever.

A game in which a situation comes again (`situations`) has a *cycle* of answers. Whether it shows a mistake
depends on who can avoid or end it. That is decided on the arena, the graph of what can follow (`arena`):

- If no end can be reached, the game cannot end from there.
- If one player gives all answers of the cycle within one turn, without chance, that player can act for ever
  in a turn.
- If a player or a team wins the safety game, they can go on for ever, whatever the others and chance do.
- Otherwise the players can only repeat the cycle together, or the arena is too large to decide it.

A variable or a history that counts makes every situation new. Then there is no loop, and the game ends when
the count does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import islice
from time import monotonic

from interpreter.engine.game import Game
from interpreter.fuzz.arena import Arena, Budget
from interpreter.fuzz.cases import Case
from interpreter.fuzz.corpus import Sample
from interpreter.fuzz.cycles import Course, Cycle
from interpreter.fuzz.findings import course
from interpreter.fuzz.safety import SafetyGame
from interpreter.play.openness import is_open
from interpreter.play.options import Option
from interpreter.protocol import Engine

__all__ = ["Loop", "LoopKind", "loop_of"]

MOST_TRIED = 100
"""Maximum number of situations of a cycle for which it is tried who can force it."""

TURNS_CHECKED = 20
"""Maximum number of cycles for which the events are checked for the beginning of a turn."""


class LoopKind(Enum):
    """What a loop is."""

    CANNOT_END = "cannot end"
    """From a situation of the cycle on, nobody can end the game, by any options and with any luck."""
    ENDLESS_TURN = "endless turn"
    """One player gives all answers of the cycle within one turn, without chance."""
    FORCED = "can be forced"
    """Some seats can go on for ever from the beginning of the cycle, whatever the others and chance do."""
    REPEATS = "repeats"
    """The players together can repeat the cycle."""


@dataclass(frozen=True, eq=False)
class Loop:
    """A game in which a situation comes again.

    `seed` begins the game; `before` and `cycle` have the numbers of the options taken until the situation is
    there first, and from there until it comes again. In a cycle with `chance`, random numbers are drawn: it
    comes again only with luck. A cycle is `in_turn` if one player gives all its answers within one turn.

    `coalitions` are the seats (from 0) that were found to be able to go on for ever, each a player alone or a
    team. There are none if the game cannot end, or if nobody can force the loop. What is `proven` depends on
    the kind:

    - `CANNOT_END` is always proven: everything that can follow was explored, with all outcomes of chance.
    - `ENDLESS_TURN` is always proven: the player can give the same answers again.
    - `FORCED` is proven unless something is hidden: then it holds for players who know everything.
    - `REPEATS` is proven if no player or team can force the loop; otherwise this was not decided.

    `explored` is the number of situations explored, chance nodes included.
    """

    case: Case
    seed: int
    before: tuple[int, ...]
    cycle: tuple[int, ...]
    kind: LoopKind
    coalitions: tuple[tuple[int, ...], ...]
    proven: bool
    chance: bool
    in_turn: bool
    explored: int

    def __repr__(self) -> str:
        return f"<Loop, {self.kind.value}: {len(self.cycle)} answers, after {len(self.before)}>"

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of all coalitions, in ascending order."""
        return tuple(sorted({seat for coalition in self.coalitions for seat in coalition}))

    @cached_property
    def _course(self) -> list[tuple[Game, int, Option]]:
        return course(self.case, self.seed, (*self.before, *self.cycle))

    @property
    def lead(self) -> list[tuple[Game, int, Option]]:
        """For each answer before the cycle, the game before it, the seat that gave it, and the option."""
        return self._course[: len(self.before)]

    @property
    def steps(self) -> list[tuple[Game, int, Option]]:
        """For each answer of the cycle, the game before it, the seat that gave it, and the option."""
        return self._course[len(self.before) :]


def loop_of(sample: Sample, engine: Engine, seconds: float) -> Loop | None:
    """Return a loop in a game; `None` if no situation comes again in it.

    It is of the first kind in `LoopKind` that can be shown, and then the shortest and the earliest one.
    `engine` plays the program of the sample's case. Replaying the game and exploring the arena take about as
    many `seconds`; what was found when they are over counts. A fault ends the game.
    """
    begun = monotonic()
    course = Course(sample, engine)
    course.play(begun + seconds / 2)
    if not course.cycles:
        return None
    return _Classifying(sample, engine, course).loop(begun + seconds)


class _Classifying:
    """Finds out of what kind the loops of a game are."""

    def __init__(self, sample: Sample, engine: Engine, course: Course) -> None:
        self._sample, self._course, self._program = sample, course, engine.program
        self._arena = Arena(engine)

    def loop(self, until: float) -> Loop:
        """Return the loop of the first kind that can be shown until a time of `monotonic`."""
        cycles, course = self._course.cycles, self._course
        budget = self._arena.budget(until)
        cannot_end = self._cannot_end(self._arena.share(budget, 2))
        if cannot_end is not None:
            return self._loop(cannot_end, LoopKind.CANNOT_END, proven=True)
        candidates = (c for c in cycles if course.may_be_in_one_turn(c) and not course.by_chance(c))
        one_turn = next((c for c in islice(candidates, TURNS_CHECKED) if course.in_one_turn(c)), None)
        if one_turn is not None:
            alone = ((course.seats[one_turn.start],),)
            return self._loop(one_turn, LoopKind.ENDLESS_TURN, alone, proven=True)
        return self._forced(budget)

    def _loop(
        self,
        cycle: Cycle,
        kind: LoopKind,
        coalitions: tuple[tuple[int, ...], ...] = (),
        *,
        proven: bool,
        at: int | None = None,
    ) -> Loop:
        """Make a loop of a cycle, which begins with the answer at the index `at`."""
        numbers, start, end = self._course.numbers, cycle.start, cycle.end
        at = start if at is None else at
        return Loop(
            self._sample.case,
            self._sample.seeds.game,
            tuple(numbers[:at]),
            tuple(numbers[at:end] + numbers[start:at]),
            kind,
            coalitions,
            proven,
            self._course.by_chance(cycle),
            self._course.in_one_turn(cycle),
            self._arena.explored,
        )

    # --- games that cannot end --------------------------------------------------------------------------

    def _cannot_end(self, budget: Budget) -> Cycle | None:
        """Return the first cycle from which no end can be reached.

        If an end can be reached from the last situation that comes again, it can from all earlier ones.
        """
        course = self._course
        if course.has_end:
            return None
        last = max(course.cycles, key=lambda c: c.end).end
        root = self._arena.node(course.positions([last])[last])
        closed = self._arena.without_end(root, budget)
        if closed is None:
            return None
        within = (self._arena.known(key) in closed for key in course.keys)
        first = next(index for index, inside in enumerate(within) if inside)
        return next((c for c in course.cycles if c.start >= first), None)

    # --- loops that can be forced -----------------------------------------------------------------------

    def _coalitions(self) -> list[tuple[int, ...]]:
        """Return each player alone, and each team of several players."""
        teams, seats = self._program.teams, range(self._program.players)
        together = (tuple(s for s in seats if teams[s] == team) for team in sorted(set(teams)))
        return [*((seat,) for seat in seats), *(team for team in together if len(team) > 1)]

    def _forced(self, budget: Budget) -> Loop:
        """Return a loop that a coalition can force, or else one that the players can only repeat together.

        The shortest cycle is tried, and the last one. The first situation of a cycle counts in which somebody
        can force it.
        """
        cycles, course, refuted = self._course.cycles, self._course, False
        games = [SafetyGame(self._arena, each) for each in self._coalitions()]
        tried = list(dict.fromkeys((cycles[0], max(cycles, key=lambda c: c.end))))
        for index, cycle in enumerate(tried):
            tries = self._tries(cycle, games, self._arena.share(budget, len(tried) - index))
            # a cycle with draws of chance cannot begin elsewhere, where its draws would be others
            starts = tries[:1] if course.by_chance(cycle) else tries
            at, forcing = next(((at, won) for at, won, _ in starts if won), (cycle.start, ()))
            if forcing:
                proven = is_open(self._program) or all(self._alone(cycle, each) for each in forcing)
                return self._loop(cycle, LoopKind.FORCED, _least(forcing), proven=proven, at=at)
            if index == 0:
                refuted = len(tries) == cycle.length and all(lost for _, _, lost in tries)
        return self._loop(cycles[0], LoopKind.REPEATS, proven=refuted)

    def _tries(
        self, cycle: Cycle, games: Sequence[SafetyGame], budget: Budget
    ) -> list[tuple[int, tuple[tuple[int, ...], ...], bool]]:
        """Return, for each answer of a cycle, its index, the coalitions that win, and whether all lose.

        Answers after the first `MOST_TRIED` are left out. Each of the games has its share of the budget.
        """
        last = min(cycle.end, cycle.start + MOST_TRIED)
        found = {at: list[bool | None]() for at in range(cycle.start, last)}
        positions = self._course.positions(found)
        for index, game in enumerate(games):
            alone, share = self._alone(cycle, game.coalition), self._arena.share(budget, len(games) - index)
            for at, wins in found.items():
                wins.append(alone or game.wins(self._arena.node(positions[at]), share))
        return [
            (
                at,
                tuple(game.coalition for game, won in zip(games, wins, strict=True) if won),
                all(won is False for won in wins),
            )
            for at, wins in found.items()
        ]

    def _alone(self, cycle: Cycle, coalition: Collection[int]) -> bool:
        """Return whether a coalition gives all answers of a cycle without chance, and so can repeat it."""
        course = self._course
        return not course.by_chance(cycle) and {*course.seats[cycle.start : cycle.end]} <= {*coalition}


def _least(coalitions: Collection[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return the coalitions in order, without those that contain another one."""
    return tuple(sorted(c for c in coalitions if not any({*other} < {*c} for other in coalitions)))

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

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import islice
from time import monotonic

from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.bots.view import is_open
from interpreter.engine.game import Game
from interpreter.engine.playout import DefinitionalEngine
from interpreter.fuzz.arena import Arena
from interpreter.fuzz.cases import Case
from interpreter.fuzz.corpus import Sample
from interpreter.fuzz.situations import draws_of, situation
from interpreter.play.errors import Fault
from interpreter.play.events import TurnBegan
from interpreter.play.options import Option
from interpreter.protocol import Engine

__all__ = ["Loop", "LoopKind", "loop_of"]

TURNS_CHECKED = 20
"""Maximum number of cycles for which the events are checked for the beginning of a turn."""


class LoopKind(Enum):
    """What a loop is."""

    CANNOT_END = "cannot end"
    """From a situation of the cycle on, nobody can end the game, by any options and with any luck."""
    ENDLESS_TURN = "endless turn"
    """One player gives all answers of the cycle within one turn, without chance."""
    FORCED = "can be forced"
    """From the beginning of the cycle on, some seats can go on for ever, whatever the others and chance do.
    """
    REPEATS = "repeats"
    """The players together can repeat the cycle."""


@dataclass(frozen=True, eq=False)
class Loop:
    """A game in which a situation comes again.

    `seed` begins the game; `before` and `cycle` have the numbers of the options taken until the situation is
    there first, and from there until it comes again. In a cycle with `chance`, random numbers are drawn: it
    comes again only with luck. A cycle is `in_turn` if one player gives all its answers within one turn.

    `coalitions` are the seats (from 0) that can go on for ever, each a player alone or a team. There are none
    if the game cannot end, or if nobody can force the loop. What is `proven` depends on the kind:

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

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of all coalitions, in ascending order."""
        return tuple(sorted({seat for coalition in self.coalitions for seat in coalition}))

    @cached_property
    def _course(self) -> list[tuple[Game, int, Option]]:
        found = list[tuple[Game, int, Option]]()
        game = DefinitionalEngine(self.case.compiled.program).begin(self.seed)
        for number in (*self.before, *self.cycle):
            option = next(option for option in game.options if option.number == number)
            found.append((game.clone(), game.player, option))
            game.play(option)
        return found

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
    course = _Course(sample, engine)
    course.play(begun + seconds / 2)
    if not course.cycles:
        return None
    return _Classifying(sample, engine, course).loop(begun + seconds)


@dataclass(frozen=True, slots=True)
class _Cycle:
    """The answers from index `start` of a game up to, but not including, index `end`.

    Before the two, the situation is the same.
    """

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start


@dataclass(eq=False)
class _Course:
    """What is needed of a game, for each of its answers."""

    sample: Sample
    engine: Engine
    numbers: list[int] = field(default_factory=list)
    """The numbers of the options taken."""
    seats: list[int] = field(default_factory=list)
    """The seats that gave the answers."""
    keys: list[bytes] = field(default_factory=list)
    """The situations before the answers."""
    draws: list[int] = field(default_factory=list)
    """The number of random numbers drawn before each answer."""
    turns: list[tuple[int, int]] = field(default_factory=list)
    """The phase, and the player whose turn it is."""
    cycles: list[_Cycle] = field(default_factory=list)
    """The cycles, the shortest first, and of these the earliest: from the last time to the next time."""

    def play(self, until: float) -> None:
        """Play the game until a time of `monotonic`, and find the cycles."""
        program, last = self.engine.program, dict[bytes, int]()
        try:
            for index, (game, number) in enumerate(self.sample.course(self.engine)):
                position = game.position
                key = situation(program, position)
                if key in last:
                    self.cycles.append(_Cycle(last[key], index))
                last[key] = index
                self.numbers.append(number)
                self.seats.append(game.player)
                self.keys.append(key)
                self.draws.append(draws_of(program, position))
                self.turns.append((position[Head.PHASE], position[Head.TURN]))
                if monotonic() > until:
                    break
        except Fault:
            pass
        self.cycles.sort(key=lambda cycle: (cycle.length, cycle.start))

    def positions(self, indexes: Iterable[int]) -> dict[int, list[int]]:
        """Return the positions before some answers, by their indexes."""
        wanted, found = set(indexes), dict[int, list[int]]()
        for index, (game, _) in enumerate(self.sample.course(self.engine)):
            if index in wanted:
                found[index] = list(game.position)
                if len(found) == len(wanted):
                    break
        return found

    def by_chance(self, cycle: _Cycle) -> bool:
        """Return whether random numbers are drawn in a cycle."""
        return self.draws[cycle.start] != self.draws[cycle.end]

    def may_be_in_one_turn(self, cycle: _Cycle) -> bool:
        """Return whether one player gives all answers of a cycle, in the player's own or another's turns."""
        between = slice(cycle.start, cycle.end)
        turn = self.turns[cycle.start]
        return turn[1] != NONE and len(set(self.seats[between])) == 1 and set(self.turns[between]) == {turn}

    def in_one_turn(self, cycle: _Cycle) -> bool:
        """Return whether one player gives all answers of a cycle within one turn."""
        if not self.may_be_in_one_turn(cycle):
            return False
        game = self.engine.restore(self.positions([cycle.start])[cycle.start], record=True)
        for number in self.numbers[cycle.start : cycle.end]:
            game.play(next(option for option in game.options if option.number == number))
        return not any(isinstance(event, TurnBegan) for event in game.events)


class _Classifying:
    """Finds out of what kind the loops of a game are."""

    def __init__(self, sample: Sample, engine: Engine, course: _Course) -> None:
        self._sample, self._course, self._program = sample, course, engine.program
        self._arena = Arena(engine)

    def loop(self, until: float) -> Loop:
        """Return the loop of the first kind that can be shown until a time of `monotonic`."""
        cycles, course = self._course.cycles, self._course
        now = monotonic()
        cannot_end = self._cannot_end(now + (until - now) / 2)
        if cannot_end is not None:
            return self._loop(cannot_end, LoopKind.CANNOT_END, proven=True)
        candidates = (c for c in cycles if course.may_be_in_one_turn(c) and not course.by_chance(c))
        one_turn = next((c for c in islice(candidates, TURNS_CHECKED) if course.in_one_turn(c)), None)
        if one_turn is not None:
            alone = ((course.seats[one_turn.start],),)
            return self._loop(one_turn, LoopKind.ENDLESS_TURN, alone, proven=True)
        last = max(cycles, key=lambda c: c.end)
        roots = course.positions({*range(cycles[0].start, cycles[0].end), *range(last.start, last.end)})
        self._arena.explore(map(self._arena.node, roots.values()), until)
        forced = self._forced()
        if forced is not None:
            return forced
        return self._loop(cycles[0], LoopKind.REPEATS, proven=self._nobody_can_force(cycles[0]))

    def _loop(
        self,
        cycle: _Cycle,
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

    def _cannot_end(self, until: float) -> _Cycle | None:
        """Return the first cycle from which no end can be reached.

        If an end can be reached from the last situation that comes again, it can from all earlier ones.
        """
        course = self._course
        last = max(course.cycles, key=lambda c: c.end).end
        root = self._arena.node(course.positions([last])[last])
        closed = self._arena.without_end(root, until)
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

    def _forced(self) -> Loop | None:
        """Return the first cycle that a coalition can force, from the first situation of it where it can."""
        course, coalitions = self._course, self._coalitions()
        safe = [self._arena.safe(each, hopeful=False) for each in coalitions]
        nodes = [self._arena.known(key) for key in course.keys]
        winning = [
            {c for c, inside in zip(coalitions, safe, strict=True) if node in inside} for node in nodes
        ]
        for cycle in course.cycles:
            alone = {each for each in coalitions if self._alone(cycle, each)}
            # a cycle with draws of chance cannot begin elsewhere, where its draws would be others
            for at in range(cycle.start, cycle.start + 1 if course.by_chance(cycle) else cycle.end):
                forcing = _least(winning[at] | alone)
                if forcing:
                    proven = is_open(self._program) or alone.issuperset(forcing)
                    return self._loop(cycle, LoopKind.FORCED, forcing, proven=proven, at=at)
        return None

    def _alone(self, cycle: _Cycle, coalition: Collection[int]) -> bool:
        """Return whether a coalition gives all answers of a cycle without chance, and so can repeat it."""
        course = self._course
        return not course.by_chance(cycle) and {*course.seats[cycle.start : cycle.end]} <= {*coalition}

    def _nobody_can_force(self, cycle: _Cycle) -> bool:
        """Return whether it is proven that no coalition can force the game to go on from any of a cycle."""
        keys = self._course.keys[cycle.start : cycle.end]
        nodes = {self._arena.known(key) for key in keys}
        return None not in nodes and all(
            nodes.isdisjoint(self._arena.safe(each, hopeful=True)) for each in self._coalitions()
        )


def _least(coalitions: Collection[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return the coalitions in order, without those that contain another one."""
    return tuple(sorted(c for c in coalitions if not any({*other} < {*c} for other in coalitions)))

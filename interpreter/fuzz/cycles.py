"""Cycles: the situations that come again in a game."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import field
from time import monotonic

from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.fuzz.corpus import Sample
from interpreter.fuzz.situations import draws_of, situation
from interpreter.play.errors import Fault
from interpreter.play.events import TurnBegan
from interpreter.protocol import Engine, Playing

__all__ = ["Course", "Cycle"]


@dataclass(frozen=True, slots=True)
class Cycle:
    """The answers from index `start` of a game up to, but not including, index `end`.

    Before the two, the situation is the same.
    """

    start: int
    end: int

    @property
    def length(self) -> int:
        """The number of answers."""
        return self.end - self.start


@dataclass(eq=False)
class Course:
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
    cycles: list[Cycle] = field(default_factory=list)
    """The cycles, the shortest first, and of these the earliest: from the last time to the next time."""

    has_end: bool = False
    """Whether the game was played until a rule ended it, and not the limit or a fault."""

    def play(self, until: float) -> None:
        """Play the game until a time of `monotonic`, and find the cycles."""
        last, game = dict[bytes, int](), None
        with suppress(Fault):
            for game, option in self.sample.course(self.engine):
                key = self._add(game, option.number)
                index = len(self.keys) - 1
                if key in last:
                    self.cycles.append(Cycle(last[key], index))
                last[key] = index
                if monotonic() > until:
                    break
        result = None if game is None else game.result  # the course has played the same game on
        self.has_end = result is not None and not result.limited
        self.cycles.sort(key=lambda cycle: (cycle.length, cycle.start))

    def _add(self, game: Playing, number: int) -> bytes:
        """Add the next answer of the game, and return the situation before it."""
        position, program = game.position, self.engine.program
        key = situation(program, position)
        self.numbers.append(number)
        self.seats.append(game.player)
        self.keys.append(key)
        self.draws.append(draws_of(program, position))
        self.turns.append((position[Head.PHASE], position[Head.TURN]))
        return key

    def positions(self, indexes: Iterable[int]) -> dict[int, list[int]]:
        """Return the positions before some answers, by their indexes."""
        wanted, found = set(indexes), dict[int, list[int]]()
        for index, (game, _) in enumerate(self.sample.course(self.engine)):
            if index in wanted:
                found[index] = list(game.position)
                if len(found) == len(wanted):
                    break
        return found

    def by_chance(self, cycle: Cycle) -> bool:
        """Return whether random numbers are drawn in a cycle."""
        return self.draws[cycle.start] != self.draws[cycle.end]

    def may_be_in_one_turn(self, cycle: Cycle) -> bool:
        """Return whether one player gives all answers of a cycle, in the player's own or another's turns."""
        between = slice(cycle.start, cycle.end)
        turn = self.turns[cycle.start]
        return turn[1] != NONE and len(set(self.seats[between])) == 1 and set(self.turns[between]) == {turn}

    def in_one_turn(self, cycle: Cycle) -> bool:
        """Return whether one player gives all answers of a cycle within one turn."""
        if not self.may_be_in_one_turn(cycle):
            return False
        game = self.engine.restore(self.positions([cycle.start])[cycle.start], record=True)
        for number in self.numbers[cycle.start : cycle.end]:
            game.play(next(option for option in game.options if option.number == number))
        return not any(isinstance(event, TurnBegan) for event in game.events)

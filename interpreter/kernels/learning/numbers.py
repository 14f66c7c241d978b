"""What numbers say about a position, if their effect is not proportional to them.

A number counts for the two nearest of several *knots*, the more, the nearer it is (linear interpolation), so
weights describe any function that is linear between knots. If there are few numbers, each pair of them counts
for pairs of knots.
"""

from __future__ import annotations

from itertools import combinations
from typing import Protocol

from gamespec.program import Program
from gamespec.program.domain import NONE
from interpreter.kernels.learning.regions import Regions
from interpreter.kernels.learning.policy import OF_NUMBER
from interpreter.kernels.terms import Long, Real, Room, Words, inline, integer_part
from interpreter.kernels.worth import Worth
from interpreter.play.chance import ALL
from interpreter.play.openness import is_open
from interpreter.play.encoding import MOST_VALUES
from interpreter.play.together import teams_of

__all__ = ["Numbers"]

KNOTS = 16
WIDTH = KNOTS + 2
MOST = 32
MOST_PAIRED = 6
FIRST = 1 << 24


class Game(Protocol):
    """A game."""

    position: Words
    points: Words

    def stand(self) -> None:
        """Write the parts of all scores to `points`, as if the game were over."""


class Numbers:
    """The numbers of one program."""

    def __init__(self, program: Program, game: Game, room: Room) -> None:
        self.game, self.players = game, program.players
        places = list[tuple[int, int, int]]()
        for store in program.stores:
            size = store.domain.high - store.domain.low + 1
            if size > MOST_VALUES and not store.component:
                places += [(store.place + i, store.domain.low, size - 1) for i in range(store.count)]
        self.places = tuple(places[:MOST])
        self.stands = bool(program.score) and not is_open(program)
        self.size = len(self.places) + 2 * self.stands
        self.worth = Worth(teams_of(program), len(program.score))
        self.pairs = tuple(combinations(range(self.size), 2)) if self.size <= MOST_PAIRED else ()
        self.regions = tuple(Regions(program, plane, game.position, room) for plane in program.planes)
        self.most = 2 * self.size + 4 * len(self.pairs) + sum(each.parts for each in self.regions)
        self.told, self.out, self.count = room.longs(max(self.most, 1)), room.reals(max(self.most, 1)), room.words(1)
        self.knot, self.part = room.words(max(self.size, 1)), room.reals(max(self.size, 1))

    def find(self, seat: int) -> None:
        """Find what the numbers say for a seat."""
        self.count[0], n = 0, 0
        for place, low, span in self.places:
            self.at_value(n, self.game.position[place], low, span)
            n += 1
        if self.stands:
            self.game.stand()
            mine = self.worth.score(self.game.points, seat)
            best, others = 0, 0
            for other in range(self.players):
                if self.worth.teams[other] != self.worth.teams[seat]:
                    score = self.worth.score(self.game.points, other)
                    if others == 0 or score > best:
                        best = score
                    others += 1
            self.at_score(n, mine)
            self.at_score(n + 1, mine - best)
        for i in range(self.size):
            self.enter(i * WIDTH + self.knot[i], 1.0 - self.part[i])
            self.enter(i * WIDTH + self.knot[i] + 1, self.part[i])
        at = self.size * WIDTH
        for i, j in self.pairs:
            first = at + self.knot[i] * WIDTH + self.knot[j]
            self.enter(first, (1.0 - self.part[i]) * (1.0 - self.part[j]))
            self.enter(first + 1, (1.0 - self.part[i]) * self.part[j])
            self.enter(first + WIDTH, self.part[i] * (1.0 - self.part[j]))
            self.enter(first + WIDTH + 1, self.part[i] * self.part[j])
            at += WIDTH * WIDTH
        for regions in self.regions:
            regions.find(seat)
            for i in range(regions.count[0]):
                self.enter(at + regions.seen[i], 1.0)
            at += regions.kinds

    @inline
    def at_value(self, n: int, value: int, low: int, span: int) -> None:
        """Find the knots of a value."""
        self.knot[n], self.part[n] = KNOTS, 0.0
        if value != NONE:
            x = Real(value - low) * (KNOTS - 1) / span
            self.knot[n] = int(integer_part(x))
            self.part[n] = x - Real(self.knot[n])

    def at_score(self, n: int, score: int) -> None:
        """Find the knots of a score."""
        size, sign = score, 1
        if size < 0:
            size, sign = 0 - size, 0 - 1
        step, knot, first = 1, 0, 0
        while size >= first + step and knot < KNOTS // 2 - 1:
            first += step
            step += step
            knot += 1
        part = Real(size - first) / Real(step)
        if part > 1.0:
            part = 1.0
        if sign > 0:
            self.knot[n], self.part[n] = KNOTS // 2 + knot, part
        else:
            self.knot[n], self.part[n] = KNOTS // 2 - knot - 1, 1.0 - part

    @inline
    def enter(self, number: int, value: Real) -> None:
        """Enter a number."""
        if value != 0.0:
            at = self.count[0]
            self.told[at], self.out[at] = Long(FIRST + number) * OF_NUMBER & ALL, value
            self.count[0] = at + 1

"""What a policy by positions weighs besides boards: numbers, scores, and features on planes of tiles.

The worth of a number, such as the points of a player, need not grow evenly with it. So a number counts for
the two of several *knots* between which it lies, the more for one, the nearer it is. The weights of all knots
describe any function that is linear between them. If there are few numbers, each pair of them counts for the
pairs of their knots, too. Numbers with few values are not among them, because each value has a weight.

Scores are taken as they would be if the game were over, the player's own one and its lead. Their knots are
closest around 0.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple, Protocol

from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.failing import Failing
from gamespec.program.tables import NOWHERE
from interpreter.kernels.learning.policy import OF_NUMBER
from interpreter.kernels.learning.regions import Regions
from interpreter.kernels.terms import Long, Real, Room, Words, inline, integer_part
from interpreter.kernels.worth import Worth
from interpreter.play.chance import ALL
from interpreter.play.encoding import MOST_VALUES
from interpreter.play.openness import is_open
from interpreter.play.together import share_scores, teams_of

__all__ = ["Game", "Numbers"]

LAST = 15
"""The number of the last knot, counted from 0."""

WIDTH = LAST + 3
"""How many knots there are, with one for `none` and one that lies beyond it."""

MIDDLE = 7
"""The knot of the score 0. The scores of the knots from there on are 0, 1, 3, 7, 15, …"""

MOST, MOST_PAIRED = 32, 6
"""Maximum number of numbers of a program that count, and of those that count in pairs."""

WIDEST = 1 << 30
"""Maximum difference between the greatest and the least value of a number that counts."""

OWN = 1 << 24
"""Is added to what stands for an entry, so that it does not stand for a number of an observation."""


class Game(Protocol):
    """A game whose scores can be computed."""

    position: Words
    points: Words

    def stand(self) -> None:
        """Write the parts of all scores to `points`, as if the game were over."""


class _Value(NamedTuple):
    """The place of a value in a position, its least value, and the greatest one less that."""

    place: int
    least: int
    span: int


class Numbers:
    """Lists what numbers and planes of tiles say about the position of a game, for one seat.

    `told` has a hash that stands for each entry, and `out` its value; `count` is their number, at most
    `most`.
    """

    def __init__(self, program: Program, game: Game, room: Room) -> None:
        self.game, self.players, self.values = game, program.players, _values(program)
        fails = any(map(Failing(program).fails, program.score))
        counts = share_scores(program) or (bool(program.score) and not is_open(program))
        self.stands = counts and not fails
        """Whether scores count, as far as they can be computed before the end. They don't where nothing is
        hidden and players don't win together, because patterns and other numbers say as much.
        """
        self.worth = Worth(teams_of(program), len(program.score))
        self.size = len(self.values) + 2 * self.stands
        """How many numbers count."""
        self.pairs = tuple(combinations(range(self.size), 2)) if self.size <= MOST_PAIRED else ()
        self.regions = tuple(Regions(program, plane, game.position, room) for plane in program.planes)
        self.own, self.kinds = len(self.values), (self.size + len(self.pairs) * WIDTH) * WIDTH
        """How many numbers have entries for each seat, because they may belong to a player; and how many
        kinds of entries numbers have. Seats share the entries of scores and of regions.
        """
        self.most = 2 * self.size + 4 * len(self.pairs) + sum(each.most for each in self.regions)
        room_for = max(self.most, 1)
        self.told, self.out, self.count = room.longs(room_for), room.reals(room_for), room.words(1)
        self.knot, self.share = room.words(max(self.size, 1)), room.reals(max(self.size, 1))
        """For each number, the knot below it, and the share of the knot above it."""

    def find(self, seat: int) -> None:
        """List the entries for a seat."""
        self.count[0], n = 0, 0
        for place, least, span in self.values:
            self.place_value(n, self.game.position[place], least, span)
            n += 1
        if self.stands:
            self.game.stand()
            self.place_scores(seat, n)
        self.list_knots(seat * self.kinds)
        at = self.players * self.kinds
        for regions in self.regions:
            regions.find(seat)
            for i in range(regions.count[0]):
                self.enter(at + regions.seen[i], 1.0)
            at += regions.kinds

    def list_knots(self, own: int) -> None:
        """List the knots of all numbers and pairs; `own` is added to what stands for entries of the seat."""
        at = 0
        for i in range(self.size):
            first = at + self.knot[i]
            if i < self.own:
                first += own
            self.enter(first, 1.0 - self.share[i])
            self.enter(first + 1, self.share[i])
            at += WIDTH
        for i, j in self.pairs:
            first = at + self.knot[i] * WIDTH + self.knot[j]
            if i < self.own:
                first += own
            self.enter(first, (1.0 - self.share[i]) * (1.0 - self.share[j]))
            self.enter(first + 1, (1.0 - self.share[i]) * self.share[j])
            self.enter(first + WIDTH, self.share[i] * (1.0 - self.share[j]))
            self.enter(first + WIDTH + 1, self.share[i] * self.share[j])
            at += WIDTH * WIDTH

    @inline
    def place_value(self, n: int, value: int, least: int, span: int) -> None:
        """Place the `n`-th number between the knots, which are evenly spaced from its least value on."""
        self.knot[n], self.share[n] = LAST + 1, 0.0
        if value != NONE:
            x = Real(value - least) * LAST / span
            self.knot[n] = int(integer_part(x))
            self.share[n] = x - Real(self.knot[n])

    def place_scores(self, seat: int, n: int) -> None:
        """Place the score of a seat, and its lead over the best score of another team."""
        mine, best, others = self.worth.score(self.game.points, seat), 0, 0
        for other in range(self.players):
            if self.worth.teams[other] != self.worth.teams[seat]:
                score = self.worth.score(self.game.points, other)
                if others == 0 or score > best:
                    best = score
                others += 1
        self.place_score(n, mine)
        self.place_score(n + 1, mine - best)

    def place_score(self, n: int, score: int) -> None:
        """Place the `n`-th number, which is a score, between the knots."""
        size, first, step, knot = score, 0, 1, 0
        if score < 0:
            size = 0 - score
        while size >= first + step and knot < MIDDLE - 1:
            first += step
            step += step
            knot += 1
        share = Real(size - first) / Real(step)
        if share > 1.0:  # noqa: PLR1730 - kernels have no `min` of `Real`s
            share = 1.0
        if score < 0:
            self.knot[n], self.share[n] = MIDDLE - knot - 1, 1.0 - share
        else:
            self.knot[n], self.share[n] = MIDDLE + knot, share

    @inline
    def enter(self, number: int, value: Real) -> None:
        """Add an entry unless its value is 0."""
        if value != 0.0:
            at = self.count[0]
            self.told[at], self.out[at] = Long(OWN + number) * OF_NUMBER & ALL, value
            self.count[0] = at + 1


def _values(program: Program) -> tuple[_Value, ...]:
    """Return the numbers that are about no cell of a board, and have too many values for a weight each."""
    found = list[_Value]()
    for store in program.stores:
        span = store.domain.high - store.domain.low
        is_number = not store.component and all(space == NOWHERE for space in store.spaces)
        if is_number and MOST_VALUES <= span <= WIDEST:
            found += [_Value(store.place + i, store.domain.low, span) for i in range(store.count)]
    return tuple(found[:MOST])

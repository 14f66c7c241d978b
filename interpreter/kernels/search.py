"""Tree search with hidden information or chance: one tree per player, over what that player has seen.

This is information-set Monte Carlo tree search with multiple observers (P. Cowling, E. Powley and D.
Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 2012). Each iteration plays through one
redeal (determinization), in which everything is known. At a decision it selects by the statistics of the
options *in the tree of the deciding player*. A node of that tree stands for everything its player has been
shown since the search began, so what a player cannot distinguish is one node. So no player in the tree reacts
to a secret choice, a hidden card or a future throw that it would not see. Chance is drawn anew in each
iteration.

An option may be on offer in only some redeals of a node; it is weighed by how often it was on offer, as in
that paper.

The trees are one hash table. An *entry* is an option at a node, found by a 64-bit key that its game derives
from both. If the table is full, an option without an entry counts as untried, and nothing is stored about it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from math import inf, log
from typing import Protocol

from gamespec.program.domain import INT_MAX
from interpreter.kernels.chance import picked
from interpreter.kernels.terms import Long, Real, Room, Words, inline, square_root
from interpreter.kernels.worth import Worth
from interpreter.play.chance import ALL, GAMMA, mix
from interpreter.play.search import Iteration, Reward

__all__ = ["Game", "Search", "Trees"]

FEWEST, MOST, EACH = 1 << 14, 1 << 21, 64
"""Least and greatest number of table entries, and entries per iteration."""

MOST_LISTED = 1 << 15
"""Maximum number of options at a node; with more, one is tried at random."""

MASK, USED, ROOM, REWARD, DONE, DRAWN = range(6)
"""The integers of a search: the number of entries less 1, those in use and those that may be, the kind of
reward, the current iteration, and how often it has drawn.
"""

TREE = Iteration._fields.index("tree")
"""The index of the key for new options among those of an iteration."""

MARK = -(1 << 31)
"""The bit of `offered` that marks an entry while options are listed."""


class Game(Protocol):
    """The game that iterations play, and its results: places and the parts of scores, by seat."""

    places: Words
    points: Words

    def begin(self, iteration: int) -> None:
        """Go to the root of an iteration."""

    def many(self) -> int:
        """Return the number of options on offer."""

    def player(self) -> int:
        """Return the seat that decides."""

    def enter(self) -> None:
        """Write the entry of each option on offer into `listed`."""

    def answer(self, k: int) -> bool:
        """Take an option, and return whether the game goes on."""

    def look(self) -> None:
        """Update `seen` by what each player has been shown since the last call."""

    def finish(self, iteration: int, going: bool) -> None:  # noqa: FBT001 - as kernels pass it
        """Play at random to the end, if the game is still `going`."""

    def truncated(self) -> bool:
        """Return whether the finished game was truncated."""


class Trees:
    """The arrays of a search; those whose lengths depend on the number of iterations come last.

    While a module is made, that number is not known, and those lengths count as 0.
    """

    def __init__(self, room: Room, players: int, iterations: int = 0) -> None:
        entries = min(max(FEWEST, 1 << (EACH * iterations - 1).bit_length()), MOST) if iterations else 0
        steps = iterations + 2 if iterations else 0
        self.state, self.span, self.explores = room.words(6), room.reals(2), room.reals(1)
        self.seen, self.worth = room.longs(players), room.reals(players)
        """By seat, what has been seen in an iteration, as a key, and the reward."""
        self.listed = room.words(MOST_LISTED)
        """The entries of the options on offer."""
        self.numbers, self.logarithms = room.longs(len(Iteration._fields) * iterations), room.reals(steps)
        """The random keys of the iterations, and the logarithms of 0 (as 0), 1, 2, …"""
        self.path, self.takers = room.words(steps), room.words(steps)
        """The entries taken in an iteration, and the seats that took them."""
        self.key = room.longs(entries)
        self.offered, self.taken, self.total = room.words(entries), room.words(entries), room.reals(entries)
        """By entry, how often it was on offer, how often taken, and its player's total reward."""
        self.entries = entries

    def prepare(self, iterations: Sequence[Iteration], reward: Reward, explores: float) -> None:
        """Fill the arrays with what a search starts from, in Python."""
        self.state[:] = array("i", [self.entries - 1, 0, self.entries * 3 // 4, reward, 0, 0])
        self.span[:], self.explores[0] = array("d", [inf, -inf]), explores
        self.numbers[:] = array("Q", chain.from_iterable(iterations))
        self.logarithms[:] = _logarithms(len(iterations) + 2)

    def fared(self, entry: int) -> tuple[int, float]:
        """Return how often the option of an entry was taken, and its total reward."""
        return (self.taken[entry], self.total[entry]) if entry >= 0 else (0, 0.0)


@lru_cache(maxsize=1)
def _logarithms(end: int) -> array[float]:
    """Return the logarithms of 1 to `end` - 1, after a 0."""
    return array("d", [0.0, *map(log, range(1, end))])


class Search(Trees):
    """Runs the iterations of a search of a game."""

    def __init__(self, game: Game, worth: Worth, room: Room, iterations: int = 0) -> None:
        super().__init__(room, worth.players, iterations)
        self.game, self.rewards, self.players, self.scored = game, worth, worth.players, worth.parts > 0

    def run(self, first: int, end: int) -> None:
        """Run the iterations from `first` to before `end`."""
        for iteration in range(first, end):
            self.begin(iteration)
            depth, going = 0, True
            while True:
                k = self.choose(depth)
                depth += 1
                going = self.game.answer(k if k >= 0 else -1 - k)
                if k < 0 or not going:
                    break
                self.game.look()
            self.game.finish(iteration, going)
            self.weigh()
            self.back(depth)

    def begin(self, iteration: int) -> None:
        """Begin an iteration at its root."""
        self.state[DONE], self.state[DRAWN] = iteration, 0
        self.game.begin(iteration)
        for player in range(self.players):
            self.seen[player] = 0

    def fares(self) -> int:
        """Enter the options of the first position, and return their number; 0 if they are too many to list.

        When the iterations are done, the host writes the game itself there: roots may offer other options.
        """
        self.begin(0)
        many = self.game.many()
        if many > MOST_LISTED:
            return 0
        self.game.enter()
        return many

    # --- selection ------------------------------------------------------------------------------------

    def choose(self, depth: int) -> int:
        """Choose an option, and return its index, or -1 minus the index of a new one: a random untried one.

        If none is new, it is that with the greatest bound. All options on offer are counted.
        """
        many = self.game.many()
        if many > MOST_LISTED:
            self.path[depth] = -1
            return -1 - self.below(many)
        self.game.enter()
        untried = 0
        for k in range(many):
            entry = self.listed[k]
            if entry >= 0:
                self.offered[entry] = (self.offered[entry] & INT_MAX) + 1
            untried += self.is_new(entry)
        if untried > 0:
            left = self.below(untried)
            for k in range(many):
                if self.is_new(self.listed[k]):
                    if left == 0:
                        self.take(k, depth)
                        return -1 - k
                    left -= 1
        found, best = 0, -inf
        for k in range(many):
            bound = self.bound(self.listed[k])
            if bound > best:
                found, best = k, bound
        self.take(found, depth)
        return found

    def is_new(self, entry: int) -> bool:
        """Return whether the option of an entry is untried."""
        return entry < 0 or self.taken[entry] == 0

    @inline
    def bound(self, entry: int) -> Real:
        """Return the upper confidence bound of an option."""
        taken = Real(self.taken[entry])
        mean = self.total[entry] / taken
        if self.scored and self.state[REWARD] != Reward.PLACES:
            mean = self.rewards.scaled(mean, self.span)
        return mean + self.explores[0] * square_root(self.logarithms[self.offered[entry]] / taken)

    def take(self, k: int, depth: int) -> None:
        """Append an option to the path."""
        self.path[depth], self.takers[depth] = self.listed[k], self.game.player()

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1."""
        self.state[DRAWN] += 1
        key = self.numbers[len(Iteration._fields) * self.state[DONE] + TREE]
        return picked(key, self.state[DRAWN], bound)

    # --- entries --------------------------------------------------------------------------------------

    def find(self, key: Long) -> int:
        """Return the entry of a key, making one if there is none; -1 if the table is full."""
        if key == 0:
            key = 1
        at = int(key & Long(self.state[MASK]))
        there = self.key[at]
        while there != key:
            if there == 0:
                if self.state[USED] >= self.state[ROOM]:
                    return -1
                self.state[USED] += 1
                self.key[at] = key
                return at
            at = at + 1 & self.state[MASK]
            there = self.key[at]
        return at

    def find_apart(self, key: Long) -> int:
        """Return the entry of an option that may look like others at its node, and mark it.

        It is the first entry that none of the options listed before has. Such options come in the same order
        in every redeal, so their rank distinguishes them.
        """
        entry = self.find(key)
        while entry >= 0 and self.offered[entry] < 0:
            key = mix(key + GAMMA & ALL)
            entry = self.find(key)
        if entry >= 0:
            self.offered[entry] |= MARK
        return entry

    # --- results --------------------------------------------------------------------------------------

    def weigh(self) -> None:
        """Compute the rewards of a finished game; a truncated one counts as a draw."""
        if self.scored and self.state[REWARD] != Reward.PLACES:
            self.rewards.by_scores(self.game.points, self.worth, self.span)
        elif self.game.truncated():
            for seat in range(self.players):
                self.worth[seat] = 0.5
        else:
            self.rewards.by_places(self.game.places, self.worth)

    def back(self, depth: int) -> None:
        """Add the rewards to the entries on the path."""
        for i in range(depth):
            entry = self.path[i]
            if entry >= 0:
                self.taken[entry] += 1
                self.total[entry] += self.worth[self.takers[i]]

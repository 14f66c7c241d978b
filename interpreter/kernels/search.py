"""Tree search with hidden information or chance: each player has a tree, over what that player has seen.

This is information-set Monte Carlo tree search with multiple observers (P. Cowling, E. Powley and D.
Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 2012). Each iteration plays through one
redeal (determinization), in which everything is known. At each decision, an option is selected by its
statistics *in the tree of the deciding player*. A node of that tree stands for everything its player has been
shown since the search began, so situations that a player cannot distinguish share a node. Therefore no player
in the tree reacts to a secret choice, a hidden card or a future throw that the player would not see. Chance
is drawn anew in each iteration.

An option may be on offer in only some redeals of a node. As in that paper, the confidence bound of an option
depends on how often it was on offer.

All trees share one hash table. An *entry* is an option at a node, found by a 64-bit key that the game derives
from the node and the option. If the table is full, an option without an entry counts as untried, and nothing
is stored about it.
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
"""Minimum and maximum number of entries in the table, and number of entries per iteration."""

MOST_LISTED = 1 << 15
"""Maximum number of options that are listed at a node; if there are more, one is tried at random."""

MASK, USED, ROOM, REWARD, DONE, DRAWN = range(6)
"""Indexes of the integers that make up the state of a search.

They are the number of entries less 1 (a bit mask), the number of entries in use, the number that may be in
use, the kind of reward, the current iteration, and the number of random draws in this iteration.
"""

TREE = Iteration._fields.index("tree")
"""Index, among the keys of an iteration, of the key that draws new options."""

MARK = -(1 << 31)
"""Bit that is set in `offered` to mark an entry while options are being listed."""


class Game(Protocol):
    """A game in which iterations are played, with the results of a finished game.

    `places` holds the place of each seat, and `points` the parts of its score.
    """

    places: Words
    points: Words

    def begin(self, iteration: int) -> None:
        """Go to the position at which an iteration starts."""

    def many(self) -> int:
        """Return the number of options on offer."""

    def player(self) -> int:
        """Return the seat whose player decides."""

    def enter(self) -> None:
        """Write the entry of each option on offer into `listed`, in the order of the options."""

    def answer(self, k: int) -> bool:
        """Take the `k`-th option, and return whether the game goes on."""

    def look(self) -> None:
        """Update `seen` with what each player has been shown since the last call."""

    def finish(self, iteration: int, going: bool) -> None:  # noqa: FBT001 - as kernels pass it
        """Play random options to the end, if the game is still `going`."""

    def truncated(self) -> bool:
        """Return whether the finished game was truncated instead of ending by its rules."""


class Trees:
    """The arrays of a search.

    The arrays whose lengths depend on the number of iterations come last. While a module is being compiled,
    that number is unknown, and these arrays have the length 0.
    """

    def __init__(self, room: Room, players: int, iterations: int = 0) -> None:
        entries = min(max(FEWEST, 1 << (EACH * iterations - 1).bit_length()), MOST) if iterations else 0
        steps = iterations + 2 if iterations else 0
        self.state, self.span, self.explores = room.words(6), room.reals(2), room.reals(1)
        self.seen, self.worth = room.longs(players), room.reals(players)
        """For each seat, a key of what it has seen in the current iteration, and its reward."""
        self.listed = room.words(MOST_LISTED)
        """The entries of the options on offer, in the order of the options."""
        self.numbers, self.logarithms = room.longs(len(Iteration._fields) * iterations), room.reals(steps)
        """The random keys of all iterations, and the logarithms of 1, 2, … after a 0 at index 0."""
        self.path, self.takers = room.words(steps), room.words(steps)
        """The entries taken on the path of an iteration, and the seats that took them."""
        self.key = room.longs(entries)
        self.offered, self.taken, self.total = room.words(entries), room.words(entries), room.reals(entries)
        """For each entry, how often it was on offer, how often it was taken, and its player's total reward.
        """
        self.entries = entries

    def prepare(self, iterations: Sequence[Iteration], reward: Reward, explores: float) -> None:
        """Fill the arrays with the initial values of a search; runs in Python, not in a module."""
        self.state[:] = array("i", [self.entries - 1, 0, self.entries * 3 // 4, reward, 0, 0])
        self.span[:], self.explores[0] = array("d", [inf, -inf]), explores
        self.numbers[:] = array("Q", chain.from_iterable(iterations))
        self.logarithms[:] = _logarithms(len(iterations) + 2)

    def fared(self, entry: int) -> tuple[int, float]:
        """Return how often the option of an entry was taken, and its total reward; (0, 0.0) for entry -1."""
        return (self.taken[entry], self.total[entry]) if entry >= 0 else (0, 0.0)


@lru_cache(maxsize=1)
def _logarithms(end: int) -> array[float]:
    """Return an array of length `end` with 0 at index 0 and the natural logarithm of i at each index i."""
    return array("d", [0.0, *map(log, range(1, end))])


class Search(Trees):
    """Runs the iterations of a tree search for one game."""

    def __init__(self, game: Game, worth: Worth, room: Room, iterations: int = 0) -> None:
        super().__init__(room, worth.players, iterations)
        self.game, self.rewards, self.players, self.scored = game, worth, worth.players, worth.parts > 0

    def run(self, first: int, end: int) -> None:
        """Run the iterations from `first` up to but not including `end`."""
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
        """Begin an iteration at its starting position, where no player has seen anything yet."""
        self.state[DONE], self.state[DRAWN] = iteration, 0
        self.game.begin(iteration)
        for player in range(self.players):
            self.seen[player] = 0

    def fares(self) -> int:
        """Enter the options of the first position, and return their number; 0 if there are too many to list.

        When the iterations are done, the host writes the game itself there, because roots may offer other
        options.
        """
        self.begin(0)
        many = self.game.many()
        if many > MOST_LISTED:
            return 0
        self.game.enter()
        return many

    # --- selection ------------------------------------------------------------------------------------

    def choose(self, depth: int) -> int:
        """Choose an option: a random untried one if there is any, or the one with the greatest bound.

        Return the index `k` of an option that was tried before, and -1 - `k` for an untried option. Every
        option on offer is counted as offered once more.
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
        """Return whether an option is untried, given its entry; -1 means that it has none."""
        return entry < 0 or self.taken[entry] == 0

    @inline
    def bound(self, entry: int) -> Real:
        """Return the upper confidence bound of the option with this entry."""
        taken = Real(self.taken[entry])
        mean = self.total[entry] / taken
        if self.scored and self.state[REWARD] != Reward.PLACES:
            mean = self.rewards.scaled(mean, self.span)
        return mean + self.explores[0] * square_root(self.logarithms[self.offered[entry]] / taken)

    def take(self, k: int, depth: int) -> None:
        """Append the entry of the `k`-th option, and the seat that takes it, to the path."""
        self.path[depth], self.takers[depth] = self.listed[k], self.game.player()

    def below(self, bound: int) -> int:
        """Draw a random number from 0 to `bound` - 1."""
        self.state[DRAWN] += 1
        key = self.numbers[len(Iteration._fields) * self.state[DONE] + TREE]
        return picked(key, self.state[DRAWN], bound)

    # --- entries --------------------------------------------------------------------------------------

    def find(self, key: Long) -> int:
        """Return the entry for a key, which is added if missing, or -1 if the table is full."""
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
        """Return and mark the entry of an option that may look like other options at its node.

        The entry is the first one that no option listed before has marked. Such options come in the same
        order in every redeal, so their rank distinguishes them.
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
        """Compute the reward of each seat in a finished game. A truncated game counts as a draw."""
        if self.scored and self.state[REWARD] != Reward.PLACES:
            self.rewards.by_scores(self.game.points, self.worth, self.span)
        elif self.game.truncated():
            for seat in range(self.players):
                self.worth[seat] = 0.5
        else:
            self.rewards.by_places(self.game.places, self.worth)

    def back(self, depth: int) -> None:
        """Add the rewards to the entries on the path, which has `depth` steps."""
        for i in range(depth):
            entry = self.path[i]
            if entry >= 0:
                self.taken[entry] += 1
                self.total[entry] += self.worth[self.takers[i]]

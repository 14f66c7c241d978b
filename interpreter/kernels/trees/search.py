"""Tree search (UCT): what searches over sights (`sights`) and searches over positions (`positions`) share.

The search is that of L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning" (2006). Each iteration
plays from the root. At each decision, an option is selected by its statistics: one at random among those that
are untried, or else the one with the greatest confidence bound. After the first untried option, the iteration
plays at random to the end of the game. The rewards of the finished game are added to the options that were
selected, each by the player who took it. If a policy guides the search, no random game is played, and the
policy estimates the rewards.

An *entry* holds the statistics of an option at a node of the tree. A hash table finds what belongs to a node
by a 64-bit key. If the table or the memory for entries is full, an option without an entry counts as untried,
and nothing is stored about it.

An option that faults when it is tried first is not tried again. An iteration that ends in any other fault
counts for nothing. All random numbers of a search derive from a single key.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import inf, log
from typing import Protocol

from interpreter.kernels.chance import drawn, picked
from interpreter.kernels.terms import Long, Real, Reals, Room, Words, inline, square_root
from interpreter.kernels.worth import Worth
from interpreter.play.search import Plan, Reward

__all__ = ["CHANCE", "LUCK", "NO_ENTRY", "NO_NODE", "NO_SIZE", "PLAYOUT", "Game", "Search", "Size", "powered"]

CHANCE, PLAYOUT, LUCK, TREE = range(4)
"""The random numbers of an iteration.

They are the seed of the game's chance on the way down the tree and the seed from there on, the key of the
random player's choices, and the key of the choices among untried options.
"""

NUMBERS = 4
"""How many random numbers an iteration has."""

MASK, USED, ROOM, REWARD, DONE, DRAWN, LEFT, NODE, ROOT, FREE, SPACE = range(11)
"""Indexes of the integers that make up the state of a search.

They are the number of slots of the hash table less 1 (a bit mask), the number of slots in use, and the number
that may be in use; the kind of reward; the current iteration, the number of random draws in it, and the
number of random games that may still be played. Only a search over positions has the current node, the root,
the number of entries in use, and the number that may be in use.
"""

EXPLORES, LOGARITHM, GREATEST = range(3)
"""Indexes of the exploration constant, the logarithm of the current node's visits, and the greatest reward
that a game can bring.
"""

LOGARITHMS, LN_2 = 1 << 12, log(2)
"""The number of logarithms that are stored, and the logarithm of 2."""

NO_ENTRY = -1
"""The entry of an option about which nothing is stored."""

NO_NODE = -1
"""The node of a position about which nothing is stored."""

FAULTY = -1
"""How often an option was taken that faults."""


class Size:
    """The lengths of the arrays whose lengths depend on the number of playouts, for a kind of search."""

    def __init__(self, slots: int = 0, entries: int = 0) -> None:
        self.slots, self.entries, self.steps = slots, entries, slots + 2 if slots else 0


NO_SIZE = Size()
"""The size of a search that is being compiled."""


def powered(wanted: int, least: int, most: int) -> int:
    """Return the least power of two that is at least `wanted`, within limits that are powers of two."""
    return min(max(least, 1 << (wanted - 1).bit_length()), most)


class Game(Protocol):
    """A game in which iterations are played, with the results of a finished game.

    `places` holds the place of each seat, and `points` the parts of its score.
    """

    places: Words
    points: Words

    @property
    def estimated(self) -> Reals:
        """The rewards of all seats, as they have been estimated last."""

    def start(self) -> None:
        """Prepare for the iterations of one call."""

    def estimate(self, seat: int) -> None:
        """Estimate the rewards at the present decision, to which an option of a seat has led."""

    def begin(self, iteration: int) -> None:
        """Go to the position at which an iteration starts."""

    def many(self) -> int:
        """Return the number of options on offer."""

    def player(self) -> int:
        """Return the seat whose player decides."""

    def answer(self, k: int) -> bool:
        """Take the `k`-th option, and return whether the game goes on."""

    def look(self) -> None:
        """Update `Search.seen`."""

    def finish(self, going: bool) -> None:  # noqa: FBT001 - as kernels pass it
        """Play random options to the end, if the game is still `going`."""

    def truncated(self) -> bool:
        """Return whether the finished game was truncated instead of ending by its rules."""


class Search:
    """The arrays and the iterations of a tree search. Subclasses say what a node is.

    If it is `guided`, the game estimates the reward at the end of an iteration, and no random game is played.

    The arrays whose lengths depend on the number of playouts come last. While a module is being compiled,
    that number is unknown, and these arrays have the length 0.
    """

    def __init__(self, game: Game, worth: Worth, room: Room, size: Size, *, guided: bool) -> None:
        self.game, self.rewards, self.players, self.scored = game, worth, worth.players, worth.parts > 0
        self.guided = guided
        self.state, self.span, self.limits = room.words(11), room.reals(2), room.reals(3)
        self.seed = room.longs(1)
        """The key of all random numbers."""
        self.seen, self.worth = room.longs(worth.players), room.reals(worth.players)
        """A key of what each seat has seen in the current iteration, or, at index 0, a key of the position;
        and the reward of each seat.
        """
        self.logarithms = room.reals(LOGARITHMS)
        """The logarithms of 1, 2, … after a 0 at index 0."""
        self.path, self.takers = room.words(size.steps), room.words(size.steps)
        """The entries taken on the path of an iteration, and the seats that took them."""
        self.key = room.longs(size.slots)
        self.taken, self.total = room.words(size.entries), room.reals(size.entries)
        """For each entry, how often it was taken, and its player's total reward."""
        self.slots = size.slots

    def prepare(self, plan: Plan) -> None:
        """Fill the arrays with the initial values of a search; runs in Python, not in a module."""
        table, nodes = [self.slots - 1, 0, self.slots * 3 // 4], [NO_NODE, NO_NODE]
        self.state[:] = array("i", [*table, plan.reward, 0, 0, plan.playouts, *nodes, 0, len(self.taken)])
        greatest = 1.0 if plan.reward == Reward.PLACES else inf
        self.span[:], self.limits[:] = array("d", [inf, -inf]), array("d", [plan.explores, 0.0, greatest])
        self.seed[0] = plan.key
        self.logarithms[:] = _logarithms()
        self.key[:] = array("Q", bytes(8 * self.slots))

    def run(self, first: int, end: int) -> None:
        """Run the iterations from `first` up to but not including `end`, unless nothing is left to do."""
        self.game.start()
        for iteration in range(first, end):
            self.begin(iteration)
            if self.is_done(iteration):
                break
            depth, going = 0, True
            while True:
                k = self.choose(depth)
                depth += 1
                going = self.proceed(k, depth)
                if k < 0 or not going:
                    break
            self.state[LEFT] -= going
            if self.guided:
                self.game.finish(False)  # noqa: FBT003 - as below
            else:
                self.game.finish(going)
            self.weigh(depth, going)
            self.back(depth)

    # --- what a node is, which each subclass says ------------------------------------------------------

    def begin(self, iteration: int) -> None:
        """Begin an iteration at its starting position."""
        raise NotImplementedError

    def is_done(self, iteration: int) -> bool:
        """Return whether this iteration is not needed."""
        raise NotImplementedError

    def enter(self, many: int) -> bool:
        """Enter the current node, with `many` options, and count the visit.

        Return whether the options may have entries.
        """
        raise NotImplementedError

    def entry(self, k: int) -> int:
        """Return the entry of the `k`-th option at the node that was entered."""
        raise NotImplementedError

    def log_visits(self, entry: int) -> Real:
        """Return the logarithm of how often the option with this entry was on offer."""
        raise NotImplementedError

    def bound(self, entry: int) -> Real:
        """Return the upper confidence bound of the option with this entry, which was taken before."""
        raise NotImplementedError

    def proceed(self, k: int, depth: int) -> bool:
        """Take the option of an index from `choose`, which is number `depth` on the path.

        Return whether the iteration goes on.
        """
        raise NotImplementedError

    def weigh(self, depth: int, played: bool) -> None:  # noqa: FBT001 - as kernels pass it
        """Compute the reward of each seat at the end of an iteration.

        Its game has been `played` to the end, or goes on if the search is guided.
        """
        raise NotImplementedError

    def back(self, depth: int) -> None:
        """Add the rewards to the entries on the path, which has `depth` steps."""
        raise NotImplementedError

    def added(self, slot: int) -> None:
        """Fill a slot of the hash table that has been taken."""
        raise NotImplementedError

    # --- selection ------------------------------------------------------------------------------------

    def choose(self, depth: int) -> int:
        """Choose an option: a random untried one if there is any, or the one with the greatest bound.

        Return the index `k` of an option that was tried before, and -1 - `k` for an untried option.
        """
        many = self.game.many()
        if not self.enter(many):
            self.path[depth] = NO_ENTRY
            return -1 - self.below(many)
        untried = 0
        for k in range(many):
            untried += self.is_new(self.entry(k))
        if untried > 0:
            left = self.below(untried)
            for k in range(many):
                if self.is_new(self.entry(k)):
                    if left == 0:
                        self.take(k, depth)
                        return -1 - k
                    left -= 1
        found, best = 0, -inf
        for k in range(many):
            entry = self.entry(k)
            if self.taken[entry] > 0:
                bound = self.bound(entry)
                if bound > best:
                    found, best = k, bound
        self.take(found, depth)
        return found

    def is_new(self, entry: int) -> bool:
        """Return whether an option is untried, given its entry."""
        return entry < 0 or self.taken[entry] == 0

    @inline
    def estimate(self, entry: int) -> Real:
        """Return the mean reward of an option, and add what its uncertainty is worth."""
        taken = Real(self.taken[entry])
        mean = self.scaled(self.total[entry] / taken)
        return mean + self.limits[EXPLORES] * square_root(self.log_visits(entry) / taken)

    @inline
    def scaled(self, reward: Real) -> Real:
        """Return a reward on a scale from 0 to 1."""
        if self.scored and self.state[REWARD] != Reward.PLACES:
            reward = self.rewards.scaled(reward, self.span)
        return reward

    def logarithm(self, of: int) -> Real:
        """Return the logarithm of a number, of which only the highest twelve bits count."""
        powers = 0
        while of >= LOGARITHMS:
            of //= 2
            powers += 1
        return self.logarithms[of] + Real(powers) * LN_2

    def take(self, k: int, depth: int) -> None:
        """Append the entry of the `k`-th option, and the seat that takes it, to the path."""
        self.path[depth], self.takers[depth] = self.entry(k), self.game.player()

    def answer(self, k: int, depth: int) -> bool:
        """Take the option of an index from `choose`, and return whether the game goes on."""
        entry = self.path[depth - 1]
        if k >= 0:
            return self.game.answer(k)
        if entry >= 0:
            self.taken[entry] = FAULTY
        going = self.game.answer(-1 - k)
        if entry >= 0:
            self.taken[entry] = 0
        return going

    # --- random numbers -------------------------------------------------------------------------------

    def number(self, iteration: int, which: int) -> Long:
        """Return one of the random numbers of an iteration."""
        return drawn(self.seed[0], NUMBERS * iteration + which + 1)

    def below(self, bound: int) -> int:
        """Draw a random number from 0 to `bound` - 1."""
        self.state[DRAWN] += 1
        return picked(self.number(self.state[DONE], TREE), self.state[DRAWN], bound)

    # --- the table ------------------------------------------------------------------------------------

    def find(self, key: Long) -> int:
        """Return the slot for a key, which is added if missing, or -1 if the table is full."""
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
                self.added(at)
                return at
            at = at + 1 & self.state[MASK]
            there = self.key[at]
        return at

    # --- results --------------------------------------------------------------------------------------

    def reward(self, depth: int, played: bool) -> None:  # noqa: FBT001 - as kernels pass it
        """Compute the reward of each seat in a finished game. A truncated game counts as a draw.

        If the game goes on, the rewards are estimated.
        """
        if self.guided and played:
            self.game.estimate(self.takers[depth - 1])
            for seat in range(self.players):
                self.worth[seat] = self.game.estimated[seat]
        elif self.scored and self.state[REWARD] != Reward.PLACES:
            self.rewards.by_scores(self.game.points, self.worth, self.span)
        elif self.game.truncated():
            for seat in range(self.players):
                self.worth[seat] = 0.5
        else:
            self.rewards.by_places(self.game.places, self.worth)

    def add(self, depth: int) -> None:
        """Add the rewards to the entries on the path, which has `depth` steps."""
        for i in range(depth):
            entry = self.path[i]
            if entry >= 0:
                self.taken[entry] += 1
                self.total[entry] += self.worth[self.takers[i]]


@lru_cache(maxsize=1)
def _logarithms() -> array[float]:
    """Return an array with 0 at index 0 and the natural logarithm of i at each other index i."""
    return array("d", [0.0, *map(log, range(1, LOGARITHMS))])

"""Tree search with hidden information or chance: each player has a tree, over what that player has seen.

This is information-set Monte Carlo tree search with multiple observers (P. Cowling, E. Powley and D.
Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 2012). Each iteration plays through one
redeal (determinization), in which everything is known. At each decision, an option is selected by its
statistics *in the tree of the deciding player*. A node of that tree stands for everything its player has been
shown since the search began, so situations that a player cannot distinguish share a node. Therefore no player
in the tree reacts to a secret choice, a hidden card or a future throw that the player would not see. Chance
is drawn anew in each iteration.

An option may be on offer in only some redeals of a node. As in that paper, the confidence bound of an option
depends on how often it was on offer. Each slot of the hash table holds an entry, whose key the game derives
from the node and the option.
"""

from __future__ import annotations

from typing import Protocol

from gamespec.program.domain import INT_MAX
from interpreter.kernels.terms import Long, Real, Room, inline
from interpreter.kernels.trees.search import DONE, DRAWN, NO_SIZE, Game, Search, Size, powered
from interpreter.kernels.worth import Worth
from interpreter.play.chance import ALL, GAMMA, mix
from interpreter.play.search import Stats

__all__ = ["SightGame", "SightSearch", "sized"]

FEWEST, MOST, EACH = 1 << 14, 1 << 21, 64
"""Minimum and maximum number of entries in the table, and number of entries per iteration."""

MOST_LISTED = 1 << 15
"""Maximum number of options that are listed at a node; if there are more, one is tried at random."""

MARK = -(1 << 31)
"""Bit that is set in `offered` to mark an entry while options are being listed."""


def sized(iterations: int) -> Size:
    """Return the size of a search with a given number of iterations."""
    entries = powered(EACH * iterations, FEWEST, MOST)
    return Size(entries, entries)


class SightGame(Game, Protocol):
    """A game whose options have entries that depend on what their player has seen."""

    def enter(self) -> None:
        """Write the entry of each option on offer into `listed`, in the order of the options."""


class SightSearch(Search):
    """A search over what each player has seen."""

    def __init__(
        self, game: SightGame, worth: Worth, room: Room, size: Size = NO_SIZE, *, guided: bool = False
    ) -> None:
        self.listed, self.hidden = room.words(MOST_LISTED), game
        """`listed` has the entries of the options on offer, in the order of the options."""
        super().__init__(game, worth, room, size, guided=guided)
        self.offered = room.words(size.entries)
        """For each entry, how often its option was on offer."""

    def fares(self) -> int:
        """Enter the options of the first position, and return their number; 0 if there are too many to list.

        When the iterations are done, the host writes the game itself there, because roots may offer other
        options.
        """
        self.begin(0)
        many = self.game.many()
        if many > MOST_LISTED:
            return 0
        self.hidden.enter()
        return many

    def fared(self, entry: int) -> Stats:
        """Return the statistics of the option with an entry; runs in Python, not in a module."""
        return Stats(max(self.taken[entry], 0), self.total[entry]) if entry >= 0 else Stats()

    # --- nodes ----------------------------------------------------------------------------------------

    def begin(self, iteration: int) -> None:
        """Begin an iteration at its redeal, where no player has seen anything yet."""
        self.state[DONE], self.state[DRAWN] = iteration, 0
        self.game.begin(iteration)
        for player in range(self.players):
            self.seen[player] = 0

    def is_done(self, iteration: int) -> bool:  # noqa: ARG002 - as `Search` passes it
        """Return that all iterations are needed."""
        return False

    def enter(self, many: int) -> bool:
        """Write the entries of all options, unless there are too many, and count each option on offer."""
        if many > MOST_LISTED:
            return False
        self.hidden.enter()
        for k in range(many):
            entry = self.listed[k]
            if entry >= 0:
                self.offered[entry] = (self.offered[entry] & INT_MAX) + 1
        return True

    def entry(self, k: int) -> int:
        """Return the entry of the `k`-th option."""
        return self.listed[k]

    def log_visits(self, entry: int) -> Real:
        """Return the logarithm of how often the option with this entry was on offer."""
        return self.logarithm(self.offered[entry])

    @inline
    def bound(self, entry: int) -> Real:
        """Return the upper confidence bound of the option with this entry."""
        return self.estimate(entry)

    def proceed(self, k: int, depth: int) -> bool:
        """Take an option, and let all players see what they are shown."""
        going = self.answer(k, depth)
        if going and k >= 0:
            self.game.look()
        return going

    def weigh(self, depth: int, played: bool) -> None:  # noqa: FBT001 - as `Search` passes it
        """Compute the reward of each seat."""
        self.reward(depth, played)

    def back(self, depth: int) -> None:
        """Add the rewards to the entries on the path."""
        self.add(depth)

    # --- entries --------------------------------------------------------------------------------------

    @inline
    def added(self, slot: int) -> None:
        """Begin an entry, which is the slot."""
        self.offered[slot], self.taken[slot], self.total[slot] = 0, 0, 0.0

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

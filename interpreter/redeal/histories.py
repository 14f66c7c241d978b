"""Histories that a player cannot distinguish from the true one, derived from a first one.

`Histories` begins with one such history, which was found from the player's sights alone (`guesses`,
`mending`), and proposes small changes: components that the player does not know change places after some
shuffle, an unseen throw has another result, or a secret answer differs. The changed history is replayed. If
the player is shown the same, the new history is accepted with the probability that preserves the posterior
(Metropolis and others, "Equation of state calculations by fast computing machines", 1953; Hastings 1970). A
change is as likely to be proposed as its reversal, except that another answer is one of the options on offer,
whose number may change with what comes before it. If the new history is not accepted, the old one stays.

So the histories are drawn from the posterior among those that can be reached in this way: those with as many
draws and answers, in sequence, as the first one. The more changes lie between two of them, the less
correlated they are.

Where the player has seen little, nearly every change is accepted. So the first changes are proposed one at a
time; then as many are proposed together as will probably be accepted. If these are all accepted, too, there
are soon more of them; after that their number stays.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import ceil, log

from gamespec.program import Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.exchanges import END, FIXED, MOST, NAMES, PLAYER, SINCE, TAKEN, TRIED, Sizes
from interpreter.kernels.items import HEAD
from interpreter.kernels.terms import Words
from interpreter.play.events import Event
from interpreter.play.luck import Draws
from interpreter.redeal.replayer import End, Replayer
from interpreter.redeal.scripts import Script

__all__ = ["Histories"]

FEWEST = 64
"""Least number of changes if there were several shuffles: most of them come between the wrong ones.

It is the same if moves told the player an order, which most changes do not preserve.
"""

ALONE = 32
"""Maximum number of changes that are proposed alone, to see how many of them are accepted."""

TOGETHER, ROUNDS = 8, 3
"""If all are accepted, this many larger proposals show whether they can be larger still: at most so often."""

LARGEST = 32
"""Maximum mean number of changes in a proposal. With more of them, they would take longer than a replay."""

LIKELY = 0.5
"""Probability with which several changes together should be accepted, judged by those proposed alone."""


class Histories:
    """Histories that show a player (the seat, from 0) the same as the one in a script, which they modify.

    What happened before the word `since` has no bearing on the present, so most changes come after it. None
    comes before the word `waits`, where the game waits. If it is `in_turn`, moves after the word `since` may
    have told the player an order. Raises `ValueError` if the script cannot be replayed.
    """

    def __init__(  # noqa: PLR0913 - a history, how it is replayed, and for whom
        self,
        program: Program,
        replay: Replayer,
        script: Script,
        player: int,
        luck: Draws,
        since: int = 0,
        waits: int = 0,
        *,
        in_turn: bool = False,
    ) -> None:
        self._program, self._replay, self._player, self._luck = program, replay, player, luck
        self._script, self._since, self._first = script, since, script.words[:waits]
        replay.begin_with(self._first)
        if replay.follow(script.words, script.end) is not End.SAME:
            message = "the history cannot be replayed"
            raise ValueError(message)
        every, unknown = self._exchangeable(replay.position)
        self.changes = max(self._wanted(unknown), FEWEST * in_turn)
        self._fill(every, unknown)
        self._chain.begin()
        self._before = 0, 0
        self._rounds, self._trials, self._ratio = 0, min(ALONE, self.changes // 4), 1.0

    changes: int
    """Number of changes after which two histories are nearly independent."""

    @property
    def script(self) -> Script:
        """The script of the present history."""
        self._script.words = _copied(self._chain.arrays.kept)
        return self._script

    @property
    def position(self) -> Sequence[int]:
        """The position to which the present history has led."""
        return _copied(self._chain.arrays.position)

    def events(self) -> Sequence[Event]:
        """Return the events of the present history."""
        script = self.script
        return self._replay.events(script.words, script.end)

    def change(self, part: float) -> None:
        """Propose a part of the changes that make the next history nearly independent."""
        left = part * self.changes
        while left > 0 and self._trials:
            count = min(ceil(left * self._ratio), self._trials)
            self._propose(count)
            self._trials -= count
            left -= count / self._ratio
            if not self._trials:
                self._together()
        if left > 0:
            self._propose(ceil(left * self._ratio))

    def step(self) -> None:
        """Propose a change of an answer, of components, of thrown values, or of several of these together."""
        self._propose(1)

    # --- what is changed ------------------------------------------------------------------------------

    def _propose(self, count: int) -> None:
        self._replay.begin_with(self._first)
        self._chain.run(count)

    def _together(self) -> None:
        """Choose the number of changes that are proposed together, from what was accepted so far.

        If one is accepted with probability a, then n are with about a^n. So as many are accepted in the same
        time as if `_ratio` as many had been proposed alone.
        """
        state, (tried, taken) = self._chain.arrays.state, self._before
        tried, taken = state[TRIED] - tried, state[TAKEN] - taken
        self._before = state[TRIED], state[TAKEN]
        likely = ((taken + 1) / (tried + 2)) ** (1 / state[MOST])
        most = min(max(int(log(LIKELY) / log(likely)), 1), LARGEST)
        state[MOST], self._ratio = most, likely / (most * likely**most)
        self._rounds += 1
        if taken == tried and most < LARGEST and self._rounds < ROUNDS:
            self._trials = TOGETHER

    def _fill(self, every: list[list[int]], unknown: list[list[int]]) -> None:
        """Write the script, and what can be changed in it, to the arrays of the chain."""
        script = self._script
        marks = {at: NAMES for those in script.labels.values() for at in those}
        for at in script.fixed:
            marks[at] |= FIXED
        for secret in script.secrets:
            for at in range(secret + HEAD, secret + HEAD + script.words[secret + 1]):
                marks.setdefault(at, 0)
        named = sorted(marks)
        index = {at: i for i, at in enumerate(named)}
        begins, unknown_begins = _begins(every), _begins(unknown)
        sizes = Sizes(
            len(script.words), len(named), len(script.orders), len(begins), begins[-1], unknown_begins[-1],
            len(script.thrown), len(script.secrets),
        )  # fmt: skip
        self._chain = self._replay.chained(sizes)
        arrays = self._chain.arrays
        arrays.sizes[:] = array("i", sizes.listed)
        arrays.luck[:] = array("Q", [self._luck.key, self._luck.drawn])
        state = arrays.state
        state[END], state[SINCE], state[PLAYER], state[MOST] = script.end, self._since, self._player, 1
        arrays.goes[:] = array("i", [NOWHERE] * len(arrays.goes))
        order_of = dict.fromkeys(named, NOWHERE)
        for first, stop in script.orders:
            order_of |= dict.fromkeys(range(first, stop), first)
        for to, words in (
            (arrays.kept, script.words),
            (arrays.named, named),
            (arrays.marks, map(marks.__getitem__, named)),
            (arrays.order_of, map(order_of.__getitem__, named)),
            (arrays.orders, (first for first, _ in script.orders)),
            (arrays.begins, begins),
            (arrays.members, (c for group in every for c in group)),
            (arrays.unknown_begins, unknown_begins),
            (arrays.unknown, (c for group in unknown for c in group)),
            (arrays.thrown, (one.at for one in script.thrown)),
            (arrays.low, (one.low for one in script.thrown)),
            (arrays.secrets, script.secrets),
            (arrays.secret_named, (index.get(at + HEAD, 0) for at in script.secrets)),
        ):
            to[:] = array("i", words)
        arrays.count[:] = array("Q", (one.count for one in script.thrown))

    def _exchangeable(self, position: Sequence[int]) -> tuple[list[list[int]], list[list[int]]]:
        """Return all components that may change places, by their backs, and those unknown to the player now.

        A group has components that are not alike. A known component may change places too, because how it
        came to lie where it does may be hidden. An unknown one may although the script does not name it: it
        may lie where others were chosen.
        """
        program, known, labels = self._program, self._program.layout.known, self._script.labels
        backs = {program.backs[c]: list[int]() for c in sorted(labels)}
        for c, back in enumerate(program.backs):
            if back in backs and (c in labels or not position[known + c] >> self._player & 1):
                backs[back].append(c)
        groups = [group for group in backs.values() if len({program.alike[c] for c in group}) > 1]
        unknown = [[c for c in group if not position[known + c] >> self._player & 1] for group in groups]
        return groups, [some or group for some, group in zip(unknown, groups, strict=True)]

    def _wanted(self, unknown: list[list[int]]) -> int:
        """Return a number of changes in which each component, number and answer is proposed a few times."""
        script = self._script
        several = sum(len(group) for group in unknown) + len(script.thrown) + len(script.secrets)
        shuffles = sum(at >= self._since for at, _ in script.orders)
        return max(2 * several, FEWEST if shuffles > 1 else 0)


def _copied(words: Words) -> array[int]:
    """Return a copy of an array of a chain, which may be a view of a module's memory."""
    view: object = words
    return array("i", view.tobytes() if isinstance(view, memoryview) else words)


def _begins(groups: Sequence[Sequence[int]]) -> list[int]:
    """Return where each group begins if they follow one another, and where the last one ends."""
    found = [0]
    for group in groups:
        found.append(found[-1] + len(group))
    return found

"""Alpha-beta search with null windows, between two sides, in a game without chance and hidden information.

A *test* proves whether the value of the first position is at least a threshold. Its result is a bound of that
value: a lower bound that is at least the threshold, or an upper bound that is below it. So a few tests with
suitable thresholds determine the value (A. Plaat and others, "Best-first fixed-depth minimax algorithms",
1996: MTD). A transposition table (`table`) holds what they prove of other positions.

The search does not assume that sides alternate. At each decision, the seat that decides determines whether
the greatest or the least value counts.

A position in the table includes the number of decisions made so far. Therefore no play comes to a position
twice, no value depends on itself, and a limit on decisions is taken into account, whether or not situations
repeat. A value by `OUTCOME` says after how many decisions a game ends. So a threshold that no end after the
next decision can reach needs no search, and a test for a win within `n` decisions looks no further.

Options are tried in this order: the option that was best when the position was searched before, and then
those that were best most often elsewhere (J. Schaeffer, "The history heuristic", 1983).

The search keeps its own stack. So `run` stops after a number of positions, and goes on when it is called
again. If the stack or the room for options is full, it stops for good.
"""

from __future__ import annotations

from interpreter.kernels.solving.outcomes import MOST, OUTCOME, Outcomes
from interpreter.kernels.solving.positions import Game, Keys
from interpreter.kernels.solving.table import BUCKET, Table
from interpreter.kernels.terms import Long, Room

__all__ = [
    "DEPTH", "HERE", "KIND", "MARKS", "MASK", "OPTIONS", "RESULT", "ROOM", "STATUS", "THRESHOLD", "TOO_DEEP",
    "TOO_FAR", "TOO_WIDE", "VISITS", "BoundSearch", "Size",
]  # fmt: skip

DEPTH, HERE, KIND, THRESHOLD, RESULT, MASK, STATUS, ROOM, OPTIONS = range(9)
"""Indexes of the integers that make up the state of a search.

They are the depth of the current position (-1 once a test has ended), the depth of the position that is in
memory (-1 if it is none of the stack's), the kind of value, the threshold of the test, its result, the number
of buckets of the table less 1, the status, the number of frames, and the number of options for which there is
room.
"""

VISITS = 0
"""Index of the number of positions visited, in `visits`."""

GOING, TOO_DEEP, TOO_WIDE, TOO_FAR = range(4)
"""The status: the search goes on, or it has come to a position for which the stack, or the room for options,
is too small, or to the end of a game whose value is too far from 0.
"""

MARKS = 1 << 12
"""Number of marks of options."""

FIRST, MUCH = 1 << 30, 1 << 20
"""How urgent the best option of an earlier search is, and how often an option must be best for all counts to
be halved.
"""

LEAST, GREATEST = -(1 << 29), 1 << 29
"""Less than every value, and greater than every value."""


class Size:
    """The lengths of the arrays whose lengths the host determines."""

    def __init__(self, frames: int = 0, options: int = 0, buckets: int = 0) -> None:
        self.frames, self.options, self.buckets = frames, options, buckets


NO_SIZE = Size()
"""The size of a search that is being compiled."""


class BoundSearch:
    """The arrays of a search, and its steps."""

    def __init__(self, game: Game, outcomes: Outcomes, keys: Keys, room: Room, size: Size = NO_SIZE) -> None:
        self.game, self.outcomes, self.keys, self.sides = game, outcomes, keys, outcomes.sides
        self.state, self.visits = room.words(9), room.longs(1)
        self.history = room.words(2 * MARKS)
        """For each side and each mark, how often an option with this mark was best."""
        self.count, self.tried, self.taken = (
            room.words(size.frames), room.words(size.frames), room.words(size.frames),
        )  # fmt: skip
        """For each depth, the number of options, how many of them were tried, and the one tried last."""
        self.side, self.best, self.move = (
            room.words(size.frames), room.words(size.frames), room.words(size.frames),
        )  # fmt: skip
        """For each depth, the side that decides, the best value so far, and the option that leads to it."""
        self.base = room.words(size.frames)
        """For each depth, the index at which its options begin in the arrays of options."""
        self.key, self.check, self.before = (
            room.longs(size.frames), room.longs(size.frames), room.longs(size.frames),
        )  # fmt: skip
        """For each depth, the keys of the position, and the number of visits when the search came to it."""
        self.order, self.marks, self.urgent = (
            room.words(size.options), room.words(size.options), room.words(size.options),
        )  # fmt: skip
        """The options at each depth, in the order in which they are tried: index, mark and urgency."""
        self.table = Table(room, BUCKET * size.buckets)

    # --- tests ----------------------------------------------------------------------------------------

    def run(self, begins: int, visits: int) -> int:
        """Visit about a number of positions. Return whether the test goes on.

        `begins` says whether a new test begins. The status says whether the test can go on.
        """
        end = self.visits[VISITS] + Long(visits)
        if begins > 0:
            self.begin()
        while self.state[DEPTH] >= 0 and self.state[STATUS] == GOING and self.visits[VISITS] < end:
            self.step()
        return 1 if self.state[DEPTH] >= 0 else 0

    def begin(self) -> None:
        """Begin a test at the first position."""
        self.state[DEPTH], self.state[HERE], self.state[STATUS] = -1, -1, GOING
        self.arrive(self.game.start())

    def step(self) -> None:
        """Take the next option of the current position, or leave the position."""
        depth = self.state[DEPTH]
        if self.is_settled(depth):
            self.leave(depth)
            return
        k = self.next(depth)
        if self.state[HERE] != depth:
            self.game.load(depth)
        self.state[HERE] = -1
        self.taken[depth] = k
        self.arrive(self.game.take(k))

    def is_settled(self, depth: int) -> bool:
        """Return whether the options that were tried decide the test at a depth."""
        if self.tried[depth] == self.count[depth]:
            return True
        best = self.best[depth]
        if self.side[depth] == 0:
            return best >= self.state[THRESHOLD]
        return best < self.state[THRESHOLD]

    def arrive(self, count: int) -> None:
        """Visit the position in memory, which has `count` options. Without options, the game is over."""
        self.visits[VISITS] += Long(1)
        if count == 0:
            value = self.outcomes.value(self.state[KIND])
            if self.outcomes.is_far(value):
                self.state[STATUS] = TOO_FAR
            self.report(value)
            return
        threshold = self.state[THRESHOLD]
        if self.state[KIND] == OUTCOME:
            soonest = MOST - 1 - self.game.decisions()
            if soonest < threshold:
                self.report(soonest)
                return
            latest = 0 - soonest
            if latest >= threshold:
                self.report(latest)
                return
        self.game.look()
        bucket = self.table.bucket(self.keys.seen[0], self.state[MASK])
        at = self.table.find(bucket, self.keys.seen[1])
        move = -1
        if at >= 0:
            lower = self.table.lower(at)
            if lower >= threshold:
                self.report(lower)
                return
            upper = self.table.upper(at)
            if upper < threshold:
                self.report(upper)
                return
            move = self.table.move(at)
        self.enter(count, move)

    # --- the stack ------------------------------------------------------------------------------------

    def enter(self, count: int, move: int) -> None:
        """Push the position in memory on the stack. `move` is the option to try first, or -1."""
        depth, base = self.state[DEPTH] + 1, 0
        if depth > 0:
            base = self.base[depth - 1] + self.count[depth - 1]
        if depth >= self.state[ROOM]:
            self.state[STATUS] = TOO_DEEP
            return
        if base + count > self.state[OPTIONS]:
            self.state[STATUS] = TOO_WIDE
            return
        side = self.sides[self.game.player()]
        self.state[DEPTH], self.state[HERE] = depth, depth
        self.count[depth], self.tried[depth], self.base[depth], self.side[depth] = count, 0, base, side
        self.best[depth], self.move[depth] = LEAST if side == 0 else GREATEST, 0
        self.key[depth], self.check[depth] = self.keys.seen[0], self.keys.seen[1]
        self.before[depth] = self.visits[VISITS]
        self.game.save(depth)
        self.game.mark(base)
        for k in range(count):
            at = base + k
            self.order[at] = k
            self.urgent[at] = FIRST if k == move else self.history[MARKS * side + self.marks[at]]

    def next(self, depth: int) -> int:
        """Return the most urgent option that has not been tried at a depth, and count it as tried."""
        at = self.base[depth] + self.tried[depth]
        end, found = self.base[depth] + self.count[depth], at
        best = self.urgent[at]
        for i in range(at + 1, end):
            if self.urgent[i] > best:
                best = self.urgent[i]
                found = i
        k, mark = self.order[found], self.marks[found]
        i = found
        while i > at:
            self.order[i], self.marks[i], self.urgent[i] = (
                self.order[i - 1], self.marks[i - 1], self.urgent[i - 1],
            )  # fmt: skip
            i -= 1
        self.order[at], self.marks[at] = k, mark
        self.tried[depth] += 1
        return k

    def report(self, value: int) -> None:
        """Take a bound of the value of the position to which the option taken last leads."""
        depth = self.state[DEPTH]
        if depth < 0:
            self.state[RESULT] = value
            return
        best = self.best[depth]
        if (self.side[depth] == 0 and value > best) or (self.side[depth] > 0 and value < best):
            self.best[depth] = value
            self.move[depth] = self.taken[depth]

    def leave(self, depth: int) -> None:
        """Pop the current position off the stack, and store what was proved of it."""
        value, threshold = self.best[depth], self.state[THRESHOLD]
        effort = self.visits[VISITS] - self.before[depth] + Long(1)
        bucket = self.table.bucket(self.key[depth], self.state[MASK])
        check = self.check[depth]
        lower, upper = LEAST, GREATEST
        found = self.table.find(bucket, check)
        if found >= 0:
            lower, upper = self.table.lower(found), self.table.upper(found)
        if value >= threshold:
            lower = value
        else:
            upper = value
        at = self.table.place(bucket, check, effort)
        self.table.put(at, check, lower, upper)
        self.table.put_search(at, self.move[depth], effort)
        if (self.side[depth] == 0 and value >= threshold) or (self.side[depth] > 0 and value < threshold):
            self.succeeded(depth)
        self.state[DEPTH] = depth - 1
        self.report(value)

    def succeeded(self, depth: int) -> None:
        """Count the option tried last at a depth as a success."""
        at = MARKS * self.side[depth] + self.marks[self.base[depth] + self.tried[depth] - 1]
        self.history[at] += 1
        if self.history[at] >= MUCH:
            for i in range(2 * MARKS):
                self.history[i] //= 2

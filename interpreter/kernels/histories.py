"""Chains of histories: changes of a script that are replayed, and kept if a player is shown the same.

This is the algorithm of Metropolis and Hastings, as `interpreter.redeal.histories` explains it. A proposal
makes several changes at once, because where a player has seen little, most changes are accepted, and a replay
takes longer than a change. How many they are is fixed before the chain goes on, so a proposal is as likely as
its reversal.
"""

from __future__ import annotations

from gamespec.program.domain import INT_MAX
from interpreter.kernels.exchanges import (
    BEGINS,
    END,
    FEW,
    GROUP,
    LEFT,
    LOW,
    MOST,
    NAMES,
    SECRET,
    SECRETS,
    TAKEN,
    THROWN,
    TOUCHED,
    TRIED,
    WORDS,
    ZONE,
    Exchanges,
)
from interpreter.kernels.items import HEAD, Item
from interpreter.kernels.terms import Long, Position, Real

__all__ = ["HistoryChain"]

OPEN = Item.ORDER
"""Kind of an answer at which a replay stops, because it is still to be filled in."""

LEAST, WHOLE = -INT_MAX - 1, 1 << 32
"""The least integer of 32 bits, and the number of such integers."""

PARTS = 2.0**53
"""Number of parts into which one is divided to draw a probability."""


class HistoryChain(Exchanges):
    """A present history, and the changes that are proposed."""

    def run(self, p: Position) -> None:
        """Make the proposals that are left."""
        script = self.replay.script
        for w in range(self.sizes[WORDS]):
            script[w] = self.kept[w]
        while self.state[LEFT] > 0:
            self.state[LEFT] -= 1
            self.propose(p)
            if self.differs(p):
                self.state[TRIED] += 1
                if self.accepted(p):
                    self.accept(p)
            self.undo()

    def begin(self, p: Position) -> None:
        """Take the position and the weight of the last replay as those of the present history."""
        self.weight[0], self.state[LOW] = self.replay.weight[0], self.replay.low[0]
        for i in range(self.length):
            self.position[i] = self.replay.position[i]
        for c in range(self.components):
            self.lies[c] = p[self.zone_of + c]

    # --- words that differ ----------------------------------------------------------------------------

    def differs(self, p: Position) -> bool:  # noqa: ARG002 - see above
        """Return whether the proposal differs from the present history."""
        script = self.replay.script
        for i in range(self.state[TOUCHED]):  # noqa: SIM110 - kernels have no generators
            if script[self.differ[i]] != self.kept[self.differ[i]]:
                return True
        return False

    def precedes(self, answer: int) -> bool:
        """Return whether the game may read a word that is proposed before it comes to an answer.

        Such a word stands before the answer, or belongs to the luck, which is read when it is needed.
        """
        for i in range(self.state[TOUCHED]):
            if self.differ[i] < answer or self.differ[i] >= self.state[END]:
                return True
        return False

    def swap(self) -> None:
        """Exchange the present history with the proposal; calling this twice changes nothing."""
        script = self.replay.script
        for i in range(self.state[TOUCHED]):
            w = self.differ[i]
            word = script[w]
            script[w] = self.kept[w]
            self.kept[w] = word

    def undo(self) -> None:
        """Return to the present history."""
        script = self.replay.script
        for i in range(self.state[TOUCHED]):
            w = self.differ[i]
            script[w] = self.kept[w]
            self.touched[w] = 0
        self.state[TOUCHED] = 0

    def accept(self, p: Position) -> None:
        """Make the proposal, which was replayed, the present history."""
        script = self.replay.script
        for i in range(self.state[TOUCHED]):
            w = self.differ[i]
            self.kept[w] = script[w]
            self.touched[w] = 0
        self.state[TOUCHED] = 0
        self.state[TAKEN] += 1
        self.begin(p)

    # --- proposals ------------------------------------------------------------------------------------

    def propose(self, p: Position) -> None:  # noqa: C901 - each kind of change may be impossible
        """Propose another answer, components that change places, thrown values, or several of these."""
        answers, groups, throws = self.sizes[SECRETS] > 0, self.sizes[BEGINS] > 1, self.sizes[THROWN] > 0
        self.state[SECRET], self.state[ZONE] = -1, -1
        kinds = answers + groups + throws
        if kinds == 0:
            return
        answer, components, values = 0, 0, 0
        if answers:
            answer = self.below(p, 2)
        if groups:
            components = self.below(p, 2)
        if throws:
            values = self.below(p, 2)
        if answer + components + values == 0:
            which = self.below(p, kinds)
            if answers and which == 0:
                answer = 1
            elif groups and which == answers:
                components = 1
            else:
                values = 1
        if answer:
            self.answer_otherwise(p)
        if components:
            self.components_otherwise(p)
        if values:
            self.throw_otherwise(p)

    def answer_otherwise(self, p: Position) -> None:
        """Propose another secret answer, with each option equally likely."""
        secret = self.secrets[self.below(p, self.sizes[SECRETS])]
        self.put(secret, Item.PICK)
        self.put(secret + 2, above(LEAST, self.below_long(p, WHOLE)))
        self.state[SECRET] = secret

    def throw_otherwise(self, p: Position) -> None:
        """Propose other values for some unseen throws: for one, half as often for two, and so on."""
        count = self.sizes[THROWN]
        for i in range(count):
            self.left[i] = i
        while count > 0 and (count == self.sizes[THROWN] or self.below(p, 2) > 0):
            which = self.below(p, count)
            one = self.left[which]
            count -= 1
            for i in range(which, count):
                self.left[i] = self.left[i + 1]
            self.put(self.thrown[one], above(self.low[one], self.below_long(p, self.count[one])))

    def components_otherwise(self, p: Position) -> None:
        """Propose that components change places, or that unknown ones in one zone are mixed."""
        which = self.below(p, self.sizes[BEGINS] - 1)
        if self.below(p, FEW) == 0:
            self.mix_zone(p, which)
            self.relabel(p)
            return
        self.exchange(p, which)
        if self.state[MOST] > 1:
            more = self.below(p, 2 * self.state[MOST] - 1)
            for _i in range(more):
                self.exchange(p, self.below(p, self.sizes[BEGINS] - 1))

    # --- acceptance -----------------------------------------------------------------------------------

    def accepted(self, p: Position) -> bool:
        """Replay the proposal, and return whether it is accepted, so that the posterior is preserved."""
        if not self.replay.replay():
            return False
        weight, low = self.replay.weight[0], self.replay.low[0]
        if not self.reversible(p):
            return False
        times, secret = self.state[LOW] - low, self.state[SECRET]
        times = min(times, 1)
        times = max(times, -1)
        ratio = weight / self.weight[0] * self.raised[times + 1]
        if secret >= 0 and self.precedes(secret):
            ratio = ratio * Real(self.offered(p, secret))
            self.swap()
            ratio = ratio / Real(self.offered(p, secret))
            self.swap()
        if ratio < 1.0 and Real(self.exact(p)) >= ratio * PARTS:
            return False
        if secret >= 0:
            if self.precedes(secret):
                self.replay.arrive()
            self.answered(secret)
        return True

    def offered(self, p: Position, answer: int) -> int:  # noqa: ARG002 - see above
        """Return the number of options on offer at an answer of the script."""
        script = self.replay.script
        item = script[answer]
        script[answer] = OPEN
        self.replay.arrive()
        script[answer] = item
        return self.replay.offered()

    def reversible(self, p: Position) -> bool:
        """Return whether a permutation could be reversed: those in its zone are still the same."""
        zone = self.state[ZONE]
        if zone >= 0:
            which = self.state[GROUP]
            for i in range(self.unknown_begins[which], self.unknown_begins[which + 1]):
                c = self.unknown[i]
                if (p[self.zone_of + c] == zone) != (self.lies[c] == zone):
                    return False
        return True

    def answered(self, secret: int) -> None:  # noqa: C901 - for each action in turn
        """Write the answer that was picked into the script, and mark the words in it that name components."""
        script, picked = self.replay.script, self.replay.picked
        room, action = script[secret + 1], picked[0]
        first, marks = secret + HEAD, 0
        for i in range(self.sizes[SECRETS]):
            if self.secrets[i] == secret:
                marks = self.secret_named[i]
        for i in range(room):
            self.marks[marks + i] = 0
            self.put(first + i, 0)
        hidden = 0
        for number, size, fields in self.actions:
            if action == number:
                for i in range(size):
                    self.put(first + i, picked[1 + i])
                for at, several in fields:
                    begin, end = at, at + 1
                    if several:
                        begin, end = at + 1, at + 1 + picked[1 + at]
                    for i in range(begin, end):
                        if picked[1 + i] >= 0 and not self.has_copies:
                            self.marks[marks + i] = NAMES
                            hidden = 1
        self.put(secret, Item.ANSWER)
        self.put(secret + 2, action)
        self.put(secret + 3, hidden)


def above(low: int, number: Long) -> int:
    """Return an integer of 32 bits that is a number above another one."""
    if number > INT_MAX:
        return low + INT_MAX + 1 + int(number & INT_MAX)
    return low + int(number)

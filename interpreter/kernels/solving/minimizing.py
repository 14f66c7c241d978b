"""Regret minimization over the sequences of two players, and best responses.

A *sequence* of a player is an information set and an option there, with all that the player has chosen
before. Players forget nothing, so payoffs depend on a game tree only through the two sequences that belong to
an ending. Therefore an iteration works on the sequences of both players, and on the payoffs of pairs of them,
instead of on the tree (B. von Stengel, "Efficient computation of behavior strategies", Games and Economic
Behavior 1996).

A *plan* has a number for each sequence: the probability that its player chooses all its options, provided
that chance and the other player allow it. So the plan of an information set's sequences adds up to the plan
of the sequence that leads to the set.

The iterations are those of CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014).
The players are updated in turn, a regret that becomes negative is set to 0, and iteration `t` has the weight
`t` in the average. In a zero-sum game, the average plans converge to an equilibrium.

Information sets and sequences are numbered consecutively: first those of player 0, then those of player 1.
The first sequence of each player is the empty one. The sequences of an information set follow one another,
and come after the sequence that leads to the set.
"""

from __future__ import annotations

from typing import NamedTuple

from interpreter.kernels.terms import Real, Reals, Room, inline

__all__ = ["PLAYERS", "VALUE", "Minimizing", "Size"]

PLAYERS = (0, 1)
"""The players of a game."""

VALUE = 2
"""The index in `results` of what player 0 gets if both players follow their average plans."""


class Size(NamedTuple):
    """The numbers of information sets and of sequences of each player, and of pairs that have a payoff."""

    sets: tuple[int, int]
    sequences: tuple[int, int]
    pairs: int


class Minimizing:
    """The sequences of a game with their payoffs, and the regrets and plans of its players."""

    def __init__(self, size: Size, room: Room, given: Room) -> None:
        self.sets = (0, size.sets[0], sum(size.sets))
        self.sequences = (0, size.sequences[0], sum(size.sequences))
        """The first information set, and the first sequence, of each player. The last entry is the end."""
        sets, sequences = self.sets[2], self.sequences[2]
        self.total, self.regret, self.average = (room.reals(sequences) for _ in range(3))
        """The weighted sum of the plans of all iterations, the regrets, and the average plans."""
        self.results = room.reals(VALUE + 1)
        """What each player gets by a best response to the average plan of the other, and the `VALUE`."""
        self.strategy, self.plan, self.worth = (room.reals(sequences) for _ in range(3))
        """The probability of each sequence in its set, the current plans, and the worth of each sequence."""
        self.answer = room.words(sets)
        """The sequence that the best response takes in each set."""
        self.payoff = given.reals(2 * size.pairs)
        """What a player gets at the endings of a pair, times the probability of chance there."""
        self.first, self.many, self.leads = (given.words(sets) for _ in range(3))
        """The first sequence of each set, the number of its sequences, and the sequence that leads to it."""
        self.begins, self.other = given.words(sequences + 1), given.words(2 * size.pairs)
        """For each sequence, the index of its first pair. For each pair, the sequence of the other player."""

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Run the iterations from `first` up to `end`. Then respond to the average plans, and return `end`.

        Iteration 0 prepares all arrays. Without any iterations, the average plans follow from `total`.
        """
        if first == 0 and end > 0:
            self.prepare()
        for iteration in range(first, end):
            for player in PLAYERS:
                self.improve(player, Real(iteration + 1))
        for s in range(self.sequences[2]):
            empty = 0 if s < self.sequences[1] else self.sequences[1]
            self.average[s] = self.total[s] / self.total[empty]
        for player in PLAYERS:
            self.respond(player)
        return end

    def prepare(self) -> None:
        """Set regrets and sums to 0, and let each player choose uniformly."""
        for s in range(self.sequences[2]):
            self.total[s], self.regret[s] = 0.0, 0.0
        for player in PLAYERS:
            self.plan[self.sequences[player]] = 1.0
            for at in range(self.sets[player], self.sets[player + 1]):
                self.match(at)

    @inline
    def improve(self, player: int, weight: Real) -> None:
        """Add a player's plan to the sum. Then add the regrets against the other's plan, and follow them."""
        for s in range(self.sequences[player], self.sequences[player + 1]):
            self.total[s] += weight * self.plan[s]
        self.weigh(player, self.plan)
        for k in range(self.sets[player + 1] - self.sets[player]):
            self.regret_at(self.sets[player + 1] - 1 - k)
        for at in range(self.sets[player], self.sets[player + 1]):
            self.match(at)

    @inline
    def weigh(self, player: int, plan: Reals) -> None:
        """Set the worth of each sequence of a player to that of its endings, if the other follows a plan."""
        for s in range(self.sequences[player], self.sequences[player + 1]):
            worth = 0.0
            for pair in range(self.begins[s], self.begins[s + 1]):
                worth += self.payoff[pair] * plan[self.other[pair]]
            self.worth[s] = worth

    def regret_at(self, at: int) -> None:
        """Add the regrets of a set, and add its worth to the sequence that leads to it."""
        first, worth = self.first[at], 0.0
        for s in range(first, first + self.many[at]):
            worth += self.strategy[s] * self.worth[s]
        for s in range(first, first + self.many[at]):
            regret = self.regret[s] + self.worth[s] - worth
            self.regret[s] = regret if regret > 0.0 else 0.0  # noqa: FURB136 - kernels have no `max` of `Real`s
        self.worth[self.leads[at]] += worth

    def match(self, at: int) -> None:
        """Choose in proportion to the regrets of a set, or uniformly if there are none."""
        first, many, whole = self.first[at], self.many[at], 0.0
        for s in range(first, first + many):
            whole += self.regret[s]
        for s in range(first, first + many):
            self.strategy[s] = self.regret[s] / whole if whole > 0.0 else 1.0 / Real(many)
            self.plan[s] = self.plan[self.leads[at]] * self.strategy[s]

    @inline
    def respond(self, player: int) -> None:
        """Compute the best response to the average plan of the other player."""
        empty = self.sequences[player]
        self.weigh(player, self.average)
        if player == 0:
            self.results[VALUE] = 0.0
            for s in range(self.sequences[1]):
                self.results[VALUE] += self.average[s] * self.worth[s]
        for k in range(self.sets[player + 1] - self.sets[player]):
            self.answer_at(self.sets[player + 1] - 1 - k)
        self.results[player] = self.worth[empty]

    def answer_at(self, at: int) -> None:
        """Answer a set by a sequence of the greatest worth, and add that to the sequence that leads here."""
        best = self.first[at]
        for s in range(best + 1, best + self.many[at]):
            if self.worth[s] > self.worth[best]:
                best = s
        self.answer[at] = best
        self.worth[self.leads[at]] += self.worth[best]

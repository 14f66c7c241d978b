"""Games in sequence form: the information sets of two players, and what pairs of their sequences pay.

`interpreter.kernels.solving.minimizing` explains sequences and their numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.kernels.solving.minimizing import PLAYERS, Size
from interpreter.play.information import InformationState, Sight
from interpreter.play.result import Result
from interpreter.play.search import Reward

__all__ = ["InformationSet", "Plans", "Sequences", "Steps", "steps_of"]

Plans: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""A number for each sequence of each player: the probability that the player chooses all of its options."""

Steps: TypeAlias = "tuple[Steps, int] | None"
"""The steps that lead to a node of the tree: those that lead to its parent, and the last one. A step is the
index of an option, or the outcome of a chance node.
"""


def steps_of(steps: Steps) -> list[int]:
    """Return the steps in order."""
    found = []
    while steps is not None:
        steps, last = steps
        found.append(last)
    return found[::-1]


@dataclass(frozen=True, slots=True)
class InformationSet:
    """An information set: its player (a seat, from 0) cannot tell the histories in it from each other.

    `number` counts the sets of the player. `options` has the numbers of the options, ascending; they are the
    sequences from `first` on. `leads` is the sequence that leads to the set. Each player's sequences are
    counted from 0, the empty one. `steps` lead to one of the histories.
    """

    player: int
    number: int
    options: tuple[int, ...]
    first: int
    leads: int
    steps: Steps


@dataclass(slots=True)
class _Histories:
    """Histories at which a player decides: the set, the other's sequence, the probability of chance."""

    sets: array[int] = field(default_factory=lambda: array("i"))
    others: array[int] = field(default_factory=lambda: array("i"))
    chances: array[float] = field(default_factory=lambda: array("d"))


@dataclass
class Sequences:
    """A game in sequence form.

    `sets` has the information sets of each player, and `counts` the number of each player's sequences.
    `nodes`, `decisions`, `draws` and `endings` are numbers of nodes of the tree: all of them, those at which
    a player decides, those of chance, and those at which the game is over. `truncated` of these are cut off
    by a limit. `sums` are the least and the greatest sum of both scores.
    """

    sets: tuple[list[InformationSet], list[InformationSet]] = field(default_factory=lambda: ([], []))
    counts: list[int] = field(default_factory=lambda: [1, 1])
    decisions: int = 0
    draws: int = 0
    endings: int = 0
    truncated: int = 0
    sums: tuple[int, int] | None = None
    _shown: dict[tuple[int, Sight], int] = field(default_factory=dict)
    _known: dict[tuple[int, int], InformationSet] = field(default_factory=dict)
    _pairs: dict[tuple[int, int], int] = field(default_factory=dict)
    _at: tuple[_Histories, _Histories] = field(default_factory=lambda: (_Histories(), _Histories()))
    _places: array[float] = field(default_factory=lambda: array("d"))
    _scores: array[float] = field(default_factory=lambda: array("d"))

    @property
    def nodes(self) -> int:
        """The number of nodes of the tree."""
        return self.decisions + self.draws + self.endings

    def shown(self, before: int, sights: Iterable[Sight]) -> int:
        """Return a number for what a player has been shown, given the number for it before these sights.

        It is 0 before all sights. Equal numbers mean that the player cannot distinguish the histories.
        """
        for each in sights:
            before = self._shown.setdefault((before, each), len(self._shown) + 1)
        return before

    def known(self, player: int, shown: int) -> InformationSet | None:
        """Return the information set of a player who has been shown something, given by its number."""
        return self._known.get((player, shown))

    def found(self, player: int, state: InformationState) -> InformationSet | None:
        """Return the information set of a player with an information state; `None` if there is none."""
        shown = 0
        for each in state:
            shown = self._shown.get((shown, each), -1)
        return self.known(player, shown)

    def add_set(
        self, player: int, shown: int, options: tuple[int, ...], leads: int, steps: Steps
    ) -> InformationSet:
        """Add an information set, given what its player has been shown, and return it."""
        sets = self.sets[player]
        found = InformationSet(player, len(sets), options, self.counts[player], leads, steps)
        sets.append(found)
        self._known[player, shown] = found
        self.counts[player] += len(options)
        return found

    def add_decision(self, at: InformationSet, other: int, chance: float) -> None:
        """Add a history of an information set, given the other's sequence and the probability of chance."""
        self.decisions += 1
        of = self._at[at.player]
        of.sets.append(at.number)
        of.others.append(other)
        of.chances.append(chance)

    def reached(self, plans: Plans) -> tuple[list[float], list[float]]:
        """Return the probability with which each information set is reached if both follow their plans."""
        found: list[list[float]] = []
        for player, sets in enumerate(self.sets):
            of, others = self._at[player], plans[1 - player]
            sums = [0.0] * len(sets)
            for number, other, chance in zip(of.sets, of.others, of.chances, strict=True):
                sums[number] += chance * others[other]
            found.append([plans[player][each.leads] * sums[each.number] for each in sets])
        return found[0], found[1]

    def add_ending(self, pair: tuple[int, int], chance: float, result: Result) -> None:
        """Add a result that belongs to a pair of sequences, and to which chance leads with a probability.

        A truncated game counts as a draw.
        """
        self.endings += 1
        self.truncated += result.truncated
        first, second = (0, 0) if result.truncated else result.places
        at = self._pairs.setdefault(pair, len(self._places))
        if at == len(self._places):
            self._places.append(0.0)
            self._scores.append(0.0)
        self._places[at] += chance * ((second > first) - (first > second))
        if not result.truncated:
            mine, other = result.scores
            self._scores[at] += chance * (mine - other) / 2
            least, greatest = self.sums or (mine + other, mine + other)
            self.sums = min(least, mine + other), max(greatest, mine + other)

    @property
    def size(self) -> Size:
        """The size of the game for the kernel."""
        sets, sequences = (len(self.sets[0]), len(self.sets[1])), (self.counts[0], self.counts[1])
        return Size(sets, sequences, len(self._pairs))

    def all_sets(self) -> Iterator[InformationSet]:
        """Yield the sets of both players."""
        for sets in self.sets:
            yield from sets

    def packed(self, reward: Reward) -> bytes:
        """Return the arrays that `Minimizing` is given, as bytes."""
        payoffs, begins, others = self._rows(self._places if reward == Reward.PLACES else self._scores)
        base = 0, self.counts[0]
        firsts = array("i", [base[each.player] + each.first for each in self.all_sets()])
        many = array("i", [len(each.options) for each in self.all_sets()])
        leads = array("i", [base[each.player] + each.leads for each in self.all_sets()])
        return b"".join(part.tobytes() for part in (payoffs, firsts, many, leads, begins, others))

    def _rows(self, paid: array[float]) -> tuple[array[float], array[int], array[int]]:
        """Return the payoffs of all sequences in order, where each's begin, and the other sequences."""
        begins, payoffs, others = array("i", [0]), array("d"), array("i")
        for player in PLAYERS:
            rows: list[list[tuple[int, float]]] = [[] for _ in range(self.counts[player])]
            base = self.counts[0] if player == 0 else 0
            for pair, at in self._pairs.items():
                rows[pair[player]].append((base + pair[1 - player], -paid[at] if player else paid[at]))
            for row in rows:
                others.extend(other for other, _ in row)
                payoffs.extend(payoff for _, payoff in row)
                begins.append(len(payoffs))
        return payoffs, begins, others

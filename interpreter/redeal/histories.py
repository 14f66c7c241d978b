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
"""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import Program
from interpreter.kernels.items import HEAD, RAISED, Item
from interpreter.play.events import Event
from interpreter.play.luck import Draws
from interpreter.redeal.proposals import Proposal
from interpreter.redeal.replayer import End, Replayer
from interpreter.redeal.scripts import OPEN, Script

__all__ = ["Histories"]

FEWEST = 64
"""Least number of changes if there were several shuffles: most of them come between the wrong ones."""

_PARTS = 1 << 53


class Histories:
    """Histories that show a player (the seat, from 0) the same as the one in a script, which they modify.

    What happened before the word `since` has no bearing on the present, so most changes come after it. Raises
    `ValueError` if the script cannot be replayed.
    """

    def __init__(  # noqa: PLR0913 - a history, how it is replayed, and for whom
        self, program: Program, replay: Replayer, script: Script, player: int, luck: Draws, since: int = 0
    ) -> None:
        self._program, self._replay, self._player, self._luck = program, replay, player, luck
        self.script, self._since, self._proposal = script, since, Proposal(program, script)
        if replay.follow(script.words, script.end) is not End.SAME:
            message = "the history cannot be replayed"
            raise ValueError(message)
        self.position, self._weight = replay.position, replay.weight
        self._secret: int | None = None
        self._mixed: tuple[int, list[int]] | None = None
        self._all, self._unknown = self._exchangeable()
        self.changes = self._wanted()

    script: Script
    """The script of the present history."""
    position: Sequence[int]
    """The position to which the present history has led."""
    changes: int
    """Number of changes after which two histories are nearly independent."""

    def events(self) -> Sequence[Event]:
        """Return the events of the present history."""
        return self._replay.events(self.script.words, self.script.end)

    # --- possible changes -----------------------------------------------------------------------------

    def _exchangeable(self) -> tuple[list[list[int]], list[list[int]]]:
        """Return all components that may change places, by their backs, and those unknown to the player now.

        A group has components that are not alike. A known component may change places too, because how it
        came to lie where it does may be hidden.
        """
        program, layout, place = self._program, self._program.layout, self.position
        every: dict[int, list[int]] = {}
        for c in sorted(self.script.labels):
            every.setdefault(program.backs[c], []).append(c)
        groups = [group for group in every.values() if len({program.alike[c] for c in group}) > 1]
        unknown = [[c for c in group if not place[layout.known + c] >> self._player & 1] for group in groups]
        return groups, [some or group for some, group in zip(unknown, groups, strict=True)]

    def _wanted(self) -> int:
        """Return a number of changes in which each component, number and answer is proposed a few times."""
        script = self.script
        several = sum(len(group) for group in self._unknown) + len(script.thrown) + len(script.secrets)
        shuffles = sum(at >= self._since for at, _ in script.orders)
        return max(2 * several, FEWEST if shuffles > 1 else 0)

    def step(self) -> None:
        """Propose a change of an answer, of components, of thrown values, or of several of these together."""
        script, luck = self.script, self._luck
        kinds = [
            change
            for change, some in (
                (self._answer_otherwise, script.secrets),
                (self._components_otherwise, self._all),
                (self._throws_otherwise, script.thrown),
            )
            if some
        ]
        if not kinds:
            return
        chosen = [change for change in kinds if luck.below(2)] or [kinds[luck.below(len(kinds))]]
        self._secret = self._mixed = None
        for change in chosen:
            change()
        if self._proposal.changes and self._taken():
            self._proposal.accept()
        else:
            self._proposal.undo()

    # --- components -----------------------------------------------------------------------------------

    def _components_otherwise(self) -> None:
        """Propose that two components change places, or that unknown ones in one zone are mixed."""
        which = self._luck.below(len(self._all))
        if self._luck.below(4) == 0:
            self._relabel(self._permutation(self._unknown[which]))
            return
        one, other = (self._one_of(self._groups_of(which)) for _ in range(2))
        self._relabel({one: other, other: one} if one != other else {})

    def _groups_of(self, which: int) -> list[int]:
        """Return the components of a group that the player does not know now; one time in four, all."""
        return (self._unknown if self._luck.below(4) else self._all)[which]

    def _one_of(self, group: Sequence[int]) -> int:
        return group[self._luck.below(len(group))]

    def _permutation(self, group: list[int]) -> dict[int, int]:
        """Return a random permutation of those components of a group that lie in one random zone."""
        zone = self.position[self._program.layout.zone_of + self._one_of(group)]
        there = self._there(group, zone, self.position)
        self._mixed, mixed = (zone, group), there[:]
        for i in range(len(mixed) - 1, 0, -1):
            j = self._luck.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return {c: new for c, new in zip(there, mixed, strict=True) if c != new}

    def _there(self, group: Sequence[int], zone: int, position: Sequence[int]) -> list[int]:
        """Return the components of a group that lie in a zone."""
        return [c for c in group if position[self._program.layout.zone_of + c] == zone]

    def _relabel(self, goes: dict[int, int]) -> None:
        """Propose that components replace one another in the script, from a random possible place on.

        Sometimes they do so only up to a later shuffle.
        """
        answer = self._words_of(self._secret) if self._secret is not None else ()
        spans = [span for span in self._proposal.spans(goes) if span[0] not in answer] if goes else []
        if self._luck.below(4):
            spans = [span for span in spans if span[0] >= self._since] or spans
        if spans:
            first, stop = spans[self._luck.below(len(spans))]
            stops = [at for at, _ in self.script.orders if first < at < stop] if self._luck.below(2) else []
            self._proposal.relabel(goes, first, stops[self._luck.below(len(stops))] if stops else stop)

    # --- throws and answers ---------------------------------------------------------------------------

    def _throws_otherwise(self) -> None:
        """Propose other values for some unseen throws: for one, half as often for two, and so on."""
        left, some = self.script.thrown[:], False
        while left and (not some or self._luck.below(2)):
            one, some = left.pop(self._luck.below(len(left))), True
            self._proposal.put(one.at, one.low + self._luck.below(one.count))

    def _answer_otherwise(self) -> None:
        """Propose another secret answer, with each option equally likely."""
        secret = self.script.secrets[self._luck.below(len(self.script.secrets))]
        self._proposal.put(secret, Item.PICK)
        self._proposal.put(secret + 2, self._luck.below(1 << 32) - (1 << 31))
        self._secret = secret

    def _words_of(self, answer: int) -> range:
        """Return the words of an answer that begins at a word."""
        return range(answer, answer + HEAD + self.script.words[answer + 1])

    # --- acceptance -----------------------------------------------------------------------------------

    def _taken(self) -> bool:
        """Replay the proposal; accept it with the probability that preserves the posterior."""
        replay, script, secret = self._replay, self.script, self._secret
        if replay.follow(script.words, script.end) is not End.SAME:
            return False
        weight, position, now = replay.weight, replay.position, self._weight
        if not self._reversible(position):
            return False
        ratio = weight[0] / now[0] * 2.0 ** (RAISED * max(min(now[1] - weight[1], 1), -1))
        if secret is not None:
            picked = replay.picked(script.words[secret + 1])
            if self._proposal.precedes(secret):
                ratio *= self._offered(secret)
                self._proposal.swap()
                ratio /= self._offered(secret)
                self._proposal.swap()
        if ratio < 1 and self._luck.below(_PARTS) >= ratio * _PARTS:
            return False
        if secret is not None:
            self._proposal.answered(secret, picked)
        self._weight, self.position = weight, position
        return True

    def _offered(self, answer: int) -> int:
        """Return the number of options on offer at an answer of the script."""
        words = self.script.words
        item, words[answer] = words[answer], OPEN
        self._replay.follow(words, self.script.end)
        words[answer] = item
        return len(self._replay.listed())

    def _reversible(self, position: Sequence[int]) -> bool:
        """Return whether a permutation could be reversed: those in its zone are still the same."""
        if self._mixed is None:
            return True
        zone, group = self._mixed
        return self._there(group, zone, position) == self._there(group, zone, self.position)

"""Histories that a player cannot distinguish from the true one, derived from a first one.

`Histories` begins with one such history, which was found from the player's sights alone (`guesses`,
`mending`), and proposes small changes: components that the player does not know change places after some
shuffle, an unseen throw has another result, or a secret answer differs. The changed history is replayed. If
the player is shown the same, the new history is accepted with the probability that preserves the posterior
(Metropolis and others, "Equation of state calculations by fast computing machines", 1953; Hastings 1970). A
change is as likely to be proposed as its reversal, except that answers are proposed by their probability. If
the new history is not accepted, the old one stays.

So the histories are drawn from the posterior among those that can be reached in this way: those with as many
draws and answers, in sequence, as the first one. The more changes lie between two of them, the less
correlated they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import Program
from interpreter.kernels.items import RAISED, Item
from interpreter.play.events import Event
from interpreter.play.luck import Draws
from interpreter.redeal.proposals import Proposal
from interpreter.redeal.replayer import End, Replayer
from interpreter.redeal.scripts import Script

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
        """Propose a change of components, of thrown values, of an answer, or of several of these together."""
        script, luck = self.script, self._luck
        kinds = [
            change
            for change, some in (
                (self._components_otherwise, self._all),
                (self._throws_otherwise, script.thrown),
                (self._answer_otherwise, script.secrets),
            )
            if some
        ]
        if not kinds:
            return
        chosen = [change for change in kinds if luck.below(2)] or [kinds[luck.below(len(kinds))]]
        self._secret = None
        for change in chosen:
            change()
        if not self._proposal.changes or not self._taken():
            self._proposal.undo()
            return
        if self._secret is not None:
            picked = self._replay.picked(script.words[self._secret + 1])
            self._proposal.answered(self._secret, picked)
        self._proposal.accept()

    # --- components -----------------------------------------------------------------------------------

    def _components_otherwise(self) -> None:
        """Propose that two components change places, or that unknown ones in one zone are mixed."""
        which = self._luck.below(len(self._all))
        if self._luck.below(4) == 0:
            self._relabel(self._mixed(self._unknown[which]))
            return
        one, other = (self._one_of(self._groups_of(which)) for _ in range(2))
        self._relabel({one: other, other: one} if one != other else {})

    def _groups_of(self, which: int) -> list[int]:
        """Return the components of a group that the player does not know now; one time in four, all."""
        return (self._unknown if self._luck.below(4) else self._all)[which]

    def _one_of(self, group: Sequence[int]) -> int:
        return group[self._luck.below(len(group))]

    def _mixed(self, group: list[int]) -> dict[int, int]:
        """Return a random permutation of those components of a group that lie in one random zone."""
        place, zone_of = self.position, self._program.layout.zone_of
        one = self._one_of(group)
        there = [c for c in group if place[zone_of + c] == place[zone_of + one]]
        mixed = there[:]
        for i in range(len(mixed) - 1, 0, -1):
            j = self._luck.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return {c: new for c, new in zip(there, mixed, strict=True) if c != new}

    def _relabel(self, goes: dict[int, int]) -> None:
        """Propose that components replace one another in the script, from a random possible place on.

        Sometimes they do so only up to a later shuffle.
        """
        spans = self._proposal.spans(goes) if goes else []
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

    def _taken(self) -> bool:
        """Replay the proposal; accept it with the probability that preserves the posterior."""
        replay = self._replay
        if replay.follow(self.script.words, self.script.end) is not End.SAME:
            return False
        weight, now = replay.weight, self._weight
        ratio = weight[0] / now[0] * 2.0 ** (RAISED * max(min(now[1] - weight[1], 1), -1))
        if ratio < 1 and self._luck.below(_PARTS) >= ratio * _PARTS:
            return False
        self._weight, self.position = weight, replay.position
        return True

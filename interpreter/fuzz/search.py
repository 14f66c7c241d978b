"""The search: random games of all cases, in rounds that take longer and longer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from math import inf
from time import monotonic

from interpreter.contract import Breach, play_checked
from interpreter.fuzz.cases import Case
from interpreter.fuzz.findings import Finding, Key, key_of, stopped
from interpreter.fuzz.swarm import swarm
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds, derived
from interpreter.play.playout import Playout, uniform
from interpreter.protocol import MakeEngine, Policy

__all__ = ["Search"]

FIRST_ROUND = 16
"""Number of games of each case in the first round; each later round plays twice as many."""

SWARM = 4
"""Number of games of each case in a round that are played by players with habits (`swarm`), step by step."""

SWARM_SHARE = 3
"""One in this many units of time may go to these games, which take many times as long as others."""

LONGEST_ROUND = 4096
"""Maximum number of games of each case in a round."""

CONTRACT_SHARE = 4
"""One in this many units of time may go to the contract, which needs the definitional engine."""

FIRST_CHECKED, MOST_CHECKED = 8, 128
"""Number of decisions of the first game that is held to the contract, which doubles, and the most of any."""


@dataclass(eq=False)
class Search:
    """Plays random games of all cases, and keeps the shortest game for each mistake that stopped one.

    `more` are the cases, which the first round takes one by one, and `make` makes the engines. All luck
    follows from the seed; the number of games depends on how long the search takes.
    """

    more: Iterator[Case]
    make: MakeEngine
    seed: int
    cases: list[Case] = field(default_factory=list)
    """The cases that have been played."""
    games: int = 0
    decisions: int = 0
    limited: int = 0
    """Number of games that reached the limit of decisions."""
    checked: int = 0
    """Number of games that were held to the contract."""
    best: dict[Key, tuple[Case, Seeds, int, Policy]] = field(default_factory=dict)
    """For each mistake, the case and the seeds of the shortest game that it stopped, its length, and the
    policy of its players.
    """
    first: dict[Key, tuple[int, float]] = field(default_factory=dict)
    """For each mistake, the number of games until it was found, and the seconds."""
    breach: Breach | None = None
    """A breach of the contract, if there was one."""
    broken: Case | None = None
    """The case in which the contract was broken."""
    until: float = inf
    """The number of seconds after which the games of a case are broken off."""
    _begun: float = field(default_factory=monotonic)
    _ended: float | None = None
    _contract: float = 0.0
    _swarm: float = 0.0

    @property
    def seconds(self) -> float:
        """The time that the search has taken, until it was stopped."""
        return (monotonic() if self._ended is None else self._ended) - self._begun

    def stop(self) -> None:
        """Note that the search is over."""
        self._ended = monotonic()

    def rounds(self) -> Iterator[None]:
        """Play without end, and yield after the games of each case in a round."""
        size = FIRST_ROUND
        for number in count():
            for index, case in enumerate(self.cases if number else self._each()):
                self._play(case, derived(self.seed, f"round {number} of {index}"), size)
                yield
                if self.breach is None and self._contract * CONTRACT_SHARE <= self.seconds:
                    self._hold(case, derived(self.seed, f"contract {number} of {index}"))
                    yield
            if not self.cases:
                return
            size = min(2 * size, LONGEST_ROUND)

    def _each(self) -> Iterator[Case]:
        """Yield all cases, and keep them."""
        for case in self.more:
            self.cases.append(case)
            yield case

    def _play(self, case: Case, seed: int, games: int) -> None:
        """Play some games of a case inside the engine."""
        engine = self.make(case.compiled.program)
        begun = self.seconds
        if self._swarm * SWARM_SHARE <= begun:
            own = derived(seed, "swarm")
            self._count(case, engine.batch((Seeds.of(own, i) for i in range(SWARM)), swarm), swarm)
            self._swarm += self.seconds - begun
        self._count(case, engine.batch(Seeds.of(seed, i) for i in range(games)), uniform)

    def _count(self, case: Case, playouts: Iterator[Playout], policy: Policy) -> None:
        """Count games of a case until the time is over, and record those that a mistake has stopped."""
        for playout in playouts:
            self.games += 1
            self.decisions += playout.decisions
            self.limited += playout.result is not None and playout.result.limited
            if playout.fault is not None:
                self._found(case, playout, policy)
            if self.seconds > self.until:
                break

    def _found(self, case: Case, playout: Playout, policy: Policy) -> None:
        """Record a game that a mistake has stopped."""
        assert playout.fault is not None  # noqa: S101 - it was stopped
        key, decisions = key_of(playout.fault, case.compiled), playout.decisions
        self.first.setdefault(key, (self.games, self.seconds))
        known = self.best.get(key)
        if known is None or (decisions, case.weight) < (known[2], known[0].weight):
            self.best[key] = case, playout.seeds, decisions, policy

    def _hold(self, case: Case, seed: int) -> None:
        """Hold one game of a case to the contract."""
        begun = monotonic()
        try:
            most = min(FIRST_CHECKED << min(self.checked, 8), MOST_CHECKED)
            play_checked(case.compiled, seed, stride=5, most=most)
        except Breach as breach:
            if not isinstance(breach.__cause__, Fault):  # the search finds these itself
                self.breach, self.broken = breach, case
        self.checked += 1
        self._contract += monotonic() - begun

    def findings(self) -> Iterator[Finding]:
        """Yield, for each mistake, the shortest game that it has stopped so far."""
        for case, seeds, _, policy in self.best.values():
            draws, numbers = Draws(seeds.luck, "policy"), list[int]()
            engine = self.make(case.compiled.program)
            try:
                game = engine.begin(seeds.game)
                while (decision := game.decision) is not None:
                    option = policy(decision, draws)
                    numbers.append(option.number)
                    game.play(option)
            except Fault:
                found = stopped(engine, seeds.game, numbers)
                assert found is not None  # noqa: S101 - games repeat exactly
                yield Finding(case, seeds.game, found.numbers, found.indexes, found.fault)

"""The search: games of all cases, in rounds that take longer and longer.

Most games are random. In some, players have habits (`swarm`), and others go on from positions of games that
reached something new (`corpus`). Now and then a game is held to the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Literal, TypeAlias

from gamespec.program import Program
from interpreter.contract import Breach, play_checked
from interpreter.coverage import Coverage
from interpreter.fuzz.cases import Case, Cases
from interpreter.fuzz.corpus import REACHED, Corpus, Sample, coverage_of
from interpreter.fuzz.exhaustive import Exhausted, Unseeded, exhausted
from interpreter.fuzz.findings import Broken, Finding, Key, key_of, stopped
from interpreter.fuzz.kept import keep, numbers_of, of_case
from interpreter.fuzz.loops import Loop, LoopKind, loop_of
from interpreter.fuzz.swarm import swarm
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds, derived
from interpreter.play.playout import Playout, uniform
from interpreter.protocol import Engine, MakeEngine, Playing, Policy
from interpreter.replay import Saved

__all__ = ["Search", "Spent"]

Spent: TypeAlias = Literal["making", "random", "habits", "onward", "saved", "contract", "situations", "loops"]
"""What a search spends its time on: making engines; games of random players, of players with habits, from
positions of the corpus and saved ones; holding games to the contract; exploring all situations; loops.
"""

FIRST_ROUND = 16
"""Number of games of each case in the first round; each later round plays twice as many."""

OTHERS = 4
"""Number of random cases that each round adds for the next one."""

SWARM = 4
"""Number of games of each case in a round that are played by players with habits (`swarm`), step by step."""

SWARM_SHARE = 3
"""One in this many units of time may go to these games, which take many times as long as others."""

LONGEST_ROUND = 4096
"""Maximum number of games of each case in a round."""

ONWARD = 16
"""Number of games that go on from one position."""

ONWARD_SHARE = 3
"""One in this many units of time may go to games that go on from positions of the corpus."""

EACH_EXHAUSTED = 0.5
"""Maximum share of the time left that exploring all situations of one case may take."""

EACH_LOOP = 2.0
"""Maximum time for finding out of what kind the loops of one game are, in seconds."""

CONTRACT_SHARE = 4
"""One in this many units of time may go to the contract, which needs the definitional engine."""

FIRST_CHECKED, MOST_CHECKED = 8, 128
"""Number of decisions of the first game that is held to the contract, which doubles, and the most of any."""


@dataclass(eq=False)
class Search:
    """Plays games of all cases, and keeps the shortest game for each mistake that stopped one.

    `more` are the cases, which the first round takes one by one; each later round takes some more, at random.
    `make` makes the engines. The `saved` games of each case are played first. All luck follows from the seed;
    the number of games depends on how long the search takes.
    """

    more: Cases
    make: MakeEngine
    seed: int
    saved: Sequence[Saved] = ()
    making: Callable[[Program], float] = lambda _: 0.0
    """Returns the seconds that it has taken so far to make machine code of a program."""
    corpora: list[Corpus] = field(default_factory=list)
    """For each case that has been played, what its games have reached."""
    games: int = 0
    decisions: int = 0
    limited: int = 0
    """Number of games that reached the limit of decisions."""
    checked: int = 0
    """Number of games that were held to the contract."""
    best: dict[Key, Sample] = field(default_factory=dict)
    """For each mistake, the shortest game that it stopped."""
    first: dict[Key, tuple[int, float]] = field(default_factory=dict)
    """For each mistake, the number of games until it was found, and the seconds."""
    breach: Broken | None = None
    """A game that broke the contract, if there was one."""
    unseeded: Unseeded | None = None
    """A mistake that `exhaust` has found, but no game that it stops."""
    until: float = inf
    """The number of seconds after which the games of a case are broken off."""
    news: int = 0
    """Number of games that reached something new."""
    _coverage: tuple[int, Coverage | None] = (0, None)
    """The latest coverage, and the number of news then."""
    _endless: dict[Case, Sample] = field(default_factory=dict)
    """For each case, a game that reached the limit of decisions."""
    _engines: dict[Case, Engine] = field(default_factory=dict)
    _begun: float = field(default_factory=monotonic)
    _ended: float | None = None
    spent: dict[Spent, float] = field(default_factory=dict)
    """Seconds that each part of the search has taken."""

    @property
    def seconds(self) -> float:
        """The time that the search has taken, until it was stopped."""
        return (monotonic() if self._ended is None else self._ended) - self._begun

    @property
    def cases(self) -> list[Case]:
        """The cases that have been played."""
        return [corpus.case for corpus in self.corpora]

    @property
    def coverage(self) -> Coverage:
        """Which parts of the rules the games have reached, apart from rows of tables.

        A game counts once it has ended without a fault.
        """
        known, coverage = self._coverage
        if known != self.news or coverage is None:
            coverage = coverage_of(self.corpora)
            self._coverage = self.news, coverage
        return coverage

    def stop(self) -> None:
        """Note that the search is over."""
        self._ended = monotonic()

    def rounds(self) -> Iterator[None]:
        """Play without end, and yield after the games of each case in a round."""
        size = FIRST_ROUND
        for number in count():
            for index, corpus in enumerate(self.corpora if number else self._each()):
                seed = derived(self.seed, f"round {number} of {index}")
                self._play(corpus, seed, size)
                yield
                if self._may("onward", ONWARD_SHARE):
                    self._go_on(corpus, derived(seed, "onward"), size)
                    yield
                if self.breach is None and self._may("contract", CONTRACT_SHARE):
                    self._hold(corpus.case, derived(self.seed, f"contract {number} of {index}"))
                    yield
            if not self.corpora:
                return
            draws = Draws(self.seed, f"cases {number}")
            for other in filter(None, (self.more.other(draws) for _ in range(OTHERS))):
                self._add(other)
            size = min(2 * size, LONGEST_ROUND)

    def _each(self) -> Iterator[Corpus]:
        """Yield the corpora of all cases, and keep them."""
        for case in self.more:
            yield self._add(case)

    def _add(self, case: Case) -> Corpus:
        """Add a case, play its saved games, and return its corpus."""
        corpus = Corpus(case)
        self.corpora.append(corpus)
        for number, saved in enumerate(of_case(self.saved, case)):
            self._again(corpus, saved, derived(self.seed, f"saved {number}"))
        return corpus

    def _may(self, kind: Spent, share: int) -> bool:
        """Return whether games of a kind have had less than their share of the time."""
        return self.spent.get(kind, 0.0) * share <= self.seconds

    @contextmanager
    def _timed(self, kind: Spent, case: Case) -> Iterator[None]:
        """Count the time of the `with` block, and apart from it that of making machine code in it."""
        program, begun = case.compiled.program, monotonic()
        before = self.making(program)
        try:
            yield
        finally:
            made = self.making(program) - before
            self.spent["making"] = self.spent.get("making", 0.0) + made
            self.spent[kind] = self.spent.get(kind, 0.0) + monotonic() - begun - made

    def _engine(self, case: Case) -> Engine:
        if case not in self._engines:
            self._engines[case] = self.make(case.compiled.program)
        return self._engines[case]

    # --- games ----------------------------------------------------------------------------------------

    def _play(self, corpus: Corpus, seed: int, games: int) -> None:
        """Play some games of a case inside the engine."""
        engine = self._engine(corpus.case)
        if self._may("habits", SWARM_SHARE):
            own = derived(seed, "swarm")
            seeds = (Seeds.of(own, i) for i in range(SWARM))
            with self._timed("habits", corpus.case):
                self._count(corpus, engine.batch(seeds, swarm, tally=REACHED), swarm)
        with self._timed("random", corpus.case):
            usual = engine.batch((Seeds.of(seed, i) for i in range(games)), tally=REACHED)
            self._count(corpus, usual, uniform)

    def _again(self, corpus: Corpus, saved: Saved, seed: int) -> None:
        """Play a saved game of a case again."""
        case, engine = corpus.case, self._engine(corpus.case)
        with self._timed("saved", case):
            before = numbers_of(saved, case, engine)
            sample = Sample(case, Seeds(saved.seed, seed), uniform, len(before), before)
            played = engine.batch([sample.seeds], sample.script, tally=REACHED)
            self._count(corpus, played, uniform, before, whole=True)

    def _go_on(self, corpus: Corpus, seed: int, games: int) -> None:
        """Play on from positions of the corpus, with the same chance and other answers."""
        draws, engine = Draws(seed, "positions"), self._engine(corpus.case)
        with self._timed("onward", corpus.case):
            for number in range(0, games, ONWARD):
                found = corpus.position(engine, draws)
                if found is None or self.seconds > self.until:
                    break
                game, sample, before = found
                own = derived(seed, f"from {number}")
                seeds = [Seeds(sample.seeds.game, derived(own, f"luck {i}")) for i in range(ONWARD)]
                self._count(corpus, game.playouts(seeds, reached=True), uniform, before)

    def _count(
        self,
        corpus: Corpus,
        playouts: Iterable[Playout],
        policy: Policy,
        before: tuple[int, ...] = (),
        *,
        whole: bool = False,
    ) -> None:
        """Count games of a case until the time is over, and keep those that show something.

        All of them have begun with the answers `before`, which the playouts count if they are `whole` games.
        """
        for playout in playouts:
            self.games += 1
            self.decisions += playout.decisions
            decisions = playout.decisions + (0 if whole else len(before))
            sample = Sample(corpus.case, playout.seeds, policy, decisions, before)
            if playout.fault is not None:
                self._found(playout.fault, sample)
            elif playout.result is not None:
                if playout.result.limited:
                    self.limited += 1
                    self._endless.setdefault(corpus.case, sample)
                self.news += corpus.add(playout, sample)
            if self.seconds > self.until:
                break

    def _found(self, fault: Fault, sample: Sample) -> None:
        """Keep a game that a mistake has stopped, if it is the shortest."""
        key = key_of(fault, sample.case.compiled)
        self.first.setdefault(key, (self.games, self.seconds))
        known = self.best.get(key)
        if known is None or (sample.decisions, sample.case.weight) < (known.decisions, known.case.weight):
            self.best[key] = sample

    def _hold(self, case: Case, seed: int) -> None:
        """Hold one game of a case to the contract."""
        most = min(FIRST_CHECKED << min(self.checked, 8), MOST_CHECKED)
        try:
            with self._timed("contract", case):
                play_checked(case.compiled, seed, stride=5, most=most)
        except Breach as breach:
            if not isinstance(breach.__cause__, Fault):  # the search finds these itself
                self.breach = Broken(case, seed, breach)
        self.checked += 1

    def exhaust(self, seconds: float) -> Iterator[Exhausted]:
        """Explore all situations of one case after another for some seconds, the plainest first.

        Yield each case of which all situations were explored; what they reach counts as reached. A case in
        which a mistake is found is the last one.
        """
        until = monotonic() + seconds
        for corpus in sorted(self.corpora, key=lambda each: each.case.weight):
            with self._timed("situations", corpus.case):
                found = exhausted(corpus.case, self.seed, (until - monotonic()) * EACH_EXHAUSTED)
            match found:
                case Finding():
                    self._found(found.fault, found.sample)
                    return
                case Unseeded():
                    self.unseeded = found
                    return
                case Exhausted():
                    corpus.everything = found.reached
                    self.news += 1
                    yield found

    def loops(self, seconds: float) -> Iterator[Loop]:
        """Look for loops for some seconds, and yield each that is better than those of its kind before.

        Games that reached the limit of decisions come first, then others of the corpus, and plain cases
        before others.
        """
        until, best = monotonic() + seconds, dict[LoopKind, tuple[bool, int, tuple[int, int]]]()
        others = (sample for corpus in self.corpora for sample in corpus.samples)
        samples = sorted(chain(self._endless.values(), others), key=lambda each: each.case.weight)
        for sample in sorted(samples, key=lambda each: self._endless.get(each.case) is not each):
            left = until - monotonic()
            if left <= 0:
                return
            with self._timed("loops", sample.case):
                loop = loop_of(sample, self._engine(sample.case), min(left, EACH_LOOP))
            if loop is None:
                continue
            worth = not loop.proven, len(loop.before) + len(loop.cycle), sample.case.weight
            if loop.kind not in best or worth < best[loop.kind]:
                best[loop.kind] = worth
                yield loop

    def positions(self) -> Iterator[tuple[Case, Playing]]:
        """Yield some positions of the games that reached something new, each with its case."""
        for corpus in self.corpora:
            for game in corpus.positions(self._engine(corpus.case)):
                yield corpus.case, game

    def keep(self, folder: Path, findings: Iterable[Finding]) -> None:
        """Write the games that reached something new, and those of findings, to a folder. Raises OSError."""
        kept = (sample for corpus in self.corpora for sample in corpus.samples)
        for sample in chain(kept, (finding.sample for finding in findings)):
            keep(folder, sample, self._engine(sample.case))

    def findings(self) -> Iterator[Finding]:
        """Yield, for each mistake, the shortest game that it has stopped so far."""
        for sample in self.best.values():
            engine, seed = self._engine(sample.case), sample.seeds.game
            found = stopped(engine, seed, sample.numbers(engine))
            assert found is not None  # noqa: S101 - games repeat exactly
            yield Finding(sample.case, seed, found.numbers, found.indexes, found.fault)

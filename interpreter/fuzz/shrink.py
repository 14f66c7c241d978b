"""Shrinking: from a game that a mistake has stopped to the shortest that the same mistake stops.

Answers are left out in blocks, then one by one, and each remaining one is replaced by an earlier option
(delta debugging: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). Where
chance decides how long a game must be, answers alone cannot make it shorter. So random games with other
chance are played, too, and cut off where they would be longer than the best. All this is tried with fewer
players and plainer options. A change is kept if the same mistake stops the game and the game has fewer
decisions or, with as many, plainer answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from interpreter.fuzz.cases import Case
from interpreter.fuzz.corpus import Sample
from interpreter.fuzz.findings import Finding, Key, key_of, stopped
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds, derived
from interpreter.play.playout import uniform
from interpreter.protocol import Engine, MakeEngine

__all__ = ["shrunk"]

EACH_SIZE = 12
"""Up to this number of answers in a row, each is tried, because whole rounds may have to be left out."""

OTHER_SEEDS = 40
"""Number of other seeds with which given answers are tried."""

CHANCES, GAMES = 200, 16
"""Number of seeds with which random games are tried, and number of games for each."""


def shrunk(
    finding: Finding, make: MakeEngine, seconds: float, better: Callable[[Finding], None] = lambda _: None
) -> Finding:
    """Return the shortest game that can be found in some seconds and that the same mistake stops.

    `better` receives each game that is shorter or plainer than those before.
    """
    shrinking = _Shrinking(finding, make, monotonic() + seconds, better)
    shrinking.chance()
    while shrinking.plainer():
        pass
    shrinking.answers()
    while shrinking.plainer() or shrinking.chance():
        shrinking.answers()
    shrinking.seeds()
    shrinking.answers()
    return shrinking.best


def _stopping(
    engine: Engine, case: Case, seeds: Sequence[Seeds], most: int, key: Key
) -> Iterator[tuple[int, ...]]:
    """Play random games with the same chance and at most `most` decisions.

    Yield those that the mistake stops, as the numbers of their options.
    """
    try:
        game = engine.begin(seeds[0].game)
    except Fault as fault:
        if key_of(fault, case.compiled) == key:
            yield ()
        return
    for playout in game.playouts(seeds, most=most):
        if playout.fault is not None and key_of(playout.fault, case.compiled) == key:
            yield Sample(case, playout.seeds, uniform, playout.decisions).numbers(engine)


class _Shrinking:
    """The shortest game so far."""

    def __init__(
        self, finding: Finding, make: MakeEngine, until: float, better: Callable[[Finding], None]
    ) -> None:
        self.best, self._make, self._until, self._better = finding, make, until, better
        self._engine: Engine = make(finding.case.compiled.program)

    @property
    def _late(self) -> bool:
        return monotonic() > self._until

    def answers(self) -> None:
        """Leave out answers, and replace the others by earlier options, as long as that helps."""
        better = True
        while better and not self._late:
            better = False
            for answers in self._fewer():
                better |= self._try(answers)
            for at, index in self._plainer():
                better |= self._try(self.best.answers, at=at, index=index)

    def _fewer(self) -> Iterator[tuple[int, ...]]:
        """Yield copies of the answers from which consecutive answers are removed, the longest runs first."""
        size = len(self.best.answers)
        while size:
            at = 0
            while at < len(self.best.answers) and not self._late:
                answers = self.best.answers
                yield answers[:at] + answers[at + size :]
                if self.best.answers is answers:
                    at += size
            size = size // 2 if size > EACH_SIZE else size - 1

    def _plainer(self) -> Iterator[tuple[int, int]]:
        """Yield answers by their number in the game, each with the index of an earlier option."""
        for at in range(len(self.best.answers)):
            for divisor in (0, 2, 1):
                indexes = self.best.indexes
                if at < len(indexes) and indexes[at] and not self._late:
                    yield at, (indexes[at] - 1) // divisor if divisor else 0

    def plainer(self) -> bool:
        """Try plainer cases; return whether a game of one shows the mistake.

        The same answers are tried with some seeds and, with fewer players, the answers of those who are left.
        Then random games are tried.
        """
        best, seats = self.best, [seat for _, seat, _ in self.best.played]
        for case in best.case.plainer():
            left = tuple(n for n, seat in zip(best.answers, seats, strict=True) if seat < case.players)
            engine = self._make(case.compiled.program)
            for seed in (best.seed, *range(OTHER_SEEDS)):
                for answers in dict.fromkeys((best.answers, left)):
                    if self._late:
                        return False
                    if self._try(answers, case, engine, seed, plainer=True):
                        self._engine = engine
                        return True
            if self.chance(case, engine):
                self._engine = engine
                return True
        return False

    def chance(self, case: Case | None = None, engine: Engine | None = None) -> bool:
        """Try random games with other seeds; return whether one shows the mistake and is shorter.

        In a plainer case, the first game may be as long as the best.
        """
        plainer, case, engine = case is not None, case or self.best.case, engine or self._engine
        before = self.best
        for seed in range(CHANCES):
            longest = len(self.best.answers) - (not plainer or self.best is not before)
            if self._late or longest < 0:
                break
            seeds = [Seeds(seed, derived(seed, f"luck {number}")) for number in range(GAMES)]
            for numbers in _stopping(engine, case, seeds, longest, self.best.key):
                self._try(numbers, case, engine, seed, plainer=plainer)
        return self.best is not before

    def seeds(self) -> None:
        """Try small seeds, which are easier to read, with the same answers and with fewer."""
        for seed in range(OTHER_SEEDS):
            if self._late or self.best.seed <= seed:
                return
            if self._try(self.best.answers, seed=seed, plainer=True):
                return

    def _try(  # noqa: PLR0913 - what is played, and where it differs
        self,
        answers: Sequence[int],
        case: Case | None = None,
        engine: Engine | None = None,
        seed: int | None = None,
        *,
        at: int = -1,
        index: int = 0,
        plainer: bool = False,
    ) -> bool:
        """Keep a game if the same mistake stops it and it is shorter, or as long and otherwise `plainer`.

        At the answer `at`, the option with an index is taken.
        """
        case, best = case or self.best.case, self.best
        seed = best.seed if seed is None else seed
        found = stopped(engine or self._engine, seed, answers, at, index)
        if found is None or key_of(found.fault, case.compiled) != best.key:
            return False
        shorter = (len(found.numbers), found.indexes) < (len(best.answers), best.indexes)
        if not (shorter or (plainer and len(found.numbers) <= len(best.answers))):
            return False
        self.best = Finding(case, seed, found.numbers, found.indexes, found.fault)
        self._better(self.best)
        return True

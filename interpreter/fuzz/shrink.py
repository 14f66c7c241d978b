"""Shrinking: from a game that a mistake has stopped to the shortest that the same mistake stops.

Answers are left out in blocks, then one by one, and each remaining one is replaced by an earlier option
(delta debugging: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). The same
is tried with other seeds and in plainer cases. A change is kept if the same mistake stops the game and the
game has fewer decisions or, with as many, plainer answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

from interpreter.fuzz.cases import Case
from interpreter.fuzz.findings import Finding, key_of, stopped
from interpreter.protocol import Engine, MakeEngine

__all__ = ["shrunk"]

OTHER_SEEDS = 40
"""Number of other seeds that are tried."""


def shrunk(finding: Finding, cases: Sequence[Case], make: MakeEngine, seconds: float) -> Finding:
    """Return the shortest game that can be found in some seconds and that the same mistake stops.

    `cases` are the others in which it may be found, the plainest first.
    """
    shrinking = _Shrinking(finding, make, monotonic() + seconds)
    shrinking.answers()
    shrinking.plainer([case for case in cases if _weight(case) < _weight(finding.case)])
    shrinking.seeds()
    shrinking.answers()
    return shrinking.best


def _weight(case: Case) -> tuple[int, int]:
    """Return how far a case is from the plainest: its players, and its options without their defaults."""
    return case.players, len(case.options)


class _Shrinking:
    """The shortest game so far."""

    def __init__(self, finding: Finding, make: MakeEngine, until: float) -> None:
        self.best, self._make, self._until = finding, make, until
        self._engine: Engine = make(finding.case.compiled.program)

    @property
    def _late(self) -> bool:
        return monotonic() > self._until

    def answers(self) -> None:
        """Leave out answers, and replace the others by earlier options, as long as that helps."""
        better = True
        while better and not self._late:
            better = any(self._try(answers) for answers in self._fewer())
            better = any(self._try(answers) for answers in self._plainer()) or better

    def _fewer(self) -> Iterator[tuple[int, ...]]:
        """Yield the answers without some in a row, the longest rows first."""
        size = len(self.best.answers)
        while size:
            at = 0
            while at < len(self.best.answers) and not self._late:
                answers = self.best.answers
                yield answers[:at] + answers[at + size :]
                if self.best.answers is answers:
                    at += size
            size //= 2

    def _plainer(self) -> Iterator[tuple[int, ...]]:
        """Yield the answers with an earlier option in the place of one of them."""
        for at in range(len(self.best.answers)):
            for earlier in (0, self.best.answers[at] // 2, self.best.answers[at] - 1):
                answers = self.best.answers
                if at < len(answers) and 0 <= earlier < answers[at] and not self._late:
                    yield (*answers[:at], earlier, *answers[at + 1 :])

    def plainer(self, cases: Sequence[Case]) -> None:
        """Try the same answers in plainer cases, with some seeds, and keep the first with the mistake."""
        for case in cases:
            engine = self._make(case.compiled.program)
            for seed in (self.best.seed, *range(OTHER_SEEDS)):
                if self._late:
                    return
                if self._try(self.best.answers, case, engine, seed, plainer=True):
                    self._engine = engine
                    return

    def seeds(self) -> None:
        """Try small seeds, which are easier to read, with the same answers and with fewer."""
        for seed in range(OTHER_SEEDS):
            if self._late or self.best.seed <= seed:
                return
            if self._try(self.best.answers, seed=seed, plainer=True):
                return

    def _try(
        self,
        answers: Sequence[int],
        case: Case | None = None,
        engine: Engine | None = None,
        seed: int | None = None,
        *,
        plainer: bool = False,
    ) -> bool:
        """Keep a game if the same mistake stops it and it is shorter, or as long and otherwise `plainer`."""
        case = case or self.best.case
        seed = self.best.seed if seed is None else seed
        found = stopped(engine or self._engine, seed, answers)
        if found is None or key_of(found[1], case.compiled) != self.best.key:
            return False
        shorter = (len(found[0]), found[0]) < (len(self.best.answers), self.best.answers)
        if not (shorter or (plainer and len(found[0]) <= len(self.best.answers))):
            return False
        self.best = Finding(case, seed, *found)
        return True

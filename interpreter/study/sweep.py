"""Sweeps, which play a game with one choice of options after another and compare each with the base game.

All games with the same number have the same luck, whatever their options.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.play.chunk import BATCH
from interpreter.play.interrupts import Interrupts
from interpreter.simulate.intervals import Fixed
from interpreter.simulate.runs import Run
from interpreter.study.comparison import Comparison
from interpreter.study.paired import Inside, Pairs
from interpreter.study.quantities import COUNTED, Quantities, Quantity
from interpreter.study.verdicts import Difference, judged

if TYPE_CHECKING:
    from interpreter.simulate.intervals import Confidence
    from interpreter.simulate.plans import Plan

__all__ = ["Cell", "Outcome", "Sweep", "asked_for"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The value of one quantity in one cell, as a mean and, for at least two games, an interval.

    `difference` is the difference from the base game, or `None` if the base game lacks the quantity.
    """

    quantity: Quantity
    mean: float
    interval: tuple[float, float] | None
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Cell:
    """The games with one choice of options, and their outcomes by the key of the quantity.

    Quantities that never occurred are left out.
    """

    run: Run
    outcomes: Mapping[str, Outcome]


def asked_for(known: Mapping[str, Quantity], asked: Sequence[str]) -> list[str]:
    """Return the keys of the requested quantities.

    A request is a key, or the first word of a family of keys. Raises `KeyError`, with the request as its
    argument, if a request is neither.
    """
    keys: dict[str, None] = {}
    for word in asked:
        family = [word] if word in known else [key for key in known if key.startswith(f"{word}.")]
        if not family:
            raise KeyError(word)
        keys |= dict.fromkeys(family)
    return list(keys)


class Sweep:
    """The games of the plan `base` and of the plans `cells`, compared in the quantities `keys`.

    All plans have the same luck. A cell that equals the base game is not played again. Machines elsewhere
    play the base game again with each other cell, because they keep no games.
    """

    def __init__(self, base: Plan, cells: Sequence[Plan], keys: Sequence[str]) -> None:
        self.base = Run(replace(base, tally=COUNTED))
        self.cells = [
            self.base if plan.compiled is base.compiled else Run(replace(plan, tally=COUNTED))
            for plan in cells
        ]
        self._keys = tuple(keys)
        self._known: dict[str, Quantity] = {}
        self._paired: list[Pairs] = []

    def play(self, games: int, progress: Callable[[int], None] | None = None) -> Sweep:
        """Play `games` games of each cell, and call `progress` with how many were just played.

        A sweep can be played only once. If playing is interrupted, the complete cells can still be reported.
        """
        step = progress or (lambda _: None)
        if self.base.merges and self.base.summing() is not None:
            for run in (self.base, *self.cells):
                self._paired.append(self._merged(run, games, step))
            return self
        whole = Quantities(self.base.plan.compiled, self.base.plan.players, self._keys)
        first = self._vectors(self.base, whole, games, step)
        for run in (self.base, *self.cells):
            of = whole if run is self.base else Quantities(run.plan.compiled, run.plan.players, self._keys)
            vectors = first if run is self.base else self._vectors(run, of, games, step)
            self._known = {**of.known, **self._known}
            self._paired.append(self._pairs(games, (whole, first), (of, vectors)))
        return self

    def _merged(self, run: Run, games: int, progress: Callable[[int], None]) -> Pairs:
        """Let other machines play games of a cell and of the base, and return the sums over the pairs."""
        if run is self.base and self._paired:
            return self._paired[0]
        compared = Comparison(self.base.plan, run.plan, keys=self._keys)
        self._known = {**compared.known, **self._known}
        played = compared.runs[1]
        try:
            return compared.play(games, progress=progress).paired
        finally:
            run.ask(played.asked)
            run.include(played.summary, played.seconds)

    def _vectors(self, run: Run, of: Quantities, games: int, progress: Callable[[int], None]) -> array[float]:
        """Play the games of a cell, and return their vectors, one after another."""
        found, engine = array("d"), run.summing()
        if engine is not None:
            with Interrupts() as interrupts:
                with run.stream(engine, games, of.sources) as stream:
                    interrupts.counting()
                    while ready := interrupts.waited(stream.ready):
                        stream.add(ready)
                        found.frombytes(stream.vectors())
                        progress(ready)
                interrupts.counted()
            return found
        with closing(run.games(games)) as played:
            for game in played:
                found.extend(of.of(game))
                progress(1)
        return found

    def _pairs(
        self, games: int, base: tuple[Quantities, array[float]], cell: tuple[Quantities, array[float]]
    ) -> Pairs:
        """Return the sums over the pairs of games of the base and a cell, each given by its vectors."""
        (first, a), (second, b) = base, cell
        pairs, engine = Pairs(first.indexes, second.indexes, self._keys), self.base.summing()
        width_a, width_b = 2 * len(first.indexes), 2 * len(second.indexes)
        if engine is None:
            for n in range(games):
                pairs.add(a[width_a * n : width_a * (n + 1)], b[width_b * n : width_b * (n + 1)])
            return pairs
        with Inside(pairs, engine) as inside:
            for n in range(0, games, BATCH):
                end = min(n + BATCH, games)
                inside.add(
                    end - n,
                    a[width_a * n : width_a * end].tobytes(),
                    b[width_b * n : width_b * end].tobytes(),
                )
        return pairs

    @property
    def whole(self) -> int:
        """The number of complete cells. The base game is the first cell."""
        return len(self._paired)

    @property
    def games(self) -> int:
        """The number of games played so far, including those of incomplete cells."""
        return sum(run.summary.games for run in {id(run): run for run in (self.base, *self.cells)}.values())

    def told(self, confidence: Confidence | None = None) -> tuple[Cell, list[Cell]]:
        """Return the results of the base game, and those of every other complete cell.

        At least the base game must be complete. The verdicts are corrected for the differences of all cells.
        """
        sure = confidence or Fixed()
        found = [
            (cell, key, paired[key])
            for cell, paired in enumerate(self._paired)
            for key in self._keys
            if cell and None not in paired[key].means
        ]
        judgements = judged([(self._known[key], paired) for _, key, paired in found], sure)
        differences = {(cell, key): d for (cell, key, _), d in zip(found, judgements, strict=True)}
        cells = []
        for number, (run, paired) in enumerate(zip((self.base, *self.cells), self._paired, strict=False)):
            outcomes = {}
            for key in self._keys:
                mean = paired[key].means[1]
                if mean is not None:
                    quantity = self._known[key]
                    share = quantity.whole and quantity.unit == "share"
                    interval = paired[key].second(sure, share=share, parts=quantity.parts)
                    outcomes[key] = Outcome(quantity, mean, interval, differences.get((number, key)))
            cells.append(Cell(run, outcomes))
        return cells[0], cells[1:]

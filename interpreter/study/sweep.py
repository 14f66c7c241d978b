"""A game with one choice of options after another, by the same luck, each against the game as it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.simulate.intervals import Fixed
from interpreter.simulate.runs import Run
from interpreter.study.paired import Paired
from interpreter.study.quantities import COUNTED, Quantities, Quantity, Values
from interpreter.study.verdicts import Difference, judged

if TYPE_CHECKING:
    from interpreter.play.playout import Playout
    from interpreter.simulate.intervals import Confidence
    from interpreter.simulate.plans import Plan

__all__ = ["Cell", "Outcome", "Sweep", "asked_for"]

_NOTHING = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cell came to in a quantity: the mean and its interval, if there are two games or more.

    `difference` is that from the game as it stands, if that has the quantity, too.
    """

    quantity: Quantity
    mean: float
    interval: tuple[float, float] | None
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of one choice of options, and what they came to, by key; without what never came about."""

    run: Run
    outcomes: Mapping[str, Outcome]


def asked_for(known: Mapping[str, Quantity], asked: Sequence[str]) -> list[str]:
    """The keys of quantities that are asked for: by the whole key, or by its first words those of a family.

    Raises `KeyError` with what is no key and no family.
    """
    keys: dict[str, None] = {}
    for word in asked:
        family = [word] if word in known else [key for key in known if key.startswith(f"{word}.")]
        if not family:
            raise KeyError(word)
        keys |= dict.fromkeys(family)
    return list(keys)


class Sweep:
    """Games of a plan, `base`, and of others of the same luck; compared are the quantities of these keys.

    A cell that is the game as it stands is not played twice.
    """

    def __init__(self, base: Plan, cells: Sequence[Plan], keys: Sequence[str]) -> None:
        self.base = Run(replace(base, tally=COUNTED))
        self.cells = [
            self.base if plan.compiled is base.compiled else Run(replace(plan, tally=COUNTED))
            for plan in cells
        ]
        self._keys = tuple(keys)
        self._known: dict[str, Quantity] = {}
        self._paired: list[dict[str, Paired]] = []

    def play(self, games: int, progress: Callable[[Playout], None] | None = None) -> Sweep:
        """Play so many games of each; `progress` is told of each game of each. Once only.

        If that is interrupted, what has been played whole can be told.
        """
        first = self._values(self.base, games, progress)
        for run in (self.base, *self.cells):
            values = first if run is self.base else self._values(run, games, progress)
            paired = {key: Paired() for key in self._keys}
            for a, b in zip(first, values, strict=True):
                for key in self._keys:
                    paired[key].add(a.get(key, _NOTHING), b.get(key, _NOTHING))
            self._paired.append(paired)
        return self

    def _values(self, run: Run, games: int, progress: Callable[[Playout], None] | None) -> list[Values]:
        quantities = Quantities(run.plan.compiled, run.plan.players)
        self._known = {**quantities.known, **self._known}
        found: list[Values] = []
        with closing(run.games(games)) as played:
            for game in played:
                values = quantities.of(game)
                found.append({key: values[key] for key in self._keys if key in values})
                if progress is not None:
                    progress(game.playout)
        return found

    @property
    def whole(self) -> int:
        """How many cells are played, with the game as it stands, which comes first."""
        return len(self._paired)

    @property
    def games(self) -> int:
        """How many games have been played, those of cells that are not whole among them."""
        return sum(run.summary.games for run in {id(run): run for run in (self.base, *self.cells)}.values())

    def told(self, confidence: Confidence | None = None) -> tuple[Cell, list[Cell]]:
        """What the game as it stands came to, and each of the others that is `whole`; one must be.

        Verdicts take into account all differences of all cells.
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

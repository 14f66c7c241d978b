"""The content of a sweep's page, with the grid, the results of its cells, and the failures of games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from interpreter.report.failures import Failure
from interpreter.study.quantities import Quantity
from interpreter.study.sweep import Cell
from interpreter.study.verdicts import Difference

__all__ = ["Layout", "SweepFacts", "layout_of"]

MOST_ROWS = 6
"""Maximum number of values that an option may have to be shown as rows of points in one chart."""


@dataclass(frozen=True)
class SweepFacts:
    """A sweep of the game `called`. `cells` are the cells that were played, each with its values of the axes.

    `axes` maps the name of each varied option to its values. `base` is the game with its given options.
    `quantities` are those that at least one cell has, and `differences` are those tested together. `left_out`
    are the cells that the game does not allow, with the reasons. `command` makes the page again.
    """

    called: str
    title: str
    axes: Mapping[str, Sequence[str]]
    base: Cell
    cells: Sequence[tuple[Mapping[str, str], Cell]]
    quantities: Sequence[Quantity]
    differences: Sequence[Difference]
    left_out: Sequence[tuple[Mapping[str, str], str]]
    failures: Sequence[Failure]
    command: str

    def stands(self, cell: Cell) -> bool:
        """Return whether `cell` is the base game."""
        return options_of(cell) == options_of(self.base)


def options_of(cell: Cell) -> Mapping[str, str | int | bool]:
    """Return the value of every option of the game in `cell`, by name."""
    return cell.run.plan.compiled.names.options


@dataclass(frozen=True)
class Layout:
    """How charts show the options.

    One option goes `across` the horizontal axis, and one may distinguish `rows` of points. Each combination
    of values of the remaining options, `charts`, has a chart of its own. `rows` is `None` if only one option
    has several values, or if every other option has too many values for one chart.
    """

    across: str
    rows: str | None
    charts: Sequence[str]

    def choices(self, axes: Mapping[str, Sequence[str]]) -> Iterator[Mapping[str, str]]:
        """Yield, for each chart, the values of the options in `charts`."""
        for values in product(*(axes[name] for name in self.charts)):
            yield dict(zip(self.charts, values, strict=True))


def layout_of(axes: Mapping[str, Sequence[str]]) -> Layout:
    """Return the layout for options with these values.

    The first option with several values, all of them numbers, goes across. If there is none, the first option
    with several values does.
    """
    several = [name for name, values in axes.items() if len(values) > 1] or [*axes][:1]
    numbers = [name for name in several if all(value.lstrip("-").isdecimal() for value in axes[name])]
    across = (numbers or several)[0]
    rows = next((name for name in several if name != across and len(axes[name]) <= MOST_ROWS), None)
    return Layout(across, rows, [name for name in several if name not in (across, rows)])

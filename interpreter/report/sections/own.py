"""The section about the game's own measures, which a game declares under `measures`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import number, percent
from interpreter.report.run import OwnMeasure
from interpreter.report.sections.verdicts import PERCENT
from interpreter.report.shown import Figure, Section, Table
from interpreter.simulate.intervals import bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean

__all__ = ["own"]


def own(facts: Facts) -> Iterator[Section]:
    """Yield the section about the game's own measures if any of them has data."""
    figures = [figure for at, of in enumerate(facts.run.measures) for figure in _figure(facts, of, at)]
    if figures:
        said = (
            "The specification declares these under `measures`. Lines show the 95 % interval of each mean by "
            "itself; seats are not compared here."
        )
        yield Section("own", "The game's own measures", (said,), figures)


def _figure(facts: Facts, measure: OwnMeasure, place: int) -> Iterator[Figure]:
    """Yield the figure of a measure, with one row, or one row per seat if it is measured by seat."""
    found, share = dict(facts.own), measure.unit == "share"
    means = [(key, found[key]) for key in measure.columns(facts.run.players) if key in found]
    if not means:
        return
    said, times = (percent, PERCENT) if share else (number, 1)
    rows, dots = [], []
    for key, mean in means:
        name = f"seat {key.rpartition('.')[2]}" if measure.seats else "all games"
        value = mean.mean or 0.0
        ends = (bounded_mean_of if share else mean_of)(mean, facts.run.confidence)
        between = "" if ends is None else f"{said(ends[0])} to {said(ends[1])}"
        rows.append((name, said(value), between, _range(mean, share=share), f"{mean.count:,}"))
        low, high = ends or (value, value)
        dots.append((name, [(value * times, low * times, high * times)]))
    told = Told(f"own-{place}", measure.title, _described(rows))
    unit = _unit(measure)
    table = Table(("seat" if measure.seats else "", "mean", "95 %", "range", "games"), rows, 1)
    yield Figure(measure.title, charts.dots(told, dots, unit), table)


def _range(mean: Mean, *, share: bool) -> str:
    """Format the range of a measure's values in single games."""
    said = percent if share else number
    return f"{said(mean.least or 0)} to {said(mean.greatest or 0)}"


def _described(rows: Sequence[Sequence[str]]) -> str:
    return f"{'; '.join(f'{row[0]}: {row[1]}' + (f' ({row[2]})' if row[2] else '') for row in rows)}."


def _unit(measure: OwnMeasure) -> str:
    if measure.unit == "share":
        return "% of the ends of turns" if measure.turns else "% of the games"
    return "mean over the ends of turns" if measure.turns else "when a game is over"

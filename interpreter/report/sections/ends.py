"""How games ended, and all that was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import number, percent, points, several
from interpreter.report.sections.verdicts import PERCENT
from interpreter.report.shown import Figure, Section, Table
from interpreter.simulate.measures import Estimate

__all__ = ["ends", "measures"]

SAID: dict[str, Callable[[float], str]] = {"share": percent, "points": points, "number": number}
"""How a measure of each unit is said."""


def ends(facts: Facts) -> Iterator[Section]:
    """The section on ends."""
    rows = [(end, count) for end, count in facts.ends]
    told = Told("ends", "How games ended", f"{'; '.join(f'{end} {count:,}' for end, count in rows)}.")
    table = Table(
        ("end", "games", "share"),
        tuple((f"`{end}`", f"{count:,}", percent(count / facts.completed)) for end, count in rows),
        1,
    )
    shares = [(end, PERCENT * count / facts.completed) for end, count in rows]
    figure = Figure(told.title, charts.bars(told, shares, "% of the games"), table)
    said = (
        "`finished` is a game whose phases came to their end; the others are entries of `end`, or the limit."
    )
    yield Section("ends", "Ends", (said,), (figure,))


def measures(facts: Facts) -> Iterator[Section]:
    """The section with all measures that every game has."""
    head = ("measure", "mean", "95 %", "range", "games")
    table = Table(head, tuple(_measured(facts.estimates)), 1)
    yield Section("measures", "All measures", (), (Figure("Measures", None, table),))


def _measured(estimates: Iterable[Estimate]) -> Iterator[Sequence[str]]:
    for each in estimates:
        said = SAID[each.measure.unit]
        seats = (
            f" {'seats' if each.seats[1:] else 'seat'} {several(list(map(str, each.seats)))}"
            if each.seats
            else ""
        )
        between = "" if each.low is None or each.high is None else f"{said(each.low)} to {said(each.high)}"
        least, most = each.least, each.greatest
        range_ = "" if least is None or most is None else f"{said(least)} to {said(most)}"
        unit = " pp" if each.measure.unit == "points" else ""
        mean = "" if each.mean is None else f"{said(each.mean)}{unit}"
        yield f"{each.measure.title}{seats}", mean, between, range_, f"{each.games:,}"

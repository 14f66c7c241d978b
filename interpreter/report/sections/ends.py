"""The sections about how games ended, and about all measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import EndFact, Facts
from interpreter.report.numbers import number, percent, points
from interpreter.report.sections.verdicts import PERCENT
from interpreter.report.shown import Figure, Section, Table
from interpreter.simulate.intervals import share_of
from interpreter.simulate.measures import Estimate
from interpreter.simulate.wins import listed

__all__ = ["ends", "measures"]

SAID: dict[str, Callable[[float], str]] = {"share": percent, "points": points, "number": number}
"""Maps the unit of a measure to the function that formats its values."""


def ends(facts: Facts) -> Iterator[Section]:
    """Yield the section about how games ended."""
    deciding, games = facts.run.deciding, facts.completed
    decided = deciding.together or deciding.partners
    counts: dict[tuple[str, ...], int] = {}
    for each in facts.ends:
        key = (each.end, _result(facts, each)) if decided else (each.end,)
        counts[key] = counts.get(key, 0) + each.games
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    rows = tuple((f"`{key[0]}`", *key[1:], f"{n:,}", *_share(n, facts)) for key, n in ordered)
    names = [(", ".join(key), n) for key, n in ordered]
    told = Told("ends", "How games ended", f"{'; '.join(f'{name} {n:,}' for name, n in names)}.")
    head = ("end", *(("result",) if decided else ()), "games", "share", "95 %")
    shares = [(name, PERCENT * n / games) for name, n in names]
    chart = charts.bars(told, shares, "% of the games")
    said = [
        "`finished` is a game whose phases came to their end; the others are entries of `end`, or the limit."
    ]
    if decided:
        said.append("What decides games: the ends by which each team wins, or all together.")
    yield Section("ends", "Ends", said, (Figure(told.title, chart, Table(head, rows, 2 if decided else 1)),))


def _result(facts: Facts, ended: EndFact) -> str:
    """Describe the result of the games that ended in one way."""
    if ended.winners and not facts.run.deciding.together:
        return f"won by {listed(ended.winners)}"
    return "by score" if ended.fate == "scored" else ended.fate


def _share(games: int, facts: Facts) -> tuple[str, str]:
    low, high = share_of(games, facts.completed, facts.run.confidence)
    return percent(games / facts.completed), f"{percent(low)} to {percent(high)}"


def measures(facts: Facts) -> Iterator[Section]:
    """Yield the section with the measures that are defined for every game."""
    head = ("measure", "mean", "95 %", "range", "games")
    table = Table(head, tuple(_measured(facts.estimates)), 1)
    yield Section("measures", "All measures", (), (Figure("Measures", None, table),))


def _measured(estimates: Iterable[Estimate]) -> Iterator[Sequence[str]]:
    for each in estimates:
        said = SAID[each.measure.unit]
        seats = f" {listed([seat - 1 for seat in each.seats])}" if each.seats else ""
        between = "" if each.low is None or each.high is None else f"{said(each.low)} to {said(each.high)}"
        least, most = each.least, each.greatest
        range_ = "" if least is None or most is None else f"{said(least)} to {said(most)}"
        unit = " pp" if each.measure.unit == "points" else ""
        mean = "" if each.mean is None else f"{said(each.mean)}{unit}"
        yield f"{each.measure.title}{seats}", mean, between, range_, f"{each.games:,}"

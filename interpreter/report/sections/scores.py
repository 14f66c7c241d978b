"""The section about scores and their parts."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import number
from interpreter.report.seats import SeatFact
from interpreter.report.sections.spreads import spread
from interpreter.report.shown import Figure, Section, Table

__all__ = ["scores"]


def scores(facts: Facts) -> Iterator[Section]:
    """Yield the section about scores if the game has a score."""
    parts = facts.run.parts
    if not facts.run.scored:
        return
    rows = [
        (seat.number, number(seat.score or 0), _between(seat), *(number(mean) for _, mean in seat.parts))
        for seat in facts.seats
    ]
    table = Table(("seat", "mean", "95 %", *parts.values()), rows, 1)
    if parts:
        title = "Mean score by seat and by part of the score"
        chart = _by_part(title, facts)
        said = "Where points come from: the parts of the score that the game names."
    else:
        title = "Mean score by seat"
        described = "; ".join(f"{seat.name}: {number(seat.score or 0)}" for seat in facts.seats)
        dots = [(f"{seat.name}", [_reach(seat)]) for seat in facts.seats]
        chart = charts.dots(Told("scores", title, f"{described}."), dots, "points")
        said = "The game does not name parts of its score (`score:` can), so it is shown as a whole."
    figures = (
        Figure(title, chart, table),
        spread("score", "Scores of all players", facts.scores, ("point", "points"), of="score"),
    )
    yield Section("scores-and-parts", "Scores and where they come from", (said,), figures)


def _by_part(title: str, facts: Facts) -> str:
    parts = facts.run.parts
    described = "; ".join(
        f"{seat.name}: {', '.join(f'{parts[part]} {number(mean)}' for part, mean in seat.parts)}"
        for seat in facts.seats
    )
    bars = [(f"{seat.name}", [mean for _, mean in seat.parts]) for seat in facts.seats]
    return charts.stacked(Told("parts", title, f"{described}."), bars, list(parts.values()), "points")


def _between(seat: SeatFact) -> str:
    return "" if seat.low is None or seat.high is None else f"{number(seat.low)} to {number(seat.high)}"


def _reach(seat: SeatFact) -> tuple[float, float, float]:
    """Return the mean score and the ends of its interval. For a single game, all three are its score."""
    mean = seat.score or 0.0
    return mean, mean if seat.low is None else seat.low, mean if seat.high is None else seat.high

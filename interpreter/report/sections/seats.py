"""How the seats fared."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import percent
from interpreter.report.sections.verdicts import PERCENT, interval, judged, reach
from interpreter.report.sentences import strength
from interpreter.report.shown import Figure, Section, Table

__all__ = ["seats"]


def seats(facts: Facts) -> Iterator[Section]:
    """The section, if there are several teams."""
    if len(set(facts.run.teams)) == 1:
        return
    even = facts.seats[0].even
    rows, dots = [], []
    for seat in facts.seats:
        verdict = seat.points
        rows.append(
            (
                str(seat.seat),
                f"{seat.wins:,}",
                f"{seat.shared:,}",
                *judged(verdict, percent),
                "" if verdict is None else strength(verdict, games=False),
            )
        )
        if verdict is not None:
            dots.append((f"seat {seat.seat}", [reach(verdict, PERCENT)]))
    table = Table(
        ("seat", "won alone or with its team", "shared", "share of the wins", "95 %", "against even"),
        tuple(rows),
        1,
    )
    chart = None
    if dots:
        described = "; ".join(f"{label}: {interval(values[0])} %" for label, values in dots)
        described += f". Even is {percent(even)}."
        told = Told("seats-won", "Share of the wins by seat", described)
        chart = charts.dots(told, dots, "share of the wins, % (dashed: even)", line=PERCENT * even)
    said = (
        f"A win shared by several counts in parts, and so does a draw; {percent(even)} is even. Lines reach "
        "as far as the 95 % interval of each seat by itself."
    )
    yield Section("seats", "Seats", (said,), (Figure("What each seat won", chart, table),))

"""The section about the results of the seats."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import percent
from interpreter.report.sections.verdicts import PERCENT, interval
from interpreter.report.sentences import strength
from interpreter.report.shown import Figure, Section, Table

__all__ = ["seats"]


def seats(facts: Facts) -> Iterator[Section]:
    """Yield the section about the seats if there are several teams."""
    if facts.run.deciding.together:
        return
    partners = facts.run.deciding.partners
    rows, dots, even = [], [], 1 / len(facts.teams)
    for team in facts.teams:
        told = ("", "", "")
        if (wins := team.wins) is not None:
            even, verdict = wins.even, wins.verdict
            said = "" if verdict is None else strength(verdict, games=False)
            told = (percent(wins.share), f"{percent(wins.low)} to {percent(wins.high)}", said)
            dots.append((team.name, [(wins.share * PERCENT, wins.low * PERCENT, wins.high * PERCENT)]))
        rows.append((team.number, *told, *(f"{count:,}" for count in (team.won, team.shared, team.drawn))))
    head = ("seats" if partners else "seat", "win share", "95 %", "against even", "won", "shared", "drawn")
    chart = None
    what = "team" if partners else "seat"
    if dots:
        described = "; ".join(f"{label}: {interval(values[0])} %" for label, values in dots)
        told_ = Told("seats-won", f"Share of the wins by {what}", f"{described}. Even is {percent(even)}.")
        chart = charts.dots(told_, dots, "share of the wins, % (dashed: even)", line=PERCENT * even)
    shared = (
        f"A {'team' if partners else 'player'} wins a game alone, or shares the win with some of the others "
        "(shared) or with all of them (drawn); a loser gets nothing. "
        f"{percent(even)} is even. Lines show the 95 % interval of each {what} by itself."
    )
    title = f"What each {what} won"
    yield Section(
        "seats", "Teams" if partners else "Seats", (shared,), (Figure(title, chart, Table(head, rows, 1)),)
    )

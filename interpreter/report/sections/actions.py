"""What could be done, what was, and how it goes with winning."""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.plurals import counted
from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import number, percent, points, several
from interpreter.report.sections.verdicts import PERCENT, interval, judged, reach
from interpreter.report.sentences import strength
from interpreter.report.shown import Figure, Section, Table

__all__ = ["actions"]


def actions(facts: Facts) -> Iterator[Section]:
    """The section, if the game has actions."""
    if not facts.actions:
        return
    games = facts.completed
    said = list(_never(facts))
    offered = [action for action in facts.actions if action.offered]
    rows = [
        (
            f"`{a.name}`",
            number(a.offered / games),
            number(a.chosen / games),
            percent(a.chosen / a.offered) if a.offered else "",
            "" if a.used is None else percent(a.used),
        )
        for a in facts.actions
    ]
    table = Table(
        ("action", "offered, a game", "chosen, a game", "chosen when offered", "players who used it"),
        tuple(rows),
        1,
    )
    figures = []
    if offered:
        shares = [(action.name, PERCENT * action.chosen / action.offered) for action in offered]
        told = Told(
            "chosen",
            "How often an action was chosen when it was offered",
            f"{'; '.join(f'{name} {share:.1f} %' for name, share in shares)}.",
        )
        chart = charts.bars(told, shares, "% of the decisions in which it was offered")
        figures.append(Figure(told.title, chart, table))
    else:
        figures.append(Figure("No action was offered", None, table))
    figures += _links(facts)
    yield Section("actions", "Actions", tuple(said), tuple(figures))


def _never(facts: Facts) -> Iterator[str]:
    groups = (
        ("Never offered", [a.name for a in facts.actions if not a.offered]),
        ("Offered and never chosen", [a.name for a in facts.actions if a.offered and not a.chosen]),
    )
    for what, names in groups:
        if names:
            yield f"{what}: {several([f'`{name}`' for name in names])}."
    if not any(names for _, names in groups):
        yield "Every action was offered, and every one was chosen."


def _links(facts: Facts) -> Iterator[Figure]:
    told_of = [(action, action.link) for action in facts.actions if action.link is not None]
    if not told_of:
        return
    rows = [
        (
            f"`{action.name}`",
            f"{link.games:,}",
            percent(action.won or 0),
            percent(action.without or 0),
            *judged(link, points),
            strength(link, games=False),
        )
        for action, link in told_of
    ]
    head = ("action", "games with both", "users won", "others won", "difference", "95 %", "verdict")
    dots = [(action.name, [reach(link, PERCENT)]) for action, link in told_of]
    told = Told(
        "links",
        "How the use of an action goes with winning",
        f"{'; '.join(f'{name}: {interval(values[0])} percentage points' for name, values in dots)}.",
    )
    chart = charts.dots(told, dots, "users won more (right) or less (left), percentage points", line=0)
    note = (
        "Who used the action at least once, against those in the same game who were offered it and never "
        "chose it. The difference is in percentage points of a win, beyond what seat and sort of player "
        f"explain. A verdict holds among all {counted(facts.comparisons, 'comparison')} of this report "
        "together. Use may be a sign of a good or bad position and not its cause."
    )
    yield Figure(told.title, chart, Table(head, tuple(rows), 1), note)

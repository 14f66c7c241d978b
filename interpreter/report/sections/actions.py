"""The section about actions.

It says how often actions were offered and used, and how that relates to winning.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import number, percent, points, several
from interpreter.report.sections.verdicts import PERCENT, interval, judged, reach
from interpreter.report.sentences import strength
from interpreter.report.shown import Figure, Section, Table

__all__ = ["actions"]


def actions(facts: Facts) -> Iterator[Section]:
    """Yield the section about actions if the game has any."""
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
    figures += (*_effects(facts), *_links(facts))
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


def _effects(facts: Facts) -> Iterator[Figure]:
    """Yield the figure of each action's effect compared with other options, if all players are random."""
    told_of = [(action.name, action.tried) for action in facts.actions if action.tried is not None]
    if not told_of:
        return
    rows = [
        (
            f"`{name}`",
            f"{tried.offers:,}",
            percent(tried.chance),
            percent(tried.taken / tried.offers),
            *judged(tried.effect, points),
            "Too few offers." if tried.effect is None else strength(tried.effect, games=False),
        )
        for name, tried in told_of
    ]
    head = ("action", "first offers", "chance", "taken", "wins more, points", "95 %", "verdict")
    dots = [(name, [reach(tried.effect, PERCENT)]) for name, tried in told_of if tried.effect is not None]
    described = "; ".join(f"{name}: {interval(values[0])} points" for name, values in dots)
    told = Told("effects", "What an action wins where it is first offered", f"{described}.")
    chart = charts.dots(told, dots, "wins more (right) or less (left), points", line=0) if dots else None
    note = (
        "The first offer of an action to a player in a game is the first decision at which that player can "
        "take it or something else. Random players take it there purely by chance, so those who do and those "
        "who do not are in the same situations. The effect is how many more percentage points of a win "
        "follow from taking it there than from taking another option at random, with all consequences among "
        "such players. The weight of a first offer is the chance of the action times the chance of the "
        f"others. Verdicts take all {facts.comparisons} comparisons of this report into account."
    )
    yield Figure(told.title, chart, Table(head, tuple(rows), 1), note)


def _links(facts: Facts) -> Iterator[Figure]:
    """Yield the figure of how much more the users of each action won, unless all players are random."""
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
        )
        for action, link in told_of
    ]
    head = ("action", "games with both", "users won", "others won", "difference", "95 %")
    dots = [(action.name, [reach(link, PERCENT)]) for action, link in told_of]
    told = Told(
        "links",
        "How using an action relates to winning",
        f"{'; '.join(f'{name}: {interval(values[0])} percentage points' for name, values in dots)}.",
    )
    chart = charts.dots(told, dots, "users won more (right) or less (left), percentage points", line=0)
    note = (
        "Players who used the action at least once are compared with those in the same game who were "
        "offered it and never chose it. The difference is in percentage points of a win, beyond what the "
        "seat and the kind of player explain. It is an association, not an effect: these players choose by "
        "their position, and a player who is in the game for longer uses more of everything. A report "
        "without `--seats` shows what an action is worth among players who choose at random."
    )
    yield Figure(told.title, chart, Table(head, tuple(rows), 1), note)

"""The section about differences between strong and weak players."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import number, percent
from interpreter.report.players import BotFact, PlayersFacts, UseFact
from interpreter.report.sections.verdicts import PERCENT, judged
from interpreter.report.sentences import strength
from interpreter.report.shown import Figure, Section, Table

__all__ = ["players"]


def players(facts: Facts) -> Iterator[Section]:
    """Yield the section if several kinds of players sat at one table."""
    told = facts.players
    if told is None:
        return
    figures = [_won(told, 1 / len(set(facts.run.teams)))]
    if any(any(use.means) for use in told.uses):
        figures.append(_uses(told))
    strong, weak = told.bots[0].name, told.bots[-1].name
    said = f"`{strong}` won most and `{weak}` least. What the stronger one does more of may be worth doing."
    yield Section("players", "How strong and weak players differ", (said,), tuple(figures))


def _won(told: PlayersFacts, even: float) -> Figure:
    title = "What each kind of player won in a seat"
    rows = tuple(
        (
            f"`{bot.name}`",
            str(bot.seats),
            percent(bot.points),
            _between(bot),
            "" if bot.score is None else number(bot.score),
        )
        for bot in told.bots
    )
    described = "; ".join(f"{bot.name}: {percent(bot.points)} ({_between(bot)})" for bot in told.bots)
    dots = [(b.name, [(b.points * PERCENT, b.low * PERCENT, b.high * PERCENT)]) for b in told.bots]
    chart = charts.dots(
        Told("strength", title, f"{described}."),
        dots,
        "wins of a seat, % (dashed: even)",
        line=PERCENT * even,
    )
    return Figure(title, chart, Table(("player", "seats", "won", "95 %", "mean score"), rows, 1))


def _between(bot: BotFact) -> str:
    return f"{percent(bot.low)} to {percent(bot.high)}"


def _uses(told: PlayersFacts) -> Figure:
    names, title = [bot.name for bot in told.bots], "How often each kind of player chose an action in a game"
    used = [use for use in told.uses if any(use.means)]
    described = "; ".join(f"{use.action}: {_means(names, use)}" for use in used)
    chart = charts.dots(
        Told("uses", title, f"{described}."),
        [(use.action, [(mean, mean, mean) for mean in use.means]) for use in used],
        "times a game and seat",
        names=names,
    )
    rows = [
        (
            f"`{use.action}`",
            *map(number, use.means),
            *judged(use.difference, number),
            "" if use.difference is None else strength(use.difference, games=False),
        )
        for use in told.uses
    ]
    table = Table(("action", *names, "difference", "95 %", "verdict"), rows, 1)
    return Figure(title, chart, table, f"The difference is `{names[0]}` minus `{names[-1]}`, game by game.")


def _means(names: list[str], use: UseFact) -> str:
    return ", ".join(f"{name} {number(mean)}" for name, mean in zip(names, use.means, strict=True))

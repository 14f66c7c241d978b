"""The section about how open the outcome is while games go on, based on estimates of the winner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gamespec.text.plurals import counted
from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.facts import Facts
from interpreter.report.numbers import number, percent
from interpreter.report.sections.verdicts import PERCENT
from interpreter.report.shown import Figure, Section, Table
from interpreter.simulate.measures import ESTIMATED, Estimate

__all__ = ["openness"]

SHORT = {
    "uncertainty": "uncertainty",
    "halfway_chance": "winner's chance halfway",
    "drama": "drama",
    "comeback": "comebacks",
    "known_early": "left when known",
    "halfway_won": "ahead halfway wins",
}
"""Maps the key of each measure to a short name for the rows of a chart."""

SAID = {
    "halfway_chance": "When half of the turns were over, the player who won had a chance of {}, on average.",
    "halfway_won": "The sole leader by chance when half of the turns were over won {} of the games.",
    "known_early": "Once it was known for good who wins, with a chance of 95 % or more, {} of the turns were "
    "still to come, on average; none if that never happened.",
    "comeback": "In {} of the games the winner had half of an even chance, or less, at some moment.",
    "drama": "The winner's chance was {} percentage points behind the greatest one, on average.",
    "uncertainty": "The uncertainty of the outcome was {} bits, on average over games: 1 is an even contest "
    "of two, 0 is certainty.",
}


def openness(facts: Facts) -> Iterator[Section]:
    """Yield the section about openness if the winner was estimated and there is data."""
    found = [each for key in ESTIMATED if (each := facts.estimate(key)) is not None]
    if not found or facts.run.estimate is None:
        return
    how = counted(facts.run.estimate, "game")
    first = (
        f"At the end of each turn {how} more were played from there at random, whoever played before. So a "
        "chance is what an observer who sees everything expects if all play on at random. All measures "
        "except the uncertainty are about games that one player, or team, won alone."
    )
    bounds = (
        "Where the text says “between”, there are too few games for each chance to give one number, and the "
        "truth lies between the two. More games for each chance bring them closer together."
    )
    told = {each.measure.key: each for each in found}
    said = [
        first,
        *([bounds] if any(each.mean is None for each in found) else []),
        *(text.format(_in_words(told[key])) for key, text in SAID.items() if key in told),
    ]
    shares = [each for each in found if each.measure.unit == "share"]
    others = [each for each in found if each.measure.unit != "share"]
    figures = [_figure("How games go", shares, "%")] if shares else []
    figures += [_figure("How open the outcome is", others, "bits, mean per game")] if others else []
    yield Section("openness", "How open games are", said, figures)


def _said(estimate: Estimate) -> Callable[[float], str]:
    return percent if estimate.measure.unit == "share" else number


def _in_words(estimate: Estimate) -> str:
    """Format the mean with its interval, or only the interval, for a sentence. Drama has no percent sign."""
    said = _said(estimate)
    numbers = [said(each) for each in (estimate.mean, estimate.low, estimate.high) if each is not None]
    if estimate.measure.key == "drama":
        numbers = [each.removesuffix(" %") for each in numbers]
    if estimate.mean is None:
        return f"between {numbers[0]} and {numbers[1]}" if numbers else "an unknown share"
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]} ({numbers[1]} to {numbers[2]})"


def _figure(title: str, estimates: Sequence[Estimate], unit: str) -> Figure:
    rows, dots = [], []
    for each in estimates:
        said, times = _said(each), PERCENT if each.measure.unit == "share" else 1
        low, high = (each.mean if end is None else end for end in (each.low, each.high))
        between = "" if low is None or high is None or each.low is None else f"{said(low)} to {said(high)}"
        mean = "" if each.mean is None else said(each.mean)
        rows.append((each.measure.title, mean, between, f"{each.games:,}"))
        if low is not None and high is not None:
            at = None if each.mean is None else each.mean * times
            dots.append((SHORT[each.measure.key], [(at, low * times, high * times)]))
    texts = [(f"{row[0]}:", row[1], f"({row[2]})" if row[2] else "") for row in rows]
    described = "; ".join(" ".join(filter(None, text)) for text in texts)
    told = Told(f"openness-{estimates[0].measure.key}", title, f"{described}.")
    return Figure(title, charts.dots(told, dots, unit), Table(("measure", "mean", "95 %", "games"), rows, 1))

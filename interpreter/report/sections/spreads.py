"""The sections about the length of games and about the amount of choice, with histograms."""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.text.plurals import counted, form, with_noun
from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.course import CourseFacts, StageFact
from interpreter.report.facts import Facts, Spread
from interpreter.report.numbers import number, part
from interpreter.report.shown import Figure, Section, Table

__all__ = ["decisions", "length", "spread"]

SHARE = ("% of a game's decisions", "% of a game's decisions")
BINS = 24
"""Maximum number of columns in a histogram."""


def length(facts: Facts) -> Iterator[Section]:
    """Yield the section about the length of games."""
    figures = []
    if facts.turns.counts:
        figures.append(spread("turns", "Turns of a game", facts.turns, ("turn", "turns")))
    figures.append(spread("decisions", "Decisions of a game", facts.decisions, ("decision", "decisions")))
    said = ("Decisions with one option, which the game answers by itself, are not counted here.",)
    yield Section("length", "Length", said, tuple(figures))


def decisions(facts: Facts) -> Iterator[Section]:
    """Yield the section about decisions if any decisions were made."""
    if not facts.branching.counts:
        return
    figures = (
        spread(
            "branching", "Options per decision, mean of a game", facts.branching, ("option", "options"), 10
        ),
        spread("choice", "Decisions that leave a choice", facts.choice, SHARE),
        *_by_turn(facts.course),
    )
    said = f"The decision with most options had {counted(facts.most_options, 'option')}."
    yield Section("decisions", "Decisions and branching", (said,), figures)


def _by_turn(course: CourseFacts) -> Iterator[Figure]:
    """Yield the figure that shows how much there is to decide at each stage of a game."""
    note = "Means over the games that lasted that long, with 95 % intervals."
    if course.longer:
        are = form(course.longer, "is", "are")
        note += f" {counted(course.longer, 'game')} with more turns than these stages cover {are} left out."
    for key, title, unit in (
        ("options", "Options per decision, by turn", "options per decision"),
        ("decisions", "Decisions per turn, by turn", "decisions per turn"),
    ):
        rows = [
            (_turns(stage), stage.games, value)
            for stage in course.stages
            if (value := stage.options if key == "options" else stage.decisions) is not None
        ]
        if len(rows) < 2:  # noqa: PLR2004 - nothing changes while one stage lasts
            continue
        said = "; ".join(f"{turns}: {number(value[0])}" for turns, _, value in rows)
        told = Told(f"{key}-by-turn", title, f"{unit.capitalize()}, {said}.")
        chart = charts.dots(told, [(turns, [value]) for turns, _, value in rows], unit)
        table = Table(
            ("stage", unit, "95 %", "games"),
            [
                (turns, number(mean), f"{number(low)} to {number(high)}", f"{games:,}")
                for turns, games, (mean, low, high) in rows
            ],
            1,
        )
        yield Figure(title, chart, table, note)


def _turns(stage: StageFact) -> str:
    if stage.first == stage.last:
        return f"turn {stage.first}"
    return f"turns {stage.first} to {stage.last}"


def spread(  # noqa: PLR0913 - what is shown, and what it is called
    key: str, title: str, values: Spread, units: tuple[str, str], divided: int = 1, of: str = "game"
) -> Figure:
    """Draw a histogram of games, or of the units named by `of`.

    The stored values are divided by `divided`. `units` are the singular and the plural of the word for what a
    value counts.
    """
    unit = units[1]
    low, half, high = (values.quantile(share) for share in (0.05, 0.5, 0.95))
    least, most = (number(values.counts[at][0] / divided) for at in (0, -1))
    all_ = counted(values.games, of)
    described = f"{all_}{', each' if values.games > 1 else ':'} {with_noun(most, *units)}."
    if least != most:
        described = (
            f"{all_}, from {least} to {with_noun(most, *units)}; {part(values.share(low, high))} lie between "
            f"{number(low / divided)} and {number(high / divided)}, the median is {number(half / divided)}."
        )
    told = Told(f"{key}-spread", title, described)
    bins = _bins(values)
    chart = charts.columns(told, [(a / divided, b / divided, n) for a, b, n in bins], unit, f"{of}s")
    rows = tuple(
        (
            f"{number(a / divided)} to {number((b - 1) / divided)}" if b - a > 1 else number(a / divided),
            f"{n:,}",
        )
        for a, b, n in bins
    )
    return Figure(title, chart, Table((unit, f"{of}s"), rows, 1), told.description)


def _bins(values: Spread) -> list[tuple[int, int, int]]:
    """Return the first value, the end (exclusive) and the count of each bin.

    Bins have round widths such as 1, 2, 5 and 10.
    """
    least, most = values.counts[0][0], values.counts[-1][0]
    width = next(w for w in _widths() if (most - least) // w + 2 <= BINS)
    begin = least // width * width
    counts = [0] * ((most - begin) // width + 1)
    for value, count in values.counts:
        counts[(value - begin) // width] += count
    return [(begin + at * width, begin + (at + 1) * width, count) for at, count in enumerate(counts)]


def _widths() -> Iterator[int]:
    unit = 1
    while True:
        yield from (unit, 2 * unit, 5 * unit)
        unit *= 10

"""The sections of a sweep's page, with the grid as a table and a chart for each measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter.report import charts
from interpreter.report.charts import Point, Told
from interpreter.report.sections.verdicts import PERCENT
from interpreter.report.shown import Figure, Section, Table
from interpreter.report.sweep_facts import SweepFacts, layout_of
from interpreter.study.quantities import Quantity
from interpreter.study.said import difference_said, mark_of, outcome_said, value_said, verdict_said
from interpreter.study.sweep import Cell, Outcome

__all__ = ["sweep"]

MOST_CHARTS = 12
"""Maximum number of charts for one measure. A measure that needs more is shown only as a table."""
UNITS = {"share": "% of the games", "points": "percentage points", "number": ""}
AS_IT_STANDS = "the game as it stands"


def sweep(facts: SweepFacts) -> tuple[Section, ...]:
    """Return the sections of a sweep's page."""
    figures = [figure for at, of in enumerate(facts.quantities) for figure in _figures(facts, of, at)]
    many = len([*layout_of(facts.axes).choices(facts.axes)])
    said = (
        "Lines show the 95 % interval of each cell by itself. The dashed line is the game as it stands, and "
        "a ring marks the cell that is the same game. * marks clear differences from it, ? suggestive ones."
    )
    if many > MOST_CHARTS:
        said = f"Each measure would take {many:,} charts, so here are tables; sweep over less to see charts."
    grid = Section("grid", "All cells", (), (_grid(facts),))
    return (grid, *_left_out(facts), Section("measures", "Measure by measure", (said,), figures))


def _grid(facts: SweepFacts) -> Figure:
    """Return the figure of the grid, a table with the columns that `gamespec sweep` prints."""
    head = [*(f"`{name}`" for name in facts.axes), *(quantity.title for quantity in facts.quantities)]
    rows = [["as it stands", *("" for _ in [*facts.axes][1:]), *_row(facts, facts.base)]]
    rows += [[*options.values(), *_row(facts, cell)] for options, cell in facts.cells]
    note = "Means with their 95 % intervals, as ± to each side. * is clear, ? suggestive."
    return Figure("The results of each cell", None, Table(head, rows, len(facts.axes)), note)


def _row(facts: SweepFacts, cell: Cell) -> Iterator[str]:
    for quantity in facts.quantities:
        outcome = cell.outcomes.get(quantity.key)
        yield "-" if outcome is None else outcome_said(outcome)


def _left_out(facts: SweepFacts) -> Iterator[Section]:
    said = [f"`{_chosen(options)}`: {why}." for options, why in facts.left_out]
    if said:
        yield Section("left-out", "Cells that the game does not allow", said, ())


# --- a measure ----------------------------------------------------------------------------------------------


def _figures(facts: SweepFacts, quantity: Quantity, number: int) -> Iterator[Figure]:
    layout = layout_of(facts.axes)
    choices = [*layout.choices(facts.axes)]
    if len(choices) > MOST_CHARTS:
        yield Figure(quantity.title, None, _table(quantity, facts.base, facts.cells, [*facts.axes]))
        return
    for place, chosen in enumerate(choices):
        cells = [
            (options, cell)
            for options, cell in facts.cells
            if all(options[name] == value for name, value in chosen.items())
        ]
        where = ", ".join(f"{name}={value}" for name, value in chosen.items())
        title = f"{quantity.title}, {where}" if where else quantity.title
        table = _table(quantity, facts.base, cells, [*facts.axes])
        told = Told(f"measure-{number}-{place}", title, _described(quantity, facts.base, cells))
        yield Figure(title, _chart(facts, quantity, cells, told), table)


def _chart(
    facts: SweepFacts, quantity: Quantity, cells: Sequence[tuple[Mapping[str, str], Cell]], told: Told
) -> str | None:
    """Draw the chart of one measure, or return `None` if there is nothing to draw."""
    layout = layout_of(facts.axes)
    values = facts.axes[layout.across]
    rows: dict[str, list[Point]] = {}
    for options, cell in cells:
        outcome = cell.outcomes.get(quantity.key)
        if outcome is not None:
            name = f"{layout.rows}={options[layout.rows]}" if layout.rows else ""
            at = values.index(options[layout.across])
            point = Point(at, *_ends(outcome), mark_of(outcome), facts.stands(cell))
            rows.setdefault(name, []).append(point)
    base = facts.base.outcomes.get(quantity.key)
    line = None if base is None else (AS_IT_STANDS, _ends(base)[0])
    ends = [
        end
        for cell in (facts.base, *(each for _, each in facts.cells))
        if (outcome := cell.outcomes.get(quantity.key)) is not None
        for end in _ends(outcome)
    ]
    unit = UNITS[quantity.unit] if quantity.whole else {"share": "%"}.get(quantity.unit, UNITS[quantity.unit])
    if not rows:
        return None
    reach = min(ends), max(ends)
    return charts.points(told, values, [*rows.items()], layout.across, unit, line=line, reach=reach)


def _ends(outcome: Outcome) -> tuple[float, float, float]:
    """Return the mean and the ends of its interval for a chart. For a single game, all three are the mean."""
    times = 1 if outcome.quantity.unit == "number" else PERCENT
    low, high = outcome.interval or (outcome.mean, outcome.mean)
    return outcome.mean * times, low * times, high * times


def _described(quantity: Quantity, base: Cell, cells: Sequence[tuple[Mapping[str, str], Cell]]) -> str:
    """Describe a chart in words, one cell after another."""
    told = [("as it stands", base), *((_chosen(options), cell) for options, cell in cells)]
    parts = []
    for name, cell in told:
        outcome = cell.outcomes.get(quantity.key)
        if outcome is not None:
            found = outcome.difference
            called = f", {found.verdict}" if found is not None and mark_of(outcome) else ""
            parts.append(
                f"{name}: {value_said(quantity, outcome.mean)}{_between(outcome, ' (', ')')}{called}"
            )
    return f"{'; '.join(parts)}."


def _chosen(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items())


def _between(outcome: Outcome, before: str = "", after: str = "") -> str:
    """Format the interval between `before` and `after`, or return an empty string if there is no interval."""
    if outcome.interval is None:
        return ""
    low, high = (value_said(outcome.quantity, end) for end in outcome.interval)
    return f"{before}{low} to {high}{after}"


def _table(
    quantity: Quantity, base: Cell, cells: Sequence[tuple[Mapping[str, str], Cell]], axes: Sequence[str]
) -> Table:
    """Return a chart's numbers as a table, with each cell's difference from the base game and its verdict."""
    head = [*(f"`{name}`" for name in axes), "mean", "95 %", "difference", "95 %", "verdict"]
    rows = [["as it stands", *("" for _ in axes[1:]), *_told(quantity, base)]]
    rows += [[*options.values(), *_told(quantity, cell)] for options, cell in cells]
    return Table(head, rows, len(axes))


def _told(quantity: Quantity, cell: Cell) -> Sequence[str]:
    outcome = cell.outcomes.get(quantity.key)
    if outcome is None:
        return ["-", "", "", "", ""]
    found = outcome.difference
    if found is None:
        return [value_said(quantity, outcome.mean), _between(outcome), "", "", ""]
    ends = " to ".join(difference_said(quantity, end).removesuffix(" pp") for end in (found.low, found.high))
    told = [difference_said(quantity, found.difference), ends if found.games > 1 else "", verdict_said(found)]
    return [value_said(quantity, outcome.mean), _between(outcome), *told]

"""Renders a run as an HTML fragment for notebooks, without style sheets or scripts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from gamespec.text.plurals import counted
from gamespec.text.visible import in_one_line
from interpreter.simulate.intervals import bounded_mean_of

if TYPE_CHECKING:
    from interpreter.simulate.columns import Value
    from interpreter.simulate.runs import Run
    from interpreter.simulate.statistics import Mean

__all__ = ["as_html"]

ROWS, COLUMNS = 5, 12
"""Maximum number of rows, and maximum number of columns, that are shown."""


def as_html(run: Run) -> str:
    """Render a summary of the run, the wins of each seat or team, and the first rows if rows were kept."""
    plan, summary = run.plan, run.summary
    who = "all at random" if plan.at_random else ", ".join(plan.players)
    said = f"{plan.compiled.names.game}: {counted(summary.games, 'game')}, {who}, seed {plan.seed}"
    ended = f"{summary.truncated:,} ended at the limit, {summary.faults:,} stopped by a fault"
    together = summary.deciding.together
    seats = [
        (
            ", ".join(str(seat + 1) for seat in unit),
            *_share(team.share, run),
            *(f"{count:,}" for count in (team.won, team.shared, team.drawn)),
            "" if team.score.mean is None else f"{team.score.mean:.2f}",
        )
        for unit, team in summary.teams.items()
    ]
    heads = ("seats" if together or summary.deciding.partners else "seat", "win share", "95 %")
    parts = [
        f"<p>{_text(said)}<br>{_text(ended)}</p>",
        _table((*heads, "won", "shared", "drawn", "score"), seats),
    ]
    if run.columns and summary.games:
        parts.append(_rows(run))
    return "".join(parts)


def _share(share: Mean, run: Run) -> tuple[str, str]:
    """Return the share of the wins and its interval as strings. They are empty if no end decides who wins."""
    if share.mean is None or "won" not in run.summary.deciding.fates:
        return "", ""
    return f"{share.mean:.1%}", "{:.1%} to {:.1%}".format(*bounded_mean_of(share, run.confidence))


def _rows(run: Run) -> str:
    """Render the first columns of the first rows, and state how many rows and columns there are in total."""
    names = [column.name for column in run.columns[:COLUMNS]]
    rows = [[_value(value) for value in row[:COLUMNS]] for row in islice(run.rows(), ROWS)]
    games, columns = len(run.values[0]), len(run.columns)
    more = f"{len(rows)} of {counted(games, 'row')}, {len(names)} of {counted(columns, 'column')}"
    return f"{_table(names, rows)}<p>{more}</p>"


def _value(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return "" if value is None else str(value)


def _table(names: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{_text(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{_text(each)}</td>' for each in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(text: str) -> str:
    return escape(in_one_line(text))

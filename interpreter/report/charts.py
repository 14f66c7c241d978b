"""SVG charts for a page. No other module imports matplotlib.

A chart is designed for a phone. It is 400 units wide, with text of size 12. It needs no external resource,
its text consists of characters rather than outlines, its background is transparent, and its lines have the
colour of the surrounding text. Fills are CSS variables with a default, so that a page can set them for light
and dark mode. Every filled shape also has a distinct pattern or mark. The caller provides the numbers of a
chart and its description in words.

With the same version of matplotlib, the same numbers give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from itertools import pairwise
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from interpreter.report.svg import FILLS, INK, Told, element_of

__all__ = ["MARKS", "Point", "Told", "bars", "columns", "dots", "points", "stacked"]

WIDTH = 400
POINTS = 72
ROW = 24
"""Height of a row of a chart, in the units of the drawing. The drawing is 400 units wide."""
TEXT = 12
MARKS = "osD^v*PX"
"""The matplotlib codes of the marks that distinguish series of dots."""
HATCHES = ("", "///", "\\\\\\", "---", "xxx", "|||", "+++", "/")
"""The matplotlib codes of the hatches that distinguish fills.

They have only straight lines, because curves take a hundred times as many bytes.
"""
LONGEST = 22
"""Maximum length of a label, in characters. Longer labels are truncated."""

SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "gamespec",
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": TEXT,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": TEXT,
    "ytick.labelsize": TEXT,
    "legend.fontsize": TEXT,
    "legend.frameon": False,
    "hatch.linewidth": 0.7,
    "text.parse_math": False,
}

LINES: dict[str, Any] = {
    "ecolor": INK,
    "elinewidth": 1.3,
    "capsize": 3,
    "markersize": 7,
    "markeredgecolor": INK,
    "markeredgewidth": 0.7,
}
"""The style of values with intervals, as arguments of matplotlib's `errorbar`."""

DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 2, 1, 2)))
"""The line styles that distinguish rows of points. Each row also has its own mark."""
DASHED = (0, (4, 3))
APART = 0.12
"""Horizontal distance between the points of neighbouring rows at one value, where values are 1 apart."""
RING: dict[str, Any] = {
    "marker": "o",
    "fillstyle": "none",
    "color": INK,
    "markersize": 15,
    "linestyle": "none",
    "markeredgewidth": 1,
}
_WHOLE = re.compile(r"-?\d{1,10}")
CROWDED = 36
"""Maximum total length, in characters, at which labels fit side by side below a chart."""


def dots(
    told: Told,
    rows: Sequence[tuple[str, Sequence[tuple[float | None, float, float]]]],
    unit: str,
    *,
    line: float | None = None,
    names: Sequence[str] = (),
) -> str:
    """Draw one or more values per row, each with its interval.

    A value of `None` has no mark, only its interval. `line` is a reference value, drawn as a line. `names`
    label the values of a row if there are several.
    """
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(len(rows) + (len(names) > 1) * len(names) * 0.8)
        several = max((len(values) for _, values in rows), default=1)
        if line is not None:
            axes.axvline(line, color=INK, linewidth=1, linestyle=DASHED)
        for number in range(several):
            at = [row + (number - (several - 1) / 2) * 0.7 / several for row in range(len(rows))]
            found = [(*values[number], y) for (_, values), y in zip(rows, at, strict=True)]
            bounds = [(low, high, y) for mean, low, high, y in found if mean is None]
            means = [(mean, low, high, y) for mean, low, high, y in found if mean is not None]
            axes.errorbar(
                [mean for mean, _, _, _ in means],
                [y for _, _, _, y in means],
                xerr=[[mean - low for mean, low, _, _ in means], [high - mean for mean, _, high, _ in means]],
                fmt=MARKS[number % len(MARKS)],
                color=FILLS[number % len(FILLS)],
                label=names[number] if names else None,
                **LINES,
            )
            if bounds:
                axes.errorbar(
                    [(low + high) / 2 for low, high, _ in bounds],
                    [y for _, _, y in bounds],
                    xerr=[(high - low) / 2 for low, high, _ in bounds],
                    fmt="none",
                    **LINES,
                )
        _label_rows(axes, [label for label, _ in rows])
        axes.set_xlabel(unit)
        if len(names) > 1:
            _legend(axes, axes.get_legend_handles_labels()[0], names)
        return _svg(figure, told)


def bars(told: Told, rows: Sequence[tuple[str, float]], unit: str) -> str:
    """Draw a horizontal bar per row, labeled with its number."""
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(len(rows))
        values = [value for _, value in rows]
        drawn = axes.barh(range(len(rows)), values, color=FILLS[0], edgecolor=INK, linewidth=0.7, height=0.7)
        axes.bar_label(drawn, [f"{value:,.1f}" for value in values], padding=3)
        axes.margins(x=0.15)
        _label_rows(axes, [label for label, _ in rows])
        axes.set_xlabel(unit)
        return _svg(figure, told)


def stacked(told: Told, rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str], unit: str) -> str:
    """Draw a horizontal stacked bar per row. Negative parts extend to the left."""
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(len(rows) + len(names) * 0.8)
        above, below = [0.0] * len(rows), [0.0] * len(rows)
        for number in range(len(names)):
            values = [parts[number] for _, parts in rows]
            begin = [above[row] if value >= 0 else below[row] for row, value in enumerate(values)]
            axes.barh(range(len(rows)), values, left=begin, height=0.7, linewidth=0.7, **_fill(number))
            for row, value in enumerate(values):
                (above if value >= 0 else below)[row] += value
        _label_rows(axes, [label for label, _ in rows])
        axes.set_xlabel(unit)
        _legend(axes, [Patch(linewidth=0.7, **_fill(number)) for number in range(len(names))], names)
        return _svg(figure, told)


def columns(told: Told, counts: Sequence[tuple[float, float, float]], across: str, up: str) -> str:
    """Draw a histogram. `counts` has the lower end, the upper end and the count of each column."""
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(7)
        begin, end, heights = zip(*counts, strict=True)
        widths = [b - a for a, b in zip(begin, end, strict=True)]
        axes.bar(begin, heights, widths, align="edge", color=FILLS[0], edgecolor=INK, linewidth=0.7)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(5))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(FuncFormatter(_plain))
        return _svg(figure, told)


class Point(NamedTuple):
    """A value with its interval. `at` is the index of its position on the horizontal axis.

    `mark` is shown above the point. A `ringed` point is the one that the other points are compared with.
    """

    at: int
    value: float
    low: float
    high: float
    mark: str = ""
    ringed: bool = False


def points(  # noqa: PLR0913 - what is drawn, and what it is called
    told: Told,
    values: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Point]]],
    across: str,
    up: str,
    *,
    line: tuple[str, float] | None = None,
    reach: tuple[float, float] | None = None,
) -> str:
    """Draw rows of points above the values on the horizontal axis.

    `line` gives the name and the value of a reference line. `reach` is a range that must be visible, so that
    the charts of one measure are comparable. If all values are whole numbers, the axis is to scale and the
    points of a row are connected.
    """
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(9 + len(rows) * (len(rows) > 1) * 0.8)
        numbers = _numbers(values)
        places = numbers or list(range(len(values)))
        gap = min((b - a for a, b in pairwise(sorted(places))), default=1)
        if line is not None:
            axes.axhline(line[1], color=INK, linewidth=1, linestyle=DASHED)
        if reach is not None:
            axes.update_datalim([(places[0], end) for end in reach])
        for number, (_, row) in enumerate(rows):
            shift = (number - (len(rows) - 1) / 2) * APART * gap
            _draw_row(axes, number, [places[point.at] + shift for point in row], row, joined=bool(numbers))
        axes.margins(x=0.1, y=0.15)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.yaxis.set_major_locator(MaxNLocator(5))
        axes.yaxis.set_major_formatter(FuncFormatter(_plain))
        if numbers and len("  ".join(values)) > CROWDED:
            axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
            axes.xaxis.set_major_formatter(FuncFormatter(_plain))
        else:
            crowded = len("  ".join(values)) > CROWDED
            axes.set_xticks(places, [_cut(value) for value in values], rotation=90 if crowded else 0)
        _label_points(
            axes, [name for name, _ in rows], line, ringed=any(p.ringed for _, row in rows for p in row)
        )
        return _svg(figure, told)


def _draw_row(axes: Axes, number: int, at: Sequence[float], row: Sequence[Point], *, joined: bool) -> None:
    """Draw one row of points, with its intervals and marks."""
    if joined:
        ordered = sorted(zip(at, (point.value for point in row), strict=True))
        dashes = DASHES[number % len(DASHES)]
        axes.plot(
            *zip(*ordered, strict=True), color=FILLS[number % len(FILLS)], linestyle=dashes, linewidth=1.3
        )
    for where, point in zip(at, row, strict=True):
        if point.ringed:
            axes.plot([where], [point.value], **RING)
        if point.mark:
            above: dict[str, Any] = {
                "xytext": (0, 1),
                "textcoords": "offset points",
                "ha": "center",
                "va": "bottom",
            }
            axes.annotate(point.mark, (where, point.high), **above)
    means = [point.value for point in row]
    below, beyond = [p.value - p.low for p in row], [p.high - p.value for p in row]
    style: dict[str, Any] = {"fmt": MARKS[number % len(MARKS)], "color": FILLS[number % len(FILLS)], **LINES}
    axes.errorbar(at, means, yerr=[below, beyond], **style)


def _label_points(axes: Axes, names: Sequence[str], line: tuple[str, float] | None, *, ringed: bool) -> None:
    """Label the reference line, the ring and, if there are several rows, the rows."""
    handles, told = [], []
    if len(names) > 1:
        for number, name in enumerate(names):
            looks: dict[str, Any] = {
                "marker": MARKS[number % len(MARKS)],
                "linestyle": DASHES[number % len(DASHES)],
            }
            edge: dict[str, Any] = {"markeredgecolor": INK, "markeredgewidth": 0.7}
            handles.append(
                Line2D([], [], color=FILLS[number % len(FILLS)], markersize=7, linewidth=1.3, **looks, **edge)
            )
            told.append(name)
    if line is not None:
        ring: dict[str, Any] = RING | {"linestyle": DASHED} if ringed else {"color": INK, "linestyle": DASHED}
        handles.append(Line2D([], [], linewidth=1, **ring))
        told.append(line[0])
    if handles:
        _legend(axes, handles, told)


def _numbers(values: Sequence[str]) -> list[int]:
    """Return the values as integers, or an empty list unless all values are integers."""
    return [int(value) for value in values] if all(_WHOLE.fullmatch(value) for value in values) else []


def _fill(number: int) -> dict[str, Any]:
    return {
        "facecolor": FILLS[number % len(FILLS)],
        "edgecolor": INK,
        "hatch": HATCHES[number % len(HATCHES)],
    }


def _plain(value: float, _position: int | None) -> str:
    return f"{value:,.10g}".replace("-", "\N{MINUS SIGN}")


def _figure(rows: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH / POINTS, (rows * ROW + 60) / POINTS), layout="constrained")
    FigureCanvasSVG(figure)
    figure.patch.set_visible(False)
    axes = figure.add_subplot()
    axes.patch.set_visible(False)
    return figure, axes


def _label_rows(axes: Axes, labels: Sequence[str]) -> None:
    axes.set_yticks(range(len(labels)), [_cut(label) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(_plain))


def _legend(axes: Axes, handles: Sequence[Any], names: Sequence[str]) -> None:
    axes.legend(
        handles,
        [_cut(name, 40) for name in names],
        loc="lower left",
        bbox_to_anchor=(0, 1.0),
        borderaxespad=0.2,
    )


def _cut(label: str, longest: int = LONGEST) -> str:
    return label if len(label) <= longest else f"{label[: longest - 1]}\N{HORIZONTAL ELLIPSIS}"


def _svg(figure: Figure, told: Told) -> str:
    """Convert a matplotlib figure to an SVG element for a page."""
    with StringIO() as file:
        figure.savefig(
            file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
        )
        return element_of(file.getvalue(), told)

"""Charts as SVG, to stand in a page; the only import of matplotlib.

A chart is drawn for a phone: 400 units wide, with text of 12. It asks for nothing from elsewhere, its text is
text, its background is what is behind it, and its lines have the colour of the text around it. Fills are CSS
variables with a default, so that a page chooses them for light and dark; what has a fill has a pattern or a
mark of its own, too. Numbers of a chart, and what tells it in words, are its caller's to give.

The same numbers give the same bytes with the same version of matplotlib.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from operator import sub
from typing import Any
from xml.etree import ElementTree as ET

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

__all__ = ["MARKS", "Told", "bars", "columns", "dots", "stacked"]

WIDTH = 400
POINTS = 72
ROW = 24
"""A row of a chart is so high."""
TEXT = 12
MARKS = "osD^v*PX"
"""The marks of several rows of dots, in matplotlib's letters."""
HATCHES = ("", "///", "\\\\\\", "---", "xxx", "|||", "+++", "/")
"""Of lines only: what has curves takes a hundred times as many bytes."""
LONGEST = 22
"""A label of more characters is cut."""

INK = "#010203"
FILLS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
"""What everybody can tell apart (M. Okabe, K. Ito, "Color Universal Design", 2008)."""

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
"""How values and their intervals are drawn."""


@dataclass(frozen=True, slots=True)
class Told:
    """A chart in words: its `key` tells it from others on its page."""

    key: str
    title: str
    description: str


def dots(
    told: Told,
    rows: Sequence[tuple[str, Sequence[tuple[float, float, float]]]],
    unit: str,
    *,
    line: float | None = None,
    names: Sequence[str] = (),
) -> str:
    """For each row one or several values, each with the ends of its interval; `line` is to compare with.

    `names` say what the values of a row are, where there are several.
    """
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(len(rows) + (len(names) > 1) * len(names) * 0.8)
        several = max((len(values) for _, values in rows), default=1)
        if line is not None:
            axes.axvline(line, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        for number in range(several):
            at = [row + (number - (several - 1) / 2) * 0.7 / several for row in range(len(rows))]
            means, lows, highs = zip(*(values[number] for _, values in rows), strict=True)
            axes.errorbar(
                means,
                at,
                xerr=[[*map(sub, means, lows)], [*map(sub, highs, means)]],
                fmt=MARKS[number % len(MARKS)],
                color=FILLS[number % len(FILLS)],
                label=names[number] if names else None,
                **LINES,
            )
        _label_rows(axes, [label for label, _ in rows])
        axes.set_xlabel(unit)
        if len(names) > 1:
            _legend(axes, axes.get_legend_handles_labels()[0], names)
        return _svg(figure, told)


def bars(told: Told, rows: Sequence[tuple[str, float]], unit: str) -> str:
    """A horizontal bar for each row, with its number."""
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
    """A horizontal bar for each row, made of parts; those below 0 go to the left."""
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
    """A histogram: from, to, how many."""
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


# --- the file -----------------------------------------------------------------------------------------------

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_REFERENCE = re.compile(r"url\(#([^)]*)\)")
_DIGITS = re.compile(r"(\d+\.\d\d)\d+")
_ROTATION = re.compile(r"rotate\(-?0 [^)]*\)")
_HREF = f"{{{_XLINK}}}href"


def _svg(figure: Figure, told: Told) -> str:
    """A figure as an SVG element: named, told in words, and with ids that no other chart of its page has."""
    with StringIO() as file:
        figure.savefig(
            file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
        )
        root = ET.fromstring(file.getvalue())  # noqa: S314 - it was made here
    for child in list(root):
        if child.tag == f"{{{_SVG}}}metadata" or child.find(f"{{{_SVG}}}style") is not None:
            root.remove(child)  # its rules for `*` would be the page's
    used = {
        name
        for element in root.iter()
        for value in element.attrib.values()
        for name in [*_REFERENCE.findall(value), *([value[1:]] if value.startswith("#") else [])]
    }
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            element.attrib[key] = _mended(key, value, told.key)
        if element.attrib.get("id", "").removeprefix(f"{told.key}-") not in used:
            element.attrib.pop("id", None)
        if _HREF in element.attrib:
            element.attrib["href"] = element.attrib.pop(_HREF)
        element.tag = element.tag.removeprefix(f"{{{_SVG}}}")
        element.text = element.text if element.text and element.text.strip() else None
        element.tail = None
    _flatten(root)
    heads = []
    for tag, text in (("title", told.title), ("desc", told.description)):
        head = ET.Element(tag, {"id": f"{told.key}-{tag}"})
        head.text = text
        heads.append(head)
    root[:] = [*heads, *root]
    box = root.attrib["viewBox"]
    root.attrib.clear()
    root.attrib |= {
        "xmlns": _SVG,
        "viewBox": box,
        "role": "img",
        "aria-labelledby": f"{told.key}-title {told.key}-desc",
        "stroke-linejoin": "round",
    }
    return ET.tostring(root, encoding="unicode")


def _flatten(parent: ET.Element) -> None:
    """Take away groups that say nothing."""
    children = []
    for child in parent:
        _flatten(child)
        children += list(child) if child.tag == "g" and not child.attrib else [child]
    parent[:] = children


def _mended(key: str, value: str, prefix: str) -> str:
    """An attribute's value with ids of this chart, and with colours that the page chooses."""
    if key == "id":
        return f"{prefix}-{value}"
    if key == _HREF and value.startswith("#"):
        return f"#{prefix}-{value[1:]}"
    if key in {"d", "x", "y", "transform"}:
        value = _ROTATION.sub("", _DIGITS.sub(r"\1", " ".join(value.split())))
    value = _REFERENCE.sub(rf"url(#{prefix}-\1)", value).replace(INK, "currentColor")
    for number, fill in enumerate(FILLS):
        value = value.replace(fill, f"var(--fill-{number}, {fill})")
    return value.replace("'DejaVu Sans', sans-serif", "sans-serif").replace("'DejaVu Sans'", "sans-serif")

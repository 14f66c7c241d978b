"""Tests for the page of a sweep, with its charts, its tables and the marks that distinguish its cells."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from dice_sweep import sweep_facts

from interpreter.report.sweep_facts import layout_of
from interpreter.report.sweep_page import sweep_page

SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)
TABLE = re.compile(r"<tbody>(.*?)</tbody>", re.DOTALL)
RINGED = "fill-opacity: 0"
"""Style that the charts use only for the rings around the game as it stands."""


def rows_of(table: str) -> list[list[str]]:
    """Return the text of each table cell, row by row."""
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    cells = (re.findall(r"<t[hd].*?</t[hd]>", row) for row in rows)
    return [[unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells]


def told(svg: str) -> dict[str, str]:
    """Return the text that a chart's description has for each cell of the sweep, keyed by the cell's name."""
    text = next(e for e in ET.fromstring(svg) if e.tag.endswith("desc")).text or ""  # noqa: S314 - ours
    return dict(part.split(": ", 1) for part in text.removesuffix(".").split("; "))


@pytest.fixture(scope="module")
def one() -> str:
    """Return the page of a sweep over dice with 2, 6 and 20 sides, where 6 is the option's default."""
    return sweep_page(sweep_facts({"sides": ("2", "6", "20")}, ["wins.1", "score"]))


@pytest.fixture(scope="module")
def two() -> str:
    """Return the page of a sweep over two options: the sides of a die, and whether it is rolled twice."""
    return sweep_page(sweep_facts({"sides": ("2", "6"), "twice": ("true", "false")}, ["score"]))


def test_a_chart_for_each_measure(one: str) -> None:
    """Each of the two measures has a chart, and a table of the three cells and the game as it stands."""
    assert len(SVG.findall(one)) == 2
    tables = TABLE.findall(one)
    assert len(tables) == 3
    for table in tables:
        assert [row[0] for row in rows_of(table)] == ["as it stands", "2", "6", "20"]


def test_what_is_clear_is_marked_in_the_same_words(one: str) -> None:
    """Tables and charts mark clear differences with the same sign and with the word `clear`.

    Dice of 2, 6 and 20 sides show 1.5, 3.5 and 10.5 on average, and 200 games are enough to make these
    differences clear.
    """
    grid, _, scores = TABLE.findall(one)
    assert [row[2].endswith(" *") for row in rows_of(grid)] == [False, True, False, True]
    assert [row[-1] for row in rows_of(scores)] == ["", "clear", "the same in every game", "clear"]
    chart = SVG.findall(one)[1]
    assert chart.count(">*</text>") == 2
    said = told(chart)
    assert list(said) == ["as it stands", "sides=2", "sides=6", "sides=20"]
    assert [text.endswith(", clear") for text in said.values()] == [False, True, False, True]
    assert said["as it stands"] == said["sides=6"]
    assert re.search(r"<p>\* clear: \d+, \? suggestive: \d+, of 4 differences", one)


def test_the_game_as_it_stands_is_marked(one: str, two: str) -> None:
    """A line marks the game as it stands, and so does a ring if that game is one of the cells."""
    for chart in (*SVG.findall(one), *SVG.findall(two)):
        assert chart.count(">the game as it stands</text>") == 1
        assert chart.count(RINGED) == 2
    (other,) = SVG.findall(sweep_page(sweep_facts({"sides": ("2", "20")}, ["score"])))
    assert other.count(">the game as it stands</text>") == 1
    assert RINGED not in other
    assert "stroke-dasharray: 4,3" in other


def test_rows_are_told_apart_without_colour(two: str) -> None:
    """Two rows of points differ in the shapes of their marks and lines, not only in color."""
    (chart,) = SVG.findall(two)
    grey = re.sub(r"var\(--fill-\d, #\w*\)", "grey", chart)
    shapes = dict(re.findall(r'<path id="([^"]*)" d="([^"]*)"', grey))
    filled = re.findall(r'<use [^>]*style="fill: grey[^>]*href="#([^"]*)"', grey)
    marks = {shapes[name] for name in filled if shapes[name].endswith("z")}
    assert len(marks) == 2
    lines = re.findall(r'style="(fill: none; [^"]*stroke: grey[^"]*)"', grey)
    assert len(set(lines)) == 2
    for name in ("twice=true", "twice=false"):
        assert chart.count(f">{name}</text>") == 1


def test_how_options_are_laid_out() -> None:
    """A numeric option goes across, and the next option makes rows.

    Each combination of the values of all other options has a chart of its own.
    """
    axes = {"a": ("true", "false"), "b": ("1", "2"), "c": ("x", "y"), "d": ("5",)}
    layout = layout_of(axes)
    assert (layout.across, layout.rows, layout.charts) == ("b", "a", ["c"])
    assert [*layout.choices(axes)] == [{"c": "x"}, {"c": "y"}]
    assert layout_of({"a": ("x",), "d": ("5",)}).across == "a"
    many = {"a": tuple(map(str, range(3))), "b": tuple(map(str, range(7)))}
    assert (layout_of(many).rows, layout_of(many).charts) == (None, ["b"])


def test_too_many_charts_are_tables() -> None:
    """If the options would make too many charts, the page has tables instead.

    A third option with 13 values would make 13 charts of 2 by 2 points.
    """
    axes = {"sides": ("2", "3"), "twice": ("true", "false")}
    facts = sweep_facts(axes, ["score"], games=2)
    thirteen = {"other": tuple(f"v{number}" for number in range(13))}
    cells = [({**options, "other": "v0"}, cell) for options, cell in facts.cells]
    text = sweep_page(replace(facts, axes={**facts.axes, **thirteen}, cells=cells))
    assert not SVG.findall(text)
    assert "Each measure would take 13 charts" in text
    assert len(TABLE.findall(text)) == 2


def test_cells_that_are_left_out_are_told() -> None:
    """The page lists each cell that was left out, with the reason."""
    page = sweep_page(sweep_facts({"sides": ("2",)}, ["score"], left_out=[({"sides": "7"}, "no such die")]))
    assert "<code>sides=7</code>: no such die." in page


def test_one_game_has_no_interval() -> None:
    """With one game per cell, the chart has points without intervals, and no difference is marked."""
    page = sweep_page(sweep_facts({"sides": ("2", "6")}, ["score"], games=1))
    (chart,) = SVG.findall(page)
    assert set(told(chart)) == {"as it stands", "sides=2", "sides=6"}
    assert "(" not in "".join(told(chart).values())
    assert ">*</text>" not in chart

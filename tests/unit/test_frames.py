"""Tests for converting the rows of a run to tables of pandas, Polars and Arrow.

The tables have the same values as the rows, and types that do not depend on the values.
"""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from unittest import mock

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from interpreter.simulate import Run, Until, run
from interpreter.simulate.intervals import bounded_mean_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

STOPS = """
    players: 2
    variables: {left: {type: 0..9, start: 6}}
    actions:
      one: {do: [{set: {left: left - 1}}]}
      all: {when: left == 3, do: [{set: {left: left - 9}}]}
    phases:
      main: {turns: clockwise, do: [{offer: [one, all]}]}
    end: {over: {when: left == 1, winner: me}}
    limit: {decisions: 9, then: draw}
"""
"""Game that stops with the fault GS505, without a result, if a player takes `all` when three are left."""


@pytest.fixture
def stops(game_of: Callable[[str], Spec]) -> Run:
    """Return a run in which some games stop with a fault, so some values in its rows are missing."""
    found = run(game_of(STOPS), 30, jobs=1)
    assert 0 < found.summary.faults < 30
    return found


def test_pandas_has_the_same_values(stops: Run) -> None:
    """A pandas data frame has the same values as the rows, including 64-bit seeds and missing values."""
    frame = stops.to_pandas()
    assert list(frame.columns) == [column.name for column in stops.columns]
    rows = [
        tuple(None if pd.isna(value) else value for value in row) for row in frame.itertuples(index=False)
    ]
    assert rows == list(stops.rows())
    assert max(frame["seed"]) > 2**53
    assert [str(frame[name].dtype) for name in ("seed", "turns", "truncated", "won.1", "fault")] == [
        "uint64", "Int64", "bool", "boolean", "string",
    ]  # fmt: skip


def test_polars_has_the_same_values(stops: Run) -> None:
    """A Polars data frame has the same values as the rows, with null for each missing value."""
    frame = stops.to_polars()
    assert frame.rows() == list(stops.rows())
    assert frame.schema["seed"] == pl.UInt64
    assert frame.schema["won.1"] == pl.Boolean


def test_arrow_has_the_same_values_and_meanings(stops: Run) -> None:
    """An Arrow table has the same values as the rows, and describes the meaning of each column.

    Columns in which no value can be missing are not nullable.
    """
    table = stops.to_arrow()
    assert [tuple(row.values()) for row in table.to_pylist()] == list(stops.rows())
    assert table.schema.field("seed") == pa.field("seed", pa.uint64(), nullable=False)
    assert table.schema.field("turns").nullable
    assert table.schema.field("seed").metadata[b"meaning"].startswith(b"The seed of the game")


def test_no_games_make_tables_of_the_same_types() -> None:
    """A table without rows has the declared types of its columns, not types inferred from values."""
    some, none = run("pig", 3), run("pig", 0)
    assert list(none.to_pandas().dtypes) == list(some.to_pandas().dtypes)
    assert none.to_polars().schema == some.to_polars().schema
    assert none.to_arrow().schema == some.to_arrow().schema
    assert "0 games" in none._repr_html_()


@pytest.mark.parametrize("form", ["to_pandas", "to_polars", "to_arrow"])
def test_rows_that_are_not_kept_make_no_table(form: str) -> None:
    """If a run kept no rows, it refuses to make a table, and the error says how to keep them."""
    with pytest.raises(ValueError, match="leave out `keep=False`"):
        getattr(run("pig", 1, keep=False), form)()


@pytest.mark.parametrize(
    ("form", "library", "extra"),
    [("to_pandas", "pandas", "pandas"), ("to_polars", "polars", "polars"), ("to_arrow", "pyarrow", "table")],
)
def test_a_library_that_is_not_there_is_named_with_what_gets_it(form: str, library: str, extra: str) -> None:
    """If a library is not installed, the error names it and the extra that installs it."""
    found = run("pig", 1)
    gone = {name: None for name in sys.modules if name.partition(".")[0] == library} | {library: None}
    ours = [name for name in sys.modules if name.startswith("interpreter.simulate.formats.p")]
    with mock.patch.dict(sys.modules, gone):
        for name in ours:
            del sys.modules[name]
        with pytest.raises(ImportError, match=rf"`{library}` is not .* `pip install 'gamespec\[{extra}\]'`"):
            getattr(found, form)()


@pytest.mark.long("processes")
def test_no_library_is_imported_before_it_is_asked_for() -> None:
    """Simulating games imports none of pandas, Polars, pyarrow and NumPy."""
    code = (
        "import sys; from interpreter import simulate; simulate.run('pig', 2)._repr_html_(); "
        "print({'pandas', 'polars', 'pyarrow', 'numpy', 'distributed'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


class _Tags(HTMLParser):
    """HTML parser that records all tags that occur, the tags that are still open, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.seen.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_a_notebook_shows_a_short_page(stops: Run) -> None:
    """A notebook shows five rows and twelve columns of a run, as well-formed HTML without outside content."""
    page = stops._repr_html_()
    tags = _Tags()
    tags.feed(page)
    assert not tags.open
    assert tags.seen == {"p", "br", "table", "thead", "tbody", "tr", "th", "td"}
    assert f"5 of 30 rows, 12 of {len(stops.columns)} columns" in tags.text
    assert len(page) < 5_000
    seat = stops.summary.seats[0]
    low, high = bounded_mean_of(seat.share, stops.confidence)
    assert f"{low:.1%} to {high:.1%}" in tags.text


def test_what_names_bring_in_is_escaped(tmp_path: Path) -> None:
    """The name of a bot's file is escaped in the HTML that a notebook shows."""
    path = tmp_path / "<b>&.py"
    path.write_text("def first(view, draws):\n    return view.options[0]\n", encoding="utf-8")
    page = run("pig", 2, seats=[f"{path}:first", "random"])._repr_html_()
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;.py:first" in page


def test_intervals_of_a_run_that_ended_by_a_rule_are_that_rules() -> None:
    """If a stopping rule ended a run, the notebook shows the intervals that belong to this rule.

    They are wider than the intervals for a fixed number of games.
    """
    rule = Until(0.1)
    found = run("pig", rule.most, until=rule)
    low, high = bounded_mean_of(found.summary.seats[0].share, rule)
    assert f"{low:.1%} to {high:.1%}" in found._repr_html_()
    assert found.confidence == rule

"""Tests for tables in CSV.

Numbers in parentheses refer to the rules in section 2 of RFC 4180.
"""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamespec.documents.table import Table, read_table
from gamespec.text.codes import page
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source


def read(text: str) -> tuple[Table | None, list[tuple[str, str, int]]]:
    """Read a table from CSV, and return it with the code, source text and line of each mistake.

    The table is None if it is malformed.
    """
    found = Collector()
    table = read_table(Source("t.csv", text), found)
    return table, [(d.code, d.span.text, d.span.line) for d in found]


def texts(text: str) -> list[list[str]]:
    """Return the texts of all records of a valid table, beginning with the header."""
    table, faults = read(text)
    assert table is not None
    assert faults == []
    return [[field.text for field in record] for record in (table.header, *table.rows)]


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),  # (1)
        ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),  # (2)
        ("a,b\n,\n", [["a", "b"], ["", ""]]),  # (4)
        ('"aaa","bbb","ccc"\r\nzzz,yyy,xxx', [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),  # (5)
        ('"aaa","b\r\nbb","ccc"\r\nzzz,yyy,xxx', [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),  # (6)
        ('"aaa","b,bb"\n1,2\n', [["aaa", "b,bb"], ["1", "2"]]),  # (6)
        ('"aaa","b""bb","ccc"\n1,2,3\n', [["aaa", 'b"bb', "ccc"], ["1", "2", "3"]]),  # (7)
        ('a,b\n"""",""\n', [["a", "b"], ['"', ""]]),  # (7)
    ],
)
def test_rfc_4180(text: str, records: list[list[str]]) -> None:
    """The examples in the RFC, and edge cases of its rules, are read as the RFC says."""
    assert texts(text) == records


def test_what_is_added() -> None:
    """White space around fields, blank lines, and lines that begin with `#` are ignored."""
    text = '# prey\n\nname , "says"\t\n  \n#bear,1\n wolf,  "#1" \n#2'
    assert texts(text) == [["name", "says"], ["wolf", "#1"]]


def test_values() -> None:
    """Unquoted fields have the values of YAML's core schema, and quoted fields are texts.

    The value of an empty unquoted field is None.
    """
    table, faults = read('a,b,c,d,e,f,g\n012,true,,~,no,"12",""\n')
    assert faults == []
    assert table is not None
    values = [field.value for field in table.rows[0]]
    assert values == [12, True, None, None, "no", "12", ""]
    assert [type(v) for v in values] == [int, bool, type(None), type(None), str, str, str]


def test_spans() -> None:
    """The span of a field points into the CSV text.

    It includes the quotes of the field but not the white space around it; `inner` excludes the quotes as
    well.
    """
    table, _ = read('name,says\n wolf ,"a ""b"""\n')
    assert table is not None
    wolf, says = table.rows[0]
    assert (wolf.span.text, wolf.span.line, wolf.span.column) == ("wolf", 2, 2)
    assert (says.span.text, says.inner.text, says.escaped) == ('"a ""b"""', 'a ""b""', True)
    assert table.header[1].span.text == "says"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [("GS133", "", 1)]),
        ("\n# nothing\n  \n", [("GS133", "", 1)]),
        ("a,b\n1\n1,2\n1,2,3\n", [("GS130", "1", 2), ("GS130", "1,2,3", 4)]),
        ("a,,b\n1,2,3\n", [("GS131", "", 1)]),
        ("a,b,a\n1,2,3\n", [("GS131", "a", 1)]),
        ('a,b\n1,"2\n3,4\n', [("GS132", '"', 2)]),
        ('a,b\n1,x"2"\n', [("GS132", '"', 2)]),
        ('a,b\n1,"x" y\n', [("GS132", "y", 2)]),
        ("a,b\n1,\x00\n", [("GS112", "\x00", 2)]),
    ],
)
def test_mistakes(text: str, faults: list[tuple[str, str, int]]) -> None:
    """A malformed table is reported at the place of the mistake, and no table is returned."""
    table, found = read(text)
    assert table is None
    assert found == faults


def test_fraction() -> None:
    """A number with a fraction is reported, but the table is still returned."""
    table, faults = read("a\n1.5\n")
    assert table is not None
    assert faults == [("GS111", "1.5", 2)]


FIELD = st.text(st.sampled_from('ab1 ,"\n\r#é😀'), max_size=6)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(FIELD, min_size=n, max_size=n), max_size=5)))
def test_reads_what_python_writes(rows: list[list[str]]) -> None:
    """Tables that Python's csv module writes with every field quoted are read back unchanged."""
    width = len(rows[0]) if rows else 1
    records = [[f"c{n}" for n in range(width)], *rows]
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(records)
    assert texts(out.getvalue()) == records


@given(st.text(st.sampled_from('a1 ,"\n\r#\t.'), max_size=30))
def test_nothing_crashes(text: str) -> None:
    """Any text yields at least one mistake, or a table whose rows are as long as its header."""
    table, faults = read(text)
    assert table is not None or faults
    if table is not None:
        assert {len(row) for row in table.rows} <= {len(table.header)}


def test_long_texts_are_quick() -> None:
    """A megabyte of spaces, of quotes or of an unclosed field is read in linear time."""
    million = 10**6
    assert read("a\n" + " " * million + "b\n")[1] == []
    assert read('a\n"' + '""' * million + "\n")[1][0][0] == "GS132"
    assert read("a\n" + "b" * million + '"\n')[1][0][0] == "GS132"


@pytest.mark.parametrize("code", ["GS130", "GS131", "GS132", "GS133"])
def test_page_examples(code: str) -> None:
    """On the page of a code, the first example contains exactly one mistake of that code.

    The second example contains no mistake.
    """
    wrong, right = re.findall(r"```csv\n(.*?)```", page(code), re.DOTALL)
    assert [fault[0] for fault in read(wrong)[1]] == [code]
    texts(right)

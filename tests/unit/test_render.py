"""Tests for diagnostics as text.

The first two layouts are the project's models, and the others were drawn by hand.
"""

from __future__ import annotations

import json
import re
import unicodedata
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.render import render, summary
from gamespec.text.source import Source, Span


def at(source: Source, text: str, nth: int = 0) -> Span:
    """Return the span of the `nth` occurrence of `text` in the source, counted from 0."""
    start = [m.start() for m in re.finditer(re.escape(text), source.text)][nth]
    return source.span(start, start + len(text))


def shown(source: Source, primary: Span, text: str = "", *others: Remark) -> list[str]:
    """Return the lines of a diagnostic's excerpt, from the first line of source."""
    d = Diagnostic("GS101", "m", Remark(primary, text), others)
    assert d.span.source is source
    return render([d]).split("\n")[3:]


def excerpt(text: str) -> list[str]:
    """Return the lines of a drawing, without its common indentation and trailing spaces."""
    return [line.rstrip() for line in dedent(text).strip("\n").split("\n")]


def test_one_label() -> None:
    """The first model has a single label, a help text and a note."""
    source = Source("games/market/game.yaml", "\n" * 41 + "        when: playr.coins >= card.cost\n")
    d = Diagnostic(
        "GS201",
        "unknown name `playr`",
        Remark(at(source, "playr"), "not in scope here"),
        help="did you mean `player`?",
        notes=("names in scope: `player`, `card`, `market`, `round`",),
    )
    assert render([d]).split("\n") == excerpt("""
        error[GS201]: unknown name `playr`
          --> games/market/game.yaml:42:15
           |
        42 |         when: playr.coins >= card.cost
           |               ^^^^^ not in scope here
           |
           = help: did you mean `player`?
           = note: names in scope: `player`, `card`, `market`, `round`
    """)


def test_two_labels() -> None:
    """The second model has a label far above the error.

    Dashes mark this label, and dots stand for the lines in between.
    """
    text = "\n" * 11 + "  trump: {type: suit}\n" + "\n" * 45 + "        when: card.rank == trump\n"
    source = Source("games/whist/game.yaml", text)
    d = Diagnostic(
        "GS301",
        "cannot compare `rank` with `suit`",
        Remark(at(source, "card.rank == trump"), "`==` needs both sides of one type"),
        (Remark(at(source, "suit"), "`trump` is declared `suit` here"),),
        "compare the suit instead: `card.suit == trump`",
    )
    assert render([d]).split("\n") == excerpt("""
        error[GS301]: cannot compare `rank` with `suit`
          --> games/whist/game.yaml:58:15
           |
        12 |   trump: {type: suit}
           |                 ---- `trump` is declared `suit` here
        ...
        58 |         when: card.rank == trump
           |               ^^^^^^^^^^^^^^^^^^ `==` needs both sides of one type
           |
           = help: compare the suit instead: `card.suit == trump`
    """)


def test_labels_on_one_line() -> None:
    """The text of the last label on a line stands beside its marks.

    The texts of the others stand below their marks, from right to left.
    """
    source = Source("f", "aa == bb == cc\n")
    labels = (Remark(at(source, "aa"), "first"), Remark(at(source, "cc"), "third"))
    assert shown(source, at(source, "bb"), "second", *labels) == excerpt("""
        1 | aa == bb == cc
          | --    ^^    -- third
          | |     |
          | |     second
          | first
    """)


def test_label_inside_a_label() -> None:
    """Carets replace the dashes of a mark that they overlap.

    The text of the longer mark stands beside it, the text of the shorter mark below.
    """
    source = Source("f", "a + bb + c\n")
    assert shown(source, at(source, "bb"), "here", Remark(source.span(0, 10), "in this")) == excerpt("""
        1 | a + bb + c
          | ----^^---- in this
          |     |
          |     here
    """)


def test_near_lines() -> None:
    """Nothing is drawn between adjacent lines, and a single line between two marked lines is shown."""
    source = Source("f", "one\ntwo\nthree\nfour\nfive\nsix\nseven\n")
    labels = (Remark(at(source, "one")), Remark(at(source, "two")), Remark(at(source, "seven")))
    assert shown(source, at(source, "four"), "", *labels) == excerpt("""
        1 | one
          | ---
        2 | two
          | ---
        3 | three
        4 | four
          | ^^^^
        ...
        7 | seven
          | -----
    """)


def test_several_lines() -> None:
    """A span of several lines is marked on its first and last line, and its text stands at the end."""
    source = Source("f", "a: [1,\n    2,\n    3,\n    4]\n")
    assert shown(source, source.span(3, len(source.text)), "this") == excerpt("""
        1 | a: [1,
          |    ^^^
        ...
        4 |     4]
          |     ^^ this
    """)


@pytest.mark.parametrize(
    ("line", "marked", "expected"),
    [
        ("\tfoo\tbar", "bar", ["1 |     foo    bar", "  |            ^^^"]),
        ("日本: foo", "foo", ["1 | 日本: foo", "  |       ^^^"]),
        ("日本: foo", "本", ["1 | 日本: foo", "  |   ^^"]),
        ("e\u0301e\u0301 foo", "foo", ["1 | e\u0301e\u0301 foo", "  |    ^^^"]),
        ("abe\u0301c", "\u0301", ["1 | abe\u0301c", "  |   ^"]),
        ("a\x07\x1bb", "b", ["1 | a\u2407\u241bb", "  |    ^"]),
        ("a\u202eb", "b", ["1 | a\ufffdb", "  |   ^"]),
        ("a b\r", "b", ["1 | a b", "  |   ^"]),
    ],
)
def test_columns_of_the_screen(line: str, marked: str, expected: list[str]) -> None:
    """Tabs take four columns, wide characters two, and combining characters none.

    Control characters are replaced by visible characters.
    """
    source = Source("f", line + "\n")
    assert shown(source, at(source, marked)) == expected


def test_ends_of_files() -> None:
    """An empty span is drawn as one caret, which at the end of a file stands after the last character."""
    end, next_line, crlf = Source("f", "ab"), Source("f", "ab\n"), Source("f", "ab\r\n")
    assert shown(end, end.span(2), "here") == ["1 | ab", "  |   ^ here"]
    assert shown(next_line, next_line.span(3), "here") == ["2 |", "  | ^ here"]
    assert shown(crlf, crlf.span(2, 4)) == ["1 | ab", "  |   ^"]


def test_empty_sources() -> None:
    """A diagnostic for an empty file has neither an excerpt nor a line number."""
    gone = Source("gone.yaml", "")
    d = Diagnostic("GS100", "no file `gone.yaml`", Remark(gone.span()), help="did you mean `game.yaml`?")
    assert render([d]).split("\n") == excerpt("""
        error[GS100]: no file `gone.yaml`
         --> gone.yaml
          = help: did you mean `game.yaml`?
    """)


def test_other_files() -> None:
    """Labels in another file have a block of their own, and all blocks have gutters of the same width."""
    here = Source("b.yaml", "extends: a\nedit: x\n")
    there = Source("a.yaml", "\n" * 99 + "x: 1\n")
    d = Diagnostic("GS203", "m", Remark(at(here, "x", 1), "again"), (Remark(at(there, "x"), "first"),))
    assert render([d]).split("\n") == excerpt("""
        error[GS203]: m
           --> b.yaml:2:7
            |
          2 | edit: x
            |       ^ again
            |
           ::: a.yaml:100:1
            |
        100 | x: 1
            | - first
    """)


def test_long_lines() -> None:
    """A very long line is cut to the part around the mark."""
    source = Source("f", "a" * 1000 + "needle" + "b" * 1000)
    line, marks = shown(source, at(source, "needle"))
    assert line.startswith("1 | …aaa")
    assert line.endswith("bbb…")
    assert len(line) < 180
    assert line[marks.index("^") :].startswith("needle")
    assert marks.count("^") == 6


def test_several_diagnostics() -> None:
    """Diagnostics are separated by an empty line, and line breaks in authors' texts are replaced."""
    source = Source("f", "a\n")
    twice = [Diagnostic("GS101", "one\ntwo", Remark(source.span(0, 1)), severity="warning")] * 2
    one = "warning[GS101]: one\u240atwo\n --> f:1:1\n  |\n1 | a\n  | ^"
    assert render(twice) == f"{one}\n\n{one}"
    assert render([]) == ""


def test_colour() -> None:
    """Color adds escape sequences and changes nothing else."""
    source = Source("f", "aa == bb\n")
    d = Diagnostic("GS101", "m", Remark(at(source, "bb"), "x"), (Remark(at(source, "aa"), "y"),), "h", ("n",))
    coloured = render([d], "full", colour=True)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render([d])


# --- Styles for programs ------------------------------------------------------------------------------------


def sample() -> Diagnostic:
    """Return a warning with two labels and with commas and percent signs in its texts."""
    source = Source("games/a,b.yaml", "one\ntwo three\n")
    return Diagnostic(
        "GS401",
        "100% of it\nis wrong",
        Remark(at(source, "two three"), "here"),
        (Remark(at(source, "one"), "there"),),
        "write: less",
        ("a note",),
        "warning",
    )


def test_concise() -> None:
    """The concise style writes each diagnostic on one line, in a form that editors and `grep` understand."""
    assert render([sample()] * 2, "concise") == "\n".join(
        ["games/a,b.yaml:2:1: warning[GS401]: 100% of it\u240ais wrong"] * 2
    )


def test_json() -> None:
    """The JSON style is a list of records.

    Lines and columns are counted from 1, and the end of a span is exclusive.
    """
    assert json.loads(render([sample()], "json")) == [
        {
            "code": "GS401",
            "severity": "warning",
            "message": "100% of it\nis wrong",
            "path": "games/a,b.yaml",
            "line": 2,
            "column": 1,
            "end_line": 2,
            "end_column": 10,
            "label": "here",
            "help": "write: less",
            "notes": ["a note"],
            "labels": [
                {
                    "path": "games/a,b.yaml",
                    "line": 1,
                    "column": 1,
                    "end_line": 1,
                    "end_column": 4,
                    "text": "there",
                }
            ],
        }
    ]
    assert render([], "json") == "[]"


def test_github() -> None:
    """The GitHub style is a workflow command in which `%` and line breaks are escaped.

    In the properties of the command, `:` and `,` are escaped as well.
    """
    assert render([sample()], "github") == (
        "::warning file=games/a%2Cb.yaml,line=2,col=1,endLine=2,endColumn=10,title=GS401"
        "::100%25 of it%0Ais wrong%0Ahelp: write: less"
    )


def test_summary() -> None:
    """In the summary, nouns agree with their counts, and counts of zero are omitted."""
    warning = sample()
    error = Diagnostic("GS101", "m", Remark(Source("f", "").span()))
    assert summary([error, error, error, warning]) == "3 errors and 1 warning in 2 files"
    assert summary([error]) == "1 error in 1 file"
    assert summary([warning, warning]) == "2 warnings in 1 file"
    assert summary([]) == "no errors"


# --- Properties ---------------------------------------------------------------------------------------------

TEXTS = st.text(st.sampled_from("ab \n\r\t日é\u0301\u200d😀\x07\u2028"), max_size=40)
LABELS = st.lists(
    st.tuples(st.integers(-3, 50), st.integers(-3, 50), TEXTS, st.booleans()), min_size=1, max_size=5
)


def columns(text: str) -> int:
    """Return the width of `text`, in screen columns; it must not contain control characters."""
    wide = (
        2 if unicodedata.east_asian_width(c) in {"W", "F"} else 1
        for c in text
        if not unicodedata.combining(c)
    )
    return sum(wide)


@given(TEXTS, TEXTS, LABELS)
def test_rendering_never_crashes(one: str, two: str, labels: list[tuple[int, int, str, bool]]) -> None:
    """Every style renders spans of any kind, even outside the text, and writes no control characters."""
    sources = Source("one", one), Source("two", two)
    made = [Remark(Span(sources[other], start, end), text) for start, end, text, other in labels]
    d = Diagnostic("GS101", one, made[0], tuple(made[1:]), two, (one,))
    for style in ("full", "concise", "github"):
        for line in render([d], style).split("\n"):
            if style != "github":
                assert all(unicodedata.category(c)[0] != "C" and c != "\u2028" for c in line if c != "😀")
    assert len(json.loads(render([d], "json"))) == 1


@given(TEXTS.filter(lambda t: "\n" not in t and "\r" not in t), st.integers(0, 40), st.integers(0, 40))
def test_carets_stand_below(line: str, start: int, end: int) -> None:
    """Carets begin exactly below the span and take as many columns as the span."""
    start, end = sorted((min(start, len(line)), min(end, len(line))))
    source = Source("f", line + "\n")
    rows = shown(source, source.span(start, end))
    assert rows[0].startswith("1 |")
    marks = rows[1][4:]
    drawn = re.sub(r"[\u200d\x07\u2028]", "?", line).replace("\t", "    ")
    before = columns(re.sub(r"[\u200d\x07\u2028]", "?", line[:start]).replace("\t", "    "))
    width = columns(re.sub(r"[\u200d\x07\u2028]", "?", line[start:end]).replace("\t", "    "))
    assert columns(drawn) >= before + width
    if width:
        assert marks == " " * before + "^" * width
    else:
        assert marks.strip() == "^"

"""Tests for reading YAML into nodes that know their place in the file.

Expected values come from the YAML 1.2 specification or were counted by hand.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from gamespec.description.declared import VERBS
from gamespec.documents import document, files
from gamespec.documents.document import Mapping, Node, Scalar, Sequence, plain, read_document, read_source
from gamespec.documents.yaml_keys import BESIDE
from gamespec.documents.yaml_scanner import Loader
from gamespec.model.spelling import keys_of
from gamespec.text.codes import CODES, page
from gamespec.text.diagnostics import MOST_KEPT, Collector
from gamespec.text.source import Source, Span

LOADERS = [Loader, getattr(yaml, "CSafeLoader", Loader)]


def read(text: str) -> tuple[Node | None, list[tuple[str, str, int]]]:
    """Return the document that a YAML text contains, and its mistakes as tuples of code, text and offset."""
    found = Collector()
    node = read_document(Source("f.yaml", text), found)
    return node, [(d.code, d.span.text, d.span.start) for d in found]


def clean(text: str) -> Node:
    """Return the document that a YAML text contains, and check that it has no mistakes."""
    node, faults = read(text)
    assert node is not None
    assert faults == []
    return node


def scalar(text: str) -> Scalar:
    """Return the scalar that is the value of the first key in a YAML mapping."""
    node = clean(text)
    assert isinstance(node, Mapping)
    value = node.entries[0].value
    assert isinstance(value, Scalar)
    return value


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def _either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "_LOADER", request.param)


# --- Scalars (YAML 1.2.2, section 10.3.2, example 10.9, and differences from YAML 1.1) ---------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None), ("Null", None), ("NULL", None), ("~", None), ("", None),
        ("true", True), ("True", True), ("TRUE", True), ("false", False), ("FALSE", False),
        ("0", 0), ("-19", -19), ("+12", 12), ("012", 12), ("0o7", 7), ("0o17", 15), ("0x3A", 58),
        ("no", "no"), ("on", "on"), ("yes", "yes"), ("y", "y"), ("1:30", "1:30"), ("1_000", "1_000"),
        ("0b1", "0b1"), ("1..6", "1..6"), ("2001-01-01", "2001-01-01"), ("nULL", "nULL"), ("=", "="),
        ("'null'", "null"), ('"12"', "12"), ("'true'", "true"),
    ],
)  # fmt: skip
def test_core_schema(text: str, value: object) -> None:
    """Unquoted scalars are resolved by the YAML core schema, and quoted scalars are always strings."""
    found = scalar(f"a: {text}\n").value
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", ["1.5", "0.", "-0.0", ".5", "+12e03", "-2E+05", ".inf", "-.Inf", ".NAN"])
def test_fractions(text: str) -> None:
    """A number that the core schema would read as a float is reported and replaced by an integer."""
    node, faults = read(f"a: {text}\n")
    assert faults == [("GS111", text, 3)]
    assert isinstance(node, Mapping)
    value = node.get("a")
    assert isinstance(value, Scalar)
    assert type(value.value) is int


def test_long_numbers() -> None:
    """A number of more than 18 digits is refused, even if it has too many digits for Python to convert."""
    assert scalar("a: 999999999999999999\n").value == 10**18 - 1
    for digits in ("1" * 19, "9" * 10_000, "0x" + "f" * 10_000):
        assert read(f"a: {digits}\n")[1] == [("GS113", digits, 3)]


# --- Spans --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "token", "inner", "content"),
    [
        ("a: foo == bar  # c\n", "foo == bar", "foo == bar", "foo == bar"),
        ("a: 'foo'\n", "'foo'", "foo", "foo"),
        ('a: "foo: bar"\n', '"foo: bar"', "foo: bar", "foo: bar"),
        ("a: |\n  x\n  y\n\nb: 1\n", "|\n  x\n  y", "x\n  y", "x\ny\n"),
        ("a: >-  # why\n\n  x\n  y\n# z\nb: 1\n", ">-  # why\n\n  x\n  y", "x\n  y", "\nx y"),
        ("a: x\n  y\n", "x\n  y", "x\n  y", "x y"),
        ("a: &here foo\n", "foo", "foo", "foo"),
        ("a: &here 'foo'\n", "'foo'", "foo", "foo"),
        ("a:   # nothing\n", "", "", ""),
        ("a: |\n", "|", "", ""),
    ],
)
@pytest.mark.usefixtures("_either_parser")
def test_spans_of_scalars(text: str, token: str, inner: str, content: str) -> None:
    """`span` is the token without anchors, `inner` the source of its expression, and `text` its content."""
    found = scalar(text)
    assert (found.span.text, found.inner.text, found.text) == (token, inner, content)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [('"a"', False), ('"a\\n"', True), ("'a'", False), ("'a''b'", True), ("'a\\n'", False), ("a\\n", False)],
)
def test_escapes(text: str, escaped: bool) -> None:  # noqa: FBT001 - a column of the table above
    """`escaped` is true if the characters of a scalar in the file differ from those of its content."""
    assert scalar(f"a: {text}\n").escaped is escaped


@pytest.mark.usefixtures("_either_parser")
def test_spans_of_collections() -> None:
    """The span of a collection ends with its last value, not where the next token begins.

    Keys have spans as well.
    """
    node = clean("a:\n  b: 1\n  c:\n    - x\n    - y\n\n# done\nd: [1,\n 2]\n")
    assert isinstance(node, Mapping)
    first, second = node.entries
    assert (first.key.span.text, second.key.span.text) == ("a", "d")
    assert first.value.span.text == "b: 1\n  c:\n    - x\n    - y"
    assert second.value.span.text == "[1,\n 2]"
    inside = first.value
    assert isinstance(inside, Mapping)
    assert inside.names() == ("b", "c")
    assert isinstance(inside.get("c"), Sequence)
    assert inside.get("d") is None
    assert inside.entry("b") is inside.entries[0]


@pytest.mark.usefixtures("_either_parser")
def test_offsets_are_characters() -> None:
    """Spans count characters, so a byte order mark and characters outside ASCII do not shift them."""
    node = clean("\ufeffä: 'Bär'\n日本: 😀 x\nlast: end\n")
    assert isinstance(node, Mapping)
    spans = [(e.key.span.text, e.value.span.text) for e in node.entries]
    assert spans == [("ä", "'Bär'"), ("日本", "😀 x"), ("last", "end")]
    assert (node.entries[2].value.span.line, node.entries[2].value.span.column) == (3, 7)


def test_aliases_show_the_anchor() -> None:
    """An alias is read as the very node that it repeats, so its place is that of the anchor."""
    node = clean("a: &x [1, 2]\nb: *x\nc: {d: *x}\n")
    assert isinstance(node, Mapping)
    assert node.get("a") is node.get("b")
    assert plain(node) == {"a": [1, 2], "b": [1, 2], "c": {"d": [1, 2]}}


WORD = st.from_regex(r"[a-zäß日😀][a-z0-9äß日😀_.()=<>+ -]{0,12}", fullmatch=True).map(str.strip)


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(WORD, WORD, st.sampled_from(["{}", "'{}'", '"{}"', "&x {}", ">-\n    {}"])), min_size=1
    )
)
def test_every_span_reads_again(rows: list[tuple[str, str, str]]) -> None:
    """Property: the text at a scalar's span, if read on its own, gives a scalar with the same value."""
    lines = [f"- {style.format(value)}\n" for _, value, style in rows]
    lines += [f"- {{{key}: {value}}}\n" for key, value, _ in rows if ": " not in key + value]
    node = read("".join(lines))[0]
    assert isinstance(node, Sequence)
    for item in node.items:
        scalars = [item] if isinstance(item, Scalar) else []
        if isinstance(item, Mapping):
            scalars = [part for e in item.entries for part in (e.key, e.value) if isinstance(part, Scalar)]
        for one in scalars:
            again = read(f"- {one.span.text}\n")[0]
            assert isinstance(again, Sequence)
            assert isinstance(again.items[0], Scalar)
            assert (again.items[0].value, again.items[0].text) == (one.value, one.text)
            assert one.inner.text.split() == one.text.split()


@given(st.text(st.sampled_from("ab: -[]{},'\"|>\n\t#&*!?~%@`1.ä😀\r\x85\ufeff"), max_size=60))
def test_nothing_crashes(text: str) -> None:
    """Property: any text is either read or reported with spans that lie inside the text."""
    found = Collector()
    node = read_document(Source("f", text), found)
    assert node is not None or found.errors
    for d in found:
        for label in (d.label, *d.others):
            assert 0 <= label.span.start <= label.span.end <= len(text)


# --- Mistakes -----------------------------------------------------------------------------------------------

FATAL = [
    ("", "GS109", ""),
    ("# only this\n", "GS109", ""),
    ("---\n", "GS109", ""),
    ("a: 1\n---\nb: 2\n", "GS109", "---"),
    ("a:\n  b: 1\n\t c: 2\n", "GS102", "\t"),
    ("a: |x\n  y\n", "GS101", "|"),
    ("a: *x\n", "GS101", "*x"),
    ("a: &x [*x]\n", "GS105", "*x"),
    ("a: " + "[" * 64 + "]" * 64, "GS106", "["),
    ("a: \x07\n", "GS112", "\x07"),
    ("a: x\u2028y\n", "GS112", "\u2028"),
    ("a: \ud800\n", "GS112", "\ud800"),
]


@pytest.mark.parametrize(("text", "code", "place"), FATAL)
def test_what_ends_the_reading(text: str, code: str, place: str) -> None:
    """A text that cannot be read to its end gives no document.

    Its one mistake is reported at the smallest place that shows it.
    """
    node, faults = read(text)
    assert node is None
    assert [fault[:2] for fault in faults] == [(code, place)]


def test_no_character_that_is_refused_is_printable() -> None:
    """A text of printable characters is not searched for others, so none of those may be printable."""
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    refused = files._unprintable().findall(every)  # noqa: SLF001 - what the search finds
    assert {"\x07", "\x85", "\u2028", "\ud800", "\ufeff", "\uffff"} <= {*refused}
    assert not any(character.isprintable() for character in refused)


@pytest.mark.parametrize(
    ("text", "code", "place", "rest"),
    [
        ("a: b: c\n", "GS101", ":", {"a": None}),
        ("a: any(c in b: c)\n", "GS101", ":", {"a": None}),
        ("a: 'x' y\n", "GS101", "y", {"a": None}),
        ("a: @x\n", "GS101", "@", {"a": None}),
        ("a: `x`\n", "GS101", "`", {"a": None}),
        ("a: - b\n", "GS101", "-", {"a": None}),
        ("a: x: y\nb: z: u\nc: 1\n", "GS101", ":", {"a": None, "b": None, "c": 1}),
    ],
)
@pytest.mark.usefixtures("_either_parser")
def test_what_is_read_on(text: str, code: str, place: str, rest: object) -> None:
    """A value that YAML cannot parse is reported and left out, and everything beside it is read."""
    node, faults = read(text)
    assert {fault[:2] for fault in faults} == {(code, place)}
    assert node is not None
    assert plain(node) == rest


REPAIRED = [
    ("  a: 1\nb: 2\nc: 3\n", "GS101", "a", "a: 1\nb: 2\nc: 3\n"),
    ("a:\n\tb: 1\n", "GS102", "\t", "a:\n  b: 1\n"),
    ("a:\n    b: 1\n\tc: 2\n\td: 3\n", "GS102", "\t", "a:\n    b: 1\n    c: 2\n    d: 3\n"),
    ("a: 1\n b: 2\n", "GS101", "b", "a: 1\nb: 2\n"),
    ("a: 1\nfoo\nb: 2\n", "GS101", "foo", "a: 1\nfoo:\nb: 2\n"),
    ("a: 1\nb 2\nc: 3\n", "GS101", "b", "a: 1\nb: 2\nc: 3\n"),
    ("a: 1\nb:2\nc: 3\n", "GS101", "b", "a: 1\nb: 2\nc: 3\n"),
    ("a: 1\nb = 2\nc: 3\n", "GS101", "b", "a: 1\nb: 2\nc: 3\n"),
    ("a:\n   b: 1\n   c: 2\n  d: 3\n", "GS101", "d", "a:\n   b: 1\n   c: 2\n   d: 3\n"),
    ("a:\n  b: 1\n  - c: 2\n", "GS101", "-", "a:\n  b: 1\n  c: 2\n"),
    ("a:\n  - b: 1\n      c: 2\n  - d: 3\n", "GS101", "c", "a:\n  - b: 1\n    c: 2\n  - d: 3\n"),
    ("a:\n  - b: 1\n  -c: 2\n  - d: 3\n", "GS101", "-", "a:\n  - b: 1\n  - c: 2\n  - d: 3\n"),
    ("a:\n  - b: 1\n    - c: 2\n  - d: 3\n", "GS101", "-", "a:\n  - b: 1\n  - c: 2\n  - d: 3\n"),
    ("a: 1\n// b\nc: 2\n", "GS101", "//", "a: 1\n# b\nc: 2\n"),
    ("a: {b: m[c]}\n", "GS101", "m[c]", 'a: {b: "m[c]"}\n'),
    ("a: {b: m[c],\n  d: 1}\ne:\n  - f: 1\n", "GS101", "m[c]", 'a: {b: "m[c]",\n  d: 1}\ne:\n  - f: 1\n'),
    ("a: {b: f(c in d: e), g: 1}\n", "GS101", "f(c in d: e)", 'a: {b: "f(c in d: e)", g: 1}\n'),
    ("a: {b: 1 c: 2}\n", "GS101", "c", "a: {b: 1, c: 2}\n"),
    ('a: {b: "1" "c": 2}\n', "GS101", '"c"', 'a: {b: "1", "c": 2}\n'),
    ("a: [1, 2\nb: c\n", "GS101", "[", "a: [1, 2]\nb: c\n"),
    ("a: {b: [1, 2}\n", "GS101", "[", "a: {b: [1, 2]}\n"),
    ("a: [1, 2}\n", "GS101", "[", "a: [1, 2]\n"),
    ("a: {b: 1\n", "GS101", "{", "a: {b: 1}\n"),
    ("a: ]\n", "GS101", "]", "a: \n"),
    ("a: {b: 1}}\nc: 2\n", "GS101", "}", "a: {b: 1}\nc: 2\n"),
    ("a: 'x\nb: c\n", "GS101", "'x", "a: 'x'\nb: c\n"),
    ("a: 'x\nb: {c: 'd'}\ne: 'f'\n", "GS101", "'x", "a: 'x'\nb: {c: 'd'}\ne: 'f'\n"),
    ("a: {b: 'x, c: y}\nd: 1\n", "GS101", "'x", "a: {b: 'x', c: y}\nd: 1\n"),
    ('a: f(x in y: z)"\nb: 1\n', "GS101", 'f(x in y: z)"', 'a: "f(x in y: z)"\nb: 1\n'),
    ('a: b {c}"\nd: 1\n', "GS101", 'b {c}"', 'a: "b {c}"\nd: 1\n'),
    (
        "a:\n  - if: x > 1 then b: c\n  - d: 1\n",
        "GS101",
        "then",
        "a:\n  - if: x > 1\n    then: [{b: c}]\n  - d: 1\n",
    ),
    ("a:\n  - if: x: else: [b]\n", "GS101", "else", "a:\n  - if: x\n    else: [b]\n"),
    (
        "a:\n  - transfer: 1 from: b\n    to: c\n",
        "GS101",
        "from",
        "a:\n  - transfer: 1\n    from: b\n    to: c\n",
    ),
    ("a: {b: “m[c]”}\n", "GS101", "“", 'a: {b: "m[c]"}\n'),
]
"""Slips, with the code and the place at which each is reported, and the text after its cure."""


@pytest.mark.parametrize(("text", "code", "place", "cured"), REPAIRED)
@pytest.mark.usefixtures("_either_parser")
def test_a_slip_is_told_once_and_cured(text: str, code: str, place: str, cured: str) -> None:
    """One edit makes the text YAML again. The cure is this edit, and the repaired text is what is read."""
    found = Collector()
    node = read_document(Source("f", text), found)
    (told,) = found
    assert (told.code, told.span.text) == (code, place)
    (cure,) = told.cures
    mended = text
    for edit in sorted(cure.edits, key=lambda e: e.span.start, reverse=True):
        mended = mended[: edit.span.start] + edit.text + mended[edit.span.end :]
    assert mended == cured
    assert node is not None
    assert plain(node) == plain(clean(cured))


def test_thirty_slips_of_one_kind_are_all_told() -> None:
    """However often an author forgets quotes, one reading tells all the places."""
    lines = [f"  - {{move: c, to: hand[p{number}]}}" for number in range(30)]
    _, faults = read("setup:\n" + "\n".join(lines) + "\n")
    assert [place for _, place, _ in faults] == [f"hand[p{number}]" for number in range(30)]


def test_two_slips_in_one_line_are_both_told() -> None:
    """A bracket that is closed between two slips parts them."""
    _, faults = read("a: [{b: c, d: e[f]}, {b: g(h), d: i[j]}]\nk: 0\n")
    assert [place for _, place, _ in faults] == ["e[f]", "i[j]"]


def test_keys_beside_verbs_are_those_of_steps() -> None:
    """Each key that may stand in the line of its verb by mistake is one that steps with this verb have."""
    for verb, keys in BESIDE.items():
        assert set(keys) <= {key.name for key in keys_of(VERBS[verb])}


def test_slips_are_all_told_and_the_rest_is_read() -> None:
    """Several slips in one text have a message each, at their places in the author's text."""
    text = 'a: [1, 2\ny: 0\nb: {c: 1 d: 2}\ne: {f: m[n]}\ng:1\nz: 0\nh: "i\nj: "k"\nl: m\n'
    node, faults = read(text)
    assert [fault[:2] for fault in faults] == [("GS101", each) for each in ("[", "d", "m[n]", "g", '"i')]
    assert node is not None
    assert plain(node) == {
        "a": [1, 2],
        "y": 0,
        "z": 0,
        "b": {"c": 1, "d": 2},
        "e": {"f": "m[n]"},
        "g": 1,
        "h": "i",
        "j": "k",
        "l": "m",
    }
    assert isinstance(node, Mapping)
    assert [node.get(name).span.text for name in "eghj"] == ["{f: m[n]}", "1", '"i', '"k"']  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "code", "place", "rest"),
    [
        ("a: 1\na: 2\nb: 3\n", "GS103", "a", {"a": 1, "b": 3}),
        ('a: 1\n"a": 2\n', "GS103", '"a"', {"a": 1}),
        ("? [a]\n: 1\n", "GS104", "[a]", {}),
        ("a: 1\n?\n: 2\n", "GS104", "", {"a": 1}),
        ("~: 1\n", "GS104", "~", {}),
        ("a: !foo b\n", "GS110", "!foo", {"a": "b"}),
        ("a: !!python/object:os.system {}\n", "GS110", "!!python/object:os.system", {"a": {}}),
        ("a: &x !!int '3'\n", "GS110", "!!int", {"a": "3"}),
        ("<<: {a: 1}\nb: 2\n", "GS110", "<<", {"b": 2}),
        ("a: {x: f(a, g(b, c)), y: 1}\n", "GS114", "f(a, g(b, c))", {"a": {"x": "f(a, g(b, c))", "y": 1}}),
        ("a: [f(a, b), c]\n", "GS114", "f(a, b)", {"a": ["f(a, b)", "c"]}),
    ],
)
@pytest.mark.usefixtures("_either_parser")
def test_what_is_mended(text: str, code: str, place: str, rest: object) -> None:
    """A mistake that does not stop YAML from being parsed is reported, and everything else is read."""
    node, faults = read(text)
    assert [fault[:2] for fault in faults] == [(code, place)]
    assert node is not None
    assert plain(node) == rest


def test_duplicate_shows_the_first() -> None:
    """A duplicate key is reported where it occurs again, with a label where it occurs first."""
    found = Collector()
    read_document(Source("f", "a: 1\nb: 2\na: 3\n"), found)
    (d,) = found
    assert (d.span.start, [label.span.start for label in d.others]) == (10, [0])


def test_depth_counts_aliases() -> None:
    """The depth of a document includes what its aliases repeat.

    60 levels behind an alias on level 5 are too many, but behind an alias on level 4 they are allowed.
    """
    deep = "a: &x " + "[" * 60 + "]" * 60 + "\n"
    assert read(deep + "b: [[[*x]]]\n")[1] == []
    assert [f[0] for f in read(deep + "b: [[[[*x]]]]\n")[1]] == ["GS106"]


def test_alias_budget() -> None:
    """Aliases may repeat only as many values as a file may have, and are refused before anything is built.

    Each list has ten aliases of the list before it. The list on level 0 counts as 2 values, itself and a
    number. A list on level n counts as 1 plus ten times a list on the level below: 21, 211, 2,111. Three
    levels therefore repeat 20 + 210 + 2,110 values, which is allowed. The fourth level repeats 21,110 more,
    which exceeds the 15,000 values of a file.
    """
    lines = ["l0: &l0 [1]"]
    lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 10)]
    assert read("\n".join(lines[:4]) + "\n")[1] == []
    assert [f[0] for f in read("\n".join(lines) + "\n")[1]] == ["GS105"]


def test_hostile_nesting_is_quick() -> None:
    """Two million nested brackets are refused at the sixty-fifth, without reading the rest."""
    assert read("[" * 2_000_000)[1] == [("GS106", "[", 64)]


# --- Files --------------------------------------------------------------------------------------------------


def code_of(path: Path) -> list[tuple[str, int, int]]:
    """Return the code, line and column of each mistake in a file that cannot be read."""
    found = Collector()
    assert read_source(path, found) is None
    return [(d.code, d.span.line, d.span.column) for d in found]


def test_files(tmp_path: Path) -> None:
    """A file that cannot be read leads to a diagnostic, never to an exception."""
    good = tmp_path / "good.yaml"
    good.write_bytes(b"\xef\xbb\xbfa: 1\r\n")
    found = Collector()
    source = read_source(good, found, "good")
    assert source is not None
    assert (source.name, source.text) == ("good", "a: 1\r\n")
    (tmp_path / "latin.yaml").write_bytes("a: ä\nb: \xfc\n".encode("latin-1"))
    assert code_of(tmp_path / "latin.yaml") == [("GS108", 1, 4)]
    (tmp_path / "utf16.yaml").write_bytes("a: 1\n".encode("utf-16"))
    assert code_of(tmp_path / "utf16.yaml") == [("GS108", 1, 1)]
    (tmp_path / "large.yaml").write_bytes(b"#" * (2 * 1024 * 1024 + 1))
    assert code_of(tmp_path / "large.yaml") == [("GS107", 1, 1)]
    for name in ("missing.yaml", ".", "good.yaml/x", "x" * 5000, "a\0b"):
        assert code_of(tmp_path / name) == [("GS100", 1, 1)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_pipe(tmp_path: Path) -> None:
    """A named pipe is refused, because reading it might never end."""
    os.mkfifo(tmp_path / "pipe.yaml")
    assert code_of(tmp_path / "pipe.yaml") == [("GS100", 1, 1)]


def test_missing_file_suggests(tmp_path: Path) -> None:
    """If a file name is misspelled, the diagnostic suggests a similar file in the same folder."""
    (tmp_path / "prey.csv").touch()
    found = Collector()
    read_source(tmp_path / "pray.csv", found)
    assert [d.help for d in found] == ["did you mean `prey.csv`?"]


# --- Pages --------------------------------------------------------------------------------------------------


def blocks(code: str) -> list[str]:
    """Return the YAML examples on the page of a code, first with the mistake and then corrected."""
    return re.findall(r"```yaml\n(.*?)```", page(code), re.DOTALL)


def test_every_code_has_a_page() -> None:
    """Each code has a page that begins with the code and its title and has the same four sections."""
    for code in CODES:
        text = page(code)
        assert text.startswith(f"# {code}: {CODES[code].title}\n")
        sections = re.findall(r"^## (.*)$", text, re.MULTILINE)
        assert sections == ["What it means", "Why it is an error", "Example", "Write instead"]


@pytest.mark.parametrize("code", [c for c in CODES if "GS100" <= c < "GS120" and blocks(c)])
def test_page_examples(code: str) -> None:
    """On each page, the first example has exactly the mistake in question, and its correction has none."""
    wrong, right = blocks(code)
    assert [fault[0] for fault in read(wrong)[1]] == [code]
    clean(right)


def test_a_repeated_key_with_a_tag_is_removed_with_its_line() -> None:
    """A tag before a key belongs to its line, so the cure removes both, and nothing of the lines below."""
    found, text = Collector(), "a: 1\n!!str a: 2\nb: 3\n"
    read_document(Source("f.yaml", text), found)
    (edit,) = next(d for d in found if d.code == "GS103").remedies[0].edits
    assert (edit.span.text, edit.text) == ("!!str a: 2\n", "")


def test_no_cure_is_sought_for_what_is_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of thousands of repeated keys a few hundred are listed, and only for these a cure is sought."""
    sought: list[Span] = []

    def counted(key: Span) -> tuple[()]:
        sought.append(key)
        return ()

    monkeypatch.setattr(document, "removed", counted)
    found = Collector()
    read_document(Source("f.yaml", "a: 1\n" * 3_000), found)
    assert found.full
    assert len(sought) == MOST_KEPT

"""Tests that our own YAML scanner yields the same nodes, places and mistakes as libyaml."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from strategies.sample import sample

import gamespec
from gamespec.documents import document
from gamespec.documents.document import read_document
from gamespec.documents.yaml_scanner import Loader
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

pytestmark = pytest.mark.skipif(
    not hasattr(yaml, "CSafeLoader"), reason="there is no libyaml to compare with"
)

ROOT = Path(__file__).parents[2]
FILES = sorted(p for folder in ("games", "tests", "docs") for p in (ROOT / folder).rglob("*.yaml"))
SHORT = [text for path in FILES if len(text := path.read_text("utf-8")) < 1500]

ODD = (
    *":?-,[]{}#&*!|>'\"%@`\\ \n\t~<=.", "\r\n", "\x85", "\u2028", "\ufeff", "\x00", "é", "…", "---", "...",
    "- ", "? ", ": ", " : ", "\t- ", "-\t", "\t\n", "%YAML 1.2\n", "%YAML 1.3\n", "%YAML 2.0", "%41",
    "%TAG ! x\n", "%TAG !a! x\n", "\\u00e9", '""', "''", '"\\x41"', '"\\q"', '"\\ud800"', '"\\\n"', "<<: ",
    "!!str ", "!<a>", "!<", "!a!b", "! ", "&a ", "*a ", "*é", "|+\n", "|2\n", ">-\n", ">+1\n", "|#",
    "{x: f(a, b)}", "{a:[b]}", "[? a]", "{? a: b}", "[a:]",
)  # fmt: skip
"""Indicators, blanks, line breaks and beginnings of tokens, all of which can change how YAML is read."""


def told(text: str, loader: type[yaml.SafeLoader | yaml.CSafeLoader], patch: pytest.MonkeyPatch) -> str:
    """Return, as a text, the document that `loader` reads from `text`, with all spans and diagnostics."""
    found = Collector()
    patch.setattr(document, "_LOADER", loader)
    node = read_document(Source("f.yaml", text), found)
    return f"{node!r}\n{list(found)!r}"


def same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that our loader and libyaml's read `text` identically."""
    assert told(text, Loader, monkeypatch) == told(text, yaml.CSafeLoader, monkeypatch)


@pytest.mark.long("generated")
def test_every_file_of_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our loader and libyaml's read every YAML file of the project identically, valid or not."""
    assert len(FILES) > 250
    for path in FILES:
        with path.open(encoding="utf-8", newline="") as file:
            same(file.read(), monkeypatch)


@st.composite
def odd_texts(draw: st.DrawFn) -> str:
    """Draw some lines of a file, and change them at up to four places.

    At each place, odd tokens are inserted, or text is replaced or deleted.
    """
    lines = draw(st.sampled_from(SHORT)).split("\n")
    first = draw(st.integers(0, len(lines) - 1))
    text = "\n".join(lines[first : first + draw(st.integers(1, 12))])
    for _ in range(draw(st.integers(1, 4))):
        at, gone = draw(st.integers(0, len(text))), draw(st.sampled_from((0, 0, 0, 1, 1, 3)))
        text = text[:at] + draw(st.sampled_from(("", *ODD, *ODD))) + text[at + gone :]
    return text


def test_odd_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our loader and libyaml's read pieces of files identically if odd tokens are inserted into them."""

    @sample(400)
    @given(text=odd_texts())
    def holds(text: str) -> None:
        same(text, monkeypatch)

    holds()


def test_texts_of_nothing_but_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our loader and libyaml's read arbitrary sequences of YAML tokens identically.

    An attacker might write such sequences.
    """

    @sample(800)
    @given(parts=st.lists(st.sampled_from((*ODD, "a", "b: c", "\n ", "\n  ")), max_size=12))
    @example(parts=["{a: ", "f(x) ? b : c", "}"])
    def holds(parts: list[str]) -> None:
        same("".join(parts), monkeypatch)

    holds()


@pytest.mark.parametrize(
    "text",
    [
        "[?, a]",
        "[?]",
        "[?: a]",
        "[? ,? ,a]",
        "b: [? \n]]",
        "[?]: ??a}\n]\n",
        "{x: [?, a]from: 1..2}}",
        "[?]]- ,a",
    ],
)
def test_a_question_mark_without_a_key(text: str) -> None:
    """In a list, libyaml skips the token after a `?` without a key, even a bracket."""
    assert _events(text, Loader) == _events(text, yaml.CSafeLoader)


def _events(text: str, loader: type[yaml.SafeLoader | yaml.CSafeLoader]) -> list[tuple[object, ...]]:
    """Return the kinds, values and places of a text's events, and the place of the error that ends them."""
    events: list[tuple[object, ...]] = []
    try:
        for event in yaml.parse(text, Loader=loader):
            start, end = event.start_mark, event.end_mark
            assert start is not None
            assert end is not None
            events.append((type(event), getattr(event, "value", None), start.index, end.index))
    except yaml.MarkedYAMLError as error:
        assert error.problem_mark is not None  # noqa: PT017 - for its type
        events.append((error.problem_mark.index,))
    return events


def test_shipped_games_load_without_libyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shipped games can be loaded without libyaml, although most of them write optional types in braces."""
    monkeypatch.setattr(document, "_LOADER", Loader)
    assert not gamespec.check("breakthrough").diagnostics

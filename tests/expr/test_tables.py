"""Tests of the parsing tables in the user's cache."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gamespec.expr import parse
from gamespec.system import user_cache
from gamespec.system.user_cache import VARIABLE
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.source import Source
from gamespec.trees import ast

TEXTS = (
    "1 + n * (2 - size(deck))", "any(c in hand[me]: c.rank > led)", "a if b != none else {1, 2}",
    "let x = 1: x", "1 +", "(a", "a b", "any(c: c)", "{1, }", "hand[me", "a ? b : c", "'a'", "1..",
    "", "not", "a == == b",
)  # fmt: skip
"""Expressions, and texts that are none."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the folder that the cache uses, with no parser in memory before and after."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    parse._parser.cache_clear()  # noqa: SLF001 - as in a new process
    yield tmp_path / "cache"
    parse._parser.cache_clear()  # noqa: SLF001 - as above


def parsed() -> list[tuple[ast.Node | None, list[Diagnostic]]]:
    """Return the trees and the messages of all texts, from a parser that is made anew."""
    parse._parser.cache_clear()  # noqa: SLF001 - as in a new process
    parse._known_syntax.cache_clear()  # noqa: SLF001 - as above
    found: list[tuple[ast.Node | None, list[Diagnostic]]] = []
    for text in TEXTS:
        said, source = Collector(), Source("t", text)
        expression = parse.parse_slice(source, 0, len(text), said)
        found.append((None if expression is None else ast.placeless(expression.root), [*said]))
    return found


def test_tables_that_are_read_parse_alike(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser with tables from the cache gives the same trees and messages, and computes none."""
    first = parsed()
    assert len([*place.glob("*/*.tables")]) == 1
    monkeypatch.delattr(parse, "_computed")
    assert repr(parsed()) == repr(first)
    monkeypatch.undo()
    monkeypatch.setenv(VARIABLE, "")
    assert repr(parsed()) == repr(first)


@pytest.mark.parametrize("at", [0, 20, 60, 4000, -1])
def test_damaged_tables_are_computed_again(place: Path, at: int) -> None:
    """If a bit of the file is flipped, wherever it is, the tables are computed and written again."""
    first = parsed()
    (path,) = place.glob("*/*.tables")
    damaged = bytearray(path.read_bytes())
    damaged[at] ^= 1
    path.write_bytes(damaged)
    assert repr(parsed()) == repr(first)
    assert user_cache.read(path) is not None


def test_other_grammars_have_other_tables(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of another version of lark are not used; at most `MOST_TABLES` files are kept."""
    for version in range(6):
        monkeypatch.setattr("lark.__version__", f"1.3.{version}")
        parsed()
        assert len([*place.glob("*/*.tables")]) == min(version + 1, parse.MOST_TABLES)

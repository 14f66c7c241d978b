"""Tests for the quotes that a cure puts around the value of YAML in which it writes."""

from __future__ import annotations

import pytest
import yaml

from gamespec.text.advice import replaced
from gamespec.text.quoting import with_quotes
from gamespec.text.source import Source

CASES = [
    ("a: {to: hand}\n", "hand", "hand[p]", 'a: {to: "hand[p]"}\n'),
    ("a: {to: x + hand, b: 1}\n", "hand", "f(p, q)", 'a: {to: "x + f(p, q)", b: 1}\n'),
    ("a: [x, hand]\n", "hand", "{1, 2}", 'a: [x, "{1, 2}"]\n'),
    ("a: {b: {c: hand}}\n", "hand", "hand[p]", 'a: {b: {c: "hand[p]"}}\n'),
    ("a: {hand: 1}\n", "hand", "hand[p]", 'a: {"hand[p]": 1}\n'),
    ("a: hand\n", "hand", "hand[p]", "a: hand[p]\n"),
    ("a: hand  # all\n", "hand", "any(x in s: x)", 'a: "any(x in s: x)"  # all\n'),
    ("- a: hand\n  b: c\n", "hand", "any(x in s: x)", '- a: "any(x in s: x)"\n  b: c\n'),
    ('a: {to: "hand"}\n', "hand", "hand[p]", 'a: {to: "hand[p]"}\n'),
    ("a: {to: 'x hand'}\n", "hand", "hand[p]", "a: {to: 'x hand[p]'}\n"),
    ("a: >-\n  x and\n  hand\nb: 1\n", "hand", "any(x in s: x)", "a: >-\n  x and\n  any(x in s: x)\nb: 1\n"),
    ("a: {to: hand}\n", "hand", "paw", "a: {to: paw}\n"),
    ("a:\n  b: {c: d,\n    to: hand}\n", "hand", "hand[p]", 'a:\n  b: {c: d,\n    to: "hand[p]"}\n'),
    ("# [x\na: {to: hand}\n", "hand", "hand[p]", '# [x\na: {to: "hand[p]"}\n'),
]


@pytest.mark.parametrize(("text", "old", "new", "cured"), CASES)
def test_a_cure_quotes_what_it_writes(text: str, old: str, new: str, cured: str) -> None:
    """The value is quoted if, and only if, YAML would otherwise read something else; the text stays YAML."""
    source, start = Source("f", text), text.index(old)
    cure = with_quotes(replaced(source.span(start, start + len(old)), new))
    for edit in sorted(cure.edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert text == cured
    yaml.safe_load(cured)

"""Tests for what expressions of other languages mean here."""

from __future__ import annotations

import pytest

from gamespec.documents.document import Scalar
from gamespec.expr.parse import parse_expression
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

BORROWED = [
    ("a && b || !c", "&&", "a and b or not c"),
    ("a&&b", "&&", "a and b"),
    ("!(a == b)", "!", "not (a == b)"),
    ("a === b", "===", "a == b"),
    ("a !== b", "!==", "a != b"),
    ("a <> 1", "<>", "a != 1"),
    ("a = b", "=", "a == b"),
    ("a =< b and b => c", "=<", "a <= b and b >= c"),
    ("a ≤ b and c ≠ d", "≤", "a <= b and c != d"),
    ("a / 2 \u00d7 3", "/", "a // 2 * 3"),
    ("a mod 2", "mod", "a % 2"),
    ("a AND NOT b", "AND", "a and not b"),
    ("a == None or True", "None", "a == none or true"),
    ("a is not None", "is not", "a != none"),
    ("heap is empty", "heap is empty", "empty(heap)"),
    ("hand[me] is not empty", "hand[me] is not empty", "not empty(hand[me])"),
    ("1...6", "...", "1..6"),
    ("1 – n", "–", "1..n"),  # noqa: RUF001 - the dash is what is meant
    ("n in 1 to 6", "to", "n in 1..6"),
    ("c.suit == 'hearts'", "'hearts'", "c.suit == hearts"),
    ('c["suit"]', '["suit"]', "c.suit"),
    ("n in [1, 2]", "[1, 2]", "n in {1, 2}"),
    ("deck.size()", "deck.size()", "size(deck)"),
    ("hand[me].contains(c) and a", "hand[me].contains(c)", "c in hand[me] and a"),
    ("deck.top(3)", "deck.top(3)", "top(deck, 3)"),
    ("n++", "n++", "n + 1"),
    ("n -= 2 * a", "n -= 2 * a", "n - (2 * a)"),
    ("a;", ";", "a"),
    ("len([c for c in hand if c.red])", "len([c for c in hand if c.red])", "count(c in hand: c.red)"),
    ("any(c.red for c in hand[me])", "any(c.red for c in hand[me])", "any(c in hand[me]: c.red)"),
    (
        "sum(c.worth for c in hand if c.red)",
        "sum(c.worth for c in hand if c.red)",
        "sum(c in hand: c.worth if c.red else 0)",
    ),
    (
        "all(c.red for c in hand if c.big)",
        "all(c.red for c in hand if c.big)",
        "all(c in hand: not (c.big) or (c.red))",
    ),
    (
        "max([c.worth for c in hand if c.red])",
        "max([c.worth for c in hand if c.red])",
        "max(c in filter(c in hand: c.red): c.worth)",
    ),
    (
        "sum(c in hand where c.red: c.worth)",
        "sum(c in hand where c.red: c.worth)",
        "sum(c in hand: c.worth if c.red else 0)",
    ),
    (
        "a + max(c in top(deck, 3) if c.red: c.worth)",
        "max(c in top(deck, 3) if c.red: c.worth)",
        "a + max(c in filter(c in top(deck, 3): c.red): c.worth)",
    ),
    (
        "any(c in hand where c.red: c.big)",
        "any(c in hand where c.red: c.big)",
        "any(c in hand: (c.red) and (c.big))",
    ),
    ("count(c in hand where c.red)", "count(c in hand where c.red)", "count(c in hand: c.red)"),
]


@pytest.mark.parametrize(("text", "sign", "meant"), BORROWED)
def test_what_is_borrowed_is_told_and_cured(text: str, sign: str, meant: str) -> None:
    """One message names the first foreign sign, and one cure makes the whole expression ours."""
    source, found = Source("f", text), Collector()
    span = source.span(0, len(text))
    assert parse_expression(Scalar(text, text, span, span), found) is None
    (told,) = found
    assert (told.code, told.span.text) == ("GS125", sign)
    (cure, *_) = told.cures
    for edit in sorted(cure.edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert text.strip("\"'") == meant


@pytest.mark.parametrize("text", ["a +", "a b", "let(x = 3: x = 4)", "(a", "a $ b", "a ** 2", ""])
def test_what_no_rewriting_mends_is_told_as_before(text: str) -> None:
    """If rewriting does not make an expression of a text, no cure is offered that leaves it broken."""
    source, found = Source("f", text), Collector()
    span = source.span(0, len(text))
    assert parse_expression(Scalar(text, text, span, span), found) is None
    (told,) = found
    assert all(edit.text != "" for cure in told.cures for edit in cure.edits)

"""For a conditional of the form `a ? b : c`, the checker proposes the equivalent `b if a else c`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamespec.expr.conditional import chosen, enclosed
from gamespec.expr.parse import parse_slice
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

CASES = [
    ("a ? b : c", "b if a else c"),
    ("1 + (x > 2 ? 1 : 0)", "1 if x > 2 else 0"),
    ("any(c in d: c.y ? 1 : 0) and z", "1 if c.y else 0"),
    ("f(a ? b : c, d)", "b if a else c"),
    ("x[a ? 1 : 2]", "1 if a else 2"),
    ("a ? b ? 1 : 2 : c", "(1 if b else 2) if a else c"),
    ("a ? 1 : b ? 2 : 3", "1 if a else 2 if b else 3"),
    ("a ? (b ? 1 : 2) : 3", "(1 if b else 2) if a else 3"),
    ("a ? b", "b if a else …"),
]


@pytest.mark.parametrize(("text", "cure"), CASES)
def test_cures(text: str, cure: str) -> None:
    """The proposed replacement covers exactly the part of the expression that must be rewritten."""
    found = Collector()
    assert parse_slice(Source("game.yaml", text), 0, len(text), found) is None
    assert [d.help for d in found] == [f"write `{cure}`"]


@st.composite
def texts(draw: st.DrawFn, depth: int = 3) -> str:
    """Return an expression that contains conditionals of the form `a ? b : c` in various places."""
    if depth == 0:
        return draw(st.sampled_from(["a", "b", "7"]))
    part = texts(depth - 1)
    form = draw(
        st.sampled_from(["{} ? {} : {}", "f({}, {})", "({})", "x[{}]", "any(c in ({}): {})", "({}) == ({})"])
    )
    return form.format(*(draw(part) for _ in range(form.count("{}"))))


@settings(max_examples=60)
@given(texts().filter(lambda text: "?" in text))
def test_what_is_proposed_can_be_read(text: str) -> None:
    """Applying the proposed replacements in turn yields a valid expression without question marks."""
    while "?" in text:
        first, last = enclosed(text, 0, text.index("?"), len(text))
        text = f"{text[:first]} {chosen(text[first:last])}{text[last:]}"
    found = Collector()
    assert parse_slice(Source("game.yaml", text), 0, len(text), found) is not None, (text, list(found))

"""The nearest known name. Distances are counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamespec.text.suggest import did_you_mean, nearest

KNOWN = [
    "player",
    "players",
    "card",
    "cards",
    "hand_size",
    "round",
    "me",
    "seat",
    "score",
    "shuffle",
    "choose",
]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("playr", ["player"]),  # a letter dropped; `players` is two away
        ("plyaer", ["player"]),  # two letters swapped
        ("shufle", ["shuffle"]),
        ("shuffel", ["shuffle"]),  # swapped at the end
        ("Round", ["round"]),  # case alone
        ("ME", ["me"]),
        ("hand-size", ["hand_size"]),
        ("size_hand", ["hand_size"]),  # the same words
        ("handsize", ["hand_size"]),
        ("chose", ["choose"]),
        ("cars", ["card", "cards"]),  # one away each: `s` for `d`, `d` added
    ],
)
def test_near(name: str, meant: list[str]) -> None:
    """One slip for every three letters is near; only the nearest are given, in the order known."""
    assert nearest(name, KNOWN) == meant


@pytest.mark.parametrize("name", ["ma", "x", "", "gold", "zebra", "car_park", "sort", "rows"])
def test_far(name: str) -> None:
    """A name with too many slips for its length, or too short to tell, brings no suggestion."""
    assert nearest(name, KNOWN) == []
    assert did_you_mean(name, KNOWN) is None


def test_limit() -> None:
    """No more than `limit` names are given."""
    assert nearest("cat", ["bat", "rat", "hat", "mat"]) == ["bat", "rat", "hat"]
    assert nearest("cat", ["bat", "rat", "hat", "mat"], limit=1) == ["bat"]


def test_words() -> None:
    """One, two or three names make a question."""
    assert did_you_mean("playr", KNOWN) == "did you mean `player`?"
    assert did_you_mean("cars", KNOWN) == "did you mean `card` or `cards`?"
    assert did_you_mean("cat", ["bat", "rat", "hat"]) == "did you mean `bat`, `rat` or `hat`?"


@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=8))
def test_known_and_exact(name: str, known: list[str]) -> None:
    """Property: suggestions are known names, and a name that is known is its own."""
    assert set(nearest(name, known)) <= set(known)
    assert name in nearest(name, [*known, name], limit=9)

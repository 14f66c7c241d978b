"""Tests for suggestions of the most similar known names, with distances that were counted by hand."""

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
        ("playr", ["player"]),  # one letter is missing; `players` is two away
        ("plyaer", ["player"]),  # two letters are swapped
        ("shufle", ["shuffle"]),
        ("shuffel", ["shuffle"]),  # the last two letters are swapped
        ("Round", ["round"]),  # only the case differs
        ("ME", ["me"]),
        ("hand-size", ["hand_size"]),
        ("size_hand", ["hand_size"]),  # the words are in another order
        ("handsize", ["hand_size"]),
        ("chose", ["choose"]),
        ("cars", ["card", "cards"]),  # both differ by one letter
    ],
)
def test_near(name: str, meant: list[str]) -> None:
    """A name is similar if it differs by at most one slip for every three letters.

    Only the most similar names are returned.
    """
    assert nearest(name, KNOWN) == meant


@pytest.mark.parametrize("name", ["ma", "x", "", "gold", "zebra", "car_park", "sort", "rows"])
def test_far(name: str) -> None:
    """A name that is too short, or that differs by too many slips for its length, has no suggestion."""
    assert nearest(name, KNOWN) == []
    assert did_you_mean(name, KNOWN) is None


def test_limit() -> None:
    """At most `limit` names are returned."""
    assert nearest("cat", ["bat", "rat", "hat", "mat"]) == ["bat", "rat", "hat"]
    assert nearest("cat", ["bat", "rat", "hat", "mat"], limit=1) == ["bat"]


def test_words() -> None:
    """The suggestion is a question that contains one, two or three names."""
    assert did_you_mean("playr", KNOWN) == "did you mean `player`?"
    assert did_you_mean("cars", KNOWN) == "did you mean `card` or `cards`?"
    assert did_you_mean("cat", ["bat", "rat", "hat"]) == "did you mean `bat`, `rat` or `hat`?"


@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=8))
def test_known_and_exact(name: str, known: list[str]) -> None:
    """All suggestions are known names, and a known name is among the suggestions for itself."""
    assert set(nearest(name, known)) <= set(known)
    assert name in nearest(name, [*known, name], limit=9)

"""Tests for messages of the server, in the languages of its pages."""

from __future__ import annotations

from interpreter.serve.notices import Counted, Notice
from interpreter.serve.seats import Viewer


def test_values_in_texts() -> None:
    """A text may contain another text, or a viewer, who is named as in the game."""
    inner = Notice("a number in digits, as a text")
    outer = Notice("`{key}` must be {what}", key="x", what=inner)
    assert outer.in_("de", lambda viewer: viewer.name) == "`x` muss eine Zahl in Ziffern, als Text sein"
    left = Notice("{who} has refused", who=Viewer("seat", 1))
    assert left.in_("en", lambda viewer: f"player {viewer.seat}") == "player 1 has refused"
    assert str(left) == "p2 has refused"


def test_numbers_in_texts() -> None:
    """A text with a number is singular for the number one only, in both languages."""
    said = Counted("there is only {count} decision", "there are only {count} decisions")
    notices = [Notice(said, count=count) for count in (0, 1, 2)]
    assert [str(notice) for notice in notices] == [
        "there are only 0 decisions",
        "there is only 1 decision",
        "there are only 2 decisions",
    ]
    assert [notice.in_("de", lambda viewer: viewer.name) for notice in notices] == [
        "es gibt nur 0 Entscheidungen",
        "es gibt nur 1 Entscheidung",
        "es gibt nur 2 Entscheidungen",
    ]

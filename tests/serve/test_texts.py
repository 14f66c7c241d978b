"""Messages of the server in the languages of its pages."""

from __future__ import annotations

from interpreter.serve.refusing import Counted, Refusal
from interpreter.serve.seats import Viewer


def test_values_in_texts() -> None:
    """A value in a text may be another refusal, or a viewer, who is named as in the game."""
    inner = Refusal("a number in digits, as a text")
    outer = Refusal("`{key}` must be {what}", key="x", what=inner)
    assert outer.in_("de", lambda viewer: viewer.name) == "`x` muss eine Zahl in Ziffern, als Text sein"
    left = Refusal("{who} has refused", who=Viewer("seat", 1))
    assert left.in_("en", lambda viewer: f"player {viewer.seat}") == "player 1 has refused"
    assert str(left) == "p2 has refused"


def test_numbers_in_texts() -> None:
    """Texts with a number use the singular for one only, in both languages."""
    said = Counted("there is only {count} decision", "there are only {count} decisions")
    refusals = [Refusal(said, count=count) for count in (0, 1, 2)]
    assert [str(refusal) for refusal in refusals] == [
        "there are only 0 decisions",
        "there is only 1 decision",
        "there are only 2 decisions",
    ]
    assert [refusal.in_("de", lambda viewer: viewer.name) for refusal in refusals] == [
        "es gibt nur 0 Entscheidungen",
        "es gibt nur 1 Entscheidung",
        "es gibt nur 2 Entscheidungen",
    ]

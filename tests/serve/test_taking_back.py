"""Tests for answers that are taken back without asking anybody, and for bots that wait for it."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from served import Page, hosted, page

if TYPE_CHECKING:
    from pathlib import Path

LONG = 10_000
"""A pause that no test waits for, in milliseconds."""
SHORT = 600


def answered(message: dict[str, Any]) -> bool:
    """Return whether a message shows a table with an answer."""
    return message["kind"] == "table" and message["answers"] > 0


def say(one: Page, pause: int | None = None, label: str = "") -> None:
    """Take the first option whose label contains a text, and let bots wait for so many milliseconds."""
    choices = one.table["asked"]["choices"]
    number = next(each["number"] for each in choices if label in each["label"])
    one.say("answer", revision=one.table["revision"], number=number, pause=pause)
    one.until(answered)


@pytest.mark.parametrize(
    ("game", "label", "undo"),
    [
        ("tic-tac-toe", "", "free"),
        ("pig", "roll", "ask"),  # chance has come up
        ("goofspiel", "", "free"),  # nobody has seen the bid
        ("animals", "draw", "ask"),  # a card was shown to whoever drew it
    ],
)
def test_when_a_slip_is_taken_back(animals: Path, tmp_path: Path, game: str, label: str, undo: str) -> None:
    """Nobody is asked as long as nobody else has answered and nothing has come to light."""
    spec = animals if game == "animals" else game
    with (
        hosted(tmp_path / "t", spec, "--seats", "human,human", "--seed", "3") as server,
        ExitStack() as stack,
    ):
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        assert first.table["undo"] is None
        say(first, label=label)
        assert first.table["undo"] == undo
        assert second.until(answered)["undo"] is None
        first.say("undo")
        if undo == "free":
            first.until(lambda message: message["answers"] == 0)
            assert first.table["asked"]
        else:
            first.until(lambda message: message["kind"] == "table" and message["proposal"] is not None)
            assert len(server.table.answers) == 1


def test_bots_wait_for_a_slip(tmp_path: Path) -> None:
    """A bot waits as long as the page asks for, and does not answer what has been taken back meanwhile."""
    with (
        hosted(tmp_path, "tic-tac-toe", "--seats", "human,random", "--seed", "3") as server,
        page(server, "p1") as first,
    ):
        say(first, LONG)
        assert first.table["undo"] == "free"
        first.say("undo")
        first.until(lambda message: message["answers"] == 0)
        assert first.table["happened"] == "the last answer was taken back"
        began = monotonic()
        say(first, SHORT)
        first.until(lambda message: message["answers"] == 2)
        assert monotonic() - began >= SHORT / 1000
        assert first.table["undo"] == "free", "a bot is not asked"
        first.say("undo")
        first.until(lambda message: message["answers"] == 0)
        assert first.table["happened"] == "the last 2 answers were taken back"


def test_bots_wait_for_nothing_else(tmp_path: Path) -> None:
    """If chance has come up, there is no slip to wait for."""
    with (
        hosted(tmp_path, "pig", "--seats", "human,random", "--seed", "3") as server,
        page(server, "p1") as first,
    ):
        began = monotonic()
        while first.table["players"][0]["deciding"] and monotonic() - began < LONG / 1000:
            say(first, LONG, "roll")
        first.until(lambda message: len(server.table.answers) > message["since"])
        assert monotonic() - began < LONG / 1000


@pytest.mark.parametrize(
    ("game", "label", "seats", "asks"),
    [
        ("tic-tac-toe", "", "human,human", False),  # it can be taken back freely
        ("pig", "hold", "human,human", False),
        ("pig", "roll", "human,human", True),  # chance comes up
        ("pig", "roll", "human,random", False),  # nobody is asked
        (
            "trapper",
            "end the turn",
            "human,human,human",
            False,
        ),  # a hidden card may decide
    ],
)
def test_what_could_not_be_taken_back_is_asked_about(
    tmp_path: Path, game: str, label: str, seats: str, *, asks: bool
) -> None:
    """A press that may be a slip is no answer yet if others would have to agree to its being taken back."""
    with hosted(tmp_path / "t", game, "--seats", seats, "--seed", "3") as server, ExitStack() as stack:
        first = stack.enter_context(page(server, "p1"))
        if seats.endswith("human"):
            stack.enter_context(page(server, "p2"))
        number = next(each["number"] for each in first.table["asked"]["choices"] if label in each["label"])
        revision = first.table["revision"]
        first.say("answer", revision=revision, number=number, slip=True)
        if asks:
            assert first.until(lambda message: message["kind"] == "sure") == {
                "kind": "sure",
                "revision": revision,
                "number": number,
            }
            assert not server.table.answers
            first.say("answer", revision=revision, number=number)
        first.until(answered)

"""Tests for the advice of bots: who may ask, what is told, and that nothing waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from served import Page, hosted, page
from shipped import loaded

from interpreter.serve import room
from interpreter.serve.advising import adviser

if TYPE_CHECKING:
    from pathlib import Path

TWO = ("--seats", "human,human", "--seed", "11")


def allowed(message: dict[str, Any]) -> bool:
    """Return whether a message shows a table at which the viewer may ask for advice."""
    return message["kind"] == "table" and bool(message["advice"])


def advice(seat: Page) -> dict[str, Any]:
    """Ask for advice, and return it."""
    seat.say("advise", revision=seat.table["revision"])
    return seat.until(lambda message: message["kind"] == "advice")


def test_who_may_ask(tmp_path: Path) -> None:
    """Only the host allows advice, and only the player who decides may ask, about the present decision."""
    with (
        hosted(tmp_path, "tic-tac-toe", *TWO) as server,
        page(server, "p1") as first,
        page(server, "p2") as second,
        page(server, "host") as host,
    ):
        first.say("advise", revision=0)
        assert first.refused() == "the host has not allowed that"
        first.say("allow", advice=True)
        assert first.refused() == "only the host can do that"
        host.say("allow", advice="yes")
        assert host.refused() == "`advice` must be `true` or `false`"
        host.say("allow", advice=True)
        first.until(allowed)
        for each in (second, host):
            each.say("advise", revision=0)
            assert each.refused() == "it is not your turn"
            assert not each.table["advice"]
        first.say("advise", revision=1)
        assert first.refused() == "the game has gone on since"
        assert advice(first)["by"] == "good"
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, page(server, "p1") as first:
        assert first.table["advice"], "it is kept with the table"


@pytest.mark.parametrize(("name", "by"), [("tic-tac-toe", "good"), ("goofspiel", "mcts:200")])
def test_what_is_told(name: str, by: str, tmp_path: Path) -> None:
    """A bot names at most three options by their labels, the best one first, with their shares."""
    assert adviser(loaded(name).program()) == by
    with hosted(tmp_path, name, *TWO) as server, page(server, "p1") as first, page(server, "host") as host:
        host.say("allow", advice=True)
        first.until(allowed)
        found = advice(first)
        assert found["by"] == by
        labels = {choice["label"] for choice in first.table["asked"]["choices"]}
        assert {option["label"] for option in found["options"]} <= labels
        shares = [option["percent"] for option in found["options"]]
        assert 1 <= len(shares) <= 3
        assert shares == sorted(shares, reverse=True)
        assert 0 < sum(shares) <= 101, "each is rounded"


@pytest.mark.long("processes")
def test_nobody_waits_for_advice(tmp_path: Path) -> None:
    """While a bot thinks, the player may answer; the bot is stopped, and its advice never comes."""
    with (
        mock.patch.object(room, "adviser", return_value="mcts:10000000"),
        hosted(tmp_path, "hex", *TWO) as server,
        page(server, "p1") as first,
        page(server, "p2") as second,
        page(server, "host") as host,
    ):
        host.say("allow", advice=True)
        first.until(allowed)
        first.say("advise", revision=0)
        first.say("note", decision=0, text="this takes long")
        first.until(lambda message: message["kind"] == "table" and bool(message["notes"]))
        first.say("advise", revision=0)
        first.answer()
        assert second.wait_for_turn()
        second.answer()
        assert first.wait_for_turn()
        assert not any('"kind": "advice"' in text for _, text in first.heard)

"""Tests that bots at a served table never hold up other players, and that cancelling them loses nothing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from multiprocessing import active_children
from random import Random
from time import monotonic, sleep
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from click.testing import CliRunner
from served import PATIENCE, hosted, page, serving

import gamespec
from interpreter.bots.along import Along
from interpreter.cli.app import cli
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition
from interpreter.serve.room import Room
from interpreter.serve.seats import HOST, Chair, Chairs, Viewer
from interpreter.serve.table import Table

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

THINKING = """
import os

def for_ever(view, draws):
    with open(os.environ["BEGUN"], "w") as begun:
        begun.write("begun")
    while True:
        pass
"""
FIRST = Viewer("seat", 0)
CALLS = 12


def children() -> set[int]:
    """Return the processes in which bots of this process think."""
    return {each.pid or 0 for each in active_children() if each.name == "bots"}


@pytest.mark.long("processes")
def test_bots_are_ready_before_they_are_asked(tmp_path: Path) -> None:
    """The process in which bots think starts with the table, and answers the first question."""
    before = children()
    with hosted(tmp_path, "tic-tac-toe", "--seats", "human,random") as server:
        until = monotonic() + PATIENCE
        while not children() - before and monotonic() < until:
            sleep(0.01)
        ready = children() - before
        assert len(ready) == 1
        assert not server.table.answers
        with page(server, "p1") as seat:
            seat.answer()
            assert seat.wait_for_turn()
            assert children() - before == ready
    until = monotonic() + PATIENCE
    while children() - before and monotonic() < until:
        sleep(0.01)
    assert not children() - before


def test_without_bots_there_is_no_process(tmp_path: Path) -> None:
    """A table at which only people sit starts no process for bots, until a bot takes a seat."""
    before = children()
    with hosted(tmp_path, "tic-tac-toe", "--seats", "human,human") as server, page(server, "host") as host:
        assert not children() - before
        host.say("replace", seat=2, by="random")
        until = monotonic() + PATIENCE
        while not children() - before and monotonic() < until:
            sleep(0.01)
        assert len(children() - before) == 1


@pytest.mark.long("processes")
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes and signals")
def test_a_bot_that_thinks_for_ever_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a bot thinks without end, another bot can take its seat, and Ctrl-C ends the server."""
    (tmp_path / "mine.py").write_text(THINKING, "utf-8")
    told = tmp_path / "begun"
    os.mkfifo(told)
    monkeypatch.setenv("BEGUN", str(told))
    slow = f"{tmp_path / 'mine.py'}:for_ever"
    with (
        serving(tmp_path / "table", "tic-tac-toe", "--seats", f"human,{slow}") as server,
        page(server, "p1") as seat,
        page(server, "host") as host,
    ):
        seat.answer()
        assert told.read_text() == "begun"  # reading waits until the bot thinks
        host.say("replace", seat=2, by="random")
        seat.until(lambda message: message["kind"] == "table" and message["answers"] == 2)
    with serving(tmp_path / "table", "tic-tac-toe", "--seats", f"{slow},{slow}") as server:
        assert told.read_text() == "begun"
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 130
    assert len(server.game["answers"]) == 2


@pytest.mark.long("processes")
def test_one_server_a_folder(tmp_path: Path) -> None:
    """While a server uses a folder, a second server is refused and leaves the folder unchanged."""
    words = ("serve", "tic-tac-toe", "--port", "0", "--folder", str(tmp_path))
    with serving(tmp_path, "tic-tac-toe", "--seats", "human,human") as server, page(server, "p1") as seat:
        seat.answer()
        for more in ([], ["--new"]):
            with mock.patch("interpreter.serve.server.run", side_effect=AssertionError("it serves")):
                refused = CliRunner().invoke(cli, [*words, *more])
            assert refused.exit_code == 2
            assert "another process is writing into this folder" in refused.stderr
            assert "`--folder` names another place" in refused.stderr
        assert len(server.game["answers"]) == 1
    with hosted(tmp_path, "tic-tac-toe") as again:
        assert "the game goes on after 1 answers, and the links are the same" in again.said


def said(random: Random, room: Room) -> tuple[Viewer, dict[str, Any]]:
    """Return a random message that may arrive while a bot thinks, and the viewer who sends it."""
    at = random.randrange(len(room.table.answers) + 1)
    who = random.choice(["random", "flat:2", "mcts:30", "mcts:10000000"])
    return random.choice(
        [
            (HOST, {"kind": "replace", "seat": 1, "by": who}),
            (HOST, {"kind": "replace", "seat": 2, "by": who}),
            (HOST, {"kind": "go_on", "at": at}),
            (FIRST, {"kind": "take"}),
        ]
    )


@pytest.mark.long("processes")
@pytest.mark.parametrize("seed", range(2))
def test_cancelling_at_any_moment_leaves_the_table_unharmed(seed: int) -> None:
    """However bots are cancelled, their answers are legal and equal to those of bots that are not disturbed.

    Between two messages, the other tasks at the table get a random number of turns, from none to many.
    """
    random = Random(seed)  # noqa: S311 - no secrets
    spec = gamespec.load("tic-tac-toe")
    edition = Edition(spec, spec.compiled())
    table = Table(edition, Course(edition, 5), Chairs([Chair("mcts:10000000"), Chair("flat:2")]), luck=3)
    room = Room(table, "en", None)
    by: dict[int, str] = {}
    taken = table.take

    def noted(option: Any) -> None:
        decision = table.decision
        assert decision is not None
        by[len(table.answers)] = table.chairs.seats[decision.player].by
        taken(option)

    table.take = noted  # type: ignore[method-assign] # who answered is not kept

    async def play() -> None:
        room.open()
        pages = {who: room.enter(who) for who in (HOST, FIRST)}
        for _ in range(CALLS):
            for _ in range(random.choice([0, 1, 3, 30, 3000])):
                await asyncio.sleep(0)
            who, message = said(random, room)
            opened = pages[who]
            assert opened is not None
            opened.greeted = True
            await room.hear(opened, json.dumps(message))
            opened.replies.clear()
        for seat in (1, 2):
            host = pages[HOST]
            assert host is not None
            await room.hear(host, json.dumps({"kind": "replace", "seat": seat, "by": "flat:2"}))
        watching = pages[FIRST]
        assert watching is not None
        while not table.course.game.over:
            await watching.to_send()
        await room.close()

    asyncio.run(play())
    assert room.failure is None
    again, whole = Course.replayed(edition, 5, table.answers)
    assert whole
    assert again.game.position == table.course.game.position
    along, now = Along(again.beginning), table.course.asked_of("", table.luck)
    for number, answer in enumerate(now.answers):
        asked = now._replace(answers=now.answers[:number], bot=by[number])
        assert by[number] != "human"
        assert along.answer(asked._replace(luck=now.luck._replace(decision=number))) == answer

"""Tests for servers with several games: the first page, new tables, free seats."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from served import HERE, PATIENCE, Server, page, socket_of
from websockets.exceptions import InvalidStatus

import gamespec
from interpreter.serve.hall import hall as halls
from interpreter.serve.hall.hall import Hall
from interpreter.serve.rules import no_examples
from interpreter.serve.server import bound, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from websockets.sync.client import ClientConnection


MALFORMED = [
    "",
    "[]",
    "{",
    '{"kind": "new"}',
    '{"kind": "new", "game": "x", "players": 2, "bots": 0}',
    '{"kind": "new", "game": "pig", "players": 99, "bots": 0}',
    '{"kind": "new", "game": "pig", "players": 2, "bots": 2}',
    '{"kind": "take", "table": "../x", "seat": 1}',
    json.dumps({"kind": "x" * 100}),
]


@contextmanager
def a_hall(folder: Path, *games: str, token: str = "") -> Iterator[tuple[Hall, Server]]:
    """Serve games in a thread, at a free port."""
    folder.mkdir(exist_ok=True)
    told: list[str] = []
    hall = Hall(
        [gamespec.load(game) for game in games], folder, None, told.append, token=token, examples=no_examples
    )
    opened = threading.Event()
    with bound(HERE, 0) as listening:
        thread = threading.Thread(
            target=run, args=(hall, HERE, listening, lambda _: opened.set()), daemon=True
        )
        begins = f"http://{HERE}:{listening.getsockname()[1]}"
        thread.start()
        try:
            assert opened.wait(PATIENCE)
            yield hall, Server(folder, {"host": f"{begins}/hall/{hall.token}"}, told)
        finally:
            hall.stop()
            thread.join(PATIENCE)


def said(socket: ClientConnection, kind: str, **values: object) -> None:
    """Send a message."""
    socket.send(json.dumps({"kind": kind, **values}))


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["kind"] == kind:
            return message


def test_from_the_first_page_to_a_seat(tmp_path: Path) -> None:
    """Somebody opens a table and takes its first seat, somebody else the free one; others see both taken.

    The first page tells no link: only who opens a table, or takes a free seat, is sent one.
    """
    with a_hall(tmp_path / "h", "pig", "hex") as (hall, server):
        with (
            socket_of(server, server.links["host"]) as first,
            socket_of(server, server.links["host"]) as second,
        ):
            for each in (first, second):
                said(each, "hello", language="en")
            listed = heard(first, "hall")
            assert [each["id"] for each in listed["games"]] == ["hex", "pig"]
            assert listed["tables"] == []
            said(first, "new", game="hex", players=2, bots=0)
            made = heard(first, "go")
            heard(second, "hall")
            shown = heard(second, "hall")
            assert [each["free"] for each in shown["tables"][0]["seats"]] == [False, True]
            tokens = [chair.token for chair in hall.tables["hex-1"].room.table.chairs.seats]
            assert not any(token in json.dumps(shown) for token in tokens)
            said(second, "take", table="hex-1", seat=1)
            assert heard(second, "refused")["reason"] == "this seat is not free any more"
            said(second, "take", table="hex-1", seat=2)
            taken = heard(second, "go")
            assert taken["host"] == ""
            said(first, "take", table="hex-1", seat=2)
            assert "not free" in heard(first, "refused")["reason"]
        begins = server.origin
        server.links |= {"p1": begins + made["seat"], "p2": begins + taken["seat"]}
        with page(server, "p1", "en") as one, page(server, "p2", "en") as two:
            assert (one.table["you"]["seat"], two.table["you"]["seat"]) == (0, 1)
            one.answer()


def test_tables_are_kept(tmp_path: Path) -> None:
    """With the same folder, tables go on and links stay the same; a broken one is left alone."""
    with (
        a_hall(tmp_path / "h", "pig", "hex", token="t" * 22) as (_, server),
        socket_of(server, server.links["host"]) as first,
    ):
        said(first, "new", game="pig", players=2, bots=1)
        made = heard(first, "go")
    (tmp_path / "h" / "hex-1").mkdir()
    (tmp_path / "h" / "hex-1" / "table.json").write_text("{", "utf-8")
    with a_hall(tmp_path / "h", "pig", "hex", token="t" * 22) as (hall, server):
        assert list(hall.tables) == ["pig-1"]
        assert "cannot go on" in server.said[0]
        server.links["p1"] = server.origin + made["seat"]
        with page(server, "p1", "en") as one:
            assert one.table["players"][1]["by"] == "random"


def test_strangers_are_kept_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the link there is nothing, other origins are refused, and what is malformed does no harm."""
    monkeypatch.setattr(halls, "MOST_TABLES", 1)
    with a_hall(tmp_path / "h", "pig") as (_, server):
        for path in ("/hall/wrong", "/hall/", "/"):
            connection = HTTPConnection(urlsplit(server.origin).netloc, timeout=PATIENCE)
            connection.request("GET", path)
            assert connection.getresponse().status == 404
            connection.close()
        for link, origin in (
            (f"{server.origin}/hall/wrong", None),
            (server.links["host"], "http://evil.example"),
        ):
            with pytest.raises(InvalidStatus, match="403"):
                socket_of(server, link, origin=origin)
        with socket_of(server, server.links["host"]) as socket:
            for text in MALFORMED:
                socket.send(text)
                assert heard(socket, "refused")["reason"]
            said(socket, "new", game="pig", players=2, bots=0)
            heard(socket, "go")
            said(socket, "new", game="pig", players=2, bots=0)
            assert heard(socket, "refused")["reason"] == "too many tables are open"


def test_pictures(tmp_path: Path) -> None:
    """A picture is a drawing of the game in the page's language."""
    with a_hall(tmp_path / "h", "othello") as (_, server), socket_of(server, server.links["host"]) as socket:
        said(socket, "hello", language="de")
        said(socket, "picture", game="othello")
        found = heard(socket, "picture")
        assert found["html"].startswith('<div class="table gamespec" lang="de" ')
        said(socket, "picture", game="pig")
        assert heard(socket, "refused")["reason"] == "diesen Tisch gibt es nicht"

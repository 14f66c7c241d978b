"""Tests that requests by strangers are refused with a reason and leave the game unchanged."""

from __future__ import annotations

import http.client
import json
import socket
from contextlib import ExitStack, suppress
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from served import Page, Server, hosted, page, serving, socket_of
from websockets.exceptions import ConnectionClosed, InvalidStatus

from interpreter.serve.plain import MOST_PLAIN
from interpreter.serve.room import MOST_OF_ONE, MOST_WATCHING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MALFORMED = 1000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a table for two people at which nobody has moved yet, and yield the server."""
    folder = tmp_path_factory.mktemp("table")
    with serving(folder, "tic-tac-toe", "--seats", "human,human", "--seed", "5") as opened:
        yield opened


@pytest.fixture
def unharmed(server: Server) -> Iterator[None]:
    """Check after a test that the game is unchanged, and that p1 can still open the table."""
    before = server.game
    yield
    assert server.game == before
    with page(server, "p1") as seat:
        assert seat.table["answers"] == 0
        assert len(seat.table["asked"]["choices"]) == 9


def get(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Send a request with headers that no browser would send.

    Return the status, the headers and the body of the answer.
    """
    parts = urlsplit(server.origin)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def paths(server: Server) -> dict[str, str]:
    """Return the path of each viewer's link, keyed by viewer."""
    return {who: urlsplit(link).path for who, link in server.links.items()}


def test_pages_are_served(server: Server) -> None:
    """Each link returns the page, with headers that isolate the page from other sites."""
    for path in paths(server).values():
        status, headers, body = get(server, path)
        assert status == 200
        assert b"<main" in body
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/seat/",
        "/seat/none",
        "/host/none",
        "/static/",
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/nothing.js",
        "/game.json",
        "/docs",
        "/openapi.json",
        "/seat/" + "x" * 5000,
    ],
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    """Every path except the links and the page's own files returns status 404."""
    status, _, body = get(server, path)
    assert status == 404
    assert body == b"not found\n"


def test_links_are_of_one_sort_only(server: Server) -> None:
    """A token opens only the pages of its own role.

    For example, the token of a seat does not open the host's page, and a spectator's does not open a seat.
    """
    tokens = server.tokens
    for role, who in [("host", "p1"), ("seat", "watch"), ("watch", "host"), ("seat", "host")]:
        assert get(server, f"/{role}/{tokens[who]}")[0] == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil:{port}"]
)
@pytest.mark.usefixtures("unharmed")
def test_wrong_hosts(server: Server, host: str) -> None:
    """Requests with a foreign host name are refused, whether they are for the page or for the socket."""
    port = urlsplit(server.origin).port
    named = host.format(port=port)
    for path in (paths(server)["p1"], "/static/main.js", "/table.css"):
        assert get(server, path, Host=named)[0] in (400, 404)
    with (
        pytest.raises(InvalidStatus),
        socket_of(server, server.links["p1"], origin=f"http://{named}", Host=named),
    ):
        pass


def test_localhost_is_this_machine(server: Server) -> None:
    """Requests that name localhost as the host are answered."""
    port = urlsplit(server.origin).port
    assert get(server, paths(server)["p1"], Host=f"localhost:{port}")[0] == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://localhost:8000"],
)
@pytest.mark.usefixtures("unharmed")
def test_foreign_origins(server: Server, origin: str) -> None:
    """A page of another site cannot open a socket, even if it knows the link."""
    with pytest.raises(InvalidStatus) as refused, socket_of(server, server.links["p1"], origin=origin):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.usefixtures("unharmed")
def test_wrong_tokens(server: Server) -> None:
    """A socket is refused if its token is unknown or belongs to another role."""
    tokens = server.tokens
    for path in (
        "/seat/none",
        f"/host/{tokens['p1']}",
        f"/seat/{tokens['p1'][:-1]}",
        f"/seat/{tokens['watch']}",
        "/seat/é",
    ):
        with pytest.raises(InvalidStatus), socket_of(server, server.origin + path):
            pass


@pytest.mark.usefixtures("unharmed")
def test_moves_out_of_turn(server: Server) -> None:
    """An answer is refused if it is out of turn, is for another revision, or names an option not on offer."""
    with page(server, "p1") as first, page(server, "p2", "de") as second, page(server, "watch") as watching:
        option = first.table["asked"]["choices"][0]["number"]
        revision = first.table["revision"]
        assert second.table["asked"] is None
        second.say("answer", revision=revision, number=option)
        assert second.refused() == "Sie sind nicht am Zug"
        watching.say("answer", revision=revision, number=option)
        assert watching.refused() == "only players at the table can do that"
        for old in (revision + 1, 10**6):
            first.say("answer", revision=old, number=option)
            assert first.refused() == "the game has gone on since"
        for number in ("999999", "0" * 500, "1" * 1000):
            first.say("answer", revision=revision, number=number)
            assert first.refused() == "this is not on offer"


@pytest.mark.usefixtures("unharmed")
def test_what_only_some_may_do(server: Server) -> None:
    """Spectators cannot change anything, seats cannot replace other seats, and no file runs as a bot."""
    with page(server, "p1") as first, page(server, "watch") as watching, page(server, "host") as host:
        asked = [
            ("undo", {}),
            ("go_on", {"at": 0}),
            ("load", {"name": "x"}),
            ("save", {"name": "x"}),
            ("note", {"decision": 0, "text": "x"}),
            ("take", {}),
            ("leave", {}),
            ("say", {"line": "x"}),
            ("again", {}),
            ("replace", {"seat": 1, "by": "random"}),
        ]
        for kind, values in asked:
            watching.say(kind, **values)
            assert watching.refused() in (
                "only players at the table can do that",
                "only the host can do that",
            )
        first.say("replace", seat=2, by="random")
        assert first.refused() == "only the host can do that"
        for name in ("evil.py:bot", "mcts", "none"):
            host.say("replace", seat=1, by=name)
            assert host.refused().startswith("there is no bot")
        host.say("replace", seat=9, by="random")
        assert host.refused() == "there is no seat 9"
        host.say("load", name="game")
        host.say("load", name="table")
        assert host.refused() in ("`table` is not a saved game", "there is no saved game `table`")
        host.say("load", name="../game")
        assert "letters, digits" in host.refused()
        host.say("look", at=1)
        assert host.refused() == "there are only 0 decisions"


def closed(opened: Page) -> tuple[int, str]:
    """Return the code and the reason with which the server closes a page's socket."""
    with suppress(ConnectionClosed):
        while True:
            opened.hear()
    return opened.socket.close_code or 0, opened.socket.close_reason or ""


def wrong_value(random: Random) -> Any:
    """Return a random value that has a wrong type or is out of bounds."""
    return random.choice(
        [None, True, 1.5, -1, 2**70, [], {}, [[]], "\x00", "a" * 3000, {"a": {"b": []}}, "é", float("nan")]
    )


def malformed(random: Random) -> str:
    """Return a random message that is malformed in one of many ways."""
    kinds = (
        "answer look note why save load replace language agree refuse go_on rules say again call advise allow"
    )
    kind = random.choice(kinds.split())
    way = random.randrange(8)
    if way == 0:
        return random.choice(
            [
                "",
                "{",
                "null",
                "[]",
                '"answer"',
                "1e999",
                "}{",
                "{'kind': 'undo'}",
                '{"kind": "undo"',
                "\ufeff{}",
                "NaN",
            ]
        )
    if way == 1:
        return json.dumps(
            {"kind": random.choice(["", "Answer", "constructor", "__proto__", "x" * 200, 1, None, []])}
        )
    if way == 2:
        return json.dumps(
            {"kind": "undo", random.choice(["x", "", "__class__", "kind2", "é"]): wrong_value(random)}
        )
    if way == 3:
        return "[" * random.randrange(1, 30000)
    if way == 4:
        return '{"kind": "undo", "kind": "undo"}'
    if way == 5:
        return json.dumps({"kind": kind, "a": 1, "revision": wrong_value(random)})
    if way == 6:
        return json.dumps({"kind": "answer", "revision": wrong_value(random), "number": wrong_value(random)})
    return "".join(
        random.choice('{}[]",:0123456789truefalsenull \\u') for _ in range(random.randrange(1, 200))
    )


@pytest.mark.long("processes")
@pytest.mark.usefixtures("unharmed")
def test_a_thousand_malformed_messages(server: Server) -> None:
    """Each malformed message is refused with a reason, and the socket stays open."""
    random = Random(7)  # noqa: S311 - no secrets
    with page(server, "p1") as first:
        reasons = set()
        for _ in range(MALFORMED // 20):
            for _ in range(20):
                first.socket.send(malformed(random))
            for _ in range(20):
                reasons.add(first.refused())
        assert len(reasons) > 15
        assert all(reasons)
        assert first.table["answers"] == 0


@pytest.mark.usefixtures("unharmed")
def test_messages_of_megabytes(server: Server) -> None:
    """A message that is too long closes the socket with a reason.

    A long message within the limit is only refused.
    """
    with page(server, "p1") as first:
        first.say("note", decision=0, text="x" * 60_000)
        assert "at most 2000" in first.refused()
    for content in ("x" * 70_000, "x" * 5_000_000, "é" * 40_000):
        with page(server, "p1") as first:
            first.socket.send(content)
            code, reason = closed(first)
            assert code == 1009
            assert reason


@pytest.mark.usefixtures("unharmed")
def test_bytes_are_no_messages(server: Server) -> None:
    """A binary message closes the socket with a reason."""
    with page(server, "p1") as first:
        first.socket.send(b"\x00\x01")
        assert closed(first)[1] == "messages must be text"


@pytest.mark.usefixtures("unharmed")
def test_a_first_message_is_hello(server: Server) -> None:
    """A client whose first message is not `hello` learns nothing about the table."""
    with socket_of(server, server.links["p1"]) as socket:
        socket.send('{"kind": "undo"}')
        assert json.loads(socket.recv(timeout=30)) == {
            "kind": "refused",
            "reason": "the first message must be a `hello`",
        }


@pytest.mark.usefixtures("unharmed")
def test_who_looks_on_keeps_no_seat_out(server: Server) -> None:
    """The number of spectators is limited, and a spectator beyond the limit is told the reason.

    Seats and the host can still connect.
    """
    with ExitStack() as stack:
        for _ in range(MOST_WATCHING):
            socket = stack.enter_context(socket_of(server, server.links["watch"]))
            socket.send('{"kind": "hello"}')
            assert json.loads(socket.recv(timeout=30))["kind"] == "table"
        late = stack.enter_context(socket_of(server, server.links["watch"]))
        assert closed(Page(late)) == (1013, "too many pages are open")
        for who in ("p1", "p2", "host"):
            assert stack.enter_context(page(server, who)).table["kind"] == "table"


@pytest.mark.usefixtures("unharmed")
def test_a_seat_always_comes_in(server: Server) -> None:
    """If a seat opens too many pages, the first is closed with a reason, and the last shows the table."""
    with ExitStack() as stack:
        pages = [stack.enter_context(page(server, "p1")) for _ in range(MOST_OF_ONE + 1)]
        assert closed(pages[0]) == (1013, "a later page has taken its place")
        pages[-1].say("look", at=0)
        assert pages[-1].until(lambda message: message["kind"] == "table")["at"] == 0


@pytest.mark.usefixtures("unharmed")
def test_half_open_requests_keep_nobody_out(server: Server) -> None:
    """Many connections that never complete a request do not prevent a page from being served."""
    address = (urlsplit(server.origin).hostname or "", urlsplit(server.origin).port or 0)
    with ExitStack() as stack:
        for number in range(MOST_PLAIN + 105):
            half = stack.enter_context(socket.create_connection(address))
            with suppress(ConnectionError):  # the server closes those that wait longest
                half.sendall(b"GET / HTTP/1.1\r\nX: "[: number % 20])
        assert get(server, paths(server)["p1"])[0] == 200


@pytest.mark.long("processes")
def test_what_a_seat_may_ask_of_bots(tmp_path: Path) -> None:
    """A seat may appoint bots, with no more playouts than the host allows.

    A bot that is still thinking can be replaced.
    """
    with (
        hosted(tmp_path, "hex", "--seats", "human,human", "--seat-playouts", "20") as server,
        page(server, "p1") as seat,
        page(server, "host") as host,
    ):
        for name in ("mcts:21", "flat:10000000", "mcts:21:score", "mcts:1s", "flat:0.001s"):
            seat.say("replace", seat=1, by=name)
            assert seat.refused() == (
                "only the host can seat a bot with more than 20 playouts, or one that plays by the clock"
            )
        host.say("replace", seat=1, by="mcts:10000000")
        host.until(lambda message: message["kind"] == "table" and message["players"][0]["thinking"])
        seat.say("take")
        seat.until(lambda message: message["kind"] == "table" and message["asked"])
        seat.say("replace", seat=1, by="mcts:20")
        assert seat.until(lambda message: message["kind"] == "table" and message["answers"] == 1)

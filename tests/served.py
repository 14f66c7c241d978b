"""A table served by a separate process, and a client without a browser."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from websockets.sync.client import ClientConnection

__all__ = ["Page", "Server", "page", "serving"]

PATIENCE = 15
"""Seconds that a server may take to start, or to respond."""


@dataclass
class Server:
    """A served table: the process, its folder, and the links by viewer."""

    process: subprocess.Popen[str]
    folder: Path
    links: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)

    @property
    def origin(self) -> str:
        """The prefix of its addresses."""
        return "http://" + urlsplit(self.links["host"]).netloc

    @property
    def tokens(self) -> dict[str, str]:
        """The tokens by viewer."""
        return {who: link.rpartition("/")[2] for who, link in self.links.items()}

    @property
    def game(self) -> dict[str, Any]:
        """The saved game."""
        kept: dict[str, Any] = json.loads((self.folder / "game.json").read_text(encoding="utf-8"))
        return kept

    def kill(self) -> None:
        """End it at once, as `kill -9` does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, game: str | Path, *arguments: str) -> Iterator[Server]:
    """Serve a table of a game in a folder, at a free port, during the block."""
    command = [sys.executable, "-m", "gamespec", "serve", str(game), "--port", "0", "--folder", str(folder)]
    process = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    server = Server(process, folder)
    stream = process.stdout
    assert stream is not None
    try:
        for line in stream:
            server.said.append(line.rstrip())
            if found := re.match(r"(p\d+|watch|host)\b.* (http://\S+)$", line.rstrip()):
                server.links[found[1]] = found[2]
            if line.startswith("Ctrl-C"):
                break
        assert "host" in server.links, "\n".join(server.said)
        reading = threading.Thread(target=lambda: server.said.extend(map(str.rstrip, stream)), daemon=True)
        reading.start()
        yield server
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)
        reading.join(PATIENCE)
        stream.close()


@dataclass
class Page:
    """An open socket of a page: the last message received, and all messages."""

    socket: ClientConnection
    table: dict[str, Any] = field(default_factory=dict)
    heard: list[tuple[int, str]] = field(default_factory=list)
    """Each message, with the number of answers at that time."""

    def say(self, kind: str, **values: object) -> None:
        """Send a message."""
        self.socket.send(json.dumps({"kind": kind, **values}))

    def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        if message["kind"] == "table":
            self.table = message
        self.heard.append((self.table.get("answers", 0), text))
        return message

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the next message for which a predicate holds."""
        while not holds(message := self.hear()):
            pass
        return message

    def refused(self) -> str:
        """The reason of the next refusal."""
        reason: str = self.until(lambda message: message["kind"] == "refused")["reason"]
        return reason

    def answer(self, number: str | None = None) -> None:
        """Take an option, by default the first, and wait until the game has progressed."""
        revision = self.table["revision"]
        chosen = number if number is not None else self.table["asked"]["choices"][0]["number"]
        self.say("answer", revision=revision, number=chosen)
        self.until(lambda message: message["kind"] == "table" and message["revision"] > revision)

    def wait_for_turn(self) -> bool:
        """Wait until the seat is asked; False if the game is over."""
        while not self.table["asked"] and not self.table["over"]:
            self.hear()
        return not self.table["over"]


@contextmanager
def page(server: Server, who: str, language: str | None = None, **headers: str) -> Iterator[Page]:
    """Open a page with a link, say hello, and receive the table."""
    with socket_of(server, server.links[who], **headers) as socket:
        opened = Page(socket)
        opened.say("hello", language=language)
        opened.until(lambda message: message["kind"] == "table")
        yield opened


def socket_of(server: Server, link: str, *, origin: str | None = None, **headers: str) -> ClientConnection:
    """Open a socket as the page of a link does; or with another origin and other headers."""
    parts = urlsplit(link)
    return connect(
        f"ws://{parts.netloc}/socket{parts.path}",
        origin=server.origin if origin is None else origin,  # type: ignore[arg-type] # it is a text
        additional_headers={name.replace("_", "-"): value for name, value in headers.items()},
        open_timeout=PATIENCE,
        max_size=None,
        proxy=None,
    )

"""A table served by a separate process or in a thread, and a client without a browser.

A thread starts in a tenth of the time. A process is for tests of signals, of the command's output, or of a
lock against another process.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from argparse import ArgumentParser
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

import gamespec
from interpreter.serve.beginning import Wanted, begun
from interpreter.serve.edition import Edition
from interpreter.serve.keeping import Folder
from interpreter.serve.room import Room
from interpreter.serve.server import bound, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from websockets.sync.client import ClientConnection

    from interpreter.serve.table import Table

__all__ = ["Offers", "Page", "Server", "amended", "hosted", "page", "patched", "serving"]

HERE = "127.0.0.1"

PATIENCE = 15
"""Maximum time that a server may take to start or to respond, in seconds."""

ARGUMENTS = ArgumentParser()
for _name, _type in (
    ("--seats", str),
    ("--seed", int),
    ("--luck", int),
    ("--lang", str),
    ("--seat-playouts", int),
):
    ARGUMENTS.add_argument(_name, type=_type)
ARGUMENTS.add_argument("--new", action="store_true")
ARGUMENTS.set_defaults(seat_playouts=1000)


def patched(before: str, parts: str | list[Any]) -> str:
    """Return a drawing that was sent whole, or as new texts and parts of all that came before them.

    This is an independent reading of what `interpreter.serve.patches` writes.
    """
    if isinstance(parts, str):
        return parts
    units = before.encode("utf-16-le")
    known = len(units)
    reached = copied = 0
    for part in parts:
        if isinstance(part, str):
            units += part.encode("utf-16-le")
            continue
        skip, length, *copy = part
        start = skip + (reached if not copy else copied if copy[0] else 0)
        units += units[2 * start : 2 * (start + length)]
        if copy:
            copied = start + length
        else:
            reached = start + length
    return units[known:].decode("utf-16-le")


def amended(known: list[dict[str, Any]], told: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all players, of whom some have changed."""
    return [each | told.get(str(place), {}) for place, each in enumerate(known)]


@dataclass
class Offers:
    """All the options that a page has been told of. This is an independent reading of `offered`."""

    members: list[Any] = field(default_factory=list)
    forms: list[Any] = field(default_factory=list)
    choices: list[Any] = field(default_factory=list)

    def read(self, told: dict[str, Any] | None) -> dict[str, Any] | None:
        """Return a decision with its options, of which only the new ones were sent."""
        if told is None:
            return None
        for name in ("members", "forms", "choices"):
            known, (before, *new) = getattr(self, name), told[name]
            known[before:] = new
        offered, at, spans = [], 0, told["offered"]
        for skipped, length in zip(spans[::2], spans[1::2], strict=True):
            offered += self.choices[at + skipped : at + skipped + length]
            at += skipped + length
        members: list[int] = []
        choices = [self._choice(row, members) for row in offered]
        for choice in choices:
            for mark in ("confirm", "idle"):
                if choice["action"] in told.get(mark, ()):
                    choice[mark] = True
        for refs, *spans in told.get("leads", ()):
            self._mark(choices, spans, {"leads": refs.split()})
        for ref, *spans in told.get("lays", ()):
            self._mark(choices, spans, {"lays": ref})
        fields = {name: told[name] for name in ("seat", "prompt", "actions", "steps")}
        return fields | {"members": [self._member(each) for each in members], "choices": choices}

    def _mark(self, choices: list[dict[str, Any]], spans: list[int], fields: dict[str, Any]) -> None:
        at = 0
        for skipped, length in zip(spans[::2], spans[1::2], strict=True):
            for choice in choices[at + skipped : at + skipped + length]:
                choice.update(fields)
            at += skipped + length

    def _member(self, number: int) -> dict[str, Any]:
        text, refs, *shows = self.members[number]
        return {"text": text, "refs": refs.split()} | ({"shows": shows} if shows else {})

    def _choice(self, row: list[Any], members: list[int]) -> dict[str, Any]:
        number, form, *values = row
        action, steps, *label = self.forms[form]
        gaps = iter(values[len(steps) :])
        named: list[str] = []
        said = []
        for step, value in zip(steps, values, strict=False):
            those = value if step < 0 else [value]
            named += [self.members[each][0] for each in those]
            members += [each for each in dict.fromkeys(those) if each not in members]
            at = [members.index(each) for each in those]
            said.append({"step": -1 - step if step < 0 else step, "members": at, "several": step < 0})
        words = (
            part if isinstance(part, str) else str(next(gaps)) if part is None else named[part]
            for part in label
        )
        return {"number": str(number), "label": "".join(words), "action": action, "said": said}


@dataclass
class Server:
    """A served table, with its folder, the link of each viewer, and the server's output."""

    folder: Path
    links: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)

    @property
    def origin(self) -> str:
        """The scheme and authority of the table's links."""
        return "http://" + urlsplit(self.links["host"]).netloc

    @property
    def tokens(self) -> dict[str, str]:
        """The token in the link of each viewer."""
        return {who: link.rpartition("/")[2] for who, link in self.links.items()}

    @property
    def game(self) -> dict[str, Any]:
        """The content of the saved game's JSON file."""
        kept: dict[str, Any] = json.loads((self.folder / "game.json").read_text(encoding="utf-8"))
        return kept


@dataclass
class Process(Server):
    """A table served by a separate process."""

    process: subprocess.Popen[str] = field(kw_only=True)

    def kill(self) -> None:
        """End the process immediately, like `kill -9`."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, game: str | Path, *arguments: str) -> Iterator[Process]:
    """Serve a table of a game from a folder, at a free port, with the command in a separate process."""
    command = [sys.executable, "-m", "gamespec", "serve", str(game), "--port", "0", "--folder", str(folder)]
    process = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    server = Process(folder, process=process)
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
class Hosted(Server):
    """A table served by a thread."""

    table: Table = field(kw_only=True)


@contextmanager
def hosted(folder: Path, game: str | Path, *arguments: str) -> Iterator[Hosted]:
    """Serve a table of a game in a thread, at a free port, for the duration of the block.

    The table is stored in `folder`. The arguments are some of those that `gamespec serve` accepts.
    """
    asked = ARGUMENTS.parse_args(arguments)
    spec, seats = gamespec.load(game), tuple(asked.seats.split(",")) if asked.seats else None
    made = spec.compiled(None if seats is None else len(seats))
    usual = ("human", *["random"] * (made.program.players - 1))
    folder.mkdir(parents=True, exist_ok=True)
    table, language, notes = begun(
        Edition(spec, made, dict(made.names.options)),
        Folder(folder),
        Wanted(usual, seats, asked.seed, asked.luck, asked.lang),
        new=asked.new,
    )
    server = Hosted(folder, said=notes, table=table)
    room = Room(table, language, Folder(folder), server.said.append, seat_playouts=asked.seat_playouts)
    opened = threading.Event()
    with bound(HERE, 0) as listening:
        thread = threading.Thread(
            target=run, args=(room, HERE, listening, lambda _: opened.set()), daemon=True
        )
        begins = f"http://{HERE}:{listening.getsockname()[1]}"
        server.links = {who.name: begins + path for who, path in table.chairs.links()}
        thread.start()
        try:
            assert opened.wait(PATIENCE)
            yield server
        finally:
            room.stop()
            thread.join(PATIENCE)


@dataclass
class Page:
    """An open connection of a page, with the last message received and all messages."""

    socket: ClientConnection
    table: dict[str, Any] = field(default_factory=dict)
    offered: Offers = field(default_factory=Offers)
    """The options that the page has been told of."""
    heard: list[tuple[int, str]] = field(default_factory=list)
    """The received messages as JSON texts, each after the number of answers given at that time.

    Each has the whole drawing, which contains everything that was sent of it.
    """

    def say(self, kind: str, **values: object) -> None:
        """Send a message of a kind, with further values."""
        self.socket.send(json.dumps({"kind": kind, **values}))

    def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """Wait for the next message for at most `seconds`, and return it."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        if message["kind"] == "table":
            drawn = patched(self.table.get("html", ""), message["html"])
            asked = self.offered.read(message["asked"])
            known, told = self.table.get("players", []), message.get("players", {})
            seated = told if isinstance(told, list) else amended(known, told)
            self.table = message = {
                **self.table,
                **message,
                "html": drawn,
                "asked": asked,
                "players": seated,
            }
        self.heard.append((self.table.get("answers", 0), json.dumps(message, ensure_ascii=False)))
        return message

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Receive messages until a predicate holds for one of them, and return that message."""
        while not holds(message := self.hear()):
            pass
        return message

    def refused(self) -> str:
        """Receive messages until the server refuses something, and return the reason."""
        reason: str = self.until(lambda message: message["kind"] == "refused")["reason"]
        return reason

    def answer(self, number: str | None = None) -> None:
        """Take an option, by default the first one, and wait until the game has progressed."""
        revision = self.table["revision"]
        chosen = number if number is not None else self.table["asked"]["choices"][0]["number"]
        self.say("answer", revision=revision, number=chosen)
        self.until(lambda message: message["kind"] == "table" and message["revision"] > revision)

    def wait_for_turn(self) -> bool:
        """Wait until the seat must decide or the game is over. Return whether the seat must decide."""
        while not self.table["asked"] and not self.table["over"]:
            self.hear()
        return not self.table["over"]


@contextmanager
def page(server: Server, who: str, language: str | None = None, **headers: str) -> Iterator[Page]:
    """Open the page of a viewer's link, greet the server, and receive the table."""
    with socket_of(server, server.links[who], **headers) as socket:
        opened = Page(socket)
        opened.say("hello", language=language)
        opened.until(lambda message: message["kind"] == "table")
        yield opened


def socket_of(server: Server, link: str, *, origin: str | None = None, **headers: str) -> ClientConnection:
    """Open the connection that the page of a link opens, optionally with another origin and other headers."""
    parts = urlsplit(link)
    return connect(
        f"ws://{parts.netloc}/socket{parts.path}",
        origin=server.origin if origin is None else origin,  # type: ignore[arg-type] # it is a text
        additional_headers={name.replace("_", "-"): value for name, value in headers.items()},
        open_timeout=PATIENCE,
        max_size=None,
        proxy=None,
    )

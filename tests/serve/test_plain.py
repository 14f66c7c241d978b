"""Tests for plain HTTP connections: how long they may wait, and which one is closed to make room."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from interpreter.serve.plain import MOST_PLAIN, PATIENCE, Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SOON = 5
"""Default time after which an idle connection is closed, in seconds."""


@dataclass
class Timer:
    """Call that is due after `seconds` seconds."""

    seconds: float
    do: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        """Cancel the call."""
        self.cancelled = True


@dataclass
class Loop:
    """Event loop in which no time passes, and which collects the calls that are due later."""

    later: list[Timer] = field(default_factory=list)

    def call_later(self, seconds: float, do: Callable[[], None]) -> Timer:
        """Store a call that is due after `seconds` seconds."""
        self.later.append(Timer(seconds, do))
        return self.later[-1]

    def due(self, seconds: float) -> list[Timer]:
        """Return all calls that are due after exactly `seconds` seconds and have not been cancelled."""
        return [timer for timer in self.later if timer.seconds == seconds and not timer.cancelled]


@dataclass(eq=False)
class Transport:
    """Transport of a connection from the address `address`."""

    address: str
    protocol: Plain | None = None
    closed: bool = False

    def get_extra_info(self, name: str) -> Any:
        """Return the address and port of the other end; for any name except "peername", return None."""
        return (self.address, 1) if name == "peername" else None

    def get_protocol(self) -> Plain | None:
        """Return the protocol of the connection."""
        return self.protocol

    def is_closing(self) -> bool:
        """Return whether the transport is closed."""
        return self.closed

    def abort(self) -> None:
        """Close the transport; as with a real event loop, the protocol is informed later."""
        self.closed = True

    close = abort


async def nothing(_scope: object, _receive: object, _send: object) -> None:
    """Do nothing; this application is never called."""


@pytest.fixture
def opened() -> Iterator[Callable[[str], Plain]]:
    """Yield a function that opens a connection from a given address.

    All connections share one event loop.
    """
    Plain.waiting.clear()
    config, state, loop = Config(nothing, ws="none", log_level="critical"), ServerState(), Loop()

    def open_(address: str) -> Plain:
        transport = Transport(address)
        plain = transport.protocol = Plain(config, state, {}, cast("Any", loop))
        plain.connection_made(cast("Any", transport))
        return plain

    yield open_
    Plain.waiting.clear()


def test_a_request_comes_in_time(opened: Callable[[str], Plain]) -> None:
    """A connection is closed if its request is still incomplete after `PATIENCE` seconds, and not before."""
    plain = opened("10.0.0.1")
    loop, transport = cast("Loop", plain.loop), cast("Transport", plain.transport)
    for byte in b"GET / HTTP/1.1\r\nX: slow":
        plain.data_received(bytes([byte]))
    (deadline,) = loop.due(PATIENCE)
    assert not transport.closed
    plain.on_response_complete()
    assert deadline.cancelled
    assert len(loop.due(SOON)) == 1
    plain.data_received(b"GET / HT")  # a new request stops the timer for idle connections
    assert not loop.due(SOON)
    (deadline,) = loop.due(PATIENCE)
    deadline.do()
    assert transport.closed
    plain.connection_lost(None)
    assert not Plain.waiting
    assert not loop.due(PATIENCE)


def test_room_is_made_by_who_has_most(opened: Callable[[str], Plain]) -> None:
    """The number of connections is limited.

    If there are too many, the oldest connection from the address with the most connections is closed.
    """
    random, there = Random(3), list[Plain]()  # noqa: S311 - no secrets
    for _ in range(4 * MOST_PLAIN):
        before = [*there]
        there.append(opened(random.choice(["10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.2", "10.0.0.3"])))
        closed = [each for each in there if cast("Transport", each.transport).closed]
        assert bool(closed) == (len(there) > MOST_PLAIN)
        for each in closed:
            at = [other.address for other in there]
            assert at.count(each.address) == max(map(at.count, at))
            assert all(other.address != each.address for other in before[: before.index(each)])
            each.connection_lost(None)
            there.remove(each)
        assert list(Plain.waiting) == there
        if random.random() < 0.1:
            there.pop(random.randrange(len(there))).connection_lost(None)

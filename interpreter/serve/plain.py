"""Connections that are not WebSockets. Each one requests a file, gets a response, and is closed.

A client that opens connections and sends nothing, or sends very slowly, must not keep others out. So a
connection has `PATIENCE` seconds for a request and its response, although a response takes only milliseconds.
If too many connections are open, one of them is closed, namely the one that has waited longest among those of
the address with the most connections.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

__all__ = ["MOST_PLAIN", "PATIENCE", "Plain"]

MOST_PLAIN = 200
"""Maximum number of open plain connections."""
PATIENCE = 15.0
"""Number of seconds in which a connection must send its next request and receive the response."""


class Plain(H11Protocol):
    """A plain HTTP connection, which may later become the WebSocket of a page."""

    waiting: ClassVar[dict[Plain, None]] = {}
    """The open plain connections as keys, in the order in which they began to wait."""
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Start waiting for a request. If too many connections are open, close one of them."""
        super().connection_made(transport)
        self._wait()
        if len(self.waiting) > MOST_PLAIN:
            self._longest().transport.abort()

    def _wait(self) -> None:
        self._no_longer()
        self.waiting[self] = None
        self._deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def _no_longer(self) -> None:
        self.waiting.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()

    def _longest(self) -> Plain:
        """Return the connection that has waited longest, from the address with the most connections."""
        count = Counter(each.address for each in self.waiting)
        most = max(count.values())
        return next(each for each in self.waiting if count[each.address] == most)

    @property
    def address(self) -> str | None:
        """The address of the client, or `None` if it is unknown."""
        return self.client[0] if self.client is not None else None

    def on_response_complete(self) -> None:
        """Start waiting for the next request."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Stop waiting once a request has turned the connection into the WebSocket of a page."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._no_longer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting because the connection is closed."""
        self._no_longer()
        super().connection_lost(exc)

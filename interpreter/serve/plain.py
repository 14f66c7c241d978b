"""Connections that are no sockets of pages: each asks for a file, is answered, and is closed.

Whoever opens connections and sends nothing, or sends it ever so slowly, must not keep others out. So a
connection has `PATIENCE` for a request and its answer. Where too many are open, the one that has waited
longest makes room, among those of the address that has most. A page is answered in milliseconds.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

__all__ = ["MOST_PLAIN", "PATIENCE", "Plain"]

MOST_PLAIN = 200
"""The most plain connections that are open."""
PATIENCE = 15.0
"""Seconds in which a connection must have sent its next request, and taken the answer."""


class Plain(H11Protocol):
    """A plain connection, until it becomes the socket of a page."""

    waiting: ClassVar[dict[Plain, None]] = {}
    """Those that are open, from the one that has waited longest."""
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Begin to wait for a request; make room if too many are open."""
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
        """The connection that has waited longest, among those of the address that has most."""
        count = Counter(each.address for each in self.waiting)
        most = max(count.values())
        return next(each for each in self.waiting if count[each.address] == most)

    @property
    def address(self) -> str | None:
        """The address of the other end."""
        return self.client[0] if self.client is not None else None

    def on_response_complete(self) -> None:
        """Begin to wait anew."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait no longer if that was the request to become the socket of a page."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._no_longer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._no_longer()
        super().connection_lost(exc)

"""The open pages of a table, with their viewers and pending messages."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.serve.seats import Viewer
    from interpreter.serve.sent import Log

__all__ = ["Page"]

MOST_WAITING = 64
"""Maximum number of pending replies. While there are as many, no messages are read from the page."""


@dataclass(eq=False)
class Page:
    """An open page: its viewer, the position that it shows, and its pending messages."""

    viewer: Viewer
    log: Log
    at: int | None = None
    epoch: int = 0
    """The epoch of the game that the page shows. A position of an earlier game is not shown."""
    greeted: bool = False
    replies: deque[dict[str, Any]] = field(default_factory=deque)
    stale: bool = False
    """Whether the table has to be sent to the page."""
    called: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is something to send."""
    dismissed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the page must be closed, because a later one has taken its place."""
    _free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_WAITING))

    async def reply(self, reply: dict[str, Any]) -> None:
        """Queue a reply, after waiting until the queue has room."""
        await self._free.acquire()
        self.replies.append(reply)
        self.called.set()

    def refresh(self) -> None:
        """Let the page be sent the table, as it is when the message is sent."""
        self.stale = True
        self.called.set()

    async def to_send(self) -> tuple[list[dict[str, Any]], bool]:
        """Wait until there is something to send.

        Return the pending replies, and whether to send the table.
        """
        await self.called.wait()
        self.called.clear()
        replies, stale = list(self.replies), self.stale and self.greeted
        self.replies.clear()
        self.stale = False
        for _ in replies:
            self._free.release()
        return replies, stale

    @property
    def language(self) -> str:
        """The language of the page."""
        return self.log.language

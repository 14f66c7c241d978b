"""Open pages of a table: whose they are, and what they are still to be sent."""

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
"""So many replies wait for a page before nothing more is read from it."""


@dataclass(eq=False)
class Page:
    """An open page: whose it is, which position it shows, and what it is still to be sent."""

    viewer: Viewer
    log: Log
    at: int | None = None
    epoch: int = 0
    """Of which game it shows a position; one of a game that is no more is not shown."""
    greeted: bool = False
    replies: deque[dict[str, Any]] = field(default_factory=deque)
    stale: bool = False
    """Whether the page is to be sent the table."""
    called: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is something to send."""
    dismissed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the page is to be closed, because a later one has taken its place."""
    _free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_WAITING))

    async def reply(self, reply: dict[str, Any]) -> None:
        """Have the page sent a reply; waits while too many wait."""
        await self._free.acquire()
        self.replies.append(reply)
        self.called.set()

    def refresh(self) -> None:
        """Have the page sent the table as it is then."""
        self.stale = True
        self.called.set()

    async def to_send(self) -> tuple[list[dict[str, Any]], bool]:
        """The replies that the page waits for, and whether the table; waits until there is something."""
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
        """The language it speaks."""
        return self.log.language
